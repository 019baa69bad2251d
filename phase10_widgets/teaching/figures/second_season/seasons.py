"""Two seasons with players of equal or different strengths: exact chances and a tally of simulated seasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from ....odds.estimate import Estimate, share
from ....odds.simulation.tally import Tally

TENTHS: Mapping[str, tuple[int, ...]] = {"equal": (5,), "little": (4, 5, 5, 6), "much": (3, 5, 5, 7)}
"""A player's possible strengths, all equally likely, as games won out of ten in the long run."""


MEAN = Fraction(1, 2)


class TwoSeasons(NamedTuple):
    """A player's mean proportion of games won in each season."""

    first: Fraction
    second: Fraction


class SeasonWins(NamedTuple):
    """The distribution of one player's wins in a season, as whole numbers: divide them by *ways* to get chances."""

    ways: int
    wins: tuple[int, ...]
    """The number of ways to win 0, 1, 2, … games."""
    tenths: tuple[int, ...]
    """The number of ways to win 0, 1, 2, … games, each way weighted by the player's strength in tenths."""

    def later(self, wins: int) -> Fraction:
        """Return the mean strength of players with this many wins: their expected proportion of wins in a new
        season."""
        return Fraction(self.tenths[wins], 10 * self.wins[wins])


@lru_cache(maxsize=64)
def law(games: int, strengths: tuple[int, ...]) -> SeasonWins:
    """Return the distribution of wins for a player with one of these equally likely *strengths* (in tenths).

    >>> law(2, (5,)).later(2), law(1, (4, 6)).later(1)
    (Fraction(1, 2), Fraction(13, 25))
    """
    each = [
        [comb(games, k) * tenths**k * (10 - tenths) ** (games - k) for tenths in strengths] for k in range(games + 1)
    ]
    weighted = [sum(ways * tenths for ways, tenths in zip(row, strengths, strict=True)) for row in each]
    return SeasonWins(len(strengths) * 10**games, tuple(map(sum, each)), tuple(weighted))


@lru_cache(maxsize=64)
def results(players: int, games: int, strengths: tuple[int, ...]) -> tuple[TwoSeasons, ...]:
    """Return the mean results of season one's champion, runner-up, and so on. Ties are broken by lot.

    The number of ways for at least r players to have k or more wins is the number of ways for exactly j players to do
    so, summed over j = r, r + 1, … Summed over k, the resulting chances give the mean number of wins at rank r. A
    player with exactly k wins is given the mean strength of all players with k wins, and plays season two with that
    strength.

    >>> [(str(one.first), str(one.second)) for one in results(2, 1, (5,))]
    [('3/4', '1/2'), ('1/4', '1/2')]
    """
    one = law(games, strengths)
    reached = [_by_rank(players, sum(one.wins[k:]), one.ways) for k in range(games + 2)]
    every = one.ways**players
    found = []
    for rank in range(players):
        ways = [row[rank] for row in reached]
        second = sum((ways[k] - ways[k + 1]) // one.wins[k] * one.tenths[k] for k in range(games + 1))
        found.append(TwoSeasons(Fraction(sum(ways[1:]), games * every), Fraction(second, 10 * every)))
    return tuple(found)


def _by_rank(players: int, ways: int, of: int) -> list[int]:
    """Return the number of ways for at least 1, 2, … players to do what one player does in *ways* out of *of* ways."""
    exactly = [comb(players, j) * ways**j * (of - ways) ** (players - j) for j in range(1, players + 1)]
    return list(reversed(list(accumulate(reversed(exactly)))))


class SkillAndLuck(NamedTuple):
    """The variance of a season's results: the part due to skill, and the part due to luck."""

    skill: Fraction
    luck: Fraction

    @property
    def reliability(self) -> Fraction:
        """The correlation between two seasons: the proportion of the variance that is due to skill."""
        return self.skill / (self.skill + self.luck)


def spread(games: int, strengths: tuple[int, ...]) -> SkillAndLuck:
    """Return the variance of a season's results.

    >>> spread(20, (4, 5, 5, 6)).reliability
    Fraction(20, 69)
    """
    shares = [Fraction(tenths, 10) for tenths in strengths]
    skill = sum(((share - MEAN) ** 2 for share in shares), Fraction(0)) / len(shares)
    return SkillAndLuck(skill, sum((share * (1 - share) for share in shares), Fraction(0)) / len(shares) / games)


class SeasonTally:
    """The sums of a set of results, which determine their mean and its error."""

    def __init__(self, *parts: SeasonTally) -> None:
        """Start with the combined sums of these tallies."""
        self.n: int = sum(one.n for one in parts)
        self.total: int = sum(one.total for one in parts)
        self.squares: int = sum(one.squares for one in parts)

    def add(self, wins: int) -> None:
        """Add a season's wins."""
        self.n += 1
        self.total += wins
        self.squares += wins * wins

    def estimate(self, games: int) -> Estimate:
        """Return the mean proportion of games won, formatted as a percentage."""
        around = self.squares - self.total * self.total / self.n
        if self.n == 1 or not around:  # identical seasons reveal nothing about the spread, but individual games do
            return share(self.total, self.n * games)
        found = Estimate.of(Tally("mean", self.n, self.total / games, around / games**2))
        return replace(found, kind="chance")


def cumulative(games: int, tenths: int) -> list[float]:
    """Return the chances of at most 0, 1, … wins, up to one less than the number of games."""
    ways = accumulate(comb(games, k) * tenths**k * (10 - tenths) ** (games - k) for k in range(games))
    return [each / 10**games for each in ways]
