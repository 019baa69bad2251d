"""Several processes on one PostgreSQL: leases, take-overs, late writes, and a database that does not answer."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("segno", reason="the extra app is not installed")

from devtools.browser.servers import free_port
from phase10_widgets import cli
from phase10_widgets.rooms.codes import LETTERS
from phase10_widgets.rooms.storage.sql_tables import VERSION
from phase10_widgets.server.rooms import database
from phase10_widgets.server.rooms.database_store import DatabaseStore
from tests.faults import every
from tests.server.nginx import nginx, nginx_home
from tests.server.test_server import Serving
from tests.server.test_server import serving as tables_server

from .playing import STORED, Line, Service, begun, play, table
from .postgres import PATIENCE_SECONDS, Postgres, serving

pytestmark = [pytest.mark.slow, pytest.mark.rotating]  # it starts PostgreSQL, nginx and servers

LEASE = 60.0
WAITING = "The tables cannot be stored right now, so they have to wait."
MOVED = "This table has moved to another server. One moment, please."


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with serving() as found:
        yield found


@pytest.fixture
def process(server: Postgres) -> Iterator[Callable[..., Service]]:
    """Return a function that starts a process on an empty database."""
    server.start()
    server.run("DROP SCHEMA IF EXISTS phase10 CASCADE;")
    services: list[Service] = []

    def start(**settings: Any) -> Service:
        services.append(Service(store=lambda: DatabaseStore(server.address, lease=LEASE), **settings))
        return services[-1]

    yield start
    for service in services:
        service.desk.close()


def moves(server: Postgres) -> list[int]:
    return [row["n"] for row in server.run("SELECT n FROM phase10.moves ORDER BY n")]


def pass_time(server: Postgres, seconds: float) -> None:
    """Make a lease this much older."""
    server.run(f"UPDATE phase10.rooms SET lease = lease - {seconds};")


# owners


def test_after_its_lease_another_process_takes_over_a_room_and_late_writes_are_refused(
    server: Postgres, process: Callable[..., Service]
) -> None:
    first, second = process(), process()
    lines = begun(first)
    play(first, [*lines], 5, random.Random(1))
    late = next(line for line in lines if line.view["legal"])
    stored, rev, before, action = moves(server), late.view["rev"], len(late.sent), late.view["legal"][0]
    waiting = Line(second, late.token)
    assert (waiting.closed, waiting.last("bye")["why"], waiting.last("bye")["after"]) == (4421, MOVED, 2.0)
    pass_time(server, LEASE)
    again = Line(second, late.token)
    assert again.view["rev"] == rev
    assert again.view["observation"] == late.view["observation"], "nothing is lost"
    message_id = late.say("action", action=action)
    assert late.closed == 4421
    assert [message["kind"] for message in late.sent[before:]] == ["bye"], "only stored moves are shown"
    assert moves(server) == stored
    again.say("action", action=action, rev=rev, message_id=message_id)
    assert (again.view["ack"], moves(server)) == (message_id, [*stored, stored[-1] + 1])
    again.say("action", action=action, rev=rev, message_id=message_id)
    assert len(moves(server)) == len(stored) + 1, "nothing counts twice"
    assert Line(first, late.token).closed == 4421


def test_a_process_that_renews_its_leases_keeps_its_rooms_and_learns_of_their_loss(
    server: Postgres, process: Callable[..., Service]
) -> None:
    first, second = process(), process()
    hanna, ben = table(first, "Hanna", "Ben")
    for _ in range(4):
        pass_time(server, LEASE / 2)
        first.wait(5.0, hanna, ben)
        assert Line(second, ben.token).closed == 4421
    assert hanna.closed is None
    pass_time(server, LEASE)
    assert Line(second, ben.token).closed is None
    first.wait(6.0, hanna, ben)
    assert hanna.closed == ben.closed == 4421
    assert not first.desk._rooms


def test_a_process_claims_only_rooms_with_its_own_letters(process: Callable[..., Service]) -> None:
    left, right = LETTERS[:10], LETTERS[10:]
    other = process(letters=right)
    first = process(letters=left)
    host = first.host()
    assert host.last("welcome")["code"][0] in left
    for secret in (host.last("welcome")["key"], host.token, host.last("welcome")["code"]):
        assert secret[0] == host.last("welcome")["code"][0], "a proxy reads the letter from each of them"
    first.desk.close()
    there = Line(other, host.token)
    assert (host.closed, there.closed) == (1012, None), "a process that stops releases its rooms at once"
    back = process(letters=left)
    assert Line(back, host.token).closed == 4421
    other.wait(6.0, there)
    assert there.closed == 4421, "the other process releases it on request"
    assert Line(back, host.token).closed is None
    assert Line(other, host.token).closed == 4421
    back.wait(6.0)
    assert back.desk._rooms, "no process claims rooms with another's letters"


def test_people_enter_by_code_key_and_recovery_code_wherever_the_room_is(process: Callable[..., Service]) -> None:
    first = process()
    host = first.host()
    host.ask("recovery")
    code = host.last("recovery")["code"]
    ways: list[Callable[[Service], Any]] = [
        lambda at: at.desk.join({"key": host.last("welcome")["key"], "name": "Ada"}, "192.0.2.1"),
        lambda at: at.desk.join({"code": host.last("welcome")["code"], "name": "Ben"}, "192.0.2.1"),
        lambda at: at.desk.recover({"code": code}, "192.0.2.1"),
    ]
    for way in ways:
        first.desk.close()
        first = process()
        page = Line(first, way(first)["token"])
        assert page.closed is None
    first.desk.gone(page)
    first.now += 24 * 3600 + 700
    first.desk.tick()
    assert first.desk._store.rooms() == []


# a database that does not answer


def test_while_the_database_is_gone_pages_say_so_and_afterward_play_resumes(
    server: Postgres, process: Callable[..., Service]
) -> None:
    service = process()
    line, second = begun(service)
    other = service.host("Olga")
    rev, before, action = line.view["rev"], len(line.sent), line.view["legal"][0]
    server.stop()
    began = time.monotonic()
    message_id = line.say("action", action=action)
    assert time.monotonic() - began < database.PATIENCE_SECONDS + 0.5
    said = [message.get("why") or message["message"]["why"] for message in line.sent[before:]]
    assert said in ([WAITING], [STORED]), "the connection had been lost before, or with this message"
    began = time.monotonic()
    other.ask("lock", on=True)
    assert other.refusal == STORED
    gone = Line(service, "B" + "x" * 43)
    assert (gone.closed, gone.last("bye")["why"]) == (1012, WAITING)
    service.wait(30.0, line, second, other)
    assert time.monotonic() - began < 0.5, "without a connection, nobody waits"
    server.start()
    again = back(service, line.token)
    again.say("action", action=action, rev=rev, message_id=message_id)
    assert (again.view["ack"], moves(server)) == (message_id, [1])
    play(service, [again, back(service, second.token)], 3, random.Random(1))
    assert moves(server) == [*range(1, len(moves(server)) + 1)]
    assert again.view["rev"] > rev + 2


def back(service: Service, token: str) -> Line:
    """Return a person's page once it has been admitted."""
    until = time.monotonic() + 20
    while (line := Line(service, token)).closed is not None:
        assert time.monotonic() < until, line.last("bye")
        time.sleep(0.1)
    return line


def test_a_frozen_database_stops_a_process_once_and_no_move_counts_twice(
    server: Postgres, process: Callable[..., Service]
) -> None:
    service = process()
    line, _ = begun(service)
    rev, before, action = line.view["rev"], len(line.sent), line.view["legal"][0]
    book: Any = service.desk._store
    frozen = book._database._connection.get_server_pid()
    os.kill(frozen, signal.SIGSTOP)
    try:
        began = time.monotonic()
        message_id = line.say("action", action=action)
        took = time.monotonic() - began
        assert database.PATIENCE_SECONDS <= took < database.PATIENCE_SECONDS + 0.5
        assert (line.closed, line.last("bye")["why"]) == (1012, WAITING)
        assert [message["kind"] for message in line.sent[before:]] == ["bye"], "it may be stored or not"
        again = back(service, line.token)  # over another connection
        again.say("action", action=action, rev=rev, message_id=message_id)
        assert (again.view["ack"], moves(server)) == (message_id, [1])
    finally:
        os.kill(frozen, signal.SIGCONT)
    time.sleep(0.2)
    assert moves(server) == [1], "the frozen write comes too late"
    play(service, [again], 2, random.Random(1))
    assert moves(server) == [*range(1, len(moves(server)) + 1)]


def test_the_service_waits_for_a_slow_answer(server: Postgres, process: Callable[..., Service]) -> None:
    service = process()
    book: Any = service.desk._store
    assert book._rows(f"SELECT 1 FROM pg_sleep({database.PATIENCE_SECONDS / 2})") == [(1,)]
    host = service.host()
    host.ask("say", message={"kind": "ping", "v": 1, "id": "a\0b"})
    with pytest.raises(OSError, match="nothing can be stored"):
        book.add_person(1, b"x", "a\0b", host=False)
    assert host.closed is None, "a fault caused by one person does not end the connection"
    assert Line(service, host.token).closed is None


# versions

V2 = """
CREATE SCHEMA phase10;
CREATE TABLE phase10.version (version INTEGER NOT NULL);
INSERT INTO phase10.version VALUES (2);
CREATE TABLE phase10.rooms (room INTEGER GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, code TEXT UNIQUE NOT NULL,
    key TEXT NOT NULL, settings TEXT NOT NULL, touched DOUBLE PRECISION NOT NULL);
INSERT INTO phase10.rooms (code, key, settings, touched) VALUES ('BCDFGH', 'key', '{}', 1.0);
"""


def test_older_tables_are_copied_before_they_change(
    server: Postgres, process: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    server.run(V2)
    with monkeypatch.context() as broken:
        broken.setattr("phase10_widgets.server.rooms.database_store.SCHEMA", "CREATE NOTHING")
        with pytest.raises(OSError, match="the database cannot be used: PostgresSyntaxError"):
            DatabaseStore(server.address)
    assert [row["code"] for row in server.run("SELECT code FROM phase10_v2.rooms")] == ["BCDFGH"]
    assert server.run("SELECT version FROM phase10.version")[0]["version"] == 2
    store = DatabaseStore(server.address)
    assert [row.code for row in store.rooms()] == ["BCDFGH"]
    assert store.claim(1)
    store.keep_asked(1, 1, {})
    store.close()
    assert server.run("SELECT version FROM phase10.version")[0]["version"] == VERSION
    assert not server.run("SELECT 1 FROM pg_namespace WHERE nspname = $1", "phase10_v2"), "the copy is deleted"
    server.run(f"UPDATE phase10.version SET version = {VERSION + 1};")
    with pytest.raises(OSError, match="newer version"):
        DatabaseStore(server.address)


# processes


def place(found: Serving, **content: Any) -> Any:
    return json.loads(found.ask("live/open", content).text)


@contextmanager
def two_servers(server: Postgres, home: Path, *words: str, ports: Sequence[int]) -> Iterator[list[Serving]]:
    """Run a server for each half of the letters, on an empty database."""
    server.run("DROP SCHEMA IF EXISTS phase10 CASCADE;")
    hidden = {"PHASE10_DATABASE": server.address.replace("phase10@", "phase10:secret@")}
    with ExitStack() as stack:
        found = []
        for port, letters in zip(ports, (LETTERS[:10], LETTERS[10:]), strict=True):
            (home / letters).mkdir()
            asked = (f"--port={port}", "--open", *words, f"--letters={letters}")
            found.append(stack.enter_context(tables_server(home / letters, *asked, env=hidden)))
        yield found


def test_nginx_routes_every_page_to_its_rooms_server(server: Postgres, tmp_path: Path) -> None:
    """The first letter of the room's code decides; if the room's server does not answer, the other one takes over."""
    ports, outside = (free_port(), free_port()), free_port()
    changes = {"listen 80;": f"listen 127.0.0.1:{outside};"}
    changes |= {f"10.0.0.{at}:8866": f"127.0.0.1:{port}" for at, port in enumerate(ports, 1)}
    with (
        nginx_home() as home,
        two_servers(server, tmp_path, "--host=school.example", "--trust-proxy", ports=ports) as (one, two),
        nginx(home, "nginx-letters.conf", outside, changes),
    ):
        school = one._replace(address=f"http://127.0.0.1:{outside}/")
        tokens = [place(found, name="Hanna")["token"] for found in (one, two)]
        assert asyncio.run(two.hello(tokens[0]))["code"] == 4421, "it belongs to the other server"
        for token in tokens:
            key = asyncio.run(school.hello(token, query=f"?room={token[0]}"))["key"]
            assert school.ask(f"live/join?room={token[0]}", {"key": key, "name": "Ben"}).status == 200
        assert place(school, name="Olga")["token"][0] in LETTERS[:10], "a page without a room gets the first server"
        one.process.terminate()
        one.process.wait(PATIENCE_SECONDS)
        found = asyncio.run(school.hello(tokens[0], query=f"?room={tokens[0][0]}"))
        assert (found["kind"], found["name"]) == ("welcome", "Hanna"), "the other server has taken over the room"
        assert b"secret" not in Path(f"/proc/{two.process.pid}/cmdline").read_bytes()
        assert "secret" not in one.log.read_text("utf-8") + two.log.read_text("utf-8")


UNUSABLE: list[tuple[list[str], str, str]] = [
    (["--database=postgresql://a:secret@db/x"], "", "Other users of this machine can read a command line"),
    (["--database=postgresql://db/x?password=secret"], "", "Other users of this machine can read a command line"),
    (["--database=mysql://db/x"], "", "The database URL must look like"),
    (["--database=postgresql://[x"], "", "The database URL must look like"),
    ([], "postgresql://a:secret@127.0.0.1:1/x", "The server cannot start"),
    ([], "postgresql://a:secret@127.0.0.1:x/x", "The server cannot start"),
]


@every("words, hidden, sentence", UNUSABLE)
def test_a_database_that_cannot_be_used_is_refused_without_its_password(
    words: list[str],
    hidden: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PHASE10_DATABASE", hidden)
    assert cli.main(["serve", "--only=tables", "--port=0", *words]) == 1
    said = capfd.readouterr()
    assert said.err.splitlines()[-1].startswith(sentence)
    assert "secret" not in said.out + said.err
    assert "PHASE10_DATABASE" not in os.environ, "no child process learns it"
