"""Lesson 16, question 3: two errors with different costs."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ....odds.simulation.experiment import Trial
from ...exercises.question import Distractor, Params, Reflection
from ..common import at_level, question
from .one_stake import HUNDRED, STANDARDS


def _warnings(random: Random, level: int) -> Params:
    """Return a danger's base rate, the hit and false-alarm rates of a useful warning, and the cost of a false alarm.

    The rates are percentages.
    """
    by, needless = at_level(level, (10, (5, 10, 20)), (5, (8, 10, 12, 15)), (2, (7, 9, 11, 13)))
    while True:
        p = {
            "base": random.randrange(10, 41, by),
            "hit": random.randrange(60, 91, by),
            "false": random.randrange(10, 31, by),
            "needless": random.choice(needless),
        }
        misses, ignored = 25 * _misses(p), Fraction(25 * p["base"], HUNDRED)
        if _cost(p) < Fraction(9, 10) * ignored and len({misses, _cost(p) - misses, ignored, _unweighted(p)}) == 4:
            return p


def _misses(p: Params) -> Fraction:
    return Fraction(p["base"] * (HUNDRED - p["hit"]), HUNDRED**2)


def _false_alarms(p: Params) -> Fraction:
    return Fraction((HUNDRED - p["base"]) * p["false"], HUNDRED**2)


def _cost(p: Params) -> Fraction:
    needless: int = p["needless"]
    return 25 * _misses(p) + needless * _false_alarms(p)


def _unweighted(p: Params) -> Fraction:
    """Return the sum of both errors' costs, not weighted by the chance of danger."""
    return Fraction(25 * (HUNDRED - p["hit"]) + p["needless"] * p["false"], HUNDRED)


def _turn(p: Params) -> Trial:
    def costs(random: Random) -> int:
        danger = random.random() < p["base"] / HUNDRED
        warned = random.random() < (p["hit"] if danger else p["false"]) / HUNDRED
        return 25 * (danger and not warned) + int(p["needless"]) * (warned and not danger)

    return costs


ERRORS = question(
    id="16/two-errors",
    kind="number",
    goals=(phrase("Weigh two kinds of error by how often they happen and by what they cost."),),
    standards=STANDARDS,
    prompt=phrase(
        "You hold a wild. In {base}% of such turns, somebody goes out next. A sign warns you in {hit}% of those "
        "turns, but also in {false}% of the others. Whenever you are warned, you throw the wild away. A miss costs "
        "you the 25 points of the wild. A false alarm costs you the help of the wild, worth {needless} points. How "
        "many points do your errors cost per turn, on average?"
    ),
    draw=_warnings,
    answer=_cost,
    wrong=(
        Distractor(
            "no base rate",
            _unweighted,
            phrase(
                "You left out how often somebody goes out at all. A miss can happen only in {base}% of the turns, "
                "and a false alarm only in the others."
            ),
        ),
        Distractor(
            "misses only",
            lambda p: 25 * _misses(p),
            phrase("That is what the misses cost. False alarms cost something, too."),
        ),
        Distractor(
            "alarms only",
            lambda p: p["needless"] * _false_alarms(p),
            phrase("That is what the false alarms cost. Misses cost something, too."),
        ),
        Distractor(
            "no sign",
            lambda p: Fraction(25 * p["base"], HUNDRED),
            phrase("That is the cost if you ignore the sign and always keep the wild."),
        ),
    ),
    hints=(
        phrase("Draw a tree: first danger or no danger, then sign or no sign. Where are the two errors?"),
        phrase("How often is there danger but no sign? How often is there a sign but no danger?"),
        phrase(
            "Misses: {misses} of all turns. False alarms: {alarms} of all turns. Multiply each by its cost, and add."
        ),
    ),
    solution=phrase(
        "Misses: {base}% times {missed}% is {misses} of all turns, and each costs 25. False alarms: {quiet}% times "
        "{false}% is {alarms}, and each costs {needless}. Together: {answer} points per turn."
    ),
    shown=lambda p: {
        "misses": percent(_misses(p)),
        "alarms": percent(_false_alarms(p)),
        "missed": HUNDRED - p["hit"],
        "quiet": HUNDRED - p["base"],
    },
    experiment=_turn,
    reflect=Reflection(
        phrase("Somebody offers you a sign that never misses a danger. What else do you want to know?"),
        phrase(
            "You want to know how often it gives a false alarm, and what that costs. A sign that always warns "
            "never misses anything, but it is useless."
        ),
    ),
)
