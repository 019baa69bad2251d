"""Estimates for phases whose distances only the core solver can compute: exact for the current hand, but without a
lookahead to the next draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...rules.cards import Card
from .by_solver import SolverTable
from .hand_state import Counts, HandState, Kind, Lookahead

OUTS_SHARE = 0.25
"""The fraction of the unseen cards that is assumed to lower a distance."""


class EstimateTable:
    """A table for players that queries the core solver as rarely as possible."""

    def __init__(self, exact: SolverTable, *, exact_outs: bool) -> None:
        """Wrap this table; *exact_outs* is True to count a hand's outs, or False to estimate them."""
        self._exact = exact
        self.exact_outs = exact_outs
        self.kinds = exact.kinds

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        return self.of(self._exact.hand_state(cards))

    def of(self, exact: HandState) -> _Estimate:
        """Return the estimate for one of the core solver's hand states."""
        return _Estimate(self, exact, exact.distance)

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        return self._exact.counts(kinds)

    def outs(self, exact: HandState, counts: Counts) -> int:
        """Return the exact or estimated number of these cards that lower the distance."""
        if self.exact_outs:
            return exact.outs(counts)
        return round(OUTS_SHARE * sum([n for _, n in counts])) if exact.distance else 0


@dataclass(slots=True)
class _Estimate:
    """A hand state that does not look ahead."""

    table: EstimateTable
    exact: HandState
    distance: int

    def plus(self, kind: Kind) -> HandState:
        return self.table.of(self.exact.plus(kind))

    def minus(self, kind: Kind) -> HandState:
        return self.table.of(self.exact.minus(kind))

    def improves(self, kind: Kind) -> bool:
        return self.exact.improves(kind)

    def outs(self, counts: Counts) -> int:
        return self.table.outs(self.exact, counts)

    def lookahead(self, counts: Counts) -> Lookahead:
        return _Unchanged(self.distance, self.outs(counts))

    def is_inert(self, kind: Kind) -> bool:
        return self.exact.is_inert(kind)

    def is_redundant(self, kind: Kind) -> bool:
        return self.exact.is_redundant(kind)


@dataclass(slots=True)
class _Unchanged:
    """A lookahead that uses only the current hand."""

    distance: int
    outs: int

    def after(self, kind: Kind) -> tuple[int, int]:
        return self.distance, self.outs
