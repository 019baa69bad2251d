"""Shared tables inside a Jupyter server: anybody may join one, but can reach nothing else on that server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

pytest.importorskip("jupyter_server", reason="the extra voila is not installed")

from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.web import Application
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers, answers, free_port
from phase10_widgets.rooms.budgets import Shares
from phase10_widgets.server import connections
from phase10_widgets.server.connections import REQUEST_SECONDS
from phase10_widgets.server.rooms import extension
from tests.faults import every
from tests.helpers import rotating
from tests.server.asking import Answer, ask
from tests.ui.visiting import in_a_loop

pytestmark = pytest.mark.slow  # it starts servers

PATIENCE = 20
TOKEN = "a-token-that-no-pupil-knows"


class Jupyter(NamedTuple):
    address: str
    home: Path

    def ask(self, path: str, content: object = None, **headers: str) -> Answer:
        """Return the status, headers and text of an answer to a person without a token or a cookie."""
        return ask(self.address + path, content, False, **headers)

    async def line(self, path: str, *messages: object, origin: str | None = None) -> Any:
        """Return the first answer on a websocket."""
        address = self.address.replace("http", "ws", 1) + path
        async with asyncio.timeout(PATIENCE), connect(address, origin=origin) as page:
            for message in messages:
                await page.send(json.dumps(message))
            return json.loads(await page.recv())


@pytest.fixture(scope="module", params=["true", rotating("false")])
def jupyter(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    """Start Jupyter with the settings of Binder."""
    home = tmp_path_factory.mktemp("jupyter")
    address = f"http://127.0.0.1:{(port := free_port())}/user/ana/"
    env = {**os.environ, **Servers(home).folders(), "PYTHONPATH": str(ROOT), "PHASE10_DATA": str(home / "data")}
    env["JUPYTER_CONFIG_PATH"] = str(ROOT / "binder")
    env["JUPYTER_SERVER_ALLOW_UNAUTHENTICATED_ACCESS"] = request.param
    words = [f"--ServerApp.port={port}", "--ServerApp.base_url=/user/ana/", f"--IdentityProvider.token={TOKEN}"]
    words += ["--no-browser", "--allow-root", "--ServerApp.port_retries=0"]
    command = [sys.executable, "-m", "jupyter_server", *words]
    with (home / "log").open("wb") as log:
        started = subprocess.Popen(command, cwd=home, env=env, stdout=log, stderr=log)
        with leash.tied(started) as server:
            there = any(answers(server, f"{address}live") for _ in range(3))  # it loads every extension
            assert there, (home / "log").read_text("utf-8")[-3000:]
            yield Jupyter(address, home)


@in_a_loop
async def test_the_last_hop_gives_the_address_and_heavy_users_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Jupyter itself believes a visitor's claim if it trusts a proxy."""
    monkeypatch.setattr(connections, "SHARES", shares := Shares(1e-9, REQUEST_SECONDS))
    for behind_proxy, found in [(True, "192.0.2.7"), (False, "10.0.0.1")]:
        headers = HTTPHeaders({"X-Forwarded-For": "10.0.0.2, 192.0.2.7", "X-Real-IP": "10.0.0.1", "Host": "localhost"})
        asked = HTTPServerRequest(headers=headers, start_line=RequestStartLine("GET", "/", "HTTP/1.1"))
        asked.remote_ip, asked.connection = "10.0.0.1", SimpleNamespace(set_close_callback=lambda closed: None)
        settings = {"phase10_behind_proxy": behind_proxy, "phase10_frames": ""}
        await extension._Guarded(Application(**settings), asked).prepare()
        assert asked.remote_ip == found
        assert shares.spend(found, 0) == 0
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(extension._Guarded(Application(**settings), asked).prepare(), 0.2)


def test_a_pupil_with_a_link_needs_no_token(jupyter: Jupyter) -> None:
    status, headers, page = jupyter.ask("live")
    assert status == 200
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in headers
    for path in re.findall(r'(?:href|src)="/user/ana/([^"]+)"', page):
        assert jupyter.ask(path)[0] == 200, path
    _, _, opened = jupyter.ask("live/open", {"name": "Hanna"})
    hello = {"kind": "hello", "v": 1, "token": json.loads(opened)["token"], "language": "en"}
    welcome = asyncio.run(jupyter.line("live/line", hello))
    status, _, joined = jupyter.ask("live/join", {"key": welcome["key"], "name": "Ben"})
    assert status == 200
    assert asyncio.run(jupyter.line("live/line", hello | {"token": json.loads(joined)["token"]}))["role"] == "guest"
    assert [path.name for path in jupyter.home.rglob("live*.sqlite3")] == [extension.FILE]


APIS = ["contents", "kernels", "sessions", "terminals", "kernelspecs", "me"]


@every("path", [*(f"api/{name}" for name in APIS), "files/log", "metrics"])
def test_the_link_opens_none_of_jupyters_pages(path: str, jupyter: Jupyter) -> None:
    status, headers, text = jupyter.ask(path)
    assert status == 403 or (status == 302 and "/login" in headers["Location"]), text[:100]
    assert status == 403 or not path.startswith("api/")


@every("path", ["lab", "tree", "terminals/1", "voila/render/notebooks/app.ipynb"])
def test_pages_of_jupyter_ask_for_its_token(path: str, jupyter: Jupyter) -> None:
    status, headers, _ = jupyter.ask(path)
    assert (status, "/login" in headers["Location"]) == (302, True)


def test_nobody_starts_a_kernel_or_a_terminal_and_other_sites_stay_outside(jupyter: Jupyter) -> None:
    for path in ["terminals/websocket/1", "api/kernels/x/channels", "api/events/subscribe"]:
        with pytest.raises(InvalidStatus):  # or it is redirected to the page that asks for a token
            asyncio.run(jupyter.line(path))
    for path in ("api/kernels", "api/terminals", "api/sessions"):
        assert jupyter.ask(path, {})[0] == 403, path
    assert jupyter.ask("live/open", {"name": "Eve"}, Origin="http://evil.example")[0] == 403
    assert jupyter.ask("live", Host="evil.example")[0] == 421
    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(jupyter.line("live/line", origin="http://evil.example"))


def test_only_binder_enables_it() -> None:
    named = [path for path in ROOT.glob("*/**/*.json") if "extension" in path.name or "jupyter_server" in str(path)]
    enabling = [path for path in named if "phase10_widgets.server.rooms" in path.read_text("utf-8", "replace")]
    assert [path.relative_to(ROOT).as_posix() for path in enabling] == [
        "binder/jupyter_server_config.d/phase10_tables.json"
    ]
    assert "jupyter_server_config.d" not in (ROOT / "deploy" / "hub" / "Dockerfile").read_text("utf-8")
