"""Distances for phases in which each natural fits at most one place: for example, sets and plain runs, or color groups
alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...rules.cards import Card, Side
from ...rules.phases import Phase
from .bitplanes import bits_of, lowered, raise_in_place, raised
from .hand_state import Counts, DrawByDraw, HandState, Kind, Lookahead

WILD: Kind = (None,)


class CountsTable:
    """Plans whose places share no cards and accept any wild: only the number of cards for each place matters."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        n, places = bits_of(phase, side)
        self.more: dict[Kind, list[int]] = dict(places.items())
        self.whole = (1 << n) - 1
        self.kinds: dict[str, Kind] = {
            code: WILD if face.wild else next((place for place in places if face.fits(*place)), None)
            for code, face in side.faces.items()
        }

    @staticmethod
    def serves(phase: Phase, side: Side) -> bool:
        """Return True if each of this side's naturals fits at most one place in the phase, and each wild fits all
        places."""
        places = {
            need.place(name, at) for need in phase.needs for name in need.identities(side) for at in range(need.size)
        }
        fits = {face: sum(face.fits(*place) for place in places) for face in side.faces.values() if not face.skip}
        return all(n == len(places) if face.wild else n <= 1 for face, n in fits.items())

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        counts: dict[Kind, int] = {}
        levels, wilds = [self.whole], 0
        kinds, rows = self.kinds, self.more
        for card in cards:
            kind = kinds[card.code]
            if kind is None:
                continue
            if kind is WILD:
                wilds += 1
                continue
            held, row = counts.get(kind, 0), rows[kind]
            counts[kind] = held + 1
            if held < len(row):
                raise_in_place(levels, row[held])
        return _CountsState(self, counts, levels, wilds)

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        return list(kinds.items())


class _CountsState:
    """The levels of used naturals; wilds fill the remaining places."""

    __slots__ = ("_counts", "_levels", "_short", "_table", "_wilds", "distance")

    def __init__(self, table: CountsTable, counts: dict[Kind, int], levels: list[int], wilds: int) -> None:
        self._table = table
        self._counts = counts
        self._levels = levels
        self._wilds = wilds
        used = len(levels) - 1
        self._short = table.size - used - wilds
        self.distance = self._short if self._short > 0 else int(not used)

    def plus(self, kind: Kind) -> HandState:
        if kind is None:
            return self
        if kind is WILD:
            return _CountsState(self._table, self._counts, self._levels, self._wilds + 1)
        more = self._more(kind)
        counts = {**self._counts, kind: self._counts.get(kind, 0) + 1}
        return _CountsState(self._table, counts, raised(self._levels, more) if more else self._levels, self._wilds)

    def minus(self, kind: Kind) -> HandState:
        if kind is None:
            return self
        if kind is WILD:
            return _CountsState(self._table, self._counts, self._levels, self._wilds - 1)
        counts = {**self._counts, kind: self._counts[kind] - 1}
        found = _CountsState(self._table, counts, self._levels, self._wilds)
        fewer = found._more(kind)
        return _CountsState(self._table, counts, lowered(self._levels, fewer), self._wilds) if fewer else found

    def improves(self, kind: Kind) -> bool:
        if kind is WILD:
            return self._short > 1 or (self._short == 1 and len(self._levels) > 1)
        return kind is not None and self.distance > 0 and bool(self._more(kind) & self._levels[-1])

    def outs(self, counts: Counts) -> int:
        if not self.distance:
            return 0
        best, mine, more, result = self._levels[-1], self._counts, self._table.more, 0
        for kind, n in counts:
            if kind is WILD:
                if self._short > 1 or (self._short == 1 and len(self._levels) > 1):
                    result += n
            elif kind is not None:
                row, held = more[kind], mine.get(kind, 0)
                if held < len(row) and row[held] & best:
                    result += n
        return result

    def lookahead(self, counts: Counts) -> Lookahead:
        return _CountsLookahead(self, counts) if self._short > 0 else DrawByDraw(self, counts)

    def open_places(self, counts: Counts) -> tuple[list[tuple[Kind, int, int]], int]:
        """Return the kinds that some plan can still use, each with its number of cards and its plans, and the
        number of wilds."""
        places, wilds, mine, more = [], 0, self._counts, self._table.more
        for kind, n in counts:
            if kind is WILD:
                wilds += n
            elif kind is not None:
                row, held = more[kind], mine.get(kind, 0)
                if held < len(row):
                    places.append((kind, n, row[held]))
        return places, wilds

    def best_with(self, kind: Kind) -> tuple[int, int, int]:
        """Return the distance with one more natural, the best plans in that case, and the plans that can use yet
        another one."""
        row, held, levels = self._table.more[kind], self._counts.get(kind, 0), self._levels
        more = row[held] if held < len(row) else 0
        again = row[held + 1] if held + 1 < len(row) else 0
        if top := levels[-1] & more:
            return self._short - 1, top, again
        return self._short, levels[-1] | (levels[-2] & more if len(levels) > 1 else 0), again

    def is_inert(self, kind: Kind) -> bool:
        if kind is None or kind is WILD:
            return kind is None
        return not self._more(kind) & self._levels[-2 if len(self._levels) > 1 else 0]

    def is_redundant(self, kind: Kind) -> bool:
        if kind is None or kind is WILD:
            return kind is None
        row, held = self._table.more[kind], self._counts[kind]
        return held > len(row) or not row[held - 1] & self._levels[-2 if len(self._levels) > 1 else 0]

    def _more(self, kind: Kind) -> int:
        """Return the plans that can use one more natural of this kind."""
        row, held = self._table.more[kind], self._counts.get(kind, 0)
        return row[held] if held < len(row) else 0


class _CountsLookahead:
    """The lookahead for an incomplete hand: a natural affects only the best plans, and a wild affects only the
    distance."""

    def __init__(self, hand_state: _CountsState, counts: Counts) -> None:
        self._hand_state = hand_state
        self._counts = counts
        self._places, self._wilds = hand_state.open_places(counts)
        self._unchanged = hand_state.distance, hand_state.outs(counts)

    def after(self, kind: Kind) -> tuple[int, int]:
        hand_state = self._hand_state
        if hand_state.is_inert(kind):
            return self._unchanged
        if kind is WILD:
            result = hand_state.plus(kind)
            return result.distance, result.outs(self._counts) - result.improves(kind)
        distance, best, again = hand_state.best_with(kind)
        if not distance:
            return 0, 0
        outs = self._wilds - bool(again & best)
        for other, n, plans in self._places:
            if plans & best and (other != kind or again & best):
                outs += n
        return distance, outs
