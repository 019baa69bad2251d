"""Games without a kernel over real connections: processes, heavy pages, and failures."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

pytest.importorskip("segno", reason="the extra app is not installed")

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from phase10_widgets.server.solo import pipe_protocol, processes
from phase10_widgets.server.solo import worker as solo_worker
from phase10_widgets.server.solo.pipe_protocol import COUNTING, MOST_MESSAGE_BYTES
from phase10_widgets.sessions.saved_game import MAX_FILE_CHARACTERS
from tests.faults import no_faults
from tests.helpers import rotating
from tests.server.asking import AsyncTest, ask, beside, running
from tests.ui.visiting import in_a_loop


class Service(NamedTuple):
    """A server with only games without a kernel."""

    address: str
    workers: processes.Workers

    def line(self, **options: Any) -> connect:
        return connect(f"ws://{self.address}/play/line", max_size=None, **options)


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[Service]:
    async with running() as server:
        while not all(worker.running for worker in server._workers.all):
            await asyncio.sleep(0.05)
        yield Service(f"127.0.0.1:{server.port}", server._workers)


def served(test: AsyncTest) -> Callable[..., None]:
    """Run a test beside its own server, which starts processes."""
    return beside(serving)(pytest.mark.slow(test))


async def hello(line: ClientConnection, visit: str | None = None) -> Any:
    await line.send(json.dumps({"kind": "hello", "v": 1, "visit": visit, "start": "setup", "language": "en"}))
    return await until(line, "welcome")


async def until(line: ClientConnection, kind: str) -> Any:
    """Return the first message of this kind."""
    while True:
        message = json.loads(await line.recv())
        if message["kind"] == kind:
            return message


async def say(line: ClientConnection, screen: int, kind: str, **fields: Any) -> None:
    message = {"kind": kind, "v": 1, "id": f"test:{kind}", "rev": 0, **fields}
    await line.send(json.dumps({"kind": "say", "screen": screen, "message": message}))


async def start(line: ClientConnection) -> Any:
    players = [{"name": "Ana", "player": None}, {"name": "Bo", "player": "greedy"}]
    await say(line, 1, "start", edition="classic", players=players, options={"phases": [1]}, seed=7)
    while (screen := await until(line, "screen"))["name"] != "table":
        pass
    return screen


async def play(line: ClientConnection) -> tuple[str, str]:
    """Play a few moves; return the names of the visit and of the stored game."""
    visit, token = (await hello(line))["visit"], ""
    await start(line)
    await say(line, 2, "action", rev=1, action={"type": "draw", "from": "deck"})
    while (told := await until(line, "tell")).get("view", {}).get("rev") != 2:
        message = told.get("message", {})
        token = message["token"] if message.get("kind") == "welcome" else token
    assert told["view"]["ack"] == "test:action"
    assert token, "anyone who sees an action can find its game again"
    return visit, token


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASE10_DATA", str(tmp_path))


@served
async def test_a_returning_player_resumes_and_no_file_names_an_address(service: Service, tmp_path: Path) -> None:
    for _ in range(2):
        async with service.line() as line:
            visit, _ = await play(line)
    async with service.line() as line:
        assert (await hello(line, visit))["new"] is False
        screen = await until(line, "screen")
        assert (screen["name"], screen["view"]["rev"]) == ("table", 2)
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
        rows = db.execute("SELECT address, visit FROM games").fetchall()
    assert {address for address, _ in rows} == {service.workers.name_of("127.0.0.1")}
    assert len({visit for _, visit in rows}) == 2
    assert b"127.0.0.1" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert processes.Workers().name_of("127.0.0.1") != processes.Workers().name_of("127.0.0.1"), (
        "another server, another name"
    )


@pytest.mark.slow
def test_pages_are_spread_over_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "N_WORKERS", 2)

    @served
    async def spread(service: Service) -> None:
        async with service.line() as one, service.line() as two:
            visits = [(await hello(line))["visit"] for line in (one, two)]
            assert {visit.partition(".")[0] for visit in visits} == {"0", "1"}
            async with service.line() as again:
                assert (await hello(again, visits[1]))["new"] is False

    spread()


def test_pages_that_count_have_a_separate_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "N_WORKERS", 1)
    workers, page = processes.Workers(), processes.SoloConnection.__new__(processes.SoloConnection)
    names = ("de/odds", "tournament", "lessons/3", None, ["odds"])
    entered = [workers.enter(page, None, name)[0].mark for name in names]
    assert entered == [COUNTING, COUNTING, "0", "0", "0"]
    assert workers.enter(page, "0.abc", "odds")[0].mark == "0", "a visit stays in its process"


@served
async def test_a_killed_process_is_replaced_and_the_game_continues(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(processes, "AGAIN_SECONDS", 0.05)
    async with service.line() as line:
        visit, token = await play(line)
        os.kill(service.workers.all[int(visit[0])].pid, signal.SIGKILL)
        bye = await until(line, "bye")
        assert (bye["code"], bye["after"]) == (1012, processes.BACK_SECONDS)
        with pytest.raises(ConnectionClosed):
            await line.recv()
    async with service.line() as line:
        assert (await hello(line, visit))["new"] is True, "the page waits for the new process"
        await until(line, "screen")
        await say(line, 1, "resume", token=token)
        screen = await until(line, "screen")
        assert screen["view"]["observation"]["step"] == "play", "the card is drawn"
    assert "a game process has ended" in caplog.text


NO_HELLO: list[str | bytes] = [
    *("x", "[]", '{"kind": "fly"}', "[" * 9000, b"\x00\xff", '"\\ud800"', "\ud7ff" * 10),
    *('{"kind": "beat"}', '{"kind": "say"}', "{}", '{"kind": "hello", "v": "' + "1" * 2000 + '"}'),
]


@served
async def test_only_a_hello_makes_a_page_and_a_message_that_is_too_long_ends_it(service: Service) -> None:
    with no_faults() as faults:
        for text in NO_HELLO:
            with faults.of(repr(text)[:40]):
                async with service.line() as line:
                    await line.send(text)
                    assert (await until(line, "bye"))["code"] == 4410
                    assert not processes.SoloConnection.open_connections
    async with service.line() as line, service.line() as other:
        await hello(other)
        with contextlib.suppress(ConnectionClosed):
            await line.send("x" * 2_700_001)
        with pytest.raises(ConnectionClosed):
            await line.recv()
        await start(other)


@in_a_loop
async def test_waiting_long_messages_are_bounded() -> None:
    """One message may be as long as a saved game; no further message may wait behind it, or beside others."""
    told: list[tuple[pipe_protocol.Kind, str]] = []

    def fill(*lengths: int) -> list[tuple[pipe_protocol.Kind, str]]:
        told.clear()
        worker: Any = SimpleNamespace(write=lambda number, kind, text="": told.append((kind, text)))
        page = solo_worker.SoloPage(worker, 1, "")
        page.task.cancel()
        for length in lengths:
            page.put("x" * length)
        return told

    most = solo_worker.MOST_QUEUED_CHARACTERS
    for few in ([3 * most], [most // 2] * 2, [10] * solo_worker.MOST_QUEUED_MESSAGES):
        assert fill(*few) == []
    for many in ([3 * most, 1], [most // 2, most // 2, 1], [1] * (solo_worker.MOST_QUEUED_MESSAGES + 1)):
        assert fill(*many) == [(pipe_protocol.Kind.CLOSE, "4429")]


def test_the_page_with_the_longest_queue_is_disconnected() -> None:
    """If all pages' messages together are too long, the page with the most is disconnected."""
    dropped: list[int] = []
    lengths = [solo_worker.MOST_CHARACTERS // 2, solo_worker.MOST_CHARACTERS // 2 - 1, 1]
    for more, gone in ((0, []), (1, [0])):
        pages = {
            at: SimpleNamespace(queued=length + more * (at == 2), drop=partial(dropped.append, at))
            for at, length in enumerate(lengths)
        }
        solo_worker.SoloWorker._make_room(SimpleNamespace(_connections=pages))  # type: ignore[arg-type]
        assert dropped == gone


@served
async def test_nobody_takes_all_connections(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new address replaces the longest silent connection of the largest address."""
    monkeypatch.setattr(processes.SoloConnection, "MOST_CONNECTIONS", 4)
    rude, polite = ({"X-Forwarded-For": address} for address in ("192.0.2.1", "192.0.2.2"))
    async with contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(service.line(additional_headers=rude)) for _ in range(4)]
        for line in (*crowd[1:], crowd[0]):
            await hello(line)
        with pytest.raises(InvalidStatus, match="503"):
            await service.line(additional_headers=rude)
        await hello(await stack.enter_async_context(service.line(additional_headers=polite)))
        await crowd[1].wait_closed()
        assert crowd[1].close_code == 1012
        await start(crowd[0])
        await hello(await stack.enter_async_context(service.line(additional_headers=polite)))
        with pytest.raises(InvalidStatus, match="503"):
            await service.line(additional_headers=polite)


def stop(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)


def starve(pid: int) -> None:
    """Limit a process to the memory that it already has."""
    resource = pytest.importorskip("resource", reason="no memory limits here")
    if not hasattr(resource, "prlimit"):
        pytest.skip("another process's limits cannot be set here")
    resource.prlimit(pid, resource.RLIMIT_DATA, (2**20, 2**20))


@pytest.mark.parametrize("trouble", [stop, rotating(starve)])
@served
async def test_a_process_that_stops_reading_is_replaced(
    service: Service, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[int], None]
) -> None:
    """The process cannot notice this: it has stopped, or lacks the memory to read."""
    monkeypatch.setattr(processes, "AGAIN_SECONDS", 0.05)
    usual = processes.PING_SECONDS
    async with service.line() as line:
        visit = (await hello(line))["visit"]
        pid = service.workers.all[int(visit[0])].pid
        trouble(pid)
        monkeypatch.setattr(processes, "PING_SECONDS", 0.3)
        if trouble is starve:
            await line.send(load("x" * 2_000_000))
        assert (await until(line, "bye"))["code"] == 1012
    monkeypatch.setattr(processes, "PING_SECONDS", usual)  # the next one may be slow
    while service.workers.all[int(visit[0])].pid in (0, pid):
        await asyncio.sleep(0.05)
    async with service.line() as line:
        await hello(line)
        await start(line)


def test_a_process_without_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has been caught and logged; errors in games do not end the process."""
    for error in [MemoryError(), MemoryError("in a game")]:
        ended: list[int] = []
        monkeypatch.setattr(os, "_exit", ended.append)
        log = logging.Logger("test")
        log.addHandler(solo_worker.Ends())
        log.error("a message failed", exc_info=ValueError())
        log.error("nothing")
        assert ended == []
        log.error("a message failed", exc_info=error)
        assert ended == [1]


@in_a_loop
async def test_a_failed_shared_task_ends_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The task must run as long as the process."""
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    for wrong, codes in ((None, []), (OSError("the pipe"), [1])):
        chore: asyncio.Future[None] = asyncio.Future()
        chore.add_done_callback(solo_worker.end_if_failed)  # type: ignore[arg-type]
        chore.set_exception(wrong) if wrong else chore.cancel()
        await asyncio.sleep(0)
        assert ended == codes


def load(text: str) -> str:
    message = {"kind": "load", "v": 1, "id": "test:load", "rev": 0, "text": text}
    return json.dumps({"kind": "say", "screen": 1, "message": message}, ensure_ascii=False)


@served
async def test_the_longest_file_fits(service: Service) -> None:
    """A file of the maximum length gets a readable answer, although quoting makes the message longer."""
    action = '{"seat":0,"type":"draw","from":"deck"},'
    text = f"[{action * ((MAX_FILE_CHARACTERS - 9) // len(action))}1]"
    message = load(text)
    assert MAX_FILE_CHARACTERS * 0.99 < len(text) <= MAX_FILE_CHARACTERS < len(message) <= MOST_MESSAGE_BYTES
    async with service.line() as line:
        await hello(line)
        await line.send(message)
        while (told := await until(line, "tell")).get("message", {}).get("id") != "test:load":
            pass
        assert told["message"]["kind"] == "reject"
        async with asyncio.timeout(20):
            while any(worker._under_way or worker._passage._taken for worker in service.workers.all):
                await asyncio.sleep(0.05)


@in_a_loop
async def test_long_messages_wait_until_there_is_room() -> None:
    way, entered = pipe_protocol.Passage(), list[str]()

    async def enter(who: str, size: int) -> None:
        await way.enter(who.partition(" ")[0], size)
        entered.append(who)

    big = pipe_protocol.MOST_BYTES_OF_ONE
    tasks = [asyncio.create_task(enter(*each)) for each in (("a 1", big), ("a 2", 10), ("b 1", big), ("c", 10))]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert entered == ["a 1", "c"]
    tasks[2].cancel()
    await asyncio.sleep(0)
    way.leave("a", big)
    await asyncio.sleep(0)
    assert way._taken == {"a": 10, "c": 10}
    assert entered == ["a 1", "c", "a 2"]


@served
async def test_a_text_from_a_visitor_is_never_a_path(service: Service) -> None:
    """A saved game over the socket and every HTTP request that takes JSON; no answer has a line of the file."""
    name = "/etc/passwd"
    async with service.line() as line:
        await hello(line)
        await say(line, 1, "load", text=name)
        while (told := (await until(line, "tell")).get("message", {})).get("kind") != "reject":
            pass
        assert told["why"].startswith("Expected the text of a")
        assert f'Path("{name}")' in told["why"]
    fields = ("key", "name", "code", "token", "language", "title", "file", "text", "lesson", "player", "game")
    for path in ("/live/open", "/live/join", "/live/invitation", "/live/recover", "/live/poll", "/play/poll"):
        answer = await asyncio.to_thread(ask, f"http://{service.address}{path}", dict.fromkeys(fields, name))
        assert "root:" not in answer.text, path
    for query in ("?file=/etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/static/..%2f..%2f..%2fetc%2fpasswd"):
        answer = await asyncio.to_thread(ask, f"http://{service.address}/play{query}")
        assert "root:" not in answer.text, query
