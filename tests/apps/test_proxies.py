"""Shared tables behind proxies: one that cuts silent lines, one without websockets, one that renames, and a hub's."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest

pytest.importorskip("segno", reason="the extra tables is not installed")

from websockets.exceptions import ConnectionClosed, InvalidStatus

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers, answers, free_port
from devtools.build import programs
from phase10_widgets.apps.serve import light
from phase10_widgets.apps.tables import polling
from tests.apps.proxies import Proxy, proxied
from tests.apps.test_live import Service, hello, served, token
from tests.apps.test_polling import Poller, joined

IDLE = 0.8
"""The silence after which the proxy cuts a line, in seconds; instead of a minute."""
PUBLIC = "http://school.example"


def behind(service: Service, proxy: Proxy) -> Service:
    """Return the service as it is seen from outside the proxy."""
    return service._replace(address=proxy.address)


@served
async def test_a_silent_line_stays_open(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """As 20 s are less than the minute after which proxies cut."""
    monkeypatch.setattr(light, "PING", IDLE / 4)
    host = await token(service, "Hanna")
    async with proxied(Proxy(service.address, idle=IDLE)) as proxy:
        async with behind(service, proxy).line(ping_interval=None) as line:
            await hello(line, host)
            with contextlib.suppress(ConnectionClosed, TimeoutError):
                async with asyncio.timeout(3 * IDLE):
                    while True:
                        await line.recv()
            assert line.close_code is None
        assert not proxy.cut


@served
async def test_a_request_that_waits_returns_in_time(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "HOLD", IDLE / 2)
    host = await token(service, "Hanna")
    async with proxied(Proxy(service.address, idle=IDLE)) as proxy:
        page = Poller(behind(service, proxy))
        await page.hello(host)
        assert await page.ask() == []
        assert len(service.desk.pages) == 1


def test_the_times_are_less_than_a_minute() -> None:
    assert max(light.PING, polling.HOLD, polling.SILENT) < 30


@served
async def test_without_websockets_a_page_polls(service: Service) -> None:
    host = await token(service, "Hanna")
    async with proxied(Proxy(service.address, upgrades=False)) as proxy:
        there = behind(service, proxy)
        with pytest.raises(InvalidStatus, match="403"):
            await there.line()
        welcome = await Poller(there).hello(host)
        assert (await Poller(there).hello(await joined(there, welcome["code"], "Ben")))["name"] == "Ben"


RENAMED = [
    # the host that the proxy writes, the server's sites, the status, why
    (None, (), 403, "the server is asked by an address, and the page has another origin"),
    ("school.example", (), 200, "a proxy that passes the name on"),
    (None, (PUBLIC,), 200, "the server knows the page's origin"),
]


@served
async def test_a_proxy_that_renames_needs_a_site(service: Service) -> None:
    for host, sites, status, why in RENAMED:
        service.settings["phase10_sites"].update(sites)
        opened = await token(service, "Hanna")
        async with proxied(Proxy(service.address, host=host or service.address)) as proxy:
            there = behind(service, proxy)
            headers = {"Origin": PUBLIC, "Sec-Fetch-Site": "same-origin"}
            say = [{"kind": "hello", "v": 1, "token": opened}]
            poll = await there.post("poll", {"line": None, "say": say, "wait": True}, **headers)
            assert poll.code == status, why
            if status == 200:
                async with there.line(origin=PUBLIC) as line:
                    assert (await hello(line, opened))["name"] == "Hanna"
            else:
                with pytest.raises(InvalidStatus, match="403"):
                    await there.line(origin=PUBLIC)


@pytest.fixture
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start JupyterHub's own proxy and, as a service of it, the shared tables; yield the service's address."""
    command = programs.hub_proxy()
    home = tmp_path_factory.mktemp("hub")
    public, api, port = free_port(), free_port(), free_port()
    env = {**os.environ, **Servers(home).folders(), "PYTHONPATH": str(ROOT), "CONFIGPROXY_AUTH_TOKEN": "secret"}
    service = {"JUPYTERHUB_SERVICE_PREFIX": "/services/tables/", "JUPYTERHUB_SERVICE_URL": f"http://127.0.0.1:{port}"}
    words = ["--ip=127.0.0.1", f"--port={public}", "--api-ip=127.0.0.1", f"--api-port={api}", "--log-level=error"]
    tables = [sys.executable, "-m", "phase10_widgets", "tables", "--open", "--trust-proxy", "--data=none"]
    quiet = subprocess.DEVNULL
    with (
        leash.tied(subprocess.Popen([*command, *words], cwd=home, env=env, stdout=quiet)),
        leash.tied(subprocess.Popen(tables, cwd=home, env=env | service, stdout=quiet, stderr=quiet)) as server,
    ):
        assert answers(server, f"http://127.0.0.1:{port}/services/tables/health")
        route(api, port)
        yield f"127.0.0.1:{public}/services/tables"


def route(api: int, port: int) -> None:
    """Tell the proxy where the service is, as a hub does."""
    asked = urllib.request.Request(
        f"http://127.0.0.1:{api}/api/routes/services/tables",
        data=json.dumps({"target": f"http://127.0.0.1:{port}"}).encode(),
        headers={"Authorization": "token secret", "Content-Type": "application/json"},
        method="POST",
    )
    for _ in range(100):
        try:
            urllib.request.urlopen(asked, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the proxy does not answer")


@pytest.mark.slow
@pytest.mark.rotating
def test_a_hubs_proxy_leads_to_the_tables(hub: str) -> None:
    """It adds the true address behind what a visitor claims, and passes on other claims as they are."""

    async def run() -> None:
        service = Service(hub, desk=None, settings={})  # type: ignore[arg-type]
        with urllib.request.urlopen(f"http://{hub}/live", timeout=20) as page:
            assert 'data-base="/services/tables/"' in page.read().decode()
        opened = await token(service, "Hanna")
        origin = f"http://{hub.partition('/')[0]}"
        async with service.line(origin=origin) as line:
            welcome = await hello(line, opened)
            assert (await Poller(service).hello(await joined(service, welcome["code"], "Ben")))["name"] == "Ben"
        with pytest.raises(InvalidStatus, match="403"):
            await service.line(origin="http://evil.example")
        found = [
            (await service.post("open", {"name": "Eve"}, **{claim: f"10.0.{at}.{n}"})).code
            for at, claim in enumerate(("X-Forwarded-For", "X-Real-IP"))
            for n in range(4)
        ]
        assert found == [200] * 2 + [429] * 6, "three tables an hour are for one address, whatever a visitor claims"

    asyncio.run(run())
