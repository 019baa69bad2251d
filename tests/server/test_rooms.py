"""Shared tables over real connections: accepted and refused messages, and pages that read nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest

pytest.importorskip("segno", reason="the extra app is not installed")

from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from tornado.websocket import WebSocketHandler
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from phase10_widgets.rooms import service as rooms
from phase10_widgets.rooms.budgets import Shares
from phase10_widgets.server import page_server
from phase10_widgets.server.connections import SHARE_SECONDS
from phase10_widgets.server.rooms import handlers, reports
from tests.server.asking import beside, running
from tests.ui.visiting import in_a_loop


class Service(NamedTuple):
    """A server with only shared tables."""

    address: str
    desk: rooms.Service

    async def post(self, path: str, content: Any, **headers: str) -> HTTPResponse:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        asked = AsyncHTTPClient().fetch(
            f"http://{self.address}/live/{path}", method="POST", body=body, headers=headers, raise_error=False
        )
        return await asked

    def line(self, **options: Any) -> connect:
        return connect(f"ws://{self.address}/live/line", **options)


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[Service]:
    async with running(only_tables=True) as server:
        yield Service(f"127.0.0.1:{server.port}", server.service)


served = beside(serving)


async def say(line: ClientConnection, kind: str, **fields: Any) -> None:
    await line.send(json.dumps({"kind": kind, **fields}))


async def until(line: ClientConnection, there: Callable[[Any], Any]) -> Any:
    """Return the first message that meets the condition."""
    while True:
        message = json.loads(await line.recv())
        if there(message):
            return message


async def token(service: Service, name: str) -> str:
    return str(json.loads((await service.post("open", {"name": name})).body)["token"])


async def joined(service: Service, name: str, **how: str) -> str:
    """Return the token of a person who has joined with a code or key."""
    return str(json.loads((await service.post("join", {"name": name, **how})).body)["token"])


async def hello(line: ClientConnection, token: str) -> Any:
    await say(line, "hello", v=1, token=token, language="en")
    return await until(line, lambda message: message["kind"] == "welcome")


@served
async def test_a_pages_messages_are_charged_to_its_address(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for sockets and polling, even for leaving, and for reports and every way to join."""
    host = await token(service, "Hanna")

    def cost() -> Shares:
        monkeypatch.setattr(handlers, "SHARES", shares := Shares(*SHARE_SECONDS))
        return shares

    async def charged(shares: Shares) -> bool:
        for _ in range(100):
            if shares._budgets:
                break
            await asyncio.sleep(0.05)
        return [*shares._budgets] == ["127.0.0.1"]

    async with service.line() as line:
        shares = cost()
        await hello(line, host)
        assert await charged(shares)
        shares = cost()
    assert await charged(shares), "leaving"
    hello_again = {"kind": "hello", "v": 1, "token": host, "language": "en"}
    for path, content in [
        ("poll", {"line": None, "say": [hello_again], "wait": False}),
        ("report", {"token": host, "form": "page"}),
        *(("open", {"name": "x"}), ("join", {"key": "x"}), ("recover", {"code": "x"}), ("recover", {"link": "x"})),
    ]:
        shares = cost()
        await service.post(path, content)
        assert await charged(shares), path


@served
async def test_invalid_messages_and_silence_end_only_the_connection(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad: list[Any] = [
        "no json", "[]", "7", "{}", '{"kind": 5}', b"binary", '{"kind": "hello"}', "[" * 5000, '{"kind":"\\ud800"}',
        '{"kind": "sit", "table": 1}', "x" * (handlers.MOST_MESSAGE_BYTES + 1),
    ]  # fmt: skip
    host = await token(service, "Hanna")
    async with service.line() as hanna:
        await hello(hanna, host)
        for message in bad:
            async with service.line() as eve:
                await eve.send(message)
                with contextlib.suppress(ConnectionClosed):
                    async for _ in eve:
                        pass
                assert eve.close_code in (4401, 4409, 4429, 1009), message
        monkeypatch.setattr(page_server, "HELLO_SECONDS", 0.1)
        async with service.line() as silent:
            await silent.wait_closed()
            assert silent.close_code == 4401
        await say(hanna, "tables", id="1", n=2)
        await until(hanna, lambda message: message["kind"] == "room" and len(message["tables"]) == 2)


@served
async def test_connections_without_hello_replace_nobody(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages stay, no matter how many connections somebody opens; only another page replaces a page."""
    monkeypatch.setattr(handlers.RoomConnection, "MOST_CONNECTIONS", 3)
    monkeypatch.setattr(handlers.RoomConnection, "address", property(lambda line: line.request.headers["X-From"]))

    def line(address: str) -> connect:
        return service.line(additional_headers={"X-From": address})

    tokens = [await token(service, "Hanna")]
    room, _ = service.desk.find(tokens[0])
    tokens += [await joined(service, name, key=room.key) for name in ("Ada", "Ben", "Cleo")]
    async with contextlib.AsyncExitStack() as stack:
        school = [await stack.enter_async_context(line("school")) for _ in range(3)]
        for page, one in zip(school, tokens, strict=False):
            await hello(page, one)
        outsiders = [await stack.enter_async_context(line(f"outsider {at}")) for at in range(5)]
        await say(outsiders[-1], "hello", v=1, token="x")
        for outsider, code in ((outsiders[0], 1012), (outsiders[1], 1012), (outsiders[-1], 4401)):
            await outsider.wait_closed()
            assert outsider.close_code == code
        await say(school[0], "tables", id="1", n=2)
        for page in school:
            await until(page, lambda message: message["kind"] == "room" and len(message["tables"]) == 2)
        other = await stack.enter_async_context(line("home"))
        await hello(other, tokens[3])
        await school[1].wait_closed()
        assert [page.close_code for page in (*school, other)] == [None, 1012, None, None]
        with pytest.raises(InvalidStatus, match="503"):
            await line("school")


@served
async def test_a_bad_request_or_one_of_another_site_is_refused(service: Service) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        await service.line(origin="http://evil.example")
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        for path in ("join", "open", "recover", "qr", "poll"):
            assert (await service.post(path, {"name": "Eve", "text": "x"}, **headers)).code == 403
    assert (await service.post("join", {"name": "Eve", "key": "x"}, Origin=f"http://{service.address}")).code == 403
    assert not service.desk._rooms
    bad: list[tuple[Any, int]] = [(b"", 400), (b"[]", 400), (b"\xff", 400), (b"[" * 1000, 400), (b" " * 5000, 413)]
    for content, status in bad:
        assert (await service.post("join", content)).code == status, content[:9]
    answer = await service.post("join", {"code": "BCDFGH"}, **{"Accept-Language": "de"})
    assert answer.code == 403
    assert json.loads(answer.body)["why"] == "Diesen Code hat kein Raum. Schau noch einmal genau hin."


@served
async def test_a_link_becomes_a_picture_and_only_new_links_to_a_room_count(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class requests the same link repeatedly; other rooms are not affected."""
    hosts = [await token(service, name) for name in ("Hanna", "Ina")]
    links = [f"/live#k={service.desk.find(host)[0].key}" for host in hosts]

    async def ask(token: str | None, text: Any) -> HTTPResponse:
        return await service.post("qr", {"token": token, "text": text})

    picture = await ask(hosts[0], f"http://host0{links[0]}")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.body.startswith(b"<svg")
    for text in (
        "",
        "http://192.168.0.7:8866/live#k=abc",
        f"http://{'x' * handlers.MOST_LINK_CHARACTERS}{links[0]}",
        7,
        None,
    ):
        assert (await ask(hosts[0], text)).code == 400
    for stranger in ("", "x", None):
        assert (await ask(stranger, f"http://host0{links[0]}")).code == 403
    monkeypatch.setattr(handlers, "drawn", drawn := Mock(return_value=b"<svg/>"))
    most = handlers.MOST_DRAWN_LINKS
    codes = [(await ask(hosts[0], f"http://host{at}{links[0]}")).code for at in (0, *range(most + 3))]
    assert codes == [200] * (most + 1) + [429] * 3
    for host, link in zip(hosts, links, strict=True):
        assert (await ask(host, f"http://host0{link}")).code == 200
    assert drawn.call_count == most, "the first was drawn earlier"


@served
async def test_a_report_is_made_once_for_the_host_outside_the_loop(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report is cached for all requests until an answer changes."""
    made: list[str] = []
    make = reports._make

    def note(report: reports.Report, form: str, language: str) -> Any:
        made.append(f"{form} {threading.current_thread() is threading.main_thread()}")
        return make(report, form, language)

    monkeypatch.setattr(reports, "_make", note)
    host = await token(service, "Hanna")
    room, _ = service.desk.find(host)
    asked = [service.post("report", {"token": host, "form": "page"}) for _ in range(5)]
    answers = await asyncio.gather(*asked)
    assert {answer.code for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert made == ["page False"]
    assert answers[0].headers["Cache-Control"] == "no-store"
    await service.post("report", {"token": host, "form": "learners"})
    for wrong in (await joined(service, "Ben", key=room.key), "x", None):
        assert (await service.post("report", {"token": wrong, "form": "learners"})).code == 403
    assert (await service.post("report", {"token": host, "form": "x"})).code == 400
    assert "Ben" in (await service.post("report", {"token": host, "form": "page"})).body.decode()
    room.lesson._changed()
    await service.post("report", {"token": host, "form": "page"})
    assert made == ["page False", "learners False", "page False", "page False"]


@in_a_loop
async def test_a_page_that_reads_slowly_gets_the_latest_view_and_one_that_reads_nothing_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[tuple[str, asyncio.Future[None]]] = []

    def write(self: object, message: str) -> asyncio.Future[None]:
        sent.append((message, asyncio.get_running_loop().create_future()))
        return sent[-1][1]

    def view(rev: int) -> Any:
        return {"kind": "tell", "table": 1, "view": {"rev": rev, "x": "x" * 50_000}}

    monkeypatch.setattr(handlers.RoomConnection, "write_message", write)
    closed: list[int] = []
    line = handlers.RoomConnection.__new__(handlers.RoomConnection)
    for rev in range(20):
        line.send(view(rev))
    assert 5 <= len(sent) <= 6, "the rest waits"
    for _, written in list(sent):
        written.set_result(None)
    await asyncio.sleep(0)
    assert json.loads(sent[-1][0])["view"]["rev"] == 19
    for rev in range(20, 40):
        line.send(view(rev))
    held = len(sent)
    first: Any = {**view(40), "about": {"mode": "play"}}
    line.send(first)
    for _, written in sent[held - 6 :]:
        if not written.done():
            written.set_result(None)
    await asyncio.sleep(0)
    assert [json.loads(text)["view"]["rev"] for text, _ in sent[held:]] == [40], "a later game; its view waited"
    monkeypatch.setattr(WebSocketHandler, "close", lambda self, code, reason: closed.append(code))
    for _ in range(100):
        line.send({"kind": "room", "x": "x" * 50_000})  # type: ignore[arg-type]
    assert closed == [4429]
