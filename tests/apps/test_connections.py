"""Connections, what they keep, and what costs the server much have bounds; who reads nothing is disconnected."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from tornado.httpclient import AsyncHTTPClient
from tornado.httputil import HTTPHeaders, HTTPServerRequest, ResponseStartLine
from tornado.iostream import IOStream
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from devtools.measure.open_page import packed
from phase10_widgets.apps.serve import connections, light, live, scripts, server, sockets, solo, traffic
from phase10_widgets.apps.serve.answers import Guard
from phase10_widgets.apps.serve.connections import REQUEST, SHARE, Connections
from phase10_widgets.apps.serve.messages import kind
from phase10_widgets.apps.serve.seats import Seats
from phase10_widgets.apps.serve.sockets import BYTES, MESSAGES, MOST_HASTE, MOST_WAITING, Socket
from phase10_widgets.apps.serve.traffic import FRAME, FRAMES, PacedProtocol, PacedSocket, Traffic
from phase10_widgets.apps.tables.server import ServedAt, TablesServer
from phase10_widgets.live.budgets import Budget, Shares
from phase10_widgets.store.store import ANYWHERE
from tests.apps.asking import beside, listening
from tests.faults import every
from tests.screens.visiting import in_a_loop


@in_a_loop
async def test_a_new_connection_takes_the_place_of_the_one_idle_for_longest() -> None:
    """A visitor's websocket is no such connection: it stays."""
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
    # the headers, whether the server is behind a proxy, where the visitor comes from, why
    ({}, True, "127.0.0.1 http", "no proxy"),
    ({"X-Forwarded-For": "192.0.2.7"}, False, "127.0.0.1 http", "a visitor claims what only a proxy may say"),
    ({"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}, True, "192.0.2.7 https", "a proxy says it"),
    ({"X-Forwarded-For": "10.0.0.1,192.0.2.7"}, True, "192.0.2.7 http", "a proxy adds it to a visitor's claim"),
    ({"X-Forwarded-For": "192.0.2.7", **CLAIMS}, True, "192.0.2.7 http", "claims that the proxy passes on"),
    ({"X-Real-IP": "10.0.0.1"}, True, "127.0.0.1 http", "a visitor beside the proxy"),
]


@every("headers, behind_proxy, found, why", HOPS)
@in_a_loop
async def test_only_the_last_hop_says_where_a_visitor_comes_from(
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


def test_a_busy_server_does_not_excuse_who_sends_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sends as fast as the waiting allows; now and then, the server is late. Two seconds are a page's rest."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    budget = Budget(10, 5)
    assert (budget.spend(5), budget.spend(5)) == (0, 0.5)
    for pause, hasty in [(0.02, True), (0.3, True), (2.0, False)]:
        now, budget = 0.0, Budget(50.0, 200.0)
        for number in range(3000):
            now += budget.spend(1.0) + pause * (number % 100 == 0)
        assert (budget.haste > MOST_HASTE) is hasty, pause


def test_connections_leave_descriptors_for_kernels() -> None:
    assert connections.most_connections(65_536, 60) == 4096
    assert connections.most_connections(1_024, 30) + 30 * 16 < 1_024
    assert connections.most_connections(256, 60) == 64


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Socket:
    """Return a page's connection to a kernel, without the connection itself."""
    monkeypatch.setattr(Socket, "settings", {"phase10_server": SimpleNamespace(seats=Seats(1, {}))}, raising=False)
    line = Socket.__new__(Socket)
    line.kernel_id, line.ws_connection = "a kernel", SimpleNamespace()
    line._budgets, line._answers = (Budget(*MESSAGES), Budget(*BYTES)), Budget(*BYTES)
    return line


@pytest.mark.parametrize("reads", [True, False])
@in_a_loop
async def test_a_browser_that_reads_nothing_is_disconnected(
    reads: bool, line: Socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for it would fill the server's memory; a browser that reads gets everything."""
    sent: list[asyncio.Future[None]] = []
    closed: list[tuple[int, str]] = []

    def write(self: object, message: bytes, binary: bool = False) -> asyncio.Future[None]:
        sent.append(asyncio.get_running_loop().create_future())
        return sent[-1]

    monkeypatch.setattr(WebSocketHandler, "write_message", write)
    monkeypatch.setattr(Socket, "close", lambda self, code, reason: closed.append((code, reason)))
    for _ in range(30):
        line.write_message(packed({"msg_type": "comm_msg"}, {"data": "x" * (MOST_WAITING // 10)}), True)
        if reads:
            sent[-1].set_result(None)
            await asyncio.sleep(0)
    assert closed == ([] if reads else [(1013, "This page does not read what it is sent.")])
    assert len(sent) == 30 if reads else len(sent) <= 11


@in_a_loop
async def test_what_python_prints_stays_on_the_server(line: Socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output and errors of a kernel name paths and values of the machine; only the messages of widgets leave."""
    sent: list[bytes] = []

    def write(self: object, message: bytes, binary: bool = False) -> asyncio.Future[None]:
        sent.append(message)
        return asyncio.get_running_loop().create_future()

    monkeypatch.setattr(WebSocketHandler, "write_message", write)
    for name in ("stream", "error", "display_data", "execute_input", "comm_msg"):
        line.write_message(packed({"msg_type": name}, {"text": "/home/teacher"}), True)
    assert [kind(message) for message in sent] == ["comm_msg"]


@in_a_loop
async def test_who_asks_for_much_waits_for_it(line: Socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a request is spelled, its answers cost what they weigh."""
    waits: list[float] = []
    answer = packed({"msg_type": "comm_msg"}, {"data": "x" * (BYTES[1] // 4)})
    question = packed({"msg_type": "comm_msg"}, {"data": {"method": "request_st\\u0061te"}})

    async def note(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    line._budgets, line._answers = (Budget(*MESSAGES), Budget(*BYTES)), Budget(*BYTES)
    monkeypatch.setattr(WebSocketHandler, "write_message", lambda self, message, binary=False: asyncio.Future())
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "on_message", lambda self, message: None)
    monkeypatch.setattr(asyncio, "sleep", note)
    for _ in range(6):
        line._waiting = 0
        await line.on_message(question)
        line.write_message(answer, True)
    assert waits[:4] == [0.0] * 4
    assert waits[5] > 2


@in_a_loop
async def test_a_message_does_not_wait_for_the_one_before(line: Socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tornado delays websocket messages (Nagle's algorithm) unless told otherwise."""
    calls: list[bool | str] = []
    monkeypatch.setattr(Socket, "set_nodelay", lambda self, value: calls.append(value))
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "open", AsyncMock(side_effect=calls.append))
    line.settings["phase10_server"].connections = SimpleNamespace(keep=id)
    line.ws_connection.stream = None
    await line.open("a kernel")
    assert calls == [True, "a kernel"]


@in_a_loop
async def test_what_is_left_of_a_closed_connection_is_not_read(line: Socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jupyter would read it by the older protocol: 300 bytes took three gigabytes. It also asks for a sign of life."""
    read: list[bytes] = []
    message = packed({"msg_type": "comm_msg"}, {"data": {"method": "request_states"}})
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "on_message", lambda self, message: read.append(message))
    await line.on_message(message)
    assert len(read) == 1
    line.ws_connection = None
    await line.on_message(message)
    line.ping(b"")
    assert len(read) == 1


def test_a_browser_that_fell_silent_was_lost_then(line: Socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that its browser closes, as when a page is reloaded, was lost just now."""
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "on_close", lambda self: None)
    left: list[float] = []
    seats = SimpleNamespace(leave=lambda kernel, socket, silent: left.append(silent))
    line.settings["phase10_server"].seats, line.close_code = seats, None
    line.on_close()
    line.on_pong(b"")
    now += 45
    line.on_close()
    line.close_code = 1001
    line.on_close()
    assert left == [0.0, 45.0, 0.0]


def test_only_a_server_with_a_certificate_asks_for_encryption_from_now_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy, that is the proxy's choice; a browser remembers it."""
    monkeypatch.setenv(ANYWHERE, "none")
    for encrypted in [True, False]:
        tables = TablesServer(ServedAt(version="1", encryption=Mock() if encrypted else None))
        tables._listen()
        assert tables._app.transforms[-1].encrypted is encrypted
        tables.desk.close()
        request: Any = None
        guard = type("Guarded", (Guard,), {"encrypted": encrypted})(request)
        _, headers, _ = guard.transform_first_chunk(200, HTTPHeaders(), b"", True)
        assert ("Strict-Transport-Security" in headers) is encrypted
    connect = next(part for part in server.POLICY.split("; ") if part.startswith("connect-src"))
    assert connect.split() == ["connect-src", "'self'", "data:", "blob:"], "scripts speak to this server only"


# What costs a visitor little and the server much

ENDS: list[asyncio.StreamWriter] = []
"""The open connections."""


class Quiet(PacedSocket):
    """A page's connection that answers nothing."""

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
    """Let nobody have asked for anything; return what makes it so again."""

    def forget() -> None:
        for module in (connections, traffic, live):
            monkeypatch.setattr(module, "SHARES", Shares(*SHARE))
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
async def test_empty_frames_of_every_kind_wait(port: int, forget: Callable[[], None]) -> None:
    for name, first in {"ping": 0x89, "pong": 0x8A, "text": 0x81, "binary": 0x82}.items():
        forget()
        _, writer = await opened(port)
        writer.write(bytes([first, 0x80, 0, 0, 0, 0]) * 5_000)
        while Quiet.heard < FRAMES[1]:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        assert Quiet.heard < FRAMES[1] + 60 * FRAMES[0] < 5_000, name
        writer.close()


@beside(serving)
async def test_empty_parts_of_a_message_wait(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    receive = PacedProtocol._receive_frame

    async def counted(self: PacedProtocol) -> None:
        nonlocal read
        read += 1
        await receive(self)

    monkeypatch.setattr(PacedProtocol, "_receive_frame", counted)
    _, writer = await opened(port)
    writer.write(bytes([0x01, 0x80, 0, 0, 0, 0]) + bytes([0x00, 0x80, 0, 0, 0, 0]) * 5_000)
    await asyncio.sleep(0.6)
    assert FRAMES[1] <= read < FRAMES[1] + 60 * FRAMES[0]


def test_every_websocket_of_the_server_has_these_bounds() -> None:
    assert all(issubclass(each, PacedSocket) for each in (sockets.Socket, solo.SoloLine, live.LiveLine))
    assert issubclass(light.LightSocket, PacedSocket)


@beside(serving)
async def test_many_connections_of_one_address_share_its_frames(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "SHARES", Shares(10 * FRAME, 100 * FRAME))
    monkeypatch.setattr(connections, "REQUEST", 0.0)
    writers = [(await opened(port))[1] for _ in range(5)]
    for writer in writers:
        writer.write(bytes([0x89, 0x80, 0, 0, 0, 0]) * 150)
    await asyncio.sleep(0.5)
    assert Quiet.heard < 150


@beside(serving)
async def test_an_address_that_asks_for_much_waits_and_others_do_not(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SHARES", Shares(REQUEST * 10, REQUEST * 3))
    began = time.monotonic()
    for _ in range(8):
        await AsyncHTTPClient(force_instance=True).fetch(f"http://127.0.0.1:{port}/x")
    assert time.monotonic() - began > 0.3
    assert connections.SHARES.spend("192.0.2.7", REQUEST) == 0


def test_a_household_counts_as_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has 256 networks: its requests, frames, lines and messages share bounds."""
    found = set[str]()
    monkeypatch.setattr(connections, "SHARES", Mock(spend=lambda address, _: found.add(address)))
    for network in ("2001:db8:1:2::3", "2001:db8:1:ff::3"):
        asked = Mock(host_name="localhost", remote_ip=network)
        connections.Hosts(Mock(), {"localhost"}, Answer).find_handler(asked)
        handler: Any = Mock(request=asked)
        found.add(PacedProtocol(handler, Mock()).address)
        kinds: tuple[Any, ...] = (light.LightSocket, live.Asking)
        found |= {kind.address.fget(handler) for kind in kinds}
    assert found == {"2001:db8:1::/56"}


def test_a_school_opens_150_pages_within_half_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has one address; its pages, their files, connections and first messages wait for nothing."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    shares, waits = Shares(*SHARE), []
    for _ in range(150):
        waits += [shares.spend("192.0.2.7", REQUEST) for _ in range(30)]
        waits += [shares.spend("192.0.2.7", FRAME) for _ in range(10)]
        now += 30 / 150
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "claimed"), [(FINISHED, 2**20), (OPEN_END, 600_000), (FINISHED, 600_000)], ids=["part", "parts", "whole"]
)
@beside(partial(serving, Holding))
async def test_what_is_kept_of_messages_has_a_bound(
    port: int, monkeypatch: pytest.MonkeyPatch, first: int, claimed: int
) -> None:
    """The most gives way, whether the end of a frame, of a message, or of its work is missing."""
    monkeypatch.setattr(traffic, "MOST_KEPT", 3_000_000)
    monkeypatch.setattr(traffic, "TRAFFIC", Traffic())
    ends = [await opened(port) for _ in range(6)]
    for _, writer in ends:
        writer.write(bytes([first, 0xFF]) + claimed.to_bytes(8, "big") + bytes(4) + bytes(min(claimed, 600_000)))
    gone = 0
    while not gone:
        await asyncio.sleep(0.05)
        assert sum(each.kept for each in traffic.TRAFFIC._open) <= 3_000_000 + 2 * traffic.LOOK_EVERY
        gone = sum(reader.at_eof() for reader, _ in ends)
    assert gone <= 5


@pytest.mark.slow
@beside(serving)
async def test_an_address_uploads_only_so_much_per_second(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many connections send long messages; whoever sends short ones does not wait for them."""
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
    """A large answer, at once or as a file in pieces."""

    async def get(self, kind: str) -> None:
        content = random.Random(1).randbytes(8_000_000)
        if kind == "file":
            await scripts.send(self, scripts.Joined("a", content, content))
        else:
            self.finish(content)


@pytest.mark.slow
@in_a_loop
async def test_answers_that_nobody_reads_have_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files wait in pieces, of all that waits the most gives way, and who reads nothing for long is disconnected."""
    app = Application([("/(file|whole)", Large), ("/x", Answer)])
    server = Connections(connections.Hosts(app, set(), Answer), most=500)
    for name, value in (("MOST_UNREAD", 12_000_000), ("LOOK_EVERY", 1)):
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
        assert max(waiting()) < 2 * scripts.PIECE
        for _ in range(4):
            await ask("whole")
        await ask("x")
        assert 1_000_000 < sum(waiting()) <= 12_000_000
        monkeypatch.setattr(connections, "UNREAD", 0.0)
        await ask("x")
        await ask("x")
        assert not waiting()
        assert sum(not stream.closed() for stream in server._streams) == 3


def test_the_address_that_keeps_most_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "MOST_KEPT", 100)

    everybody = [Mock(address=address, kept=kept) for address, kept in (("a", 40), ("a", 30), ("b", 50))]
    found = Traffic()
    found._open = {*everybody}
    found.relieve()
    assert [each.give_way.called for each in everybody] == [True, False, False]
