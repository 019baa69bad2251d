"""Repeated bets of a fraction of the purse, and the exact distribution of the resulting purses."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from ....base.translatable import phrase
from ....odds.simulation.deals import at_least

START = 100
"""The number of points that every player starts with."""


EDGES = (0, 1, 10, 50, 100, 200, 1_000, 10_000, 100_000)
"""The lower bounds of the bars, not counting the bar for the empty purse."""


EXACTLY = 8
"""The number of significant digits written for a factor that is raised to a power."""


class Bet(NamedTuple):
    """A bet: the chance of winning it, and the gain per point staked."""

    name: str
    chance: Fraction
    gain: int

    @property
    def edge(self) -> Fraction:
        """The expected gain per point staked."""
        return self.chance * (self.gain + 1) - 1


BETS: Mapping[str, Bet] = {
    "fair": Bet(phrase("a fair coin"), Fraction(1, 2), 1),
    "house": Bet(phrase("red at roulette, with one zero"), Fraction(18, 37), 1),
    "wild": Bet(phrase("a wild among ten cards"), at_least(1, 8, 108, 10), 1),
    "favorite": Bet(phrase("a favorite"), Fraction(3, 5), 1),
    "longshot": Bet(phrase("a long shot"), Fraction(1, 10), 11),
}


class Purses:
    """The exact distribution of the purse after several rounds of the same bet."""

    def __init__(self, bet: Bet, share: Fraction, rounds: int) -> None:
        self.bet = bet
        self.rounds = rounds
        self.won = 1 + bet.gain * share
        """The factor by which a won round multiplies the purse."""
        self.lost = 1 - share
        """The factor by which a lost round multiplies the purse."""

    def purse(self, wins: int) -> Fraction:
        """Return the purse after this many wins, in any order."""
        return START * self.won**wins * self.lost ** (self.rounds - wins)

    @cached_property
    def chances(self) -> list[Fraction]:
        """The chances of 0, 1, 2, … wins."""
        p, n = self.bet.chance, self.rounds
        return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]

    @cached_property
    def factor(self) -> Fraction:
        """The mean factor by which a single round multiplies the purse."""
        p = self.bet.chance
        return p * self.won + (1 - p) * self.lost

    @property
    def mean(self) -> Fraction:
        """The mean purse."""
        return START * self.factor**self.rounds

    @cached_property
    def middle(self) -> int:
        """The smallest number of wins that at least half of all players do not exceed."""
        so_far = accumulate(self.chances)
        return next(k for k, chance in enumerate(so_far) if 2 * chance >= 1)

    @property
    def median(self) -> Fraction:
        """The median purse: the purse after the median number of wins, since more wins mean a bigger purse."""
        return self.purse(self.middle)

    def below(self, points: int) -> Fraction:
        """Return the chance of ending with fewer points than this."""
        return sum((chance for k, chance in enumerate(self.chances) if self.purse(k) < points), Fraction(0))

    @cached_property
    def needed(self) -> int:
        """The minimum number of wins needed to end with at least the starting purse."""
        return next(k for k in range(self.rounds + 1) if self.purse(k) >= START)


@lru_cache(maxsize=256)
def purses(bet: str, share: int, rounds: int) -> Purses:
    """Return the exact distribution of the purse for one of BETS, with a stake given as a percentage of the purse.

    >>> found = purses("favorite", 100, 20)
    >>> round(float(found.mean)), found.median
    (3834, Fraction(0, 1))
    """
    return Purses(BETS[bet], Fraction(share, 100), rounds)


def bar_of(purse: Fraction) -> int:
    """Return the index of the bar in which a purse is counted (0 for an empty purse)."""
    return bisect_right(EDGES, purse) if purse else 0
