"""Hand states: a hand's distance from a phase, updated card by card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from ...rules.cards import Card
from ...rules.phases import Place

Kind: TypeAlias = Place | tuple[str | None] | None
"""The property of a card that matters for a phase: a natural's place, a wild's color alone, or None for a skip.

Cards of one kind are interchangeable.
"""

Counts: TypeAlias = Any
"""The number of cards of each kind, in the form that a table's hand states can read fastest."""


class HandState(Protocol):
    """The protocol for hand states: immutable values that know how far a set of cards is from a phase."""

    distance: int
    """The minimum number of additional cards that complete the phase."""

    def plus(self, kind: Kind) -> HandState:
        """Return the hand state with one more card of this kind."""

    def minus(self, kind: Kind) -> HandState:
        """Return the hand state without one card of this kind; the hand must contain one."""

    def improves(self, kind: Kind) -> bool:
        """Return True if one more card of this kind lowers the distance, always by exactly one."""

    def outs(self, counts: Counts) -> int:
        """Return how many of these cards lower the distance; *counts* comes from the table."""

    def lookahead(self, counts: Counts) -> Lookahead:
        """Return the lookahead for draws from these cards."""

    def is_inert(self, kind: Kind) -> bool:
        """Return True if adding a card of this kind is certain to change neither the distance nor the outs."""

    def is_redundant(self, kind: Kind) -> bool:
        """Return True if removing a card of this kind is certain not to change the distance, the outs, or the effect
        of any added card."""


class Lookahead(Protocol):
    """The protocol for lookaheads: the hand state after each draw from a set of cards."""

    def after(self, kind: Kind) -> tuple[int, int]:
        """Return the distance after drawing a card of this kind, and the outs among the remaining cards."""


class DrawByDraw:
    """A lookahead that builds the hand state after each draw that matters."""

    def __init__(self, hand_state: HandState, counts: Counts) -> None:
        self._hand_state = hand_state
        self._counts = counts
        self._unchanged = hand_state.distance, hand_state.outs(counts)

    def after(self, kind: Kind) -> tuple[int, int]:
        if self._hand_state.is_inert(kind):
            return self._unchanged
        result = self._hand_state.plus(kind)
        return result.distance, result.outs(self._counts) - result.improves(kind)


class DistanceTable(Protocol):
    """The protocol for distance tables: all plans for one phase with one side's cards."""

    kinds: dict[str, Kind]
    """Each face's kind, keyed by its code."""

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        """Return the hand state for these cards, each represented by its face-up side."""

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        """Convert counts of kinds to the form for :meth:`HandState.outs`."""
