"""Binder, as far as possible without Docker: the steps of its builder and its hub, one by one.

repo2docker copies the files in git, installs ``binder/requirements.txt`` and runs ``binder/postBuild`` if there is one;
the hub starts Jupyter through ``binder/start``, with a token and a base path.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from devtools.browser import leash
from devtools.browser.driver import TablePage
from devtools.browser.servers import Servers, answers, free_port
from devtools.build import catalogs, frontend
from devtools.release import links
from tests.packages import CHECKOUT

BELOW = "/user/phase10-a1b2c3/"
MOST_BYTES = 1_400_000
"""The maximum size of the first visit, from the link to the setup screen, in bytes on the wire."""

BINARY = 2
"""The opcode of a websocket's binary message, which Chromium shows in base64."""


class Binder(NamedTuple):
    """A running container, approximately."""

    port: int
    token: str

    def address(self, path: str) -> str:
        """Return the hub's redirect target for a visitor with this ``urlpath``."""
        return f"http://127.0.0.1:{self.port}{BELOW}{path}?token={self.token}"


def run(*words: str | Path, cwd: Path, env: dict[str, str]) -> str:
    """Return a command's output; a failure shows all of it."""
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("binder")


@pytest.fixture(scope="module")
def env(home: Path) -> dict[str, str]:
    """Return the environment of a shell with the container's Python first."""
    others = ("PYTHON", "VIRTUAL_ENV", "JUPYTER")
    mine = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    return {**mine, "PATH": f"{home / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def repository(home: Path, env: dict[str, str]) -> Path:
    """Return the files in git, built as repo2docker builds them.

    This checkout's built front end and catalogs are copied first. They are built again if the sources in git differ.
    """
    repository = home / "repository"
    for name in run("git", "ls-files", "-z", cwd=CHECKOUT, env=env).split("\0"):
        if name and (CHECKOUT / name).is_file():
            (repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(CHECKOUT / name, repository / name)
    shutil.copytree(frontend.BUILT, repository / frontend.BUILT.relative_to(CHECKOUT))
    for path in (catalogs.STAMP, *catalogs.built_files()):
        shutil.copy2(path, repository / path.relative_to(CHECKOUT))
    run(sys.executable, "-m", "venv", home / "venv", cwd=home, env=env)
    run("pip", "install", "--no-compile", "--quiet", "-r", "binder/requirements.txt", cwd=repository, env=env)
    if (repository / "binder" / "postBuild").is_file():
        run("chmod", "+x", "binder/postBuild", cwd=repository, env=env)
        run("./binder/postBuild", cwd=repository, env=env)
    return repository


@pytest.fixture(scope="module")
def binder(repository: Path, env: dict[str, str]) -> Iterator[Binder]:
    """Start Jupyter as the hub does. The real Binder also has JupyterLab, from repo2docker."""
    found = Binder(free_port(), secrets.token_urlsafe(16))
    words = [
        "--ip=127.0.0.1",
        f"--port={found.port}",
        "--port-retries=0",
        f"--ServerApp.base_url={BELOW}",
        f"--ServerApp.token={found.token}",
        "--ServerApp.trust_xheaders=True",
        "--ServerApp.allow_origin=*",
        "--ServerApp.allow_origin_pat=.*",
        "--no-browser",
        "--allow-root",
    ]
    home, log = repository.parent, repository.parent / "log"
    with log.open("wb") as out:
        command = [str(repository / "binder" / "start"), "jupyter-server", *words]
        own = {**env, **Servers(home).folders()}
        with leash.tied(subprocess.Popen(command, cwd=home, env=own, stdout=out, stderr=out)) as server:
            assert answers(server, found.address("api/status")), log.read_text("utf-8", "replace")[-3000:]
            yield found


def deflated(message: dict[str, Any]) -> int:
    """Return the size of a websocket's message as the server compresses it, in bytes."""
    binary = message["opcode"] == BINARY
    content = base64.b64decode(message["payloadData"]) if binary else message["payloadData"].encode()
    return len(zlib.compress(content))


def test_a_visitor_plays(binder: Binder, page: Page, requested: list[str]) -> None:
    """The link leads to the app, which loads at most 1.4 MB from this server alone; a card is drawn there."""
    missing: list[str] = []
    page.on("response", lambda found: missing.append(found.url) if found.status >= 400 else None)
    received: list[int] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda found: received.append(found["encodedDataLength"]))
    # Chromium shows the messages of a websocket after it has decompressed them.
    network.on("Network.webSocketFrameReceived", lambda frame: received.append(deflated(frame["response"])))
    page.goto(binder.address(links.PATHS["app"]))
    play = page.locator('[data-p10="setup"] [data-act="play"]').first
    play.wait_for()
    page.wait_for_load_state("networkidle")
    assert 400_000 < sum(received) <= MOST_BYTES
    play.click()
    table = TablePage(page, "classic")
    table.wait()
    table.draw()
    assert len(table.hand()) == 11
    here = f"http://127.0.0.1:{binder.port}{BELOW}"
    assert [url for url in requested if not url.startswith((here, "data:", "blob:"))] == []
    assert missing == []


def test_a_visitor_finds_the_lessons(binder: Binder, page: Page) -> None:
    """From the list to a lesson, below the hub's path."""
    page.goto(binder.address(links.PATHS["lessons"]))
    page.locator(".p10").first.wait_for()
    page.locator('a[href*="03_at_least_one_wild"]').first.click()
    page.get_by_role("button", name="Next").click()
    page.locator('[data-p10="table"]').wait_for()


def test_a_visitor_without_a_token_is_refused(binder: Binder) -> None:
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"http://127.0.0.1:{binder.port}{BELOW}api/kernels", timeout=30)


def test_the_settings_are_found(repository: Path, env: dict[str, str]) -> None:
    """In any start folder, Jupyter compresses its answers and culls unused kernels."""
    shown = run(repository / "binder" / "start", "jupyter-server", "--show-config-json", cwd=repository.parent, env=env)
    settings = json.loads(shown[shown.index("{") :])
    assert settings["ServerApp"]["tornado_settings"]["compress_response"] is True
    assert settings["ServerApp"]["websocket_compression_options"] == {}
    assert 0 < settings["MappingKernelManager"]["cull_idle_timeout"] <= 900


def test_the_package_supports_binders_python() -> None:
    """With a ``binder`` folder, repo2docker ignores ``requires-python``."""
    name, _, version = (CHECKOUT / "binder" / "runtime.txt").read_text("utf-8").strip().partition("-")
    assert name == "python"
    assert tuple(map(int, version.split("."))) >= (3, 11)
