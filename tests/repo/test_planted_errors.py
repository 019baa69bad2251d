"""A type checker finds mistakes in a user's program, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import phase10_widgets as p10
from phase10_widgets.rules.options import Options, options_of
from tests.packages import SOURCES

SOUND = """
import phase10_widgets as p10
from phase10_widgets import arena, odds

game = p10.Game.new("masters", ["Ana", "Ben"], 7, phases=[1, 2], phase_9="set")
game = game.apply(game.legal_actions()[0]).apply({"type": "draw", "from": "deck"})
names: tuple[str, ...] = arena.play("classic", ["greedy", "expert:3"], games=2, order="any").players
table = p10.Table("flip", ["Ana", "greedy"], phases=["2 sets of 3"], layout={"width": "60%"}, pace=0)
mine = p10.edition("classic").vary("mine", phases="odd", deck={"W": 12}, must_lay_down=True)
chance: float = float(odds.deal(mine, 1, cards=11)) - 0.5
own = p10.edition(p10.edition("mine"), twists=3)
"""
WRONG = """
arena.play("classic", ["greedy", "random"], gamez=5)
p10.Table(seeed=3)
p10.Game.new("classic", phase=[1])
p10.edition("classic", order="sideways")
p10.edition("classic", go_out_by_hitt=True)
p10.Session("classic", ["Ana", "greedy"], first_dealer="Ana")
p10.Tournament("classic", advance=True)
p10.Game.new("classic", seed=1.5)
odds.deal("classic", 1, card=11)
p10.edition("classic").vary("mine", numbers=15)
arena.play("classic", ["greedy"], 10).winz
p10.odds.deel("classic", 1)
"""


@pytest.mark.slow
def test_mypy_finds_twelve_planted_errors_and_no_others(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(SOUND + WRONG, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=SOURCES.parent)
    found = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error: " in line}
    first = SOUND.count("\n") + 2
    assert found == {*range(first, first + 12)}, done.stdout + done.stderr


def test_the_typed_options_are_those_of_the_four_editions() -> None:
    known = {option.name for name in p10.EDITIONS for option in options_of(p10.edition(name))}
    assert known == {*Options.__annotations__}
