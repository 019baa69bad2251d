"""The ``phase10`` command: what it says, which port it takes, that it ends what it started."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import pytest

from phase10_widgets import cli


@pytest.fixture
def busy() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_without_a_command_it_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    assert "play in the browser" in capsys.readouterr().out


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "8866.5"])
def test_a_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["play", f"--port={port}"])
    assert "is not a port" in capsys.readouterr().err


def test_a_busy_port_is_passed_by(busy: int, capsys: pytest.CaptureFixture[str]) -> None:
    port = cli.choose_port("127.0.0.1", busy)
    assert port > busy
    assert capsys.readouterr().out == f"Port {busy} is in use; taking {port}.\n"


@pytest.mark.parametrize(("command", "extra"), [("play", "app"), ("lab", "lab")])
def test_a_missing_extra_is_named(
    command: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "importable", lambda *modules: False)
    assert cli.main([command]) == 1
    assert f"pip install 'phase10_widgets[{extra}]'" in capsys.readouterr().err


def test_a_server_that_cannot_start_shows_its_last_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], busy: int
) -> None:
    monkeypatch.setattr(cli, "choose_port", lambda host, first: busy + 1)
    monkeypatch.setattr(cli, "wait_until_answering", lambda server, host, port: server.wait(30) > 99)
    monkeypatch.setattr(cli, "app_home", lambda: (cli.PACKAGE / "no.ipynb", cli.PACKAGE))
    assert cli.main(["play", "--no-browser"]) == 1
    assert "Phase 10 did not start" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without telling it")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_play_answers_and_leaves_nothing_behind(ending: signal.Signals, busy: int) -> None:
    command = [sys.executable, "-m", "phase10_widgets", "play", "--no-browser", f"--port={busy}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as game:
        assert game.stdout is not None
        assert "in use" in game.stdout.readline()
        address = re.fullmatch(r"Phase 10: (http://127\.0\.0\.1:\d+/)\n", game.stdout.readline())
        assert address is not None
        assert game.stdout.readline() == "Stop it with Ctrl+C.\n"
        urllib.request.urlopen(f"{address[1]}voila/static/voila.js", timeout=30).close()
        game.send_signal(ending)
        assert game.wait(30) == 0
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(address[1], timeout=5)
