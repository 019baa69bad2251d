"""How near cards are to a phase, as a value that one card more or one card less turns into the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from ...core.cards import Card
from ...core.phases import Place

Kind: TypeAlias = Place | tuple[str | None] | None
"""What matters of a card for a phase: the place that a natural can fill, a wild's color alone, None of a skip.

Cards of one kind are interchangeable.
"""

Counts: TypeAlias = Any
"""How many cards there are of each kind, in the form that a table's own standings read quickest."""


class HandState(Protocol):
    """How near some cards are to a phase; a value."""

    distance: int
    """The fewest further cards that complete the phase."""

    def plus(self, kind: Kind) -> HandState:
        """The standing with one more card of this kind."""

    def minus(self, kind: Kind) -> HandState:
        """The standing with one card of this kind less; the cards must have one."""

    def improves(self, kind: Kind) -> bool:
        """Whether one more card of this kind lowers the distance, which it can by one only."""

    def outs(self, counts: Counts) -> int:
        """How many of these cards lower the distance; *counts* is what the table has made of them."""

    def lookahead(self, counts: Counts) -> Lookahead:
        """The same for each card that may be drawn from these first."""

    def is_inert(self, kind: Kind) -> bool:
        """Whether one more card of this kind surely changes neither the distance nor which cards lower it."""

    def is_redundant(self, kind: Kind) -> bool:
        """Whether one less surely changes nothing of that, nor what one more card of any kind changes."""


class Lookahead(Protocol):
    """Where some cards stand after each draw from certain others."""

    def after(self, kind: Kind) -> tuple[int, int]:
        """The distance with a card of this kind drawn, and how many of the cards left then lower it."""


class DrawByDraw:
    """An outlook that makes the standing after each draw, where that matters."""

    def __init__(self, hand_state: HandState, counts: Counts) -> None:
        self._standing = hand_state
        self._counts = counts
        self._idle = hand_state.distance, hand_state.outs(counts)

    def after(self, kind: Kind) -> tuple[int, int]:
        if self._standing.is_inert(kind):
            return self._idle
        found = self._standing.plus(kind)
        return found.distance, found.outs(self._counts) - found.improves(kind)


class DistanceTable(Protocol):
    """All plans of one phase with the cards of one side."""

    kinds: dict[str, Kind]
    """The kind of each face, by its word."""

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        """Where these cards stand, each by its upper face."""

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        """So many cards of each kind, to ask :meth:`HandState.outs` about."""
