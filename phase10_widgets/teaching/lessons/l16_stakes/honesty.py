"""Lesson 16, question 5: a score that rewards honesty."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import number
from ....odds.simulation.experiment import Trial
from ...exercises.question import Distractor, Params, Reflection
from ..common import at_level, question
from .one_stake import HUNDRED


def _boast(random: Random, level: int) -> Params:
    """Return a belief and a claim, as percentages, for which no two mistakes lead to the same number."""
    least, own_by, said_by = at_level(level, (30, 5, 5), (40, 1, 5), (40, 1, 1))
    while True:
        said = random.randrange(50, 101, said_by)
        p = {"p": random.randrange(least, said - 9, own_by), "q": said}
        values = (_apart(p) ** 2, _apart(p), _score(p, "q"), _squares(p))
        if min(abs(one - other) for one, other in combinations(values, 2)) > Fraction(1, 200):
            return p


def _apart(p: Params) -> Fraction:
    return Fraction(p["q"] - p["p"], HUNDRED)


def _squares(p: Params) -> Fraction:
    return Fraction(p["q"] ** 2 - p["p"] ** 2, HUNDRED**2)


def _score(p: Params, name: str) -> Fraction:
    """Return the mean Brier score for claiming the percentage stored under *name*, given the belief."""
    chance, said = Fraction(p["p"], HUNDRED), Fraction(p[name], HUNDRED)
    return chance * (1 - said) ** 2 + (1 - chance) * said**2


def _extra(p: Params) -> Trial:
    chance, said = float(p["p"] / HUNDRED), float(p["q"] / HUNDRED)

    def scores(random: Random) -> float:
        came = random.random() < chance
        return (said - came) ** 2 - (chance - came) ** 2

    return scores


HONEST = question(
    id="16/honest",
    kind="number",
    goals=(phrase("Show that honesty pays under the Brier score."),),
    standards=("HSS-MD.A.2", "HSS-MD.B.5", "HSS-MD.B.7"),
    prompt=phrase(
        "You think that a prediction comes true with probability {p}%, and you are right about that. To look bold, "
        "you say {q}%. Your Brier score is the squared distance between what you say and what happens (1 or 0), "
        "and a low score is good. How much higher is it on average than if you say {p}%?"
    ),
    draw=_boast,
    answer=lambda p: _apart(p) ** 2,
    wrong=(
        Distractor(
            "distance",
            _apart,
            phrase("That is the distance between the two numbers. The score squares distances."),
        ),
        Distractor(
            "whole score",
            lambda p: _score(p, "q"),
            phrase("That is the mean score for {q}%. Compare it with the mean score for {p}%."),
        ),
        Distractor(
            "squares",
            _squares,
            phrase(
                "That is how much worse the score gets if the prediction fails. If it comes true, the score gets "
                "better. Weigh both cases."
            ),
        ),
    ),
    hints=(
        phrase("Two things can happen: the prediction comes true, or it fails. How often does each of them happen?"),
        phrase(
            "Find the mean score for {q}%: {p}% of the time it is (1 - {said})², otherwise {said}². Do the same for "
            "{p}%."
        ),
        phrase("The mean score is {high} for {q}% and {low} for {p}%. Subtract."),
    ),
    solution=phrase(
        "Saying {q}%: {true} · (1 - {said})² + {false} · {said}² = {high}. Saying {p}%: {true} · (1 - {true})² + "
        "{false} · {true}² = {low}. The difference is {answer}: the square of {apart}, the distance between the two "
        "numbers."
    ),
    shown=lambda p: {
        "true": number(Fraction(p["p"], HUNDRED)),
        "false": number(1 - Fraction(p["p"], HUNDRED)),
        "apart": number(_apart(p)),
        "said": number(Fraction(p["q"], HUNDRED)),
        "high": number(_score(p, "q")),
        "low": number(_score(p, "p")),
    },
    experiment=_extra,
    reflect=Reflection(
        phrase("Can it ever pay to say less than you believe, out of modesty?"),
        phrase(
            "No. What you lose is the squared distance, in whatever direction. With this score, modesty costs as "
            "much as boasting."
        ),
    ),
)
