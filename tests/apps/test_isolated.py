"""Commands run no file of the current folder, and leave nothing behind when the terminal closes."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from devtools.browser import leash
from devtools.browser.servers import Servers, answers, free_port

pytestmark = pytest.mark.slow  # it starts servers
TAKEN = (
    "json",
    "asyncio",
    "logging",
    "struct",
    "tornado",
    "secrets",
    "signal",
    "random",
    "typing",
    "ipykernel_launcher",
)
"""Modules that servers, their processes and kernels import; handed-in files may have such names."""
SERVERS = [("serve", "--ready=1"), ("tables",), ("play", "--no-browser")]
HANG_UP = getattr(signal, "SIGHUP", signal.SIGTERM)


@contextmanager
def started(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a command in the folder of handed-in files as the installed one runs, which has its own folder first."""
    port = free_port()
    command = [sys.executable, "-P", "-m", "phase10_widgets", *words, f"--port={port}"]
    places = {**os.environ, **Servers(home).folders(), "TMPDIR": str(home / "tmp"), "PYTHONPATH": ""}
    (home / "tmp").mkdir(exist_ok=True)
    process = subprocess.Popen(
        command, cwd=home / "handed in", env=places, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    with leash.tied(process):
        try:
            yield process, f"http://127.0.0.1:{port}/"
        finally:
            process.kill()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with a folder in which files have the names of modules."""
    folder = tmp_path / "handed in"
    folder.mkdir()
    for name in TAKEN:
        (folder / f"{name}.py").write_text(
            f"open({str(tmp_path / 'run')!r}, 'a').write('{name} ')\nraise SystemExit", "utf-8"
        )
    return tmp_path


@pytest.mark.parametrize("words", SERVERS, ids=lambda words: words[0])
def test_no_file_of_the_current_folder_is_run(home: Path, words: tuple[str, ...]) -> None:
    """Nothing stays behind, either: a terminal that closes ends a server as Ctrl+C does."""
    if signal.getsignal(HANG_UP) is signal.SIG_IGN:
        pytest.skip("whoever started the tests has told all they start to pass over this signal")
    with started(home, *words) as (process, address):
        assert answers(process, f"{address}health" if words[0] != "play" else address)
        if words[0] == "serve":
            wait_for(lambda: json.load(urllib.request.urlopen(f"{address}health"))["ready"] == 1)
            look_at_odd_addresses(address)
        assert not (home / "run").exists()
        process.send_signal(HANG_UP)
        assert process.wait(30) == 0
        assert process.stdout is not None
        if words[0] != "play":
            assert '"event": "stopped"' in process.stdout.read()
    left = [path.name for path in (home / "tmp").iterdir() if re.match("phase10|voila", path.name)]
    assert left == []
    assert not (home / "run").exists()


def wait_for(what: object) -> None:
    assert callable(what)
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.2)


ODD = f"""
voila/templates/phase10/static/..%2fconf.json voila/templates/phase10/static/%2e%2e/%2e%2e/x voila/templates/x/static/a
voila/templates/..%2f..%2fstatic/a voila/templates/a voila/templates/%00 voila/templates/phase10/static/%00
voila/templates/phase10/static/{"a" * 300} voila/static/%00 voila/static/..%2f..%2fetc%2fpasswd voila/static/
voila/static/%ff voila/static/{"a" * 5000} page.css%00 play/solo.js%00 play/..%2fsolo.js live/%2e%2e/x voila/render/%00
health?x=%ff
voila/render/..%2f..%2fx.ipynb api/kernels/%00 api/kernels/x/channels voila/api/themes/%00 voila/api/themes/..%2f..%2fx
voila/api/themes/{"a" * 300} voila/api/shutdown/%00 robots.txt%0a de/%00 play/line live/line voila/labextensions/%00
voila/labextensions/..%2fx voila/files/..%2fx % %zz a%20b play?language=%ff history?x=%00
""".split()


def look_at_odd_addresses(address: str) -> None:
    """None is an error of the server, and none leads to a file."""
    found = {path[:60]: status(address, path) for path in ODD}
    assert {path: code for path, code in found.items() if code >= 500} == {}
    hidden = {code for path, code in found.items() if "%2f" in path or (path.endswith("%00") and "?" not in path)}
    assert hidden <= {400, 403, 404, 405}


def status(address: str, path: str) -> int:
    """Return the status of an address that is sent as it is written."""
    connection = http.client.HTTPConnection(address.partition("//")[2].strip("/"), timeout=30)
    try:
        connection.request("GET", f"/{path}")
        return connection.getresponse().status
    finally:
        connection.close()
