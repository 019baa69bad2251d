"""Games without a kernel over real connections: the processes that play them, and the pages of one that fails."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from phase10_widgets.apps.serve import frames, light, scripts, solo, solo_worker
from phase10_widgets.apps.serve.frames import MOST_MESSAGE
from phase10_widgets.screens.turns import UNKNOWN, Address, Turns
from tests.faults import no_faults

PATIENCE = 60


class Service(NamedTuple):
    """A server with nothing but games without a kernel."""

    address: str
    workers: solo.Workers

    def line(self, **options: Any) -> connect:
        return connect(f"ws://{self.address}/play/line", max_size=None, **options)


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[Service]:
    workers = solo.Workers()
    settings: dict[str, Any] = {
        "phase10_solo": workers,
        "phase10_light_files": {"solo.js": scripts.packed(b"js" * 1000), "solo.css": scripts.packed(b"css")},
        "phase10_server": SimpleNamespace(connections=SimpleNamespace(keep=id)),
        "phase10_address": lambda path: f"/{path}",
        "phase10_frames": "frame-ancestors 'self'",
        "phase10_base": "/",
    }
    (listening,) = bind_sockets(0, "127.0.0.1")
    server = HTTPServer(Application([*light.routes(""), *solo.routes("")], **settings), xheaders=True)
    server.add_socket(listening)
    workers.start()
    try:
        while not all(worker.running for worker in workers.all):
            await asyncio.sleep(0.05)
        yield Service(f"127.0.0.1:{listening.getsockname()[1]}", workers)
    finally:
        await workers.stop()
        server.stop()
        await server.close_all_connections()


def served(run: Callable[[Service], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE), serving() as service:
            await run(service)

    asyncio.run(whole())


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


async def play(service: Service, line: ClientConnection) -> tuple[str, str]:
    """Play a little; return the names of the visit and of the stored game."""
    visit = (await hello(line))["visit"]
    await start(line)
    await say(line, 2, "action", rev=1, action={"type": "draw", "from": "deck"})
    token = ""
    while (told := await until(line, "tell")).get("view", {}).get("rev") != 2:
        message = told.get("message", {})
        token = message["token"] if message.get("kind") == "welcome" else token
    assert told["view"]["ack"] == "test:action"
    assert token, "whoever sees an action can find its game again"
    return visit, token


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASE10_DATA", str(tmp_path))


def test_somebody_plays_and_comes_back() -> None:
    async def run(service: Service) -> None:
        async with service.line() as line:
            visit, _ = await play(service, line)
        async with service.line() as line:
            assert (await hello(line, visit))["new"] is False
            screen = await until(line, "screen")
            assert (screen["name"], screen["view"]["rev"]) == ("table", 2)

    served(run)


def test_stored_games_belong_to_an_address_that_no_file_names(tmp_path: Path) -> None:
    async def run(service: Service) -> None:
        for _ in range(2):
            async with service.line() as line:
                await play(service, line)
        with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
            rows = db.execute("SELECT address, visit FROM games").fetchall()
        assert {address for address, _ in rows} == {service.workers.name_of("127.0.0.1")}
        assert len({visit for _, visit in rows}) == 2
        assert b"127.0.0.1" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())

    served(run)
    assert solo.Workers().name_of("127.0.0.1") != solo.Workers().name_of("127.0.0.1"), "another server, another name"


def test_pages_are_spread_over_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solo, "WORKERS", 2)

    async def run(service: Service) -> None:
        async with service.line() as one, service.line() as two:
            visits = [(await hello(line))["visit"] for line in (one, two)]
            assert {visit.partition(".")[0] for visit in visits} == {"0", "1"}
            async with service.line() as again:
                assert (await hello(again, visits[1]))["new"] is False

    served(run)


def test_a_killed_process_is_replaced_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(solo, "AGAIN", 0.05)

    async def run(service: Service) -> None:
        async with service.line() as line:
            visit, token = await play(service, line)
            os.kill(service.workers.all[int(visit[0])].pid, signal.SIGKILL)
            bye = await until(line, "bye")
            assert (bye["code"], bye["after"]) == (1012, 1.0)
            with pytest.raises(ConnectionClosed):
                await line.recv()
        while not all(worker.running for worker in service.workers.all):
            await asyncio.sleep(0.05)
        async with service.line() as line:
            assert (await hello(line, visit))["new"] is True
            await until(line, "screen")
            await say(line, 1, "resume", token=token)
            screen = await until(line, "screen")
            assert screen["view"]["observation"]["step"] == "play", "the card is drawn"

    with caplog.at_level(logging.WARNING):
        served(run)
    assert "a process for games has ended" in caplog.text


NO_HELLO: list[str | bytes] = [
    *("x", "[]", '{"kind": "fly"}', "[" * 9000, b"\x00\xff", '"\\ud800"', "\ud7ff" * 10),
    *('{"kind": "beat"}', '{"kind": "say"}', "{}", '{"kind": "hello", "v": "' + "1" * 2000 + '"}'),
]


def test_only_a_hello_makes_a_page() -> None:
    async def run(service: Service) -> None:
        with no_faults() as faults:
            for text in NO_HELLO:
                with faults.of(repr(text)[:40]):
                    async with service.line() as line:
                        await line.send(text)
                        assert (await until(line, "bye"))["code"] == 4410
                        assert not solo.SoloLine.open_lines
        async with service.line() as line:
            await hello(line)

    served(run)


def test_a_message_that_is_too_long_ends_only_its_own_line() -> None:
    async def run(service: Service) -> None:
        async with service.line() as line, service.line() as other:
            await hello(other)
            with contextlib.suppress(ConnectionClosed):
                await line.send("x" * (MOST_MESSAGE + 1))
            with pytest.raises(ConnectionClosed):
                await line.recv()
            await start(other)

    served(run)


def test_whoever_sends_too_much_waits_or_is_sent_away() -> None:
    """The others do not notice."""

    async def run(service: Service) -> None:
        async with service.line() as rude, service.line() as line:
            await hello(rude)
            check = {"kind": "check", "v": 1, "rev": 0, "edition": "classic", "options": {}}
            phases = ["4 color runs of 2 + 1 set of 2"] * 5

            async def flood() -> None:
                with contextlib.suppress(ConnectionClosed):
                    for at in range(400):
                        message = {**check, "id": str(at), "phases": phases}
                        await rude.send(json.dumps({"kind": "say", "screen": 1, "message": message}))

            flooding = asyncio.create_task(flood())
            await play(service, line)
            flooding.cancel()

    served(run)


def test_long_messages_do_not_wait_in_a_crowd() -> None:
    """One may be as long as a saved game; behind it, or beside others, nothing more may wait."""
    told: list[tuple[frames.Kind, str]] = []

    async def fill(*lengths: int) -> int:
        told.clear()
        worker: Any = SimpleNamespace(write=lambda number, kind, text="": told.append((kind, text)))
        page = solo_worker.SoloPage(worker, 1, "")
        page.task.cancel()
        for length in lengths:
            page.put("x" * length)
        return len(told)

    most = solo_worker.MOST_QUEUED_LENGTH
    assert asyncio.run(fill(3 * most)) == 0
    assert asyncio.run(fill(most // 2, most // 2)) == 0
    assert asyncio.run(fill(*[10] * solo_worker.MOST_QUEUED)) == 0
    for many in ((3 * most, 1), (most // 2, most // 2, 1), [1] * (solo_worker.MOST_QUEUED + 1)):
        assert asyncio.run(fill(*many)) == 1
        assert told == [(frames.Kind.CLOSE, "4429")]


def test_who_does_not_say_hello_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light, "HELLO", 0.1)

    async def run(service: Service) -> None:
        async with service.line() as line:
            with pytest.raises(ConnectionClosed):
                await line.recv()

    served(run)


def test_nobody_takes_all_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """When all are taken, who comes from elsewhere gets one of the address that has the most: the longest silent."""
    monkeypatch.setattr(solo.SoloLine, "MOST", 4)
    rude, polite = ({"X-Forwarded-For": address} for address in ("192.0.2.1", "192.0.2.2"))

    async def run(service: Service) -> None:
        async with contextlib.AsyncExitStack() as stack:
            crowd = [await stack.enter_async_context(service.line(additional_headers=rude)) for _ in range(4)]
            for line in (*crowd[1:], crowd[0]):
                await hello(line)
            with pytest.raises(InvalidStatus, match="503"):
                await service.line(additional_headers=rude)
            first = await stack.enter_async_context(service.line(additional_headers=polite))
            await hello(first)
            with pytest.raises(ConnectionClosed):
                await until(crowd[1], "bye")
            assert crowd[1].close_code == 1012
            await start(crowd[0])
            second = await stack.enter_async_context(service.line(additional_headers=polite))
            await hello(second)
            with pytest.raises(InvalidStatus, match="503"):
                await service.line(additional_headers=polite)

    served(run)


def test_the_page_and_its_files() -> None:
    async def run(service: Service) -> None:
        page = await AsyncHTTPClient().fetch(f"http://{service.address}/play")
        text = page.body.decode()
        assert 'id="solo"' in text
        assert "/play/solo.js?v=" in text
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-eval" not in policy
        script = await AsyncHTTPClient().fetch(f"http://{service.address}/play/solo.js")
        assert script.body == b"js" * 1000

    served(run)


def test_frames_say_what_was_said() -> None:
    async def run() -> None:
        stream = asyncio.StreamReader()
        said = [(1, frames.Kind.TEXT, "a\nb"), (2**32 - 1, frames.Kind.VIEW, "ü" * 70_000), (0, frames.Kind.SIGN, "")]
        for each in said:
            stream.feed_data(frames.packed(*each))
        assert [await frames.read(stream) for _ in said] == said

    asyncio.run(run())


def test_a_page_whose_moves_took_long_is_quick_again() -> None:
    """Its moves have waited among the searches, and what they took there counts."""

    class Worker:
        turns = Turns()
        visits = SimpleNamespace(hear=lambda page, message: None)

        async def told(self) -> None:
            """Everything is read."""

        def address(self, name: str, kind: solo_worker.TurnKind) -> Address:
            return Address()

    async def run() -> None:
        worker: Any = Worker()
        page = solo_worker.SoloPage(worker, 1, "192.0.2.1")
        flow = page._flows[solo_worker.TurnKind.QUICK]
        flow.mean = 1.0
        for _ in range(12):
            await page._carry_out('{"kind": "say", "screen": 2, "message": {"kind": "action"}}')
        assert flow.mean < UNKNOWN
        page.task.cancel()

    asyncio.run(run())
