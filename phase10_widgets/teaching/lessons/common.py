"""Definitions that the lessons' questions share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...odds.simulation.deals import at_least
from ..question import Kind, Params, Question

__all__ = ["CARDS", "COPIES", "SKIPS", "WILDS", "Params", "drawn", "exactly", "question"]

CARDS, WILDS, SKIPS, COPIES = 108, 8, 4, 8
"""Classic's deck: its size, its wilds, its skips, and the copies of each number (C1)."""

INTERVALS_FROM = 7
"""The first lesson in which learners predict intervals."""


def question(*, id: str, kind: Kind = "chance", **parts: Any) -> Question:
    """Return a lesson's question; tests/teaching/test_lessons.py checks each with 200 seeds."""
    interval = kind != "choice" and int(id[:2]) >= INTERVALS_FROM
    return Question(id=id, kind=kind, interval=interval, tested=True, **parts)


def drawn(wanted: int, marked: int, cards: int, size: int = CARDS) -> Fraction:
    """Return the chance of at least *wanted* marked cards among *cards* dealt ones.

    >>> round(float(drawn(1, WILDS, 10)), 4)
    0.553
    """
    return at_least(wanted, marked, size, cards)


def exactly(wanted: int, marked: int, cards: int, size: int = CARDS) -> Fraction:
    """Return the chance of exactly *wanted* marked cards."""
    return drawn(wanted, marked, cards, size) - drawn(wanted + 1, marked, cards, size)
