"""Nobody else reaches ``phase10 voila`` or ``phase10 play``; commands run no file of the current folder."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

pytest.importorskip("voila", reason="the extra voila is not installed")

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from devtools.browser import leash
from devtools.browser.servers import Servers, answers, free_port
from phase10_widgets.server.own_machine import PARAMETER, SHORT_ROOT, place, without_token
from phase10_widgets.teaching.code.code_home import MAY_RUN
from tests.faults import every
from tests.helpers import rotating
from tests.server.asking import ask

pytestmark = pytest.mark.slow  # it starts servers
KERNEL = re.compile(r"/api/kernels/([0-9a-f-]{36})|\"kernelId\": \"([0-9a-f-]{36})\"")


class Own(NamedTuple):
    """A running ``phase10 voila``, or ``phase10 lab``."""

    address: str
    path: str
    token: str
    process: subprocess.Popen[str]

    def ask(self, path: str, **headers: str) -> int:
        """Return the status of a page, after redirects."""
        return ask(self.address + path, **headers).status


@contextmanager
def playing(
    home: Path, *words: str, browser: Path | None = None, name: str = "voila", env: Mapping[str, str] | None = None
) -> Iterator[Own]:
    words = words if browser else ("--no-browser", *words)
    command = [sys.executable, "-m", "phase10_widgets", name, f"--port={free_port()}", *words]
    env = {**os.environ, **Servers(home).folders(), "BROWSER": str(browser), "DISPLAY": ":0", **(env or {})}
    started = subprocess.Popen(command, cwd=home, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with leash.tied(started) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(rf"[\w ]+: (http://127\.0\.0\.1:\d+/)(.*)\?{PARAMETER}=(\S+)\n", line)
        assert found, line
        assert process.stdout.readline() == "Stop it with Ctrl+C.\n"
        try:
            yield Own(found[1], found[2], found[3], process)
        finally:
            process.terminate()
            assert process.wait(30) == 0


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Own]:
    with playing(tmp_path_factory.mktemp("own")) as found:
        yield found


def entered(own: Own) -> tuple[str, str]:
    """Open the printed address as a browser does; return the page and the cookies."""
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    with opener.open(f"{own.address}{own.path}?{PARAMETER}={own.token}", timeout=120) as page:
        assert PARAMETER not in page.url, "a browser keeps the address in its history"
        text = page.read().decode()
    return text, "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


PATHS = [
    *("", "voila/render/notebooks/app.ipynb", "voila/tree/lessons", "voila/static/voila.js", "login", "nothing"),
    *("voila/templates/phase10/static/a.css", "api/kernels", "voila/api/shutdown/x", "voila/api/contents/"),
]


@every("path", PATHS)
def test_nobody_gets_anything_without_the_token(path: str, own: Own) -> None:
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

    ours, origin = {"Cookie": cookies}, own.address.strip("/")
    other = {"Cookie": cookies.replace("phase10_own", "other")}
    assert all(asyncio.run(opens(**headers)) for headers in (ours, ours | {"Origin": origin}))
    strange = [ours | {"Origin": each} for each in ("http://evil.example", "null")]
    assert not any(asyncio.run(opens(**headers)) for headers in ({}, {"Origin": origin}, other, *strange))
    path = f"api/kernels/{kernel}"
    assert own.ask(path, Cookie=cookies) == 200
    assert own.ask(path) == 403
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example"):
        assert own.ask(path, Cookie=cookies, Host=host) == 403


@pytest.fixture
def browser(tmp_path: Path) -> Path:
    """Return a browser that only writes the address to open to a file beside it."""
    file, told = tmp_path / "browser", tmp_path / "told"
    file.write_text(f'#!/bin/sh\necho "$@" >{told}.part\nmv {told}.part {told}\n', "utf-8")
    file.chmod(0o700)
    return file


def opened_address(browser: Path) -> str:
    """Return the address that a browser should open."""
    deadline = time.monotonic() + 30
    while not (told := browser.with_name("told")).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return told.read_text("utf-8").strip()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not show other users' command lines")
def test_jupyterlab_is_opened_by_a_private_file(tmp_path: Path, browser: Path) -> None:
    """Its token lasts, so the browser's command line does not have it."""
    pytest.importorskip("jupyterlab", reason="the extra lab is not installed")
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "index.ipynb").write_text("{}", "utf-8")
    with playing(tmp_path, f"--folder={tmp_path}", "--no-copy", browser=browser, name="lab") as own:
        opened = opened_address(browser)
        assert own.token not in opened
        file = Path(urllib.request.url2pathname(opened.removeprefix("file://")))
        assert f"{own.address}{own.path}?token={own.token}" in file.read_text("utf-8")
        assert (file.stat().st_mode & 0o077, file.parent.stat().st_mode & 0o022) == (0, 0)
    assert not file.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not show other users' command lines")
def test_a_browser_is_opened_with_a_one_time_key(tmp_path: Path, browser: Path) -> None:
    """Every user can read its command line."""
    with playing(tmp_path, browser=browser) as own:
        opened = opened_address(browser)
        address, _, key = opened.partition(f"?{PARAMETER}=")
        assert address == own.address + own.path
        assert key not in ("", own.token)
        for status in (302, 403):
            assert ask(f"{address}?{PARAMETER}={key}", None, False).status == status
        assert ask(f"{address}?{PARAMETER}={own.token}", None, False).status == 302


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not show other users' command lines")
def test_no_command_line_has_the_token_and_no_kernel_knows_it(own: Own) -> None:
    entered(own)
    parent = psutil.Process(own.process.pid)
    server, *kernels = parent.children(recursive=True)
    for process in (parent, server, *kernels):
        assert not any(own.token in word for word in process.cmdline())
    assert kernels
    for kernel in kernels:
        assert own.token not in kernel.environ().values()
        (file,) = (word for word in kernel.cmdline() if word.endswith(".json"))
        assert json.loads(Path(file).read_text("utf-8"))["transport"] == place()[0], "in a folder of this user"


@every(
    "uri",
    ["/a?token=x", "/a?b=1&token=x&token=y", "//evil.example/?token=x", "/\\evil?token=%0d%0a", "http://evil?token="],
)
def test_the_address_without_the_token_leads_nowhere_else(uri: str) -> None:
    found = without_token(uri)
    assert re.match(r"/(?![/\\])", found)
    assert not re.search(f"{PARAMETER}|\n", found)


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such sockets")
def test_kernels_use_sockets_even_with_long_temporary_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Macs have such paths. Over TCP, every user of the machine could listen."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert place() == ("ipc", tempfile.gettempdir())
    monkeypatch.setattr(tempfile, "tempdir", "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T")
    assert place() == ("ipc", SHORT_ROOT)
    monkeypatch.delattr(socket, "AF_UNIX")
    assert place()[0] == "tcp"


# Play


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, psutil.Process]]:
    """Start ``phase10 play`` where the environment allows code; yield its address without a slash, and its process."""
    servers = Servers(tmp_path_factory.mktemp("play"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MAY_RUN, "1")
        address = servers.start("phase10_widgets", "play", "--no-browser", ready="health")
    yield address.strip("/"), psutil.Process(servers.running[0].pid)
    servers.stop()


def test_play_answers_only_under_this_machines_names(play: tuple[str, psutil.Process]) -> None:
    """A page of another site whose name points here (DNS rebinding) sends requests under that name."""
    address, _ = play
    port = address.rpartition(":")[2]
    for path in ("/", "/play", "/lessons/3", "/play/line", "/live", "/health", "/nothing"):
        statuses = {
            host: ask(address + path, None, False, Host=host).status
            for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", f"localhost:{port}")
        }
        assert [*statuses.values()][:3] == [421] * 3, path
        assert statuses[f"localhost:{port}"] != 421, path


def test_pages_of_other_sites_cannot_talk_to_play(play: tuple[str, psutil.Process]) -> None:
    address, _ = play

    async def opens(path: str, origin: str | None) -> bool:
        try:
            async with connect(address.replace("http", "ws", 1) + path, origin=origin):
                return True
        except InvalidStatus as refused:
            return bool(refused.response.status_code != 403)

    for path in ("/play/line", "/live/line"):
        assert all(asyncio.run(opens(path, origin)) for origin in (None, address))
        strange = ("http://evil.example", "http://localhost.evil.example", address + "0", "null")
        assert not any(asyncio.run(opens(path, origin)) for origin in strange), path
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert ask(f"{address}/live/join", {"key": "x", "name": "Eve"}, **headers).status == 403


def test_no_process_of_play_may_run_code(play: tuple[str, psutil.Process]) -> None:
    """This holds even if the command's environment allows kernels to run code."""
    _, server = play
    assert server.environ()[MAY_RUN] == "1"
    workers = server.children(recursive=True)
    assert workers
    assert not any(MAY_RUN in worker.environ() for worker in workers)
    assert not any("ipykernel" in word for process in (server, *workers) for word in process.cmdline())


# Files of the current folder

TAKEN = [
    *("json", "asyncio", "logging", "struct", "tornado", "secrets", "signal", "random", "typing", "ipykernel_launcher")
]
"""Modules that servers, their processes and kernels import; files that learners hand in may have such names."""
SERVERS = [("serve",), ("serve", "--only=tables"), ("play", "--no-browser"), ("voila", "--no-browser")]
HANG_UP, QUIT = (getattr(signal, name, signal.SIGTERM) for name in ("SIGHUP", "SIGQUIT"))


@pytest.mark.parametrize("words", [SERVERS[0], *map(rotating, SERVERS[1:])], ids="-".join)
def test_no_file_of_the_current_folder_is_run(tmp_path: Path, words: tuple[str, ...]) -> None:
    """The installed command searches its own folder first. It leaves nothing behind if a terminal ends it."""
    if signal.getsignal(HANG_UP) is signal.SIG_IGN:
        pytest.skip("the parent process of the tests ignores this signal")
    folder, temporary, run = (tmp_path / name for name in ("handed in", "tmp", "run"))
    folder.mkdir()
    temporary.mkdir()
    for name in TAKEN:
        (folder / f"{name}.py").write_text(f"open({str(run)!r}, 'a').write('{name} ')\nraise SystemExit", "utf-8")
    address = f"http://127.0.0.1:{(port := free_port())}/"
    command = [sys.executable, "-P", "-m", "phase10_widgets", *words, f"--port={port}"]
    env = {**os.environ, **Servers(tmp_path).folders(), "TMPDIR": str(temporary), "PYTHONPATH": ""}
    ours, logged = words[0] != "voila", words[0] == "serve"
    with leash.tied(
        subprocess.Popen(command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    ) as process:
        assert answers(process, f"{address}health" if ours else address)
        process.send_signal(QUIT if words == SERVERS[1] else HANG_UP)
        assert process.wait(30) == 0
        assert process.stdout is not None
        assert not logged or '"event": "stopped"' in process.stdout.read()
    assert [path.name for path in temporary.iterdir() if re.match("phase10|voila", path.name)] == []
    assert not run.exists()
