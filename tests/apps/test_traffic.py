"""Requests that cost a visitor little and the server much have a bound for each connection and each address."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from tornado.httpclient import AsyncHTTPClient
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler

from phase10_widgets.apps.serve import connections, light, live, sockets, solo, traffic
from phase10_widgets.apps.serve.connections import REQUEST, SHARE, Budget, Connections, Hosts, Shares
from phase10_widgets.apps.serve.traffic import FRAME, FRAMES, PacedProtocol, PacedSocket, Traffic

PAGES, REQUESTS, WITHIN = 150, 30, 30.0
"""A school's page loads, the requests and connections of each, and the seconds in which all come."""


ENDS: list[asyncio.StreamWriter] = []
"""The open connections."""


class Quiet(PacedSocket):
    """A page's connection that answers nothing."""

    heard = 0

    async def on_message(self, message: str | bytes) -> None:
        Quiet.heard += 1

    def on_ping(self, data: bytes) -> None:
        Quiet.heard += 1

    def on_pong(self, data: bytes) -> None:
        Quiet.heard += 1


class Answer(RequestHandler):  # type: ignore[misc]
    """An answer to a request."""

    def get(self) -> None:
        self.finish("x")


@contextlib.asynccontextmanager
async def serving(handler: type[WebSocketHandler] = Quiet) -> AsyncIterator[int]:
    (listening,) = bind_sockets(0, "127.0.0.1")
    app = Application([("/", handler), ("/x", Answer)])
    served = Connections(Hosts(app, {"localhost"}, Answer), most=500)
    served.add_socket(listening)
    try:
        yield listening.getsockname()[1]
    finally:
        for writer in ENDS:
            writer.close()
        await asyncio.sleep(0.1)
        ENDS.clear()
        served.stop()
        await served.close_all_connections()


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has asked for anything yet."""
    forget(monkeypatch)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody have asked for anything."""
    for module in (connections, traffic, live):
        monkeypatch.setattr(module, "SHARES", Shares(*SHARE))
    Quiet.heard = 0


async def opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13"}
    head = "".join(f"{name}: {value}\r\n" for name, value in {"Host": f"127.0.0.1:{port}", **asked}.items())
    writer.write(f"GET / HTTP/1.1\r\n{head}\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    ENDS.append(writer)
    return reader, writer


def run(what: Callable[[int], Awaitable[None]], handler: type[WebSocketHandler] = Quiet) -> None:
    async def whole() -> None:
        async with asyncio.timeout(30), serving(handler) as port:
            await what(port)

    asyncio.run(whole())


EMPTY = {"ping": 0x89, "pong": 0x8A, "text": 0x81, "binary": 0x82}


def test_empty_frames_of_every_kind_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def flood(port: int) -> None:
        for kind, first in EMPTY.items():
            forget(monkeypatch)
            _, writer = await opened(port)
            writer.write(bytes([first, 0x80, 0, 0, 0, 0]) * 5_000)
            while Quiet.heard < FRAMES[1]:
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.2)
            assert Quiet.heard < FRAMES[1] + 60 * FRAMES[0] < 5_000, kind
            writer.close()

    run(flood)


def test_empty_parts_of_a_message_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    receive = PacedProtocol._receive_frame

    async def counted(self: PacedProtocol) -> None:
        nonlocal read
        read += 1
        await receive(self)

    monkeypatch.setattr(PacedProtocol, "_receive_frame", counted)

    async def flood(port: int) -> None:
        _, writer = await opened(port)
        writer.write(bytes([0x01, 0x80, 0, 0, 0, 0]) + bytes([0x00, 0x80, 0, 0, 0, 0]) * 5_000)
        await asyncio.sleep(0.6)
        assert FRAMES[1] <= read < FRAMES[1] + 60 * FRAMES[0]

    run(flood)


def test_every_websocket_of_the_server_has_these_bounds() -> None:
    assert all(issubclass(each, PacedSocket) for each in (sockets.Socket, solo.SoloLine, live.LiveLine))
    assert issubclass(light.LightSocket, PacedSocket)


def test_many_connections_of_one_address_share_its_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "SHARES", Shares(10 * FRAME, 100 * FRAME))

    async def flood(port: int) -> None:
        writers = [(await opened(port))[1] for _ in range(5)]
        for writer in writers:
            writer.write(bytes([0x89, 0x80, 0, 0, 0, 0]) * 150)
        await asyncio.sleep(0.5)
        assert Quiet.heard < 150

    monkeypatch.setattr(connections, "REQUEST", 0.0)
    run(flood)


def test_an_address_that_asks_for_much_waits_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SHARES", Shares(REQUEST * 10, REQUEST * 3))

    async def ask(port: int) -> None:
        began = time.monotonic()
        client = AsyncHTTPClient(force_instance=True)
        for _ in range(8):
            await client.fetch(f"http://127.0.0.1:{port}/x")
        assert time.monotonic() - began > 0.3
        assert connections.SHARES.spend("192.0.2.7", REQUEST) == 0

    run(ask)


def test_a_school_opens_150_pages_within_half_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has one address; its pages, their files, connections and first messages wait for nothing."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    shares, waits = Shares(*SHARE), []
    for _ in range(PAGES):
        waits += [shares.spend("192.0.2.7", REQUEST) for _ in range(REQUESTS)]
        waits += [shares.spend("192.0.2.7", FRAME) for _ in range(10)]
        now += WITHIN / PAGES
    assert {*waits} == {0.0}
    assert shares.spend("192.0.2.7", SHARE[1]) >= 0


def test_what_a_message_costs_counts_for_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(time, "thread_time", lambda: now)
    shares = Shares(*SHARE)
    with shares.charged("192.0.2.7"):
        now += SHARE[1] + 1
    assert shares.spend("192.0.2.7", 0) == 1 / SHARE[0]
    assert shares.spend("192.0.2.8", 0) == 0


class Holding(PacedSocket):
    """A page's connection whose messages wait."""

    async def on_message(self, message: str | bytes) -> None:
        await asyncio.sleep(60)


FINISHED, OPEN_END = 0x82, 0x02
"""The first byte of a binary message's frame: its last one, or one that others follow."""


@pytest.mark.parametrize(
    ("first", "claimed"), [(FINISHED, 2**20), (OPEN_END, 600_000), (FINISHED, 600_000)], ids=["part", "parts", "whole"]
)
def test_what_is_kept_of_messages_has_a_bound(monkeypatch: pytest.MonkeyPatch, first: int, claimed: int) -> None:
    """The most gives way, whether the end of a frame, of a message, or of its work is missing."""
    monkeypatch.setattr(traffic, "MOST_KEPT", 3_000_000)
    monkeypatch.setattr(traffic, "TRAFFIC", Traffic())

    async def upload(port: int) -> None:
        ends = [await opened(port) for _ in range(6)]
        for _, writer in ends:
            writer.write(bytes([first, 0xFF]) + claimed.to_bytes(8, "big") + bytes(4) + bytes(min(claimed, 600_000)))
        for _ in range(20):
            await asyncio.sleep(0.05)
            assert sum(each.kept for each in traffic.TRAFFIC._open) <= 3_000_000 + 2 * traffic.LOOK_EVERY
        gone = sum(reader.at_eof() for reader, _ in ends)
        assert 1 <= gone <= 5

    run(upload, Holding)


def test_an_address_uploads_only_so_much_per_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many connections send long messages; whoever sends short ones does not wait for them."""
    rate = 2_000_000
    monkeypatch.setattr(traffic, "UPLOADS", uploads := Shares(rate, rate))

    async def upload(port: int) -> None:
        began = time.monotonic()
        ends = [await opened(port) for _ in range(4)]
        for _, writer in ends:
            writer.write(bytes([FINISHED, 0xFF]) + (1_000_000).to_bytes(8, "big") + bytes(4) + bytes(1_000_000))
        _, quick = await opened(port)
        quick.write(bytes([FINISHED, 0x80]) + bytes(4))
        while Quiet.heard < 1:
            await asyncio.sleep(0.01)
        soon = time.monotonic() - began
        while Quiet.heard < 5:
            await asyncio.sleep(0.01)
        assert soon < 0.9 < time.monotonic() - began
        assert uploads.spend("192.0.2.7", 1) == 0

    run(upload)


def test_the_address_that_keeps_most_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "MOST_KEPT", 100)

    class Kept:
        def __init__(self, address: str, kept: int) -> None:
            self.address, self.kept, self.gone = address, kept, False

        def give_way(self) -> None:
            self.gone = True

    found = Traffic()
    everybody = [Kept("a", 40), Kept("a", 30), Kept("b", 50)]
    found._open = {*everybody}  # type: ignore[arg-type]
    found.relieve()
    assert [each.gone for each in everybody] == [True, False, False]


def test_a_budget_is_refilled() -> None:
    budget = Budget(10, 5)
    assert budget.spend(5) == 0
    assert budget.spend(5) > 0.4
