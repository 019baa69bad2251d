"""Lesson 8: the question about the words "and the middles meet" from the first edition."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import sqrt
from random import Random
from typing import NamedTuple

from ....base.translatable import Sentence, phrase
from ....languages.number_text import number, percent
from ....odds.simulation.experiment import Trial
from ....odds.sums import sums
from ...exercises.question import Choice, Params, Reflection
from ..common import CARDS, question

STANDARDS = ("HSS-ID.A.2", "HSS-MD.A.2")
NUMBERS, WILDS, SKIPS = 96, 8, 4
AT_ONCE = 10
"""The number of totals averaged in each trial, so that a few trials are enough to tell a mean from a median."""
CLEAR = 0.06
"""The smallest nonzero distance between the mean and the median in a question, in standard deviations of a total."""
ALL = ((24, 15, 9), (24, 15, 18), (24, 30, 12), (36, 15, 9), (36, 15, 18), (48, 15, 6), (48, 15, 9), (48, 15, 12))
NOT_THE_MODE = ((24, 30, 9), (24, 45, 9), (36, 30, 9), (36, 45, 10), (36, 45, 11), (36, 45, 12), (48, 60, 12))
"""Decks and draws for which either all three averages or only the mean and the median are equal.

Each entry lists the number of 10-point cards, the price of a wild, and the number of cards drawn. Only a few such cases
exist.
"""


class Averages(NamedTuple):
    """The three averages of a total, and the chances that identify the mode and the median."""

    mean: Fraction
    median: int
    mode: int
    deviation: float
    often: Fraction
    """The chance that the total is the mode."""
    below: Fraction
    """The chance that the total is below the median."""
    up_to: Fraction
    """The chance that the total is at most the median."""

    @property
    def case(self) -> str:
        """The averages that are equal: all, the mean and the median, the median and the mode, or none."""
        if self.mean == self.median:
            return "all" if self.mode == self.median else "mean"
        return "mode" if self.mode == self.median else "none"

    @property
    def clear(self) -> bool:
        """True if the mean differs from the mode and simulations can tell the mean from the median."""
        apart = abs(float(self.mean) - self.median)
        return self.mean not in (self.median, self.mode) and apart >= CLEAR * self.deviation


def _deck(tens: int, wild: int) -> Mapping[int, int]:
    """Return the number of cards at each cost."""
    return Counter({5: NUMBERS - tens, 10: tens}) + Counter({15: SKIPS}) + Counter({wild: WILDS})


@cache
def averages(tens: int, wild: int, cards: int) -> Averages:
    """Return the averages of the total cost when this many cards are drawn with replacement.

    >>> found = averages(24, 25, 15)
    >>> round(float(found.mean), 2), found.median, found.mode, found.case
    (119.44, 115, 110, 'none')
    """
    ways = sums(_deck(tens, wild), cards)
    points, so_far = sorted(ways), list(accumulate(ways[total] for total in sorted(ways)))
    every = so_far[-1]
    at = bisect_left(so_far, Fraction(every, 2))
    mean = Fraction(sum(total * count for total, count in ways.items()), every)
    mode = max(points, key=lambda total: ways[total])
    square = sum((total - mean) ** 2 * count for total, count in ways.items()) / every
    shares = (Fraction(count, every) for count in (ways[mode], so_far[at - 1], so_far[at]))
    return Averages(mean, points[at], mode, sqrt(square), *shares)


def _middles(random: Random) -> Params:
    """Choose at random which averages are equal; return a matching deck and number of cards."""
    case = random.choice(("all", "mean", "mode", "mode", "none", "none"))
    if case in ("all", "mean"):
        tens, wild, cards = random.choice(ALL if case == "all" else NOT_THE_MODE)
        return {"tens": tens, "wild": wild, "cards": cards}
    while True:
        tens, wild, cards = random.choice((24, 36, 48)), random.randrange(15, 61, 5), random.randint(7, 16)
        found = averages(tens, wild, cards)
        if found.case == case and found.clear:
            return {"tens": tens, "wild": wild, "cards": cards}


def _found(p: Params) -> Averages:
    return averages(p["tens"], p["wild"], p["cards"])


def _some_totals(p: Params) -> Trial:
    """Return a trial that draws several totals and returns their mean."""
    costs, drawn = tuple(Counter(_deck(p["tens"], p["wild"])).elements()), AT_ONCE * p["cards"]
    return lambda random: sum(random.choices(costs, k=drawn)) / AT_ONCE


def _verdict(p: Params, value: float) -> str:
    """Return the verdict that a simulated mean supports, which depends on whether that mean is near the median."""
    found = _found(p)
    meets = abs(value - found.median) < CLEAR / 2 * found.deviation
    if found.mode == found.median:
        return "all" if meets else "mode"
    return "mean" if meets else "none"


def _shown(p: Params) -> Params:
    found, deck = _found(p), _deck(p["tens"], p["wild"])
    parts = {
        "mean": number(found.mean),
        "median": found.median,
        "mode": found.mode,
        "cards": p["cards"],
        "points": sum(points * n for points, n in deck.items()),
        "size": CARDS,
    }
    return {
        **parts,
        "deck": ", ".join(f"{n} × {points}" for points, n in sorted(deck.items())),  # noqa: RUF001
        "often": percent(found.often),
        "under": found.median - 5,
        "below": percent(found.below),
        "up_to": percent(found.up_to),
        "facts": Sentence(
            phrase("The mode is {mode}, the median {median}. The mean is {cards} times {points}/{size}, or {mean}."),
            **parts,
        ),
    }


MIDDLES = question(
    id="08/middles",
    kind="choice",
    goals=(phrase("Test a general sentence about averages against numbers."),),
    standards=STANDARDS,
    prompt=phrase(
        "The first edition of this course said about the cost of cards: “The more cards are added up, the more the "
        "picture looks like a bell, and the middles meet.” The middles are the mean, the median and the mode. Test the "
        "sentence with this deck (cards × points): {deck}. You draw {cards} cards, put each one back, and add up what "  # noqa: RUF001
        "they cost. The most common total is {mode}, with a probability of {often}. Totals up to {under} have a "
        "probability of {below} together, and totals up to {median} have {up_to}. Do the middles meet here?"
    ),
    draw=_middles,
    answer=lambda p: _found(p).case,
    choices=(
        Choice("all", phrase("Yes. All three are equal."), phrase("{facts} They are not all equal.")),
        Choice(
            "mode",
            phrase("The median and the mode are equal, but the mean is not."),
            phrase("{facts} Compare the median with the mode, and the mean with both."),
        ),
        Choice(
            "mean",
            phrase("The mean and the median are equal, but the mode is not."),
            phrase("{facts} Compare the mean with the median, and the mode with both."),
        ),
        Choice(
            "none", phrase("No two of them are equal."), phrase("{facts} Two of them are equal, or even all three.")
        ),
    ),
    hints=(
        phrase("Find the three numbers one by one. You can read off two of them, and must compute the third."),
        phrase(
            "The most common total is the mode. The median is the first total at which the added probabilities reach "
            "or pass one half."
        ),
        phrase("A card costs {points}/{size} points on average. Expected values add up: multiply that by {cards}."),
    ),
    solution=phrase(
        "{facts} {answer} With more cards, the picture looks more like a bell, but totals still move in steps of 5. So "
        "the sentence holds for some decks and fails for others."
    ),
    shown=_shown,
    experiment=_some_totals,
    reads=_verdict,
    reflect=Reflection(
        phrase("What should the first edition have said instead of “and the middles meet”?"),
        phrase(
            "Something about the shape: the skewness gets smaller. Measured in standard deviations, the three averages "
            "then lie close together. But in points, they need not become equal, and the mode jumps in steps of 5."
        ),
    ),
)
