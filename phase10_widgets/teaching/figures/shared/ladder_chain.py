"""The ladder of lesson 10 as a Markov chain: measured chances, the length of a game in rounds, and their errors."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import sqrt

from ....odds.deal import deal as chance_of

Chances = tuple[float, ...]
"""The chance of completing each phase in a round."""
EDITION = "classic"
PHASES = 10
MEASURED = (
    (1600, 1879),
    (1600, 2002),
    (1600, 2802),
    (1600, 2267),
    (1598, 2537),
    (1592, 2648),
    (1460, 3328),
    (1280, 1655),
    (957, 1573),
    (519, 943),
)
"""For each phase, the number of rounds in which it was completed and the number of rounds played at it, in 400 games
among four level 5 computer players, measured by ``python -m devtools.generate.climbs 400 expert:5 4``."""
MEASURED_ROUNDS = Fraction(27, 2)
"""The mean number of rounds in those games, to the precision that 400 games allow."""
NEGLIGIBLE = 1e-9
"""Chances below this are ignored when following the chain."""


@cache
def dealt() -> tuple[Fraction, ...]:
    """Return the chance of each phase in a ten-card deal, without any draws."""
    return tuple([Fraction(chance_of(EDITION, phase)) for phase in range(1, PHASES + 1)])


def measured() -> tuple[Fraction, ...]:
    """Return the proportion of rounds in which each phase was completed, in games between computer players."""
    return tuple([Fraction(done, rounds) for done, rounds in MEASURED])


@lru_cache(maxsize=64)
def not_through(chances: Chances) -> tuple[float, ...]:
    """Return the chance that a player has not completed all phases after 0, 1, 2, … rounds, down to a negligible one.

    The Markov chain is followed round by round, in floats: in each round, a player stays on a rung or climbs to the
    next.
    """
    at = [1.0, *(0.0 for _ in chances)]
    downwards = [(rung, chances[rung]) for rung in reversed(range(len(chances)))]
    found = [1.0]
    while found[-1] > NEGLIGIBLE:
        for rung, chance in downwards:
            up = at[rung] * chance
            at[rung] -= up
            at[rung + 1] += up
        found.append(sum(at[:-1]))
    return tuple(found)


@lru_cache(maxsize=64)
def first_through(chances: Chances, players: int) -> tuple[float, ...]:
    """Return the chance that the first player to finish needs exactly 0, 1, 2, … rounds."""
    left = [share**players for share in not_through(chances)]
    return (0.0, *(before - after for before, after in pairwise(left)))


@lru_cache(maxsize=256)
def mean_rounds(chances: Chances, players: int) -> float:
    """Return the mean number of rounds until the first player finishes."""
    return sum([share**players for share in not_through(chances)])


def error_of(follows: Callable[[Chances], float]) -> float:
    """Return the standard error of a number derived from the measured chances.

    Each chance is shifted up and down by its standard error, and the larger of the two changes in the number is used.
    These changes are combined like independent errors, as the square root of the sum of their squares.

    >>> f"{error_of(lambda chances: sum(1 / chance for chance in chances)):.2f}"
    '0.10'
    """
    chances = tuple(map(float, measured()))
    value, squares = follows(chances), 0.0
    for at, (chance, (_, rounds)) in enumerate(zip(chances, MEASURED, strict=True)):
        error = sqrt(chance * (1 - chance) / rounds)
        moved = [follows((*chances[:at], to, *chances[at + 1 :])) for to in (chance - error, chance + error)]
        squares += max(abs(each - value) for each in moved) ** 2
    return sqrt(squares)
