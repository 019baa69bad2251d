"""``phase10 ladder`` ends in time, whatever the players in the files do, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from phase10_widgets import cli
from phase10_widgets.teaching import Program, Progress, class_ladder
from phase10_widgets.teaching.code.player_code import PLAYER_ID
from tests.helpers import rotating
from tests.teaching.test_player_code import GREEDY, written

Folder: TypeAlias = Callable[[dict[str, str]], Path]
Start: TypeAlias = Callable[[dict[str, str]], subprocess.Popen[bytes]]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux confines players and lists processes in /proc"),
]
OUT = "os = next(c for c in object.__subclasses__() if c.__name__ == '_wrap_close').__init__.__globals__\n"
"""The usual way to escape from Python, at the top of a player's code."""
DRAW = '{"action": {"type": "draw", "from": "deck"}, "id": "0123456789abcdef"}'
BAD = {
    "never ends": written("while True: pass"),
    "never ends at the top": "for i in iter(int, 1): pass\n" + GREEDY,
    "sleeps": OUT + written("os['sys'].modules['time'].sleep(1000)"),
    "answers in advance, and sleeps": OUT
    + written(
        f"for i in range(2000): os['write'](1, {DRAW!r}.encode() + b'\\n')", "os['sys'].modules['time'].sleep(1000)"
    ),
    "floods its answers": OUT + written("while True: os['write'](1, b'x' * 10_000)"),
    "floods its errors": OUT + written("while True: os['write'](2, b'x' * 10_000)"),
    "closes its pipes": OUT + written("os['close'](0)", "os['close'](1)", "os['sys'].modules['time'].sleep(1000)"),
    "ignores signals": OUT
    + "[os['sys'].modules['_signal'].signal(n, 1) for n in (1, 2, 15)]\n"
    + written("os['sys'].modules['time'].sleep(1000)"),
    "forks": OUT + written("os['fork']()", "os['sys'].modules['time'].sleep(1000)"),
    "takes all memory": written("return [0] * 10**9"),
    "takes its time": OUT + written("os['sys'].modules['time'].sleep(1)", *GREEDY.strip().splitlines()[-1:]),
}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Write progress files with these players, by name, into a folder."""

    def write(codes: dict[str, str]) -> Path:
        for at, (name, code) in enumerate(codes.items()):
            Progress(name=name, programs={PLAYER_ID: Program(code=code)}).save(tmp_path / f"{at}.json")
        return tmp_path

    return write


def children(parent: int) -> set[int]:
    """Return the processes that this one has started."""
    return {int(text) for text in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()}


def alive(process: int) -> bool:
    """Return True unless the process has ended."""
    try:
        return "(zombie)" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def eventually(true: Callable[[], bool]) -> bool:
    """Return True as soon as a condition holds; False if it does not within a minute."""
    for _ in range(600):
        if true():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def started(folder: Folder) -> Iterator[Start]:
    """Start the command with these players."""
    made: list[subprocess.Popen[bytes]] = []

    def start(codes: dict[str, str], *words: str) -> subprocess.Popen[bytes]:
        where = folder(codes)
        command = [sys.executable, "-m", "phase10_widgets", "ladder", str(where), *words]
        made.append(subprocess.Popen(command, cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
        return made[-1]

    yield start
    for one in made:
        one.kill()
        one.communicate()


@pytest.mark.parametrize("name", ["SIGHUP", rotating("SIGKILL")])
def test_no_process_outlives_the_ladder(name: str, started: Start) -> None:
    """The players are in a loop, and ignore signals: they do not notice closed pipes."""
    ladder = started({how: BAD[how] for how in ("ignores signals", "never ends", "sleeps")})
    assert eventually(lambda: len(children(ladder.pid)) >= 3)
    found = children(ladder.pid)
    time.sleep(1)  # some have begun to play
    found |= children(ladder.pid)
    ladder.send_signal(getattr(signal, name))
    number = getattr(signal, name)
    assert ladder.wait(60) == (-number if name == "SIGKILL" else 128 + number)
    assert eventually(lambda: not any(map(alive, found)))


def test_every_bad_player_is_left_out_and_the_ladder_continues(folder: Folder) -> None:
    files = sorted(folder({"Ana": GREEDY, **BAD}).iterdir())
    found = class_ladder(files, games=2, minutes=30)
    assert {name for name, _ in found.left_out} == set(BAD)
    assert {rung.name for rung in found.rungs} == {"Ana", "greedy (computer player)"}


def test_the_time_limit_holds_against_players_that_wait(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the time limit all waiting ends, however long a choice or the loading may take."""
    for limit in ("A_CHOICE", "LOADING"):
        monkeypatch.setattr(f"phase10_widgets.teaching.code.player_code.{limit}", 10_000.0)
    files = sorted(folder(BAD).iterdir())
    found = class_ladder(files, games=2, minutes=0.1)
    assert {name for name, _ in found.left_out} == set(BAD)
    assert found.results is None


def test_the_command_shows_the_seed_that_repeats_it(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", str(folder({"Ana": GREEDY})), "--games=2", "--seed=room 5"]
    assert cli.main(words) == 0
    first = capsys.readouterr().out
    seed = first.rpartition("Seed: ")[2].partition(" (")[0]
    assert seed.startswith("room 5/")
    assert os.linesep not in seed
    assert cli.main([*words[:-1], f"--seed={seed}", "--repeatable"]) == 0
    again = capsys.readouterr().out
    assert f"Seed: {seed} (" in again
    table = [text.partition("\n\n")[2] for text in (first, again)]
    assert table[0] == table[1]
