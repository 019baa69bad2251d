"""What the lessons' questions share."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from ...odds.simulation.deals import at_least
from ..question import Params, Question

__all__ = ["CARDS", "COPIES", "SKIPS", "WILDS", "Params", "drawn", "exactly", "question"]

CARDS, WILDS, SKIPS, COPIES = 108, 8, 4, 8
"""Classic's deck: all cards, its wilds, its skips, and how many there are of each number (C1)."""

question = partial(Question, tested=True)
"""A question of a lesson; tests/teaching/test_lessons.py checks each with 200 seeds."""


def drawn(wanted: int, marked: int, cards: int, size: int = CARDS) -> Fraction:
    """The chance of at least so many marked ones among the cards that are dealt.

    >>> round(float(drawn(1, WILDS, 10)), 4)
    0.553
    """
    return at_least(wanted, marked, size, cards)


def exactly(wanted: int, marked: int, cards: int, size: int = CARDS) -> Fraction:
    """The chance of just so many."""
    return drawn(wanted, marked, cards, size) - drawn(wanted + 1, marked, cards, size)
