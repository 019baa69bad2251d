"""The ``phase10`` command: what it says, which port it takes, that it ends what it started."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from phase10_widgets import cli
from phase10_widgets.cli import play, serve
from phase10_widgets.cli.common import choose_port


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
    port = choose_port("127.0.0.1", busy)
    assert port > busy
    assert capsys.readouterr().out == f"Port {busy} is in use; taking {port}.\n"


@pytest.mark.parametrize(("command", "extra"), [("play", "app"), ("lab", "lab"), ("serve", "app")])
def test_a_missing_extra_is_named(
    command: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve if command == "serve" else play, "importable", lambda *modules: False)
    assert cli.main([command]) == 1
    assert f"pip install 'phase10_widgets[{extra}]'" in capsys.readouterr().err


def test_a_server_that_cannot_start_shows_its_last_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], busy: int
) -> None:
    monkeypatch.setattr(play, "choose_port", lambda host, first: busy + 1)
    monkeypatch.setattr(play, "wait_until_answering", lambda server, host, port: server.wait(30) > 99)
    monkeypatch.setattr(play, "app_home", lambda: (play.PACKAGE / "no.ipynb", play.PACKAGE))
    assert cli.main(["play", "--no-browser"]) == 1
    assert "Phase 10 did not start" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without telling it")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_play_answers_and_leaves_nothing_behind(ending: signal.Signals, busy: int) -> None:
    if signal.getsignal(ending) is signal.SIG_IGN:
        pytest.skip("whoever started the tests has told all they start to pass over this signal")
    command = [sys.executable, "-m", "phase10_widgets", "play", "--no-browser", f"--port={busy}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as game:
        assert game.stdout is not None
        assert "in use" in game.stdout.readline()
        address = re.fullmatch(r"Phase 10: (http://127\.0\.0\.1:\d+/)\n", game.stdout.readline())
        assert address is not None
        assert game.stdout.readline() == "Stop it with Ctrl+C.\n"
        urllib.request.urlopen(f"{address[1]}voila/static/voila.js", timeout=30).close()
        game.send_signal(ending)
        try:
            assert game.wait(30) == 0
        finally:
            game.kill()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(address[1], timeout=5)


def test_the_arena_prints_a_table_and_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = tmp_path / "found.json", tmp_path / "found.csv"
    words = "arena greedy random --edition masters --games 4 --option phases=1,2 --option must_lay_down=true --seed 3"
    assert cli.main([*words.split(), f"--json={files[0]}", f"--csv={files[1]}"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("masters, phases=[1, 2], must_lay_down=True, 2 seats: 4 games, 2 deals")
    found = json.loads(files[0].read_text("utf-8"))
    assert (found["seed"], found["games"], found["players"]) == (3, 4, ["greedy", "random"])
    for row in (f"greedy {found['wins'][0]} 4 ", f"random {found['wins'][1]} 4 "):
        assert row in " ".join(out.split())
    assert files[1].read_text("utf-8").splitlines()[1].startswith("greedy,4,")


SEATINGS = [
    ("greedy random random", "2 seats: 6 games at 3 tables", "more players than seats: each plays each"),
    ("greedy random random --together", "3 seats: 2 games,", "one table"),
    ("greedy random --seats 4", "4 seats: 2 games,", "the last player fills the seats left"),
    ("greedy", "2 seats: 2 games,", "against itself"),
    ("greedy random --jobs 2", "2 seats: 2 games,", "on two processes"),
]


@pytest.mark.parametrize(("words", "heading", "why"), SEATINGS)
def test_who_sits_in_the_arena(words: str, heading: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", *words.split(), "--games=2", "--option=phases=1"]) == 0
    assert heading in capsys.readouterr().out, why


REFUSED = [
    ("arena greedy clairvoyant", "phase10 arena: there is no player 'clairvoyant'; the players are random, greedy"),
    ("arena greedy random --edition uno", "phase10 arena: there is no edition 'uno'"),
    ("arena greedy random --option colour=red", "phase10 arena: Phase 10 has no option 'colour'"),
    ("arena greedy random --option seed=3", "phase10 arena: Phase 10 has no option 'seed'"),
    ("arena greedy random --seats 9", "phase10 arena: Phase 10 is for 2 to 6 players, not 9"),
    ("arena greedy random --seats 1", "phase10 arena: seats is a whole number from 2"),
    ("arena greedy random --games 2.5", "'2.5' is not a whole number of 1 or more"),
    ("arena greedy random --option phases", "'phases' is not NAME=VALUE, such as advance=always"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_the_arena_refuses_with_a_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = cli.main(words.split())
    except SystemExit as stop:
        code = stop.code  # type: ignore[assignment]
    assert code == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""


def test_the_arena_can_be_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What was played until then is shown."""
    from phase10_widgets.arena.deals import play_deal

    def interrupted(place: int, table: object, deal: int, games: int) -> object:
        if deal == 3:
            raise KeyboardInterrupt
        return play_deal(place, table, deal, games)  # type: ignore[arg-type]

    monkeypatch.setattr("phase10_widgets.arena.contest.play_deal", interrupted)
    assert cli.main(["arena", "greedy", "random", "--option=phases=1"]) == 0
    captured = capsys.readouterr()
    assert "6 games, 3 deals" in captured.out
    assert "Stopped" in captured.err
