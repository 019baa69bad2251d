"""An estimate that a learner has seen is not yet an answer; an exact answer always is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product
from json import dumps, loads
from math import floor, log10, sqrt
from random import Random
from statistics import NormalDist

import pytest

from phase10_widgets import Learner
from phase10_widgets.odds.estimate import Estimate
from phase10_widgets.odds.simulation.tally import Tally
from phase10_widgets.teaching import AnswerError, Exercise, Progress
from phase10_widgets.teaching.exercises.seen import Seen
from tests.faults import every
from tests.teaching.asked import BY_ID, QUESTIONS
from tests.ui.page import Page

TRIALS = 10_000
VERSIONS = range(20)
ESTIMATED = [one for one in QUESTIONS if one.kind != "choice" and not one.measured]
"""The numeric questions, except those that ask for a simulated value."""


def spread_of(exercise: Exercise) -> float:
    """Return the standard deviation of one trial; for a chance, that of the exact answer."""
    if exercise.question.kind == "chance" and exercise.question.reads is None:
        p = float(exercise.answer)
        return sqrt(p * (1 - p))
    return exercise.simulate(400, seed="spread").error * 20 or exercise.simulate(40_000, seed="rare").error * 200


def estimated(exercise: Exercise, spread: float, random: Random) -> Estimate:
    """Return the estimate after 10,000 trials, drawn from its distribution."""
    answer = float(exercise.answer)
    if exercise.question.kind == "chance" and exercise.question.reads is None:
        hits = min(TRIALS, max(0, round(random.gauss(TRIALS * answer, spread * sqrt(TRIALS)))))
        return Estimate.of(Tally("chance", TRIALS, hits, hits * (TRIALS - hits) / TRIALS))
    error = spread / sqrt(TRIALS)
    value = random.gauss(answer, error)
    return Estimate(value, value - 1.96 * error, value + 1.96 * error, TRIALS, "mean", error)


def typed(value: float, decimals: int) -> str:
    return f"{value:.{max(0, decimals)}f}"


def accepted(exercise: Exercise, text: str, seen: tuple[float, ...]) -> str:
    """Return "right", "wrong", or "asked" for an answer that is not judged."""
    try:
        return exercise.check(text, seen).outcome
    except AnswerError:
        return "asked"


def honest(exercise: Exercise, seen: tuple[float, ...]) -> str:
    """Type the exact answer rounded to two digits, then as finely as asked; return the outcome."""
    answer = exercise.answer
    assert isinstance(answer, Fraction)
    places = exercise.question.digits - 1 - (floor(log10(abs(answer))) if answer else 0)
    first = typed(float(answer), places)
    try:
        return exercise.check(first, seen).outcome
    except AnswerError:
        question = exercise.question
        unit = Seen.of(seen).may_be(exercise.read(first)[0], digits=question.digits, exact=question.exact)
    assert unit is not None
    return accepted(exercise, typed(float(answer), -floor(log10(unit))), seen)


@pytest.mark.slow
def test_an_estimate_is_rarely_right_and_an_exact_answer_always() -> None:
    random, outcomes = Random(49), {name: Counter[str]() for name in ("estimate", "shorter", "end", "average")}
    failed = []
    for question in ESTIMATED:
        for version, level in product(VERSIONS, question.levels):
            exercise = question.exercise(f"{version}/0", level)
            spread = spread_of(exercise)
            draw = partial(estimated, exercise, spread, random)
            found, other = draw(), draw()
            seen = Seen.after(Seen.after((), found), other)
            places = 1 - floor(log10(found.error)) if found.error else 4
            said = {
                "estimate": (found.value, places + 1),
                "shorter": (found.value, places - 1),
                "end": (found.high if version % 2 else found.low, places),
                "average": ((found.value + other.value) / 2, places + 1),
            }
            for name, (value, decimals) in said.items():
                outcomes[name][accepted(exercise, typed(value, decimals), seen)] += 1
            exact = "/".join(map(str, Fraction(exercise.answer).as_integer_ratio()))
            if len(exact) <= 200 and accepted(exercise, exact, seen) != "right":
                failed.append((question.id, version, "exact"))
            if honest(exercise, seen) != "right":
                failed.append((question.id, version, "rounded"))
    assert failed == []
    for name, counted in outcomes.items():
        assert counted["right"] / counted.total() <= 0.03, (name, counted)
    assert outcomes["estimate"]["wrong"] == outcomes["shorter"]["wrong"] == 0


def in_a_table(exercise: Exercise) -> float:
    """Return the area beyond a limit as a table gives it: four decimals for a z-score with two."""
    p, shown = exercise.params, exercise.question.shown(exercise.params)
    score = p.get("z", 0) / 10
    if "limit" in p:
        mean, deviation = float(shown["mean"]), float(shown["deviation"])
        score = round((p["limit"] - round(p["n"] * mean, 2)) / round(sqrt(p["n"]) * deviation, 2), 2)
    return 1 - round(NormalDist().cdf(score), 4)


@every("name", ["14/beyond", "14/total"])
def test_what_a_table_gives_is_right_whatever_the_trials_show(name: str) -> None:
    random = Random(14)
    for version in VERSIONS:
        exercise = BY_ID[name].exercise(f"{version}/0")
        spread, value = spread_of(exercise), 100 * in_a_table(exercise)
        for _ in range(10):
            seen = Seen.after((), estimated(exercise, spread, random))
            assert accepted(exercise, f"{value:.2f}%", seen) == "right", version
            assert accepted(exercise, f"{value:.1f}%", seen) in ("right", "asked"), version
            assert accepted(exercise, f"{value:.0f}%", seen) in ("right", "asked"), version


def test_a_card_asks_for_more_than_an_estimate_also_after_a_reload() -> None:
    learner = Learner(3, progress=Progress(seed=4), language="de")
    card = learner.ask("at-least-one")
    page = Page(card)
    page.tell("skip")
    page.tell("simulate", n=10_000)
    again = Learner(3, language="de")
    again.resume(
        dumps(loads(card.kept)["progress"] | {"predictions": {}, "reflections": {}, "programs": {}, "designs": {}})
    )
    card = again.ask("at-least-one")
    value = card.exercise.answer
    assert isinstance(value, Fraction)
    rounded = f"{100 * float(value):.0f} %"
    page = Page(card)
    page.tell("skip")
    assert "passt zu den Versuchen" in page.tell("answer", typed=rounded)
    assert again.progress.work(card.exercise).answers == ()
    assert card.view["outcome"] == "not attempted"
    card.answer(f"{100 * float(value):.2f} %")
    assert again.progress.work(card.exercise).outcome == "right"
    again.progress.renew(card.exercise.question)
    assert again.progress.work(card.exercise).seen == ()
