"""A Chromium that reaches 127.0.0.1 only, and Voilà and JupyterLab servers of our own for it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, WebSocket

from tools import chromium

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0
STOP_SECONDS = 10.0
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)

UrlFor = Callable[[Path], str]


class Frame(NamedTuple):
    """One websocket message; binary ones are read as UTF-8 as far as they are."""

    sent: bool
    text: str


class Servers:
    """Starts servers with Jupyter folders of their own, and ends exactly those."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, module: str, *words: str, ready: str) -> str:
        """Run ``python -m module`` on a free port, and return its address once the path `ready` answers."""
        port = free_port()
        address, log = f"http://127.0.0.1:{port}/", self.home / f"{module}-{port}.log"
        with log.open("wb") as out:
            server = subprocess.Popen(
                [sys.executable, "-m", module, "--no-browser", f"--port={port}", *words],
                cwd=ROOT,
                env={**os.environ, **self.folders()},
                stdout=out,
                stderr=out,
            )
        self.running.append(server)
        if not answers(server, address + ready):
            pytest.fail(f"{module} did not start:\n" + log.read_text("utf-8", "replace")[-3000:])
        return address

    def folders(self) -> dict[str, str]:
        """The environment that keeps a server out of the user's own settings, saved games and kernels."""
        own = (
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_DATA_DIR",
            "JUPYTER_RUNTIME_DIR",
            "JUPYTERLAB_SETTINGS_DIR",
            "IPYTHONDIR",
        )
        places = {name: str(self.home / name.lower()) for name in (*own, "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        return {**places, "HOME": str(self.home), "JUPYTER_PREFER_ENV_PATH": "1"}

    def stop(self) -> None:
        """End what was started, gently first."""
        for server in self.running:
            server.terminate()
        for server in self.running:
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(server: subprocess.Popen[bytes], address: str) -> bool:
    """True as soon as the address answers; False when the server ends first or takes a minute."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser; without one the test is skipped, and fails where CI=true."""
    path = chromium.find()
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(chromium.ADVICE)
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: str) -> dict[str, Any]:
    """pytest-playwright's launch options, with our Chromium and without the outside world."""
    return {**browser_type_launch_args, "executable_path": chromium_path, "args": list(QUIET)}


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """The servers of this test session."""
    started = Servers(tmp_path_factory.mktemp("jupyter"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def voila_url(servers: Servers) -> UrlFor:
    """``voila_url(notebook)``: its address in Voilà, set up by voila.json; a server for each notebook."""
    addresses: dict[Path, str] = {}

    def url(notebook: Path) -> str:
        path = notebook.resolve()
        if path not in addresses:
            words = (str(path), "--Voila.ip=127.0.0.1", "--Voila.port_retries=0")
            addresses[path] = servers.start("voila", *words, ready="voila/static/voila.js")
        return addresses[path]

    return url


@pytest.fixture(scope="session")
def lab_url(servers: Servers) -> UrlFor:
    """``lab_url(notebook)``: a copy of it open in JupyterLab, in a fresh workspace; one server for all."""
    folder = servers.home / "notebooks"
    address = ""

    def url(notebook: Path) -> str:
        nonlocal address
        address = address or start_lab(servers, folder)
        workspace = uuid.uuid4().hex
        (folder / workspace).mkdir()
        shutil.copy(notebook, folder / workspace)
        return f"{address}lab/workspaces/{workspace}/tree/{workspace}/{notebook.name}"

    return url


def start_lab(servers: Servers, folder: Path) -> str:
    """JupyterLab over `folder`, without a token, without news; `window.jupyterapp` is there for tests."""
    folder.mkdir()
    settings = servers.home / "jupyterlab_settings_dir" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    no_news = {"fetchNews": "false", "checkForUpdates": False}
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(no_news), "utf-8")
    words = (
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        "--allow-root",
        "--expose-app-in-browser",
    )
    return servers.start("jupyterlab", *words, ready="api/status")


@pytest.fixture
def websocket_traffic(page: Page) -> list[Frame]:
    """Every websocket message of the page from now on, in order; ask for it before ``page.goto``."""
    frames: list[Frame] = []

    def record(sent: bool, payload: str | bytes) -> None:
        frames.append(Frame(sent, payload if isinstance(payload, str) else payload.decode("utf-8", "replace")))

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: record(True, payload))
        socket.on("framereceived", lambda payload: record(False, payload))

    page.on("websocket", listen)
    return frames
