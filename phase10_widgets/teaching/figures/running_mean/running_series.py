"""Series of deals with snapshots, and binomial chances."""

from __future__ import annotations

from math import exp, lgamma, log, log1p
from typing import NamedTuple

from ....odds.simulation.chunks import stream
from ....odds.simulation.experiment import Trial

ROWS_OF_MISSES = 8
"""The longest streak of misses that is tracked."""


A_DECADE = 10
"""The number of points per factor of ten in a series."""


class RunningSeries:
    """One series of deals, with snapshots."""

    def __init__(self, seed: int, place: int) -> None:
        self.random = stream(f"{seed}/series", place)
        self.hits = 0
        self.misses = 0
        """The current streak of misses."""
        self.points: list[int] = []
        """The number of hits at each snapshot."""
        self.before_last = self.random.getstate()
        """The state of the random numbers before the last deal, from which its cards can be dealt again."""

    def go_on(self, trial: Trial, deals: int, due: list[list[int]]) -> None:
        """Deal *deals* times; in *due*, count the deals that follow each streak of misses, and the hits among them."""
        random, misses = self.random, self.misses
        for left in range(deals, 0, -1):
            if left == 1:
                self.before_last = random.getstate()
            hit = bool(trial(random))
            after = due[min(misses, ROWS_OF_MISSES)]
            after[0] += 1
            after[1] += hit
            misses = 0 if hit else misses + 1
            self.hits += hit
        self.misses = misses
        self.points.append(self.hits)


class Due(NamedTuple):
    """The number of deals that followed a streak of at least this many misses, and the number of hits among them."""

    misses: int
    deals: int
    hits: int


def fewest(low: float, deals: int) -> int:
    """Return the smallest number of hits whose proportion is at least *low*."""
    k = max(0, int(low * deals) - 1)
    while k / deals < low:
        k += 1
    return k


def most(high: float, deals: int) -> int:
    """Return the largest number of hits whose proportion is at most *high*."""
    k = min(deals, int(high * deals) + 1)
    while k / deals > high:
        k -= 1
    return k


def binomial(k: int, n: int, p: float) -> float:
    """Return the chance of k hits in n deals."""
    ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    return exp(ways + k * log(p) + (n - k) * log1p(-p))
