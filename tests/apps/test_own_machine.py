"""``phase10 play`` runs its owner's code, so nobody else gets anything, in another account or on another site."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from devtools.browser import leash
from devtools.browser.servers import Servers, free_port
from phase10_widgets.apps.serve.own_machine import PARAMETER, without_token
from tests.apps.asking import ask
from tests.faults import no_faults

pytestmark = pytest.mark.slow  # it starts servers
KERNEL = re.compile(r"/api/kernels/([0-9a-f-]{36})|\"kernelId\": \"([0-9a-f-]{36})\"")


class Own(NamedTuple):
    """A running ``phase10 play``."""

    address: str
    path: str
    token: str
    process: subprocess.Popen[str]

    def ask(self, path: str, **headers: str) -> int:
        """Return the status of a page, or of where it leads."""
        return ask(self.address + path, **headers).status


@contextmanager
def playing(home: Path, *words: str, browser: Path | None = None) -> Iterator[Own]:
    words = words if browser else ("--no-browser", *words)
    command = [sys.executable, "-m", "phase10_widgets", "play", f"--port={free_port()}", *words]
    env = {**os.environ, **Servers(home).folders(), "BROWSER": str(browser), "DISPLAY": ":0"}
    started = subprocess.Popen(command, cwd=home, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with leash.tied(started) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(rf"[\w ]+: (http://127\.0\.0\.1:\d+/)(.*)\?{PARAMETER}=(\S+)\n", line)
        assert found, line
        try:
            yield Own(found[1], found[2], found[3], process)
        finally:
            process.terminate()
            assert process.wait(30) == 0


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Own]:
    with playing(tmp_path_factory.mktemp("own"), "--lessons") as found:
        yield found


def entered(own: Own) -> tuple[str, str]:
    """Open the printed address as a browser does; return the page and the cookies."""
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    with opener.open(f"{own.address}{own.path}?{PARAMETER}={own.token}", timeout=120) as page:
        assert PARAMETER not in page.url, "a browser keeps the address in its history"
        text = page.read().decode()
    return text, "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


PATHS = (
    "",
    "voila/render/index.ipynb",
    "voila/static/voila.js",
    "api/kernels",
    "voila/templates/phase10/static/a.css",
    "voila/api/shutdown/x",
    "login",
    "nothing",
)


def test_nobody_gets_anything_without_the_token(own: Own) -> None:
    with no_faults() as faults:
        for path in PATHS:
            with faults.of(path):
                assert own.ask(path) == 403
                assert own.ask(f"{path}?{PARAMETER}=") == own.ask(f"{path}?{PARAMETER}={own.token[:-1]}") == 403
                assert own.ask(path, Cookie=f"phase10_visit=1; phase10_own=1; token={own.token}") == 403
                assert own.ask(f"{path}?{PARAMETER}={own.token}", Host="evil.example") == 403


def test_the_printed_address_opens_and_its_kernel_answers_its_owner_alone(own: Own) -> None:
    text, cookies = entered(own)
    assert "jupyter-config-data" in text
    match = KERNEL.search(text)
    assert match, "a page names its kernel"
    kernel = match[1] or match[2]
    port = own.address.rpartition(":")[2].strip("/")
    channels = f"ws://127.0.0.1:{port}/api/kernels/{kernel}/channels"

    async def opens(**headers: str) -> bool:
        try:
            async with connect(channels, additional_headers=headers):
                return True
        except InvalidStatus as refused:
            return bool(refused.response.status_code != 403)

    tried = [
        (True, {"Cookie": cookies}),
        (True, {"Cookie": cookies, "Origin": own.address.strip("/")}),
        (False, {}),
        (False, {"Origin": own.address.strip("/")}),
        (False, {"Cookie": cookies, "Origin": "http://evil.example"}),
        (False, {"Cookie": cookies, "Origin": "null"}),
        (False, {"Cookie": cookies.replace("phase10_own", "other")}),
    ]
    assert [asyncio.run(opens(**headers)) for _, headers in tried] == [opened for opened, _ in tried]
    path = f"api/kernels/{kernel}"
    assert own.ask(path, Cookie=cookies) == 200
    assert own.ask(path) == 403
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example"):
        assert own.ask(path, Cookie=cookies, Host=host) == 403


@pytest.mark.skipif(sys.platform == "win32", reason="Windows shows nobody else's command lines")
def test_a_browser_is_opened_with_a_key_that_works_once(tmp_path: Path) -> None:
    """Everybody can read its command line, for as long as it runs."""
    browser, told = tmp_path / "browser", tmp_path / "told"
    browser.write_text(f'#!/bin/sh\necho "$1" >{told}.part\nmv {told}.part {told}\n', "utf-8")
    browser.chmod(0o700)
    with playing(tmp_path, browser=browser) as own:
        assert {own.ask(path) for path in PATHS} == {403}, "as beside the lessons"
        deadline = time.monotonic() + 30
        while not told.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        opened = told.read_text("utf-8").strip()
        address, _, key = opened.partition(f"?{PARAMETER}=")
        assert address == own.address + own.path
        assert key not in ("", own.token)
        for status in (302, 403):
            assert ask(f"{address}?{PARAMETER}={key}", None, False).status == status
        assert ask(f"{address}?{PARAMETER}={own.token}", None, False).status == 302


@pytest.mark.skipif(sys.platform == "win32", reason="Windows shows nobody else's command lines")
def test_no_command_line_has_the_token_and_no_kernel_knows_it(own: Own) -> None:
    entered(own)
    parent = psutil.Process(own.process.pid)
    server, *kernels = parent.children(recursive=True)
    for process in (parent, server, *kernels):
        assert not any(own.token in word for word in process.cmdline())
    assert kernels
    for kernel in kernels:
        assert own.token not in kernel.environ().values()


URIS = ("/a?token=x", "/a?b=1&token=x&token=y", "//evil.example/?token=x", "/\\evil?token=%0d%0a", "http://evil?token=")


def test_the_address_without_the_token_leads_nowhere_else() -> None:
    for uri in URIS:
        found = without_token(uri)
        assert found.startswith("/")
        assert not found.startswith(("//", "/\\"))
        assert PARAMETER not in found
        assert "\n" not in found
