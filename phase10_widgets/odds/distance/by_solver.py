"""Distances from the core solver, hand by hand, for phases that mix color groups with other groups or have too many
plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ...rules.cards import Card, Side
from ...rules.phases import Phase
from ...rules.solver import solver
from .hand_state import Counts, DrawByDraw, HandState, Kind, Lookahead


class SolverTable:
    """A table that asks the core solver for each distance, once per hand."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.missing: Callable[[Sequence[Card]], int] = solver(phase, side).missing
        self.kinds: dict[str, Kind] = {}
        self.examples: dict[Kind, Card] = {}
        for code, face in side.faces.items():
            kind: Kind = None if face.skip else (face.color,) if face.wild else (face.number, face.color, face.suit)
            self.kinds[code] = kind
            self.examples[kind] = face

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        faces = tuple([self.examples[self.kinds[card.code]] for card in cards if not card.skip])
        return _SolverState(self, faces, {})

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        return list(kinds.items())


class _SolverState:
    """A hand state that holds the cards themselves; states derived from one another share a cache of distances."""

    __slots__ = ("_cards", "_known", "_table", "distance")

    def __init__(self, table: SolverTable, cards: tuple[Card, ...], known: dict[tuple[Card, ...], int]) -> None:
        self._table = table
        self._cards = tuple(sorted(cards, key=id))
        self._known = known
        found = known.get(self._cards)
        if found is None:
            found = known[self._cards] = table.missing(self._cards)
        self.distance = found

    def plus(self, kind: Kind) -> HandState:
        if kind is None:
            return self
        return _SolverState(self._table, (*self._cards, self._table.examples[kind]), self._known)

    def minus(self, kind: Kind) -> HandState:
        if kind is None:
            return self
        at = self._cards.index(self._table.examples[kind])
        return _SolverState(self._table, self._cards[:at] + self._cards[at + 1 :], self._known)

    def improves(self, kind: Kind) -> bool:
        return bool(self.distance) and self.plus(kind).distance < self.distance

    def outs(self, counts: Counts) -> int:
        return sum([n for kind, n in counts if self.improves(kind)])

    def lookahead(self, counts: Counts) -> Lookahead:
        return DrawByDraw(self, counts)

    def is_inert(self, kind: Kind) -> bool:
        return kind is None

    def is_redundant(self, kind: Kind) -> bool:
        return kind is None
