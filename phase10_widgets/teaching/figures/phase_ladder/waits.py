"""Waiting times on a ladder of phases: mean numbers of rounds, chances for a range of rounds, and simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log
from random import Random

from ..shared.ladder_chain import (
    NEGLIGIBLE,
    Chances,
    first_through,
)


def wait(at: int, chances: Chances) -> float:
    """Return the mean wait at the phase with this zero-based index."""
    return 1 / chances[at]


def rounds_alone(chances: Chances) -> float:
    """Return the mean number of rounds that a single player needs."""
    return sum([1 / chance for chance in chances])


def chance_within(some: range, players: int, chances: Chances) -> float:
    """Return the chance that the first player to finish needs a number of rounds in this range."""
    return sum(first_through(chances, players)[some.start : some.stop])


def rounds_through(misses: Sequence[float | None], random: Random) -> int:
    """Simulate one player's number of rounds: for each phase, the misses (drawn in a single step) plus the hit."""
    rounds = len(misses)
    for miss in misses:
        if miss is not None:
            rounds += int(log(1.0 - random.random()) / miss)
    return rounds


def as_fraction(value: float) -> Fraction:
    """Convert a floating-point chance to a fraction, rounded to ten digits."""
    return Fraction(f"{value:.10g}") if value > NEGLIGIBLE else Fraction(0)
