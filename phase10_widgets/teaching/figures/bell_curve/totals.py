"""Quantities to measure many times, and the exact distributions of their sums and maxima."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from math import comb, gcd, sqrt
from statistics import NormalDist
from typing import NamedTuple

from ....base.translatable import phrase
from ....odds.deal import deal as chance_of
from ....odds.sums import sums
from ..score_histogram import prices

NORMAL = NormalDist()


class Measured(NamedTuple):
    """A type of measurement: its name, a sentence describing it, and the number of ways to get each result."""

    name: str
    asks: str
    ways: Callable[[], Mapping[int, int]]
    step: int = 1
    """The distance between neighboring results."""


def _wilds() -> Mapping[int, int]:
    counts = [comb(8, k) * comb(100, 10 - k) for k in range(9)]
    return {k: count // gcd(*counts) for k, count in enumerate(counts)}


def _phase() -> Mapping[int, int]:
    chance = Fraction(chance_of("classic", 8))
    return {0: chance.denominator - chance.numerator, 1: chance.numerator}


MEASURED = {
    "cost": Measured(
        phrase("the cost of a card"),
        phrase("You draw a card, note what it costs, and put it back."),
        lambda: prices("classic"),
        5,
    ),
    "number": Measured(
        phrase("the number on a card"),
        phrase("You draw a number card, note its number, from 1 to 12, and put it back."),
        lambda: dict.fromkeys(range(1, 13), 1),
    ),
    "wilds": Measured(
        phrase("the wilds among ten cards"), phrase("You are dealt ten cards and count the wilds."), _wilds
    ),
    "win": Measured(
        phrase("a win against an equal player"),
        phrase("You play a game against an equal player. A win counts 1, a loss 0."),
        lambda: {0: 1, 1: 1},
    ),
    "phase": Measured(
        phrase("phase 8 in the first ten cards"),
        phrase("You are dealt ten cards. It counts 1 if they hold phase 8, and 0 if they do not."),
        _phase,
    ),
}


HOW = {
    "sum": phrase("You do this {n} times and add up the results."),
    "mean": phrase("You do this {n} times and take the mean of the results."),
    "largest": phrase("You do this {n} times and keep only the largest result."),
}


class Totals:
    """The exact distribution of a total, as the number of ways to reach each value."""

    def __init__(self, ways: Mapping[int, int]) -> None:
        self.ways = ways
        self.of = sum(ways.values())

    @cached_property
    def mean(self) -> Fraction:
        """The mean."""
        return Fraction(sum(value * n for value, n in self.ways.items()), self.of)

    @cached_property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        return Fraction(sum(value * value * n for value, n in self.ways.items()), self.of) - self.mean**2

    @cached_property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The skewness: the mean cubed distance from the mean, measured in standard deviations."""
        mean = self.mean
        return float(sum((value - mean) ** 3 * n for value, n in self.ways.items()) / self.of) / self.deviation**3

    def within(self, z: int) -> Fraction:
        """Return the proportion within *z* standard deviations of the mean."""
        return self.chance(lambda value: self.near(value, z))

    def near(self, value: int, z: int) -> bool:
        """Return True if a value is within *z* standard deviations of the mean."""
        return (value - self.mean) ** 2 <= z * z * self.variance

    def chance(self, wanted: Callable[[int], bool]) -> Fraction:
        """Return the chance of getting a value for which *wanted* is true."""
        return Fraction(sum(n for value, n in self.ways.items() if wanted(value)), self.of)


@cache
def totals(measured: str, n: int, *, largest: bool = False) -> Totals:
    """Return the exact distribution of the sum of *n* results, or of the largest of them."""
    ways = MEASURED[measured].ways()
    if not largest:
        return Totals(sums(ways, n))
    at_most = [0, *(count**n for count in accumulate(ways.values()))]
    return Totals({value: at_most[at + 1] - at_most[at] for at, value in enumerate(ways)})


class ResultColumn(NamedTuple):
    """A column of the histogram: its name, and its lowest and highest values."""

    name: str
    low: float
    high: float
