"""Connections are bounded, and a browser that reads nothing is disconnected."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from tornado.httpclient import AsyncHTTPClient
from tornado.httputil import HTTPHeaders, HTTPServerRequest, ResponseStartLine
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from tornado.websocket import WebSocketHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from devtools.measure.open_page import packed
from phase10_widgets.apps.serve import server
from phase10_widgets.apps.serve.answers import Guard
from phase10_widgets.apps.serve.connections import Budget, Connections, most_connections
from phase10_widgets.apps.serve.messages import kind
from phase10_widgets.apps.serve.seats import Seats
from phase10_widgets.apps.serve.sockets import BYTES, MESSAGES, MOST_HASTE, MOST_WAITING, Socket


def test_a_new_connection_takes_the_place_of_the_one_idle_for_longest() -> None:
    """A visitor's websocket is no such connection: it stays."""
    arrived: list[IOStream] = []

    class Counting(Connections):
        def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
            super().handle_stream(stream, address)
            arrived.append(stream)

    async def crowd() -> list[bool]:
        (listening,) = bind_sockets(0, "127.0.0.1")
        connections, ends = Counting(lambda request: None, most=2), []
        connections.add_socket(listening)
        for number in range(4):
            ends.append(await asyncio.open_connection(*listening.getsockname()))
            while len(arrived) == number:
                await asyncio.sleep(0.01)
            if number == 0:
                connections.keep(arrived[0])
        await asyncio.sleep(0.1)
        closed = [stream.closed() for stream in arrived]
        for _, writer in ends:
            writer.close()
        connections.stop()
        await connections.close_all_connections()
        return closed

    assert asyncio.run(asyncio.wait_for(crowd(), 20)) == [False, True, False, False]


async def seen(headers: dict[str, str], *, behind_proxy: bool) -> str:
    """Return the address and the protocol that a server takes a request to come from."""

    def answer(request: HTTPServerRequest) -> None:
        assert request.connection is not None
        body = f"{request.remote_ip} {request.protocol}".encode()
        request.connection.write_headers(
            ResponseStartLine("HTTP/1.1", 200, "OK"), HTTPHeaders({"Content-Length": str(len(body))}), body
        )
        request.connection.finish()

    (listening,) = bind_sockets(0, "127.0.0.1")
    connections = Connections(answer, most=9, xheaders=behind_proxy)
    connections.add_socket(listening)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    answered = await AsyncHTTPClient().fetch(address, headers=headers, request_timeout=20)
    connections.stop()
    await connections.close_all_connections()
    return str(answered.body.decode())


def test_only_the_last_hop_says_where_a_visitor_comes_from() -> None:
    for headers, behind_proxy, found, why in [
        ({}, True, "127.0.0.1 http", "no proxy"),
        ({"X-Forwarded-For": "192.0.2.7"}, False, "127.0.0.1 http", "a visitor claims what only a proxy may say"),
        ({"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}, True, "192.0.2.7 https", "a proxy says it"),
        ({"X-Forwarded-For": "10.0.0.1,192.0.2.7"}, True, "192.0.2.7 http", "a proxy adds it to a visitor's claim"),
        (
            {"X-Forwarded-For": "192.0.2.7", "X-Real-IP": "10.0.0.1", "X-Forwarded-Proto": "http", "X-Scheme": "https"},
            True,
            "192.0.2.7 http",
            "a visitor's claims that the proxy passes on",
        ),
        ({"X-Real-IP": "10.0.0.1"}, True, "127.0.0.1 http", "a visitor beside the proxy"),
    ]:
        assert asyncio.run(seen(headers, behind_proxy=behind_proxy)) == found, why


def test_a_busy_server_does_not_excuse_who_sends_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sends as fast as the waiting allows; now and then, the server is late. Two seconds are a page's rest."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for pause, hasty in [(0.02, True), (0.3, True), (2.0, False)]:
        now, budget = 0.0, Budget(50.0, 200.0)
        for number in range(3000):
            now += budget.spend(1.0) + pause * (number % 100 == 0)
        assert (budget.haste > MOST_HASTE) is hasty, pause


def test_connections_leave_descriptors_for_kernels() -> None:
    assert most_connections(65_536, 60) == 4096
    assert most_connections(1_024, 30) + 30 * 16 < 1_024
    assert most_connections(256, 60) == 64


def test_a_browser_that_reads_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for it would fill the server's memory; a browser that reads gets everything."""
    sent: list[asyncio.Future[None]] = []
    closed: list[tuple[int, str]] = []
    message = packed({"msg_type": "comm_msg"}, {"data": "x" * (MOST_WAITING // 10)})

    def write(self: object, message: bytes, binary: bool = False) -> asyncio.Future[None]:
        sent.append(asyncio.get_running_loop().create_future())
        return sent[-1]

    async def talk(*, reads: bool) -> int:
        sent.clear()
        socket = Socket.__new__(Socket)
        socket._answers = Budget(*BYTES)
        for _ in range(30):
            socket.write_message(message, True)
            if reads:
                sent[-1].set_result(None)
                await asyncio.sleep(0)
        return len(sent)

    monkeypatch.setattr(WebSocketHandler, "write_message", write)
    monkeypatch.setattr(Socket, "close", lambda self, code, reason: closed.append((code, reason)))
    assert (asyncio.run(talk(reads=True)), closed) == (30, [])
    assert asyncio.run(talk(reads=False)) <= 11
    assert closed == [(1013, "This page does not read what it is sent.")]


def test_what_python_prints_stays_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Output and errors of a kernel name paths and values of the machine; only the messages of widgets leave."""
    sent: list[bytes] = []

    def write(self: object, message: bytes, binary: bool = False) -> asyncio.Future[None]:
        sent.append(message)
        return asyncio.get_running_loop().create_future()

    async def talk() -> None:
        socket = Socket.__new__(Socket)
        socket._answers = Budget(*BYTES)
        for name in ("stream", "error", "display_data", "execute_input", "comm_msg"):
            socket.write_message(packed({"msg_type": name}, {"text": "/home/teacher"}), True)

    monkeypatch.setattr(WebSocketHandler, "write_message", write)
    asyncio.run(talk())
    assert [kind(message) for message in sent] == ["comm_msg"]


def test_who_asks_for_much_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """However a request is spelled, its answers cost what they weigh."""
    waits: list[float] = []
    answer = packed({"msg_type": "comm_msg"}, {"data": "x" * (BYTES[1] // 4)})
    question = packed({"msg_type": "comm_msg"}, {"data": {"method": "request_st\\u0061te"}})
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(WebSocketHandler, "write_message", lambda self, message, binary=False: asyncio.Future())
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "on_message", lambda self, message: None)
    monkeypatch.setattr(Socket, "settings", {"phase10_server": SimpleNamespace(seats=Seats(1, {}))}, raising=False)

    async def note(seconds: float) -> None:
        waits.append(seconds)

    async def talk() -> None:
        socket = Socket.__new__(Socket)
        socket.kernel_id, socket.ws_connection = "a kernel", SimpleNamespace()
        socket._budgets, socket._answers = (Budget(*MESSAGES), Budget(*BYTES)), Budget(*BYTES)
        for _ in range(6):
            socket._waiting = 0
            await socket.on_message(question)
            socket.write_message(answer, True)

    monkeypatch.setattr(asyncio, "sleep", note)
    asyncio.run(talk())
    assert waits[:4] == [0.0] * 4
    assert waits[5] > 2


def test_scripts_may_speak_to_this_server_only() -> None:
    connect = next(part for part in server.POLICY.split("; ") if part.startswith("connect-src"))
    assert connect.split() == ["connect-src", "'self'", "data:", "blob:"]


def test_what_is_left_of_a_closed_connection_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jupyter would read it by the older protocol: a message of 300 bytes took three seconds and three gigabytes."""
    read: list[bytes] = []
    message = packed({"msg_type": "comm_msg"}, {"data": {"method": "request_states"}})
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "on_message", lambda self, message: read.append(message))
    monkeypatch.setattr(Socket, "settings", {"phase10_server": SimpleNamespace(seats=Seats(1, {}))}, raising=False)

    async def hear(*, closed: bool) -> int:
        socket = Socket.__new__(Socket)
        socket.kernel_id, socket._budgets = "a kernel", (Budget(1.0, 1000.0), Budget(1.0, 10.0**6))
        socket.ws_connection = None if closed else SimpleNamespace()
        await socket.on_message(message)
        return len(read)

    assert asyncio.run(hear(closed=False)) == 1
    assert asyncio.run(hear(closed=True)) == 1


def test_a_browser_that_fell_silent_was_lost_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that its browser closes, as when a page is reloaded, was lost just now."""
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(VoilaKernelWebsocketHandler, "on_close", lambda self: None)
    left: list[float] = []
    seats = SimpleNamespace(leave=lambda kernel, socket, silent: left.append(silent))
    monkeypatch.setattr(Socket, "settings", {"phase10_server": SimpleNamespace(seats=seats)}, raising=False)
    socket = Socket.__new__(Socket)
    socket.kernel_id, socket.close_code = "a kernel", None
    socket.on_close()
    socket.on_pong(b"")
    now += 45
    socket.on_close()
    socket.close_code = 1001
    socket.on_close()
    assert left == [0.0, 45.0, 0.0]


def test_nobody_asks_a_closed_connection_for_a_sign_of_life() -> None:
    """Jupyter does, on a timer of its own."""
    socket = Socket.__new__(Socket)
    socket.ws_connection = None
    socket.ping(b"")


def test_only_a_server_with_a_certificate_asks_for_encryption_from_now_on() -> None:
    """Behind a proxy, that is the proxy's choice; a browser remembers it."""
    for encrypted in [True, False]:
        request: Any = None
        guard = type("Guarded", (Guard,), {"encrypted": encrypted})(request)
        _, headers, _ = guard.transform_first_chunk(200, HTTPHeaders(), b"", True)
        assert ("Strict-Transport-Security" in headers) is encrypted
