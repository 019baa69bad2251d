"""Definitions shared by the lessons' questions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeVar

from ...editions import edition
from ...odds.simulation.deals import at_least
from ...rules.cards import Card
from ..exercises.question import Kind, Params, Question

__all__ = [
    "CARDS",
    "COLORS",
    "COPIES",
    "SKIPS",
    "WILDS",
    "Params",
    "at_level",
    "cards_of",
    "drawn",
    "exactly",
    "question",
    "unseen",
]

_Numbers = TypeVar("_Numbers")

CARDS, WILDS, SKIPS, COPIES = 108, 8, 4, 8
"""The card counts of the classic deck: all cards, wilds, skips, and cards of each number (C1)."""

COLORS = "RBGY"
"""The letters that stand for the colors in card codes."""

INTERVALS_FROM = 7
"""The first lesson in which learners predict intervals."""


def question(*, id: str, kind: Kind = "chance", **parts: Any) -> Question:
    """Return a question for a lesson; tests/teaching/test_lessons.py checks each one with 200 seeds."""
    interval = kind != "choice" and int(id[:2]) >= INTERVALS_FROM
    return Question(id=id, kind=kind, interval=interval, tested=True, **parts)


def at_level(level: int, easier: _Numbers, usual: _Numbers, harder: _Numbers) -> _Numbers:
    """Return the numbers to choose from at a question's level (-1, 0 or 1)."""
    return (easier, usual, harder)[level + 1]


def drawn(wanted: int, marked: int, cards: int, size: int = CARDS) -> Fraction:
    """Return the chance of at least *wanted* marked cards among *cards* dealt cards.

    >>> round(float(drawn(1, WILDS, 10)), 4)
    0.553
    """
    return at_least(wanted, marked, size, cards)


def exactly(wanted: int, marked: int, cards: int, size: int = CARDS) -> Fraction:
    """Return the chance of exactly *wanted* marked cards among *cards* dealt cards."""
    return drawn(wanted, marked, cards, size) - drawn(wanted + 1, marked, cards, size)


def cards_of(words: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards with these codes from the classic deck."""
    return edition("classic").cards(" ".join(words))


def unseen(cards: Iterable[Card]) -> list[str]:
    """Return the codes of all cards in the classic deck except *cards*, without using the engine."""
    deck = [f"{color}{number}" for color in COLORS for number in range(1, 13)] * 2 + ["W"] * WILDS + ["S"] * SKIPS
    for card in cards:
        deck.remove(card.code)
    return deck
