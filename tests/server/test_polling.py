"""Shared tables without websockets: requests that wait for messages, and proxies of all kinds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tornado", reason="the extra app is not installed")

from websockets.exceptions import ConnectionClosed, InvalidStatus

from devtools.browser import leash
from devtools.browser.servers import answers, free_port
from devtools.build import programs
from phase10_widgets.rooms.budgets import Budget
from phase10_widgets.server import page_server
from phase10_widgets.server.rooms import handlers, polling
from phase10_widgets.server.rooms.polling import PollConnection
from tests.server.asking import ask
from tests.server.proxies import Proxy, proxied
from tests.server.test_rooms import Service, hello, joined, served, token
from tests.server.test_server import serving as server_process
from tests.ui.visiting import in_a_loop


class Poller:
    """A page that polls."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.line: str | None = None
        self.told: list[Any] = []

    async def ask(self, *messages: dict[str, Any], wait: bool = True) -> list[Any]:
        """Send messages; return the answer."""
        answer = await self.service.post("poll", {"line": self.line, "say": messages, "wait": wait})
        assert answer.code == 200, answer.code
        assert answer.headers["Cache-Control"] == "no-store"
        found = json.loads(answer.body)
        self.line = found["line"]
        self.told += found["messages"]
        return list(found["messages"])

    async def hello(self, token: str) -> Any:
        return (await self.ask({"kind": "hello", "v": 1, "token": token, "language": "en"}))[0]


@served
async def test_a_request_waits_for_news(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    page, host = Poller(service), await token(service, "Hanna")
    welcome = await page.hello(host)
    while await asyncio.wait_for(page.ask({"kind": "beat"}, wait=False), 1):
        pass
    waiting = asyncio.create_task(page.ask())
    await asyncio.sleep(0.2)
    assert not waiting.done()
    await joined(service, "Ben", code=welcome["code"])
    (news,) = await waiting
    assert [person["name"] for person in news["people"]] == ["Hanna", "Ben"]
    monkeypatch.setattr(polling, "HOLD_SECONDS", 0.2)
    assert await page.ask() == []
    monkeypatch.setattr(polling, "HOLD_SECONDS", 20)
    first = asyncio.create_task(page.ask())
    await asyncio.sleep(0.1)
    second = asyncio.create_task(page.ask())
    assert await first == [], "a new request takes its place"
    second.cancel()


@in_a_loop
async def test_only_the_latest_view_waits() -> None:
    def tell(**fields: Any) -> Any:
        return {"kind": "tell", "table": 1, **fields}

    line = PollConnection(lambda line: None, Budget(10, 20))
    pong = {"kind": "pong"}
    views: list[Any] = [{"about": {}, "view": {"rev": 1}}, *({"view": {"rev": rev}} for rev in (2, 3, 4))]
    for message in (tell(**views[0]), tell(**views[1]), tell(message=pong), tell(**views[2]), tell(**views[3])):
        line.send(message)
    found: list[Any] = [*await line.fetch(0)]
    assert [each.get("view", {}).get("rev", each.get("message")) for each in found] == [1, pong, 4]
    for at in range(20):
        for kind in ("room", "lesson", "here"):
            line.send({"kind": kind, "x": "x" * 50_000, "at": at})  # type: ignore[arg-type]
    found = [*await line.fetch(0)]
    assert [(each["kind"], each["at"]) for each in found] == [("room", 19), ("lesson", 19), ("here", 19)]
    for _ in range(20):
        line.send(tell(message={"kind": "pong", "x": "x" * 50_000}))
    assert (line.code, line.name in PollConnection.open_connections) == (polling.TOO_SLOW, False)


@pytest.mark.slow
@served
async def test_a_silent_page_counts_as_gone(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "SILENT_SECONDS", 0.3)
    page, host = Poller(service), await token(service, "Hanna")
    await page.hello(host)
    monkeypatch.setattr(polling, "HOLD_SECONDS", 0.6)
    await page.ask()
    assert len(service.desk.pages) == 1, "it was connected while it waited"
    await asyncio.sleep(0.5)
    assert not service.desk.pages
    assert (await service.post("poll", {"line": page.line, "say": [], "wait": True})).code == 410
    page.line = None
    assert (await page.hello(host))["name"] == "Hanna", "and comes back"


BAD: list[tuple[Any, int, str]] = [
    ({"line": None, "say": [], "wait": True}, 400, "who is it?"),
    ({"line": 7, "say": [{}], "wait": True}, 400, "a name is text"),
    ({"line": None, "say": "hello", "wait": True}, 400, "no messages"),
    ({"line": None, "say": [{}], "wait": 1}, 400, "neither true nor false"),
    ({"line": "x", "say": [], "wait": True}, 410, "nobody's line"),
    ({"line": None, "say": ["x" * handlers.MOST_MESSAGE_BYTES], "wait": True}, 413, "too long"),
]


@served
async def test_a_bad_request_is_refused_and_a_line_without_a_token_ends_with_a_reason(service: Service) -> None:
    for content, status, why in BAD:
        assert (await service.post("poll", content)).code == status, why
    messages: list[Any] = [({"kind": "hello", "v": 1, "token": "x"}, 4401), ({"kind": "beat"}, 4401), (7, 4429)]
    for (message, code), wait in product(messages, (True, False)):
        page = Poller(service)
        (told,) = await page.ask(message, wait=wait)
        assert (told["kind"], told["code"]) == ("bye", code), message
        assert page.line is None
        assert not PollConnection.open_connections
    await page.hello(await token(service, "Hanna"))
    await page.ask({"kind": "end", "id": "1"}, wait=False)
    assert page.told[-1]["kind"] == "bye" or (await page.ask())[-1]["code"] == 4410


@pytest.mark.slow
@served
async def test_polling_has_the_limits_of_a_connection(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    page, host = Poller(service), await token(service, "Hanna")
    await page.hello(host)
    began = asyncio.get_running_loop().time()
    await page.ask(*[{"kind": "beat"}] * 30, wait=False)
    assert asyncio.get_running_loop().time() - began > 0.8, "a fast sender has to wait"
    monkeypatch.setattr(handlers, "MOST_CONNECTIONS", 1)
    full = await service.post("poll", {"line": None, "say": [{"kind": "hello"}], "wait": True})
    assert full.code == 503


@served
async def test_a_heavily_polling_address_leaves_room_for_others(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a full server, a new address replaces the longest silent one of the largest address."""
    monkeypatch.setattr(handlers, "MOST_CONNECTIONS", 3)
    host = await token(service, "Hanna")
    room, _ = service.desk.find(host)
    crowd = [Poller(service) for _ in range(3)]
    for n, page in enumerate(crowd):
        assert (await page.hello(await joined(service, f"Eve {n}", key=room.key)))["kind"] == "welcome"
    hello = {"kind": "hello", "v": 1, "token": host, "language": "en"}
    again = {"line": None, "say": [hello], "wait": True}
    assert (await service.post("poll", again)).code == 503, "the same address"
    elsewhere = await service.post("poll", again, **{"X-Forwarded-For": "192.0.2.9"})
    assert json.loads(elsewhere.body)["line"]
    assert (await service.post("poll", {"line": crowd[0].line, "say": [], "wait": True})).code == 410
    assert crowd[1].line in PollConnection.open_connections
    beat = {"line": None, "say": [{"kind": "beat"}], "wait": False}
    await service.post("poll", beat, **{"X-Forwarded-For": "192.0.2.8"})
    assert crowd[1].line in PollConnection.open_connections, "a page without a hello takes nobody's place"


# Behind a proxy: one that cuts idle lines, and a hub's

IDLE = 0.8
"""The idle time after which the proxy cuts a line, in seconds, instead of a minute."""


@pytest.mark.slow
@served
async def test_a_silent_connection_stays_open(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pings every 20 s are well within the minute after which proxies close connections."""
    assert max(page_server.PING_SECONDS, polling.HOLD_SECONDS, polling.SILENT_SECONDS) < 30
    monkeypatch.setattr(page_server, "PING_SECONDS", IDLE / 4)
    host = await token(service, "Hanna")
    async with proxied(Proxy(service.address, idle=IDLE)) as proxy:
        async with service._replace(address=proxy.address).line(ping_interval=None) as line:
            await hello(line, host)
            with contextlib.suppress(ConnectionClosed, TimeoutError):
                async with asyncio.timeout(3 * IDLE):
                    while True:
                        await line.recv()
            assert line.close_code is None
        assert not proxy.cut


@pytest.mark.slow
@pytest.mark.rotating
def test_the_tables_work_behind_a_hubs_proxy(tmp_path: Path) -> None:
    """The proxy appends the true address to the visitor's claim, and forwards other claims unchanged."""
    public, api, port = free_port(), free_port(), free_port()
    env = {**os.environ, "CONFIGPROXY_AUTH_TOKEN": "secret"}
    words = ["--ip=127.0.0.1", f"--port={public}", "--api-ip=127.0.0.1", f"--api-port={api}", "--log-level=error"]
    place = {"JUPYTERHUB_SERVICE_PREFIX": "/services/tables/", "JUPYTERHUB_SERVICE_URL": f"http://127.0.0.1:{port}"}
    routes = f"http://127.0.0.1:{api}/api/routes"
    with (
        leash.tied(subprocess.Popen([*programs.hub_proxy(), *words], cwd=tmp_path, env=env)) as proxy,
        server_process(tmp_path, "--only=tables", "--open", "--trust-proxy", env=place, lines=1) as inside,
    ):
        assert answers(proxy, routes), "it requires its token"
        # as a hub tells the proxy the service's address
        told = ask(f"{routes}/services/tables", {"target": f"http://127.0.0.1:{port}"}, Authorization="token secret")
        assert told.status == 201
        hub = inside._replace(address=f"http://127.0.0.1:{public}/services/tables/")
        assert 'data-base="/services/tables/"' in hub.ask("live").text
        opened = json.loads(hub.ask("live/open", {"name": "Hanna"}).text)["token"]
        origin = f"http://127.0.0.1:{public}"
        welcome = asyncio.run(hub.hello(opened, origin))
        guest = json.loads(hub.ask("live/join", {"code": welcome["code"], "name": "Ben"}).text)["token"]
        hello = {"kind": "hello", "v": 1, "token": guest, "language": "en"}
        polled = hub.ask("live/poll", {"line": None, "say": [hello], "wait": True}, Origin=origin)
        assert json.loads(polled.text)["messages"][0]["name"] == "Ben"
        with pytest.raises(InvalidStatus, match="403"):
            asyncio.run(hub.hello(opened, "http://evil.example"))
        claims = [
            {claim: f"10.0.{at}.{n}"} for at, claim in enumerate(("X-Forwarded-For", "X-Real-IP")) for n in range(4)
        ]
        found = [hub.ask("live/open", {"name": "Eve"}, **claim).status for claim in claims]
        assert found == [200] * 2 + [429] * 6, (
            "the limit of three tables an hour holds for one address, whatever a visitor claims"
        )
