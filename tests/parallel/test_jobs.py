"""``jobs=2``: processes without an executor, a main guard or a module; an interrupted run keeps what it has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import arena, coach, odds
from phase10_widgets.parallel.executors import ExecutorError
from tests.faults import every

PROGRAM = """
import phase10_widgets as p10
print("begun")
class First:
    def __init__(self, seed):
        self.name = "first"
    def choose(self, observation):
        return observation.legal_actions()[0]
def heads(random):
    return random.random() < 0.5
for jobs in (1, 2):
    players = [First, lambda observation: observation.legal_actions()[-1]]
    print(p10.arena.play("classic", players, games=4, jobs=jobs, phases=["1 set of 2"]).wins)
    print(float(p10.odds.simulate(heads, 2000, seed=1, jobs=jobs)))
"""


@every("how", ["script", "input"])
def test_neither_a_script_nor_a_notebook_needs_a_guard_or_a_module(how: str, tmp_path: Path) -> None:
    """A notebook's code, like a program from standard input, is in no file."""
    (tmp_path / "script.py").write_text(PROGRAM)
    command, text = ([sys.executable, "script.py"], None) if how == "script" else ([sys.executable, "-"], PROGRAM)
    done = subprocess.run(command, input=text, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True)
    begun, *found = done.stdout.splitlines()
    assert (begun, len(found)) == ("begun", 4), "the processes do not run the program again"
    assert found[:2] == found[2:]


def stop_at_four(done: int, most: int) -> None:
    if done >= 4:
        raise KeyboardInterrupt


@every("jobs", [1, 2])
def test_an_interrupted_run_keeps_what_it_has(jobs: int) -> None:
    with pytest.warns(RuntimeWarning, match="interrupted: these are the results of the first 4 of 1,000 games"):
        found = arena.play("classic", ["greedy", "random"], jobs=jobs, progress=stop_at_four, phases=["1 set of 2"])
    assert found.played == arena.play("classic", ["greedy", "random"], 4, phases=["1 set of 2"]).played


FOUND = arena.play("classic", ["greedy", "random"], 2, phases=["1 set of 2"])


@every("jobs", [0, 62, 2.0, "2", True])
def test_jobs_is_a_number_of_processes(jobs: Any) -> None:
    for ask in (
        lambda: arena.play("classic", ["greedy", "random"], jobs=jobs),
        lambda: odds.simulate(odds.question("deal", edition="classic", phase=1), jobs=jobs),
        lambda: coach.game_rows(FOUND.replays(), jobs=jobs),
    ):
        with pytest.raises(ExecutorError, match="jobs must be a whole number from 1 to 61, not"):
            ask()
    with pytest.raises(ExecutorError, match="pass either jobs or an executor, not both"):
        arena.play("classic", ["greedy", "random"], jobs=2, executor=object())  # type: ignore[arg-type]
