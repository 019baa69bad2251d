"""Simulation: equal numbers on every run, stopping and resuming, and clear errors for invalid input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import count as count_from
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10_widgets import odds
from phase10_widgets.odds.simulation.chunks import stream
from phase10_widgets.odds.simulation.tally import Tally, TrialError, count
from tests.faults import every, no_faults
from tests.odds.coins import heads, height, stop_at
from tests.packages import PACKAGE

ROOT = Path(__file__).parents[2]
DEAL = odds.question("deal", edition="classic", phase=1)


def test_a_stream_has_the_numbers_that_python_guarantees() -> None:
    """They are fixed: a seed in a published lesson must give the same deals forever."""
    assert len({stream(seed, chunk).random() for seed in (0, 1, "1a") for chunk in range(50)}) == 150
    assert [stream(7, 0).random(), stream(7, 1).random()] == [0.6291334890531365, 0.9039186262021113]
    assert odds.simulate(DEAL, 2500, seed=7).value == 456 / 2500


def test_a_shorter_simulation_is_the_beginning_of_a_longer_one() -> None:
    long = odds.answers(DEAL, 3500, seed=8)
    for trials in (1, 100, 1000, 1001, 3000):
        assert odds.answers(DEAL, trials, seed=8) == long[:trials]
        assert odds.simulate(DEAL, trials, seed=8).value == sum(long[:trials]) / trials


def test_the_seed_gives_all_questions_the_same_deals() -> None:
    """Lessons can therefore compare phases on the same hands."""
    asked = [odds.question("deal", edition="classic", phase=phase) for phase in ("1 run of 6", "1 run of 7")]
    easy, hard = (odds.answers(each, 500, seed=3) for each in asked)
    assert sum(easy) > sum(hard)
    assert all(one or not other for one, other in zip(easy, hard, strict=True))


@given(st.lists(st.floats(-1e6, 1e6), min_size=2), st.data())
def test_adding_tallies_equals_counting_together(numbers: list[float], data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(numbers) - 1))
    whole, parts = count(numbers), count(numbers[:at]).plus(count(numbers[at:]))
    assert parts.trials == whole.trials == len(numbers)
    assert parts.total == pytest.approx(whole.total, abs=1e-6)
    assert parts.spread == pytest.approx(whole.spread, rel=1e-9, abs=1e-3)


def test_a_spread_far_from_zero_keeps_its_digits() -> None:
    """Sums of squares would lose every digit of a spread of 1 around a billion."""
    found = odds.simulate(lambda random: 1e9 + random.choice((-1, 1)), 10_000)
    assert found.error == pytest.approx(1 / sqrt(10_000), rel=1e-3)


class Scalar:
    """A minimal NumPy scalar; NumPy need not be installed."""

    __module__ = "numpy"
    shape = ()

    def __init__(self, value: Any) -> None:
        self.value = value

    def item(self) -> Any:
        return self.value


@every(
    "answer, kind, value",
    [
        (True, "chance", 1),
        (0, "mean", 0),
        (2.5, "mean", 2.5),
        (Fraction(1, 4), "mean", 0.25),
        (Scalar(True), "chance", 1),
        (Scalar(3.5), "mean", 3.5),
    ],
)
def test_the_type_of_answers_decides_chance_or_mean(answer: Any, kind: str, value: float) -> None:
    found = odds.simulate(lambda random: answer, 20)
    assert (found.kind, found.value) == (kind, value)


NO_ANSWERS = [
    (lambda random: None, r"not None \(NoneType\)", "a function without a return"),
    (lambda random: "yes", r"not 'yes' \(str\)", "a text"),
    (lambda random: [1], r"not \[1\] \(list\)", "a list"),
    (lambda random: float("nan"), "can be added up, not nan", "one nan would spoil everything"),
    (lambda random: float("inf"), "can be added up, not inf", "so would an infinite number"),
    (lambda random: 10**400, "can be added up, not 1000", "too large for a mean"),
    (lambda random: random.choice((True, 5)), "some of each", "a chance or a mean?"),
]


@every("function, message, why", NO_ANSWERS)
def test_invalid_answers_are_reported(function: Callable[[Random], Any], message: str, why: str) -> None:
    with pytest.raises(TrialError, match=message):
        odds.simulate(function, 50)


def test_a_chunk_of_another_kind_is_reported() -> None:
    with pytest.raises(TrialError, match="some of each"):
        Tally("chance", 10, 4, 2.4).plus(Tally("mean", 10, 4, 2.4))


WRONG = [
    ({"trials": 0}, "trials must be a whole number from 1", "without trials there is no estimate"),
    ({"trials": 2.5}, "trials must be a whole number", "not a fraction"),
    ({"trials": True}, "trials must be a whole number", "nor a bool"),
    ({"seed": 1.5}, "characters, not 1.5", "it must survive a round trip through JSON"),
    ({"until": 0}, "above 0", "never reached"),
    ({"until": float("nan")}, "above 0", "never reached"),
    ({"confidence": 95}, "such as 0.95, not 95", "a share, not percent"),
    ({"chunk": 0}, "chunk must be a whole number", "nothing would ever be done"),
    ({"engine": "abacus"}, "there is no engine 'abacus'; the engines are python", "the message lists the engines"),
    ({"in_flight": 0}, "in_flight must be a whole number", "nothing would ever be sent"),
    ({"progress": "yes"}, "progress must be True, False or a function, not 'yes'", "a text is neither"),
]


@every("arguments, message, why", WRONG)
def test_invalid_arguments_are_refused(arguments: dict[str, Any], message: str, why: str) -> None:
    with pytest.raises(ValueError, match=message):
        odds.simulate(heads, **arguments)


@every("asked", ["deal", 7, None, Random])
def test_non_questions_are_refused(asked: Any) -> None:
    with pytest.raises(ValueError, match="needs a question or a function"):
        odds.simulate(asked)


def test_until_stops_at_the_margin_and_the_total_is_estimated() -> None:
    """With the limit of ten million as the total, a bar would show 1% two seconds before the end."""
    seen: list[tuple[int, int]] = []
    found = odds.simulate(heads, until=0.01, progress=lambda done, most: seen.append((done, most)))
    assert found.margin <= 0.01
    assert odds.simulate(heads, found.trials - 1000).margin > 0.01
    assert odds.simulate(heads, 3000, until=0.001).trials == 3000, "trials are the limit"
    assert seen[-1] == (found.trials, found.trials)
    assert all(most % 1000 == 0 and done <= most for done, most in seen)
    assert all(abs(most - found.trials) <= 1000 for _, most in seen), "the error falls as 1/sqrt(trials)"
    assert [most for _, most in seen[:-1]] != [found.trials], "the new total was reported before the end"


def test_the_total_is_the_limit_while_the_error_is_unknown() -> None:
    """A mean of zeros has no spread yet; a rare 1 may still come."""
    same = odds.Simulation(lambda random: 1, 3000, until=0.1)
    assert same.expected == 3000, "the error is not known yet"
    assert same.run() is not None
    assert same.expected == 3000, "equal numbers tell nothing about the error"
    assert odds.Simulation(heads, 2500).expected == 2500, "no error was asked for"
    rare = odds.simulate(lambda random: int(random.random() < 0.0001), 50_000, until=0.001, chunk=100)
    assert rare.trials > 100
    assert rare.value > 0


def test_the_bar_takes_the_new_total(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    found = odds.simulate(heads, until=0.01, progress=True)
    shown = capsys.readouterr()
    assert f"{found.trials / 1000:.1f}k/{found.trials / 1000:.1f}k" in shown.err
    assert not shown.out


def test_a_margin_for_a_chance_is_below_one_half() -> None:
    simulation = odds.Simulation(heads, until=0.5)
    with pytest.raises(ValueError, match=r"until=0.5 is too wide a margin for a chance.* 0.002 for . 0.2 percentage"):
        simulation.run()
    assert (simulation.done, simulation.estimate) == (0, None)
    assert odds.simulate(lambda random: 10 * random.random(), until=2).margin <= 2, "a mean may be any number"


def test_an_interrupt_loses_at_most_one_chunk() -> None:
    tosses = count_from(1)

    def interrupted(random: Random) -> bool:
        if next(tosses) == 3500:
            raise KeyboardInterrupt
        return heads(random)

    simulation = odds.Simulation(interrupted, 10_000, seed=1)
    with pytest.raises(KeyboardInterrupt):
        simulation.run()
    assert (simulation.done, simulation.finished) == (3000, False)
    assert simulation.estimate is not None
    assert simulation.estimate.trials == 3000
    found = simulation.run()
    assert found is not None
    assert found.value == odds.simulate(heads, 10_000, seed=1).value
    assert simulation.finished
    assert simulation.run() == found, "nothing is left to do"


def test_a_stopped_simulation_resumes_in_another_process() -> None:
    asked = odds.question("points", edition="flip", side="wild", hand="* 7")
    simulation = odds.Simulation(asked, 6500, seed="x", confidence=0.99)
    simulation.run(progress=stop_at(simulation, 3000))
    program = """if True:
        import json, sys
        from phase10_widgets import odds
        print(json.dumps(odds.Simulation.from_dict(json.load(sys.stdin)).run().to_dict()))"""
    kept = json.dumps(simulation.to_dict())
    done = subprocess.run(
        [sys.executable, "-c", program], input=kept, capture_output=True, text=True, cwd=ROOT, check=True, timeout=60
    )
    assert json.loads(done.stdout) == odds.simulate(asked, 6500, seed="x", confidence=0.99).to_dict()


def test_a_custom_function_must_be_passed_again() -> None:
    simulation = odds.Simulation(heads, 4000, seed=1)
    simulation.run(progress=stop_at(simulation, 2000))
    kept = json.loads(json.dumps(simulation.to_dict()))
    assert odds.Simulation.from_dict(kept, heads).run() == odds.simulate(heads, 4000, seed=1)
    with pytest.raises(ValueError, match=r"there is no question 'heads': .*from_dict\(kept, asked=heads\)"):
        odds.Simulation.from_dict(kept)
    with pytest.raises(ValueError, match="asks a different question: 'heads'"):
        odds.Simulation.from_dict(kept, height)


@cache
def stopped() -> odds.Simulation:
    """Return a simulation with two of five chunks done."""
    simulation = odds.Simulation(DEAL, 5000, seed=1)
    simulation.run(progress=stop_at(simulation, 2000))
    return simulation


def kept() -> dict[str, Any]:
    """Return the simulation as a file contains it."""
    return deepcopy(stopped().to_dict())


TALLY = {"kind": "chance", "trials": 2000, "total": 2, "spread": 1.9}
FORGED: list[tuple[dict[str, Any], str, str]] = [
    ({"question": "deal"}, "has no name and parameters", "a question is a dict"),
    ({"question": {"name": "os.system", "parameters": {}}}, "there is no question 'os.system'", "an unlisted question"),
    (
        {"question": {"name": "deal", "parameters": {"edition": "classic", "phase": 1, "cards": 10**9}}},
        "cards must",
        "",
    ),
    ({"question": {"name": "deal", "parameters": {"edition": ["x"], "phase": 1}}}, "there is no edition", "not text"),
    ({"question": {"name": "deal", "parameters": {"edition": "classic", "phase": {}}}}, "phase must", "not a phase"),
    ({"question": {"name": "deal", "parameters": {1: 2}}}, "has no name and parameters", "a name that is not text"),
    ({"trials": 10**99}, "trials must be a whole number", "would never end"),
    ({"trials": None}, "trials must be a whole number", "no value has a default"),
    ({"chunk": None}, "chunk must be a whole number", "no value has a default"),
    (
        {"question": {"name": "deal", "parameters": {"edition": "classic", "phase": 1, "hand": 5}}},
        "must be a string",
        "",
    ),
    ({"chunk": 500}, "could not have produced the tally", "two chunks would be 1000 trials"),
    ({"chunks": 3}, "could not have produced the tally", "three chunks are 3000 trials"),
    ({"chunks": -1}, "chunks must be a whole number", "a negative number"),
    ({"chunks": 6}, "chunks must be a whole number from 0 to 5", "more than there are"),
    ({"chunks": 0}, "could not have produced the tally", "a tally of nothing"),
    ({"tally": None}, "the parts of the simulation.s tally must be", "chunks without a tally"),
    ({"tally": {**TALLY, "x": 1}}, "the parts of the simulation.s tally must be", "one part too many"),
    ({"tally": {**TALLY, "total": 2001}}, "could not have produced the tally", "more hits than trials"),
    ({"tally": {**TALLY, "total": 2.5}}, "could not have produced the tally", "half a hit"),
    ({"tally": {**TALLY, "spread": -1}}, "could not have produced the tally", "a negative sum of squares"),
    ({"tally": {**TALLY, "spread": float("nan")}}, "could not have produced the tally", "not a number"),
    ({"tally": {**TALLY, "kind": []}}, "could not have produced the tally", "not a kind"),
    ({"engine": {}}, "there is no engine", "not a name"),
    ({"confidence": "0.95"}, "confidence must be between 0 and 1", "a text"),
]


def test_a_forged_simulation_is_refused() -> None:
    with no_faults() as faults:
        for change, message, why in FORGED:
            with faults.of((message, why)), pytest.raises(ValueError, match=message):
                odds.Simulation.from_dict({**kept(), **change})
        for name in kept():
            forged = {part: value for part, value in kept().items() if part != name}
            says = "not a simulation file" if name == "format" else name
            with faults.of(name), pytest.raises(ValueError, match=says):
                odds.Simulation.from_dict(forged)
        thing: Any
        for thing in (None, [], "x", 3):
            with faults.of(thing), pytest.raises(ValueError, match=r"not a sim|the dict of a simulation file"):
                odds.Simulation.from_dict(thing)


def places(forged: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Return every place for another value: each key, with the part of the file that contains it."""
    parts = (forged, forged["question"], forged["question"]["parameters"], forged["tally"])
    return [(part, name) for part in parts for name in part]


@every("value", [None, True, 0, -1, 10**99, 0.5, float("nan"), "", "x", [], [1], {}, {"x": [{}]}])
def test_any_content_is_read_or_refused(value: Any) -> None:
    for at in range(len(places(kept()))):
        forged = kept()
        part, name = places(forged)[at]
        part[name] = value
        with suppress(ValueError):
            read = odds.Simulation.from_dict(forged).estimate
            assert read is None or read.low <= read.value <= read.high


def test_without_tqdm_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match=r"a progress bar needs tqdm \(pip install tqdm\); or set progress to a fun"):
        odds.simulate(heads, 10, progress=True)


HEAVY = "multiprocessing concurrent.futures.process numpy numba tqdm distributed statistics asyncio"


def test_odds_import_little() -> None:
    """Showing odds without simulating imports none of these."""
    counting = "import sys, phase10_widgets.odds as odds; odds.questions(); odds.deal('classic', 4)"
    program = f"{counting}; print({{*{HEAVY!r}.split()}} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "set()"


def test_the_standard_library_is_enough(tmp_path: Path) -> None:
    """No other installed package can be imported in this process."""
    (tmp_path / PACKAGE.name).symlink_to(PACKAGE)
    program = f"""if True:
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        from phase10_widgets import odds
        asked = odds.question("deal", edition="flip", phase=2)
        print(odds.simulate(asked, 200, seed=1).trials, odds.simulate(asked, until=0.05, seed=1).margin < 0.05)"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["200", "True"]
