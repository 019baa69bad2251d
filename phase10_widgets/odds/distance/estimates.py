"""Estimates for phases whose distances take long to compute: the distance is exact, what comes next is guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...core.cards import Card, Side
from ...core.phases import Phase
from .by_solver import SolverTable
from .hand_state import Counts, HandState, Kind, Lookahead

SHARE = 0.25
"""The share of the unseen cards assumed to lower a distance."""


class EstimateTable:
    """A table that computes a distance only for hands it is asked about, and guesses the outs."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self._exact = SolverTable(phase, side)
        self.kinds = self._exact.kinds

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        return _estimate(self._exact.hand_state(cards))

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        return sum(kinds.values())


@dataclass(slots=True)
class _Estimate:
    """A hand state that guesses its outs."""

    exact: HandState
    distance: int

    def plus(self, kind: Kind) -> HandState:
        return _estimate(self.exact.plus(kind))

    def minus(self, kind: Kind) -> HandState:
        return _estimate(self.exact.minus(kind))

    def improves(self, kind: Kind) -> bool:
        return self.exact.improves(kind)

    def outs(self, counts: Counts) -> int:
        return round(SHARE * counts) if self.distance else 0

    def lookahead(self, counts: Counts) -> Lookahead:
        return _Unchanged(self.distance, self.outs(counts))

    def is_inert(self, kind: Kind) -> bool:
        return self.exact.is_inert(kind)

    def is_redundant(self, kind: Kind) -> bool:
        return self.exact.is_redundant(kind)


@dataclass(slots=True)
class _Unchanged:
    """A lookahead that takes the hand as it is."""

    distance: int
    outs: int

    def after(self, kind: Kind) -> tuple[int, int]:
        return self.distance, self.outs


def _estimate(exact: HandState) -> _Estimate:
    return _Estimate(exact, exact.distance)
