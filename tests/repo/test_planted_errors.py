"""Type checkers find mistakes in a user's program, and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import phase10_widgets as p10
from devtools.build import programs
from phase10_widgets.rules.options import Options, options_of
from tests.packages import SOURCES

SOUND = """# pyright: strict
import random
from typing import Any

import phase10_widgets as p10
from phase10_widgets import arena, coach, odds, players, rl, teaching

game = p10.Game.new("masters", ["Ana", "Ben"], 7, phases=[1, 2], phase_9="set")
game = game.apply(game.legal_actions()[0]).apply({"type": "draw", "from": "deck"})
names: tuple[str, ...] = arena.play("classic", ["greedy", "expert:3"], games=2, order="any").players
table = p10.Table("flip", ["Ana", "greedy"], phases=["2 sets of 3"], layout={"width": "60%"}, pace=0)
mine = p10.edition("classic").vary("mine", phases="odd", deck={"W": 12}, must_lay_down=True)
chance: float = float(odds.deal(mine, 1, cards=11)) - 0.5
own = p10.edition(p10.edition("mine"), twists=3)


def first(view: p10.Observation) -> p10.Action:
    return view.legal_actions()[0]


class Patient:
    def choose(self, observation: p10.Observation) -> p10.Action:
        return p10.Draw("deck") if observation.step == "draw" else players.get("greedy").choose(observation)


def heads(chance: random.Random) -> bool:
    return chance.random() < 0.5


winners: tuple[int, ...] = p10.Session("classic", [first, Patient, ("Me", "greedy")], seed=1).run().winners
results = arena.play("classic", [first, ("Patient", Patient)], games=2, phases=[1])
best: str = max(zip(results.wins, results.players))[1]
table.act(table.game.legal_actions()[0])
table.pace = 0.5
rows: list[dict[str, Any]] = odds.table("classic", cards=10)
estimate = odds.simulate(heads, 100, seed=1)
close: bool = estimate.low < 0.5 < estimate.high and round(estimate, 1) > 0
costs = [decision.cost for decision in coach.review(game).costliest(3)]
env = rl.env("classic", seats=3, illegal="refuse", phases=[1])
actions: int = env.unwrapped.coding.n_actions
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
p10.Game.new(1)
game.observe("1")
game.apply("draw deck")
p10.Session("classic", ["Ana", 3])
p10.Session("classic", [("Mine",), "greedy"])
p10.Session("classic", [heads, "greedy"])
players.get("expert", level="5")
p10.Draw("pile")
results.to_frame("moves")
results.wins > 5
coach.review(7)
odds.simulate(heads, "100")
teaching.lesson("3")
rl.env("classic", ilegal="refuse")
rl.env("classic", illegal="ignore")
rl.parallel_env("classic", seats="3")
rl.Phase10Env("classic", opponents=3)
"""


Checker = Callable[[Path], tuple[set[int], str]]


def mypy(program: Path) -> tuple[set[int], str]:
    """Return the numbers of the lines in which mypy finds an error, and its output."""
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=SOURCES.parent)
    return {int(line) for line in re.findall(r":(\d+): error: ", done.stdout)}, done.stdout + done.stderr


def pyright(program: Path) -> tuple[set[int], str]:
    """Return the numbers of the lines in which pyright, set to strict, finds an error, and its output."""
    command = [*programs.pyright(), "--outputjson", "--pythonpath", sys.executable, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=program.parent)
    found = json.loads(done.stdout)["generalDiagnostics"]
    return {one["range"]["start"]["line"] + 1 for one in found if one["severity"] == "error"}, done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("pettingzoo"), reason="the extra rl is not installed")
@pytest.mark.parametrize("check", [mypy, pytest.param(pyright, marks=pytest.mark.rotating)])
def test_a_type_checker_finds_every_planted_error_and_no_others(check: Checker, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(SOUND + WRONG, "utf-8")
    found, output = check(program)
    first = SOUND.count("\n") + 2
    assert found == {*range(first, first + len(WRONG.split("\n")) - 2)}, output


def test_the_typed_options_are_those_of_the_four_editions() -> None:
    known = {option.name for name in p10.EDITIONS for option in options_of(p10.edition(name))}
    assert known == {*Options.__annotations__}
