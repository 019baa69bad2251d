"""Connections, their memory and their costs are limited; clients that read nothing are disconnected."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

pytest.importorskip("segno", reason="the extra app is not installed")

from tornado.httpclient import AsyncHTTPClient
from tornado.httputil import HTTPHeaders, HTTPServerRequest, ResponseStartLine
from tornado.iostream import IOStream
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler

from phase10_widgets.rooms.budgets import Budget, Shares
from phase10_widgets.server import connections, packed, page_server, traffic
from phase10_widgets.server.connections import REQUEST_SECONDS, SHARE_SECONDS, Connections
from phase10_widgets.server.rooms import handlers
from phase10_widgets.server.solo import processes
from phase10_widgets.server.traffic import FRAME_SECONDS, FRAMES, PacedProtocol, PacedSocket, Traffic
from tests.faults import every
from tests.server.asking import beside, listening
from tests.ui.visiting import in_a_loop


@in_a_loop
async def test_a_new_connection_replaces_the_longest_idle_one() -> None:
    """A visitor's websocket stays open."""
    arrived: list[IOStream] = []

    class Counting(Connections):
        def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
            super().handle_stream(stream, address)
            arrived.append(stream)

    counting, ends = Counting(lambda request: None, most=2), []
    async with listening(counting) as port:
        for number in range(4):
            ends.append(await asyncio.open_connection("127.0.0.1", port))
            while len(arrived) == number:
                await asyncio.sleep(0.01)
            if number == 0:
                counting.keep(arrived[0])
        await asyncio.sleep(0.1)
        assert [stream.closed() for stream in arrived] == [False, True, False, False]
        for _, writer in ends:
            writer.close()


CLAIMS = {"X-Real-IP": "10.0.0.1", "X-Forwarded-Proto": "http", "X-Scheme": "https"}
HOPS: list[tuple[dict[str, str], bool, str, str]] = [
    # the headers, True behind a proxy, the visitor's address, why
    ({}, True, "127.0.0.1 http", "no proxy"),
    ({"X-Forwarded-For": "192.0.2.7"}, False, "127.0.0.1 http", "a visitor claims what only a proxy may state"),
    ({"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}, True, "192.0.2.7 https", "a proxy states it"),
    ({"X-Forwarded-For": "10.0.0.1,192.0.2.7"}, True, "192.0.2.7 http", "a proxy adds it to a visitor's claim"),
    ({"X-Forwarded-For": "192.0.2.7", **CLAIMS}, True, "192.0.2.7 http", "claims that the proxy passes on"),
    ({"X-Real-IP": "10.0.0.1"}, True, "127.0.0.1 http", "a visitor who bypasses the proxy"),
]


@every("headers, behind_proxy, found, why", HOPS)
@in_a_loop
async def test_only_the_last_hop_gives_a_visitors_address(
    headers: dict[str, str], behind_proxy: bool, found: str, why: str
) -> None:
    def answer(request: HTTPServerRequest) -> None:
        assert request.connection is not None
        body = f"{request.remote_ip} {request.protocol}".encode()
        lines = HTTPHeaders({"Content-Length": str(len(body))})
        request.connection.write_headers(ResponseStartLine("HTTP/1.1", 200, "OK"), lines, body)
        request.connection.finish()

    async with listening(Connections(answer, most=9, xheaders=behind_proxy)) as port:
        answered = await AsyncHTTPClient().fetch(f"http://127.0.0.1:{port}/", headers=headers, request_timeout=20)
    assert answered.body.decode() == found


def test_a_budget_delays_heavy_users(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    budget = Budget(10, 5)
    assert (budget.spend(5), budget.spend(5)) == (0, 0.5)


def test_connections_leave_file_descriptors_for_the_rest() -> None:
    found = [connections.most_connections(descriptors) for descriptors in (65_536, 1_024, 256)]
    assert found == [4096, 1_024 - connections.RESERVED_DESCRIPTORS, 64]


# Requests that cost a visitor little and the server a lot

ENDS: list[asyncio.StreamWriter] = []
"""The open connections."""


class Quiet(PacedSocket):
    """A page's connection that never answers."""

    heard = 0

    async def on_message(self, message: str | bytes) -> None:
        Quiet.heard += 1

    def on_ping(self, data: bytes) -> None:
        Quiet.heard += 1

    on_pong = on_ping


class Answer(RequestHandler):  # type: ignore[misc]
    """An answer to a request."""

    def get(self) -> None:
        self.finish("x")


@contextlib.asynccontextmanager
async def serving(handler: type[WebSocketHandler] = Quiet) -> AsyncIterator[int]:
    app = Application([("/", handler), ("/x", Answer)])
    async with listening(Connections(connections.Hosts(app, {"localhost"}, Answer), most=500)) as port:
        try:
            yield port
        finally:
            for writer in ENDS:
                writer.close()
            await asyncio.sleep(0.1)
            ENDS.clear()


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Reset the use of every address; return a function that does so again."""

    def forget() -> None:
        for module in (connections, traffic, handlers):
            monkeypatch.setattr(module, "SHARES", Shares(*SHARE_SECONDS))
        Quiet.heard = 0

    forget()
    return forget


async def opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13"}
    head = "".join(f"{name}: {value}\r\n" for name, value in {"Host": f"127.0.0.1:{port}", **asked}.items())
    writer.write(f"GET / HTTP/1.1\r\n{head}\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    ENDS.append(writer)
    return reader, writer


@pytest.mark.slow
@beside(serving)
async def test_empty_frames_of_every_kind_wait(
    port: int, forget: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This includes the frames of one message in many parts."""
    read, receive = 0, PacedProtocol._receive_frame

    async def counted(self: PacedProtocol) -> None:
        nonlocal read
        read += 1
        await receive(self)

    monkeypatch.setattr(PacedProtocol, "_receive_frame", counted)
    for name, first, later in [*((each, each, each) for each in (0x89, 0x8A, 0x81, 0x82)), ("part", 0x01, 0x00)]:
        forget()
        read = 0
        _, writer = await opened(port)
        writer.write(bytes([first, 0x80, 0, 0, 0, 0]) + bytes([later, 0x80, 0, 0, 0, 0]) * 5_000)
        while read < FRAMES[1]:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        assert read < FRAMES[1] + 60 * FRAMES[0] < 5_000, name
        writer.close()


def test_every_websocket_of_the_server_has_these_bounds() -> None:
    assert all(issubclass(each, PacedSocket) for each in (processes.SoloConnection, handlers.RoomConnection))
    assert issubclass(page_server.PageSocket, PacedSocket)


@beside(serving)
async def test_many_connections_of_one_address_share_its_frames(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "SHARES", Shares(10 * FRAME_SECONDS, 100 * FRAME_SECONDS))
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.0)
    writers = [(await opened(port))[1] for _ in range(5)]
    for writer in writers:
        writer.write(bytes([0x89, 0x80, 0, 0, 0, 0]) * 150)
    await asyncio.sleep(0.5)
    assert Quiet.heard < 150


@beside(serving)
async def test_a_heavy_address_waits_and_others_do_not(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SHARES", Shares(REQUEST_SECONDS * 10, REQUEST_SECONDS * 3))
    began = time.monotonic()
    for _ in range(8):
        await AsyncHTTPClient(force_instance=True).fetch(f"http://127.0.0.1:{port}/x")
    assert time.monotonic() - began > 0.3
    assert connections.SHARES.spend("192.0.2.7", REQUEST_SECONDS) == 0


def test_a_household_counts_as_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A household has 256 networks, whose requests, frames, lines and messages share the same limits."""
    found = set[str]()
    monkeypatch.setattr(connections, "SHARES", Mock(spend=lambda address, _: found.add(address)))
    for network in ("2001:db8:1:2::3", "2001:db8:1:ff::3"):
        asked = Mock(host_name="localhost", remote_ip=network)
        connections.Hosts(Mock(), {"localhost"}, Answer).find_handler(asked)
        handler: Any = Mock(request=asked)
        found.add(PacedProtocol(handler, Mock()).address)
        kinds: tuple[Any, ...] = (page_server.PageSocket, handlers.Asking)
        found |= {kind.address.fget(handler) for kind in kinds}
    assert found == {"2001:db8:1::/56"}


def test_a_school_opens_150_pages_within_half_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """A school has one address; its pages, files, connections and first messages are not delayed."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    shares, waits = Shares(*SHARE_SECONDS), []
    for _ in range(150):
        waits += [shares.spend("192.0.2.7", REQUEST_SECONDS) for _ in range(30)]
        waits += [shares.spend("192.0.2.7", FRAME_SECONDS) for _ in range(10)]
        now += 30 / 150
    assert {*waits} == {0.0}
    assert shares.spend("192.0.2.7", SHARE_SECONDS[1]) >= 0


class Holding(PacedSocket):
    """A page's connection with waiting messages."""

    async def on_message(self, message: str | bytes) -> None:
        await asyncio.sleep(60)


FINISHED, OPEN_END = 0x82, 0x02
"""The first byte of a binary message's frame: of the last frame, or of one that others follow."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "claimed"), [(FINISHED, 2**20), (OPEN_END, 600_000), (FINISHED, 600_000)], ids=["part", "parts", "whole"]
)
@beside(partial(serving, Holding))
async def test_memory_for_messages_is_bounded(
    port: int, monkeypatch: pytest.MonkeyPatch, first: int, claimed: int
) -> None:
    """The largest connection gives way, whether a frame, a message or its handling is unfinished."""
    monkeypatch.setattr(traffic, "MOST_KEPT_BYTES", 3_000_000)
    monkeypatch.setattr(traffic, "TRAFFIC", Traffic())
    ends = [await opened(port) for _ in range(6)]
    for _, writer in ends:
        writer.write(bytes([first, 0xFF]) + claimed.to_bytes(8, "big") + bytes(4) + bytes(min(claimed, 600_000)))
    gone = 0
    while not gone:
        await asyncio.sleep(0.05)
        assert sum(each.kept for each in traffic.TRAFFIC._open) <= 3_000_000 + 2 * traffic.BYTES_PER_CHECK
        gone = sum(reader.at_eof() for reader, _ in ends)
    assert gone <= 5


@pytest.mark.slow
@beside(serving)
async def test_the_uploads_of_an_address_are_limited(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit holds for any number of connections with long messages; short ones are not delayed."""
    rate = 2_000_000
    monkeypatch.setattr(traffic, "UPLOADS", uploads := Shares(rate, rate))
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


class Large(RequestHandler):  # type: ignore[misc]
    """A large answer, as a whole or as a file in pieces."""

    async def get(self, kind: str) -> None:
        content = random.Random(1).randbytes(8_000_000)
        if kind == "file":
            await packed.send(self, packed.Packed(content))
        else:
            self.finish(content)


@pytest.mark.slow
@in_a_loop
async def test_unread_answers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files wait in pieces, the largest waiting answer gives way, and clients that read nothing are disconnected."""
    app = Application([("/(file|whole)", Large), ("/x", Answer)])
    server = Connections(connections.Hosts(app, set(), Answer), most=500)
    for name, value in (("MOST_UNREAD_BYTES", 12_000_000), ("REQUESTS_PER_CHECK", 1)):
        monkeypatch.setattr(connections, name, value)

    def waiting() -> list[int]:
        return [size for stream in server._streams if not stream.closed() and (size := len(stream._write_buffer))]

    async with contextlib.AsyncExitStack() as ends:
        port = await ends.enter_async_context(listening(server))

        async def ask(what: str) -> None:
            end = ends.enter_context(socket.socket())
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            end.connect(("127.0.0.1", port))
            end.sendall(f"GET /{what} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            await asyncio.sleep(0.1)

        for _ in range(3):
            await ask("file")
        assert len(waiting()) == 3
        assert max(waiting()) < 2 * packed.PIECE_BYTES
        for _ in range(4):
            await ask("whole")
        await ask("x")
        assert 1_000_000 < sum(waiting()) <= 12_000_000
        monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.0)
        await ask("x")
        await ask("x")
        assert not waiting()
        assert sum(not stream.closed() for stream in server._streams) == 3


def test_the_address_with_the_most_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "MOST_KEPT_BYTES", 100)

    everybody = [Mock(address=address, kept=kept) for address, kept in (("a", 40), ("a", 30), ("b", 50))]
    found = Traffic()
    found._open = {*everybody}
    found.relieve()
    assert [each.give_way.called for each in everybody] == [True, False, False]
