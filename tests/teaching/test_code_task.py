"""Learners' code tasks: right code passes, known bugs are named, and everything else gets a sentence."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import psutil
import pytest

from phase10_widgets.teaching import CodeTask, Progress, ProgressError, lesson, numbers
from phase10_widgets.teaching.code import code_runner
from phase10_widgets.teaching.code.code_runner import BLANK
from phase10_widgets.teaching.code.code_task import MAX_CODE, run_in_child
from phase10_widgets.teaching.code.confined.process import program
from tests.faults import every
from tests.packages import SOURCES
from tests.teaching.test_player_code import ON_LINUX, SYSTEM

TASKS = [task for task in (lesson(number).task for number in numbers()) if task is not None]
COIN = CodeTask(
    id="test/coin",
    prompt="Toss a coin.",
    name="heads",
    kind="chance",
    exact=Fraction(1, 2),
    start=f"def heads(random):\n    return {BLANK}\n",
    solution="def heads(random):\n    return random.random() < 0.5\n",
    bugs=(),
)
MEAN = replace(
    COIN,
    name="points",
    kind="mean",
    exact=Fraction(7, 2),
    solution="def points(random):\n    return random.randint(1, 6)\n",
)
FEW = 500
"""Enough trials to see the format of a result."""


def ran(task: CodeTask, code: str, seed: int = 1, trials: int | None = None) -> dict[str, Any]:
    return code_runner.run(code, task.name, trials or task.trials, seed)


@cache
def reports(task: CodeTask) -> dict[str, dict[str, Any]]:
    """Return the report of each program of a task by the ids of the bugs; the solution comes first."""
    return {"right": ran(task, task.solution), **{bug.id: ran(task, bug.code) for bug in task.bugs}}


def test_progress_is_told_after_each_part_of_the_trials() -> None:
    told: list[int] = []
    report = code_runner.run(COIN.solution, COIN.name, 1_000, 1, progress=lambda: told.append(1))
    assert report["trials"] == 1_000
    assert len(told) == code_runner.PARTS


@pytest.mark.rotating
@pytest.mark.slow
@every("task", TASKS)
def test_the_solution_is_right_and_bugs_are_recognized_by_name(task: CodeTask) -> None:
    assert task.judge(reports(task)["right"]).outcome == "right"
    assert task.judge(ran(task, task.solution, seed=2)).outcome == "right"
    begun = task.judge(ran(task, task.start))
    assert begun.outcome == ("not attempted" if BLANK in task.start else "wrong")
    assert task.solution.endswith("\n")
    assert len({bug.id for bug in task.bugs}) == len(task.bugs) >= 5
    for bug in task.bugs:
        verdict = task.judge(reports(task)[bug.id])
        assert (verdict.outcome, verdict.error) == ("wrong", bug.id)
        assert bug.feedback in str(verdict.feedback)


@pytest.mark.rotating
@pytest.mark.slow
@every("task", TASKS)
def test_no_two_programs_can_be_confused(task: CodeTask) -> None:
    """Their values differ by at least twice the tolerance of the judgment."""
    values, errors = {"right": task.exact, **{bug.id: bug.exact for bug in task.bugs}}, {}
    for name, found in reports(task).items():
        mean = found["total"] / found["trials"]
        spread = max(found["squares"] / found["trials"] - mean**2, 1 / found["trials"])
        errors[name] = sqrt(spread / found["trials"])
    for (one, value), (other, beside) in combinations(values.items(), 2):
        assert abs(float(value - beside)) > 8 * max(errors[one], errors[other]), (one, other)


@every("task", TASKS)
def test_programs_to_choose_differ_and_hide_which_is_right(task: CodeTask) -> None:
    assert len({tuple(task.choices(seed)) for seed in range(20)}) > 5, "the order reveals nothing"
    shown = task.choices(1)
    assert len(set(shown.values())) == len(shown) == len(task.bugs) + 1
    assert task.choose("right").outcome == "right"
    assert [task.choose(bug.id).error for bug in task.bugs] == [bug.id for bug in task.bugs]
    with pytest.raises(ValueError, match="no program"):
        task.choose("nothing")


@every("task", TASKS)
def test_a_result_has_the_digits_that_its_trials_support(task: CodeTask) -> None:
    """This holds even for a right result: "8,000 trials gave 29.31%" claims a hundred times too much."""
    for code in (task.solution, task.bugs[0].code):
        verdict = task.judge(ran(task, code, trials=FEW))
        assert verdict.estimate is not None, code
        (value,) = re.findall(r"trials gave (\S+?)%?[,.:]* ", str(verdict.feedback))
        assert str(verdict.estimate.text).rstrip("%") == value, code
        decimals, scale = len(value.partition(".")[2]), 100 if task.kind == "chance" else 1
        assert decimals == 0 or 10**-decimals <= scale * verdict.estimate.error, code


@every("task", [task for task in TASKS if task.kind == "mean"])
def test_a_constant_result_is_not_a_solution(task: CodeTask) -> None:
    """A number that never changes is reported as such, even the right one, and not as a known mistake."""
    for value in {task.exact, *(bug.exact for bug in task.bugs if not bug.constant), Fraction(5)}:
        verdict = task.judge(ran(task, f"def {task.name}(random):\n    return {float(value)!r}\n", trials=FEW))
        assert (verdict.outcome, verdict.error) == ("wrong", ""), value
        assert "chance plays no part in your code" in str(verdict.feedback), value
    for bug in task.bugs:
        first, second = (ran(task, bug.code, seed, FEW) for seed in (1, 2))
        assert bug.constant == (first == second), bug.id


def test_feedback_does_not_assume_a_champion_in_the_code() -> None:
    """A value alone does not reveal how a program computed it: the sentence is about a mistake, not about the code."""
    (champion,) = [task for task in TASKS if task.id == "15/your-turn"]
    for line in ("return 5", "return sum(random.random() < 0.5 for game in range(10))", "return random.choice([4, 6])"):
        told = str(champion.judge(ran(champion, f"def second(random):\n    {line}\n")).feedback)
        assert "our champion" not in told
        assert ("chance plays no part" in told) == (line == "return 5")
        assert ("as with a known mistake" in told) == (line != "return 5")


FAULTS = {
    "a gap": (f"def heads(random):\n    return {BLANK}\n", "Line 2 still has a gap."),
    "no colon": ("def heads(random)\n    return True\n", "Python cannot read line 1: expected ':'."),
    "another name": ("def tails(random):\n    return True\n", "must define a function called heads"),
    "no answer": ("def heads(random):\n    pass\n", "must return True or False, but it returned None"),
    "a text": ("def heads(random):\n    return 'yes'\n", "but it returned str 'yes'"),
    "a number": ("def heads(random):\n    return 3\n", "but it returned a number"),
    "both": ("def heads(random):\n    return random.choice([True, 7])\n", "sometimes a number"),
    "a network": ("import socket\ndef heads(random):\n    return True\n", "You cannot import socket here."),
    "a network within": (
        "def heads(random):\n    import urllib.request\n    return True\n",
        "You cannot import urllib.request here.",
    ),
    "a file": ("def heads(random):\n    return bool(open('/etc/passwd'))\n", "name 'open' is not defined"),
    "an unknown name": ("def heads(random):\n    x = 1\n    return y\n", "Line 3 stopped with NameError: name 'y'"),
    "itself": ("def heads(random):\n    return heads(random)\n", "calls itself endlessly"),
    "another argument": ("def heads():\n    return True\n", "stopped with TypeError"),
}


@every("code, told, why", [(*row, name) for name, row in FAULTS.items()])
def test_code_that_cannot_be_judged_gets_a_sentence(code: str, told: str, why: str) -> None:
    verdict = COIN.judge(ran(COIN, code))
    assert told in str(verdict.feedback)
    assert verdict.outcome == ("not attempted" if why == "a gap" else "wrong")
    assert str(verdict.feedback).endswith(".")
    if why == "itself":
        assert COIN.judge(run_in_child(COIN, code, 1)) == verdict, "a separate process reports the same"


@pytest.mark.slow
def test_a_child_is_bounded_in_time_and_memory() -> None:
    endless = "def heads(random):\n    while True:\n        pass\n"
    assert "a loop that never ends" in str(COIN.judge(run_in_child(COIN, endless)).feedback)
    long = "found = []\nwhile True:\n    found.append('x' * 10**6)\n"
    assert "too much memory" in str(COIN.judge(run_in_child(COIN, long)).feedback)


@ON_LINUX
def test_a_child_can_do_no_harm_and_knows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One program tries everything in turn, and prints the refusals and its environment."""
    monkeypatch.setenv("SECRET", "do not tell")
    acts = {"unlink": (str(tmp_path),), "kill": (os.getpid(), 9), "open": ("/etc/passwd", 0), "fork": ()}
    code = f"""
system = {SYSTEM}
for name, given in {acts!r}.items():
    try:
        system[name](*given)
        print(name, "done")
    except OSError as error:
        print(name, type(error).__name__)
print(*system["environ"])
{COIN.solution}"""
    *printed, environment = COIN.judge(run_in_child(COIN, code)).printed.splitlines()
    assert printed == [f"{name} PermissionError" for name in acts]
    assert "PATH" in environment
    assert "SECRET" not in environment


@pytest.mark.slow
@ON_LINUX
def test_a_child_ends_with_its_parent() -> None:
    """The child waits at a pipe that stays open; nothing else would end it."""
    start = f"subprocess.Popen([sys.executable, '-c', {program('code_runner')!r}, sys.argv[1]]).pid"
    parent = f"import subprocess, sys, time; print({start}, flush=True); time.sleep(600)"
    waits = f"def heads(random):\n    {SYSTEM}['write'](1, b'here\\n')\n    {SYSTEM}['read'](0, 1)\n"
    asked = json.dumps({"source": waits, "name": "heads", "trials": 1, "seed": 0})
    words = [sys.executable, "-c", parent, str(SOURCES.parent)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        child = psutil.Process(int(process.stdout.readline()))
        try:
            process.stdin.write(f"{asked}\n")
            process.stdin.flush()
            assert process.stdout.readline() == "here\n"
            process.kill()
            assert psutil.wait_procs([child], timeout=60)[1] == []
        finally:
            with suppress(psutil.NoSuchProcess):
                child.kill()


@ON_LINUX
def test_a_child_that_floods_its_answer_ends() -> None:
    code = f"def heads(random):\n    while True: {SYSTEM}['write'](1, b'x' * 10_000)\n"
    assert str(COIN.judge(run_in_child(COIN, code)).feedback) == "Your code could not be run."


def test_printed_text_is_shown_and_bounded() -> None:
    code = "def heads(random):\n    print('a hand of ten')\n    return random.random() < 0.5\n"
    verdict = COIN.judge(run_in_child(COIN, code))
    assert verdict.outcome == "right"
    assert verdict.printed.startswith("a hand of ten\na hand")
    assert len(verdict.printed) <= code_runner.PRINTED


def test_a_mean_is_judged_like_a_chance() -> None:
    assert MEAN.judge(ran(MEAN, MEAN.solution)).outcome == "right"
    wrong = MEAN.judge(ran(MEAN, "def points(random):\n    return random.randint(1, 5)\n"))
    assert "20,000 trials gave 3" in str(wrong.feedback)
    assert "must return a number, but it returned True or False" in str(
        MEAN.judge(ran(MEAN, COIN.solution.replace("heads", "points"))).feedback
    )
    infinite = "def points(random):\n    return float('inf')\n"
    assert "must return a number" in str(MEAN.judge(ran(MEAN, infinite)).feedback)


REPORTS: list[dict[str, Any]] = [
    {},
    {"fault": 7},
    {"fault": "error", "line": -1, "detail": ["x"]},
    {"trials": 10**9, "total": 1, "squares": 1, "kind": "chance"},
    {"trials": 100, "total": 10**400, "squares": 1, "kind": "chance"},
    {"trials": 100, "total": float("nan"), "squares": 1, "kind": "chance"},
    {"trials": 100, "total": 200, "squares": 1, "kind": "chance"},
    {"trials": True, "total": 1, "squares": 1, "kind": "chance"},
    {"trials": 100, "total": "50", "squares": 50, "kind": "chance"},
    {"trials": 100, "total": 50, "squares": 50, "kind": "other"},
    {"trials": 100, "total": 50, "squares": 50, "kind": "chance", "printed": ["x" * 10**6]},
]


@every("report", REPORTS)
def test_a_malformed_report_does_not_pass(report: dict[str, Any]) -> None:
    """A browser may report anything: at worst, a wrong answer, or an answer to the learner's own question."""
    verdict = COIN.judge(report)
    assert verdict.outcome == "wrong" or report.get("printed")
    assert len(str(verdict.feedback)) < 500


def test_progress_keeps_the_code() -> None:
    progress = Progress(seed=3)
    progress.ran(COIN, COIN.start, COIN.judge(ran(COIN, COIN.start)))
    assert progress.program(COIN).outcome == "not attempted"
    progress.ran(COIN, COIN.solution, COIN.judge(ran(COIN, COIN.solution)))
    progress.ran(COIN, "def heads(", COIN.judge(ran(COIN, "def heads(")))
    assert progress.program(COIN).outcome == "right", "a right result is permanent"
    assert progress.program(COIN).code == "def heads("
    assert Progress.loads(progress.dumps()) == progress
    with pytest.raises(ProgressError, match="at most"):
        progress.ran(COIN, "x" * (MAX_CODE + 1), COIN.judge({}))
    progress.reset("test")
    assert progress.program(COIN).code == ""
