"""Distances for phases with color runs: all groups compete for the same numbers, and stars may be bound (F6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise, product
from operator import or_
from typing import NamedTuple, TypeAlias

from ...rules.cards import Card, Side
from ...rules.phases import Phase
from ...rules.state import put
from .bitplanes import bits_of, lowered, raised
from .hand_state import Counts, DrawByDraw, HandState, Kind, Lookahead

_Count: TypeAlias = tuple[int, int, Kind]
"""The index of a kind's color, the number of cards of this kind, and the kind itself."""


class _RunRow(NamedTuple):
    """The effect of adding a natural with a given number to the cards held."""

    held: tuple[int, ...]
    """For each color, the number of cards held with this number."""
    room: int
    """The plans that can use one more card of any color."""
    taken: tuple[int, ...]
    """For each color, the plans that can add one more card to a run of this color."""
    any: int
    """All plans that can use one more card, which is the union of ``room`` and ``taken``."""


class _Draw(NamedTuple):
    """Cards of one kind that may be drawn."""

    number: int
    """The cards' number, or 0 for wilds."""
    at: int
    """The index of the cards' color."""
    n: int
    kind: Kind
    fills: int
    """The plans in which one more card fills a place."""
    in_short: int
    """The plans in which this place is in a run that lacks more cards than its stars can replace."""


class ColorRunTable:
    """The plans for a phase with color runs; stars may be bound to a color (F6)."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        n, self._places = bits_of(phase, side)
        self.whole = (1 << n) - 1
        self.colors = [color for color in side.run_colors if color is not None]
        self._known: dict[tuple[int, tuple[int, ...]], _RunRow] = {}
        self.kinds: dict[str, Kind] = {}
        for code, face in side.faces.items():
            natural = (face.number, face.color, None)
            self.kinds[code] = None if face.skip else (face.color,) if face.wild else natural
        gaps = tuple([self._gaps(color) for color in self.colors]) if side.bound_wilds else ()
        rows = {number: self.row(number, (0,) * len(self.colors)) for number in side.numbers}
        stars = (0,) * max(1, len(gaps))
        self._empty = _ColorRunState(self, rows, [self.whole], gaps, self._excess(gaps), stars, self.size)

    def _gaps(self, color: str) -> list[int]:
        """Return a list whose entry *k* contains the plans whose runs of this color have at most *k* places."""
        levels = [self.whole]
        for (_, run_color, _), row in self._places.items():
            if run_color == color:
                for bits in row:
                    levels = raised(levels, bits)
        return [self.whole & ~level for level in levels[1:]] + [self.whole]

    def _excess(self, gaps: tuple[list[int], ...]) -> list[int]:
        """Return a list whose entry *t* contains the plans whose runs have at most *t* places in total."""
        result = [self.whole]
        for levels in gaps:
            sums = [0] * (len(result) + len(levels) - 1)
            for (t, some), (k, more) in product(enumerate(result), enumerate(levels)):
                sums[t + k] |= some & more
            result = sums
        return result

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        result: HandState = self._empty
        for card in cards:
            result = result.plus(self.kinds[card.code])
        return result

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        """Group the naturals by number, both in total and by color, and the wilds by color."""
        naturals: dict[int, list[_Count]] = {}
        wilds: list[_Count] = []
        for kind, n in kinds.items():
            if kind is not None and len(kind) == 3:
                naturals.setdefault(kind[0] or 0, []).append((self.colors.index(kind[1] or ""), n, kind))
            elif kind is not None:
                wilds.append((self.star(kind), n, kind))
        return [(number, sum([n for _, n, _ in counts]), counts) for number, counts in naturals.items()], wilds

    def star(self, kind: tuple[str | None]) -> int:
        """Return the index at which wilds of this kind are counted."""
        return self.colors.index(kind[0]) if kind[0] else 0

    def row(self, number: int, held: tuple[int, ...]) -> _RunRow:
        """Return the effect of adding a natural with this number, given the cards held in each color."""
        result = self._known.get((number, held))
        if result is None:
            if len(self._known) > 5000:
                self._known.clear()
            result = self._known[number, held] = self._row(number, held)
        return result

    def _row(self, number: int, held: tuple[int, ...]) -> _RunRow:
        in_runs = [self._places.get((number, color, None), []) for color in self.colors]
        taken = tuple([bits[n] if n < len(bits) else 0 for bits, n in zip(in_runs, held, strict=True)])
        used = [self.whole]  # entry k contains the plans with k places that accept any color or have a held card
        for bits in self._places.get((number, None, None), []):
            used = raised(used, bits)
        for row, n in zip(in_runs, held, strict=True):
            for bits in row[:n]:
                used = raised(used, bits)
        total = sum(held) + 1
        room = used[total] if total < len(used) else 0
        return _RunRow(held, room, taken, reduce(or_, taken, room))


class _ColorRunState:
    """The levels for used naturals, and for gaps in each color's runs, which only stars of that color may fill.

    With *n* stars in total, a plan lacks the larger of two numbers: the cards that its color runs lack beyond their own
    stars, and the cards that all its places lack beyond *n*.
    """

    __slots__ = ("_excess", "_gaps", "_known", "_stars", "_used", "distance", "rows", "table")

    def __init__(
        self,
        table: ColorRunTable,
        rows: dict[int, _RunRow],
        used: list[int],
        gaps: tuple[list[int], ...],
        excess: list[int],
        stars: tuple[int, ...],
        most: int,
    ) -> None:
        """Store the levels; *most* is the distance, or one more than the distance."""
        self.table = table
        self.rows = rows
        self._used = used
        self._gaps = gaps
        """For each color, a list whose entry *k* contains the plans whose runs of this color lack at most *k*
        naturals."""
        self._excess = excess
        """A list whose entry *t* contains the plans whose color runs lack at most *t* cards after using their own
        stars."""
        self._stars = stars
        """The number of stars of each color, or the total if stars are not bound."""
        self._known: int | None = None
        self.distance = most - 1 if most and self._within(most - 1) else most

    def _within(self, t: int) -> int:
        """Return the plans that lack at most *t* cards."""
        return self._using(self._need(t)) & self._at_most(t)

    def _need(self, t: int) -> int:
        """Return the number of naturals that a plan must use to lack at most *t* cards, which is at least one for a
        complete phase (G9)."""
        return max(self.table.size - sum(self._stars) - t, 0 if t else 1)

    def _using(self, n: int) -> int:
        return self._used[n] if n < len(self._used) else 0

    def _at_most(self, t: int) -> int:
        return self._excess[t] if t < len(self._excess) else self.table.whole

    def over(self, at: int, more: int = 0) -> int:
        """Return the plans whose runs of this color lack more naturals than its stars plus *more* can replace."""
        if not self._gaps:
            return 0
        levels, n = self._gaps[at], self._stars[at] + more
        if n < 0:
            return self.table.whole
        return self.table.whole & ~levels[n] if n < len(levels) else 0

    def _each_over(self, more: int = 0) -> list[int]:
        """Return, for each color, the plans whose runs lack more naturals than its stars plus *more* can replace."""
        return [self.over(at, more) for at in range(len(self.table.colors))]

    def plus(self, kind: Kind) -> HandState:
        table, rows, gaps, excess = self.table, self.rows, self._gaps, self._excess
        if kind is None:
            return self
        if len(kind) == 1:
            at = self.table.star(kind)
            stars = put(self._stars, at, self._stars[at] + 1)
            return _ColorRunState(table, rows, self._used, gaps, _sunk(excess, self.over(at)), stars, self.distance)
        number, at = kind[0] or 0, table.colors.index(kind[1] or "")
        row = rows[number]
        if gaps and row.taken[at]:
            excess = _sunk(excess, row.taken[at] & self.over(at))
            gaps = put(gaps, at, _sunk(gaps[at], row.taken[at]))
        used = raised(self._used, row.room | row.taken[at])
        rows = {**rows, number: self._with(number, at)}
        return _ColorRunState(table, rows, used, gaps, excess, self._stars, self.distance)

    def _with(self, number: int, at: int) -> _RunRow:
        """Return the effect of adding a natural with this number after one of this color has been added."""
        held = self.rows[number].held
        return self.table.row(number, put(held, at, held[at] + 1))

    def minus(self, kind: Kind) -> HandState:
        table, rows, gaps, excess = self.table, self.rows, self._gaps, self._excess
        if kind is None:
            return self
        if len(kind) == 1:
            at = self.table.star(kind)
            stars = put(self._stars, at, self._stars[at] - 1)
            excess = _risen(excess, self.over(at, -1))
            return _ColorRunState(table, rows, self._used, gaps, excess, stars, self.distance + 1)
        number, at = kind[0] or 0, table.colors.index(kind[1] or "")
        row = table.row(number, put(rows[number].held, at, rows[number].held[at] - 1))
        if gaps and row.taken[at]:
            excess = _risen(excess, row.taken[at] & self.over(at, -1))
            gaps = put(gaps, at, _risen(gaps[at], row.taken[at]))
        used = lowered(self._used, row.room | row.taken[at])
        return _ColorRunState(table, {**rows, number: row}, used, gaps, excess, self._stars, self.distance + 1)

    def improves(self, kind: Kind) -> bool:
        if kind is None or not self.distance:
            return False
        if len(kind) == 1:
            at_once, with_own = self._starred()
            return bool(at_once or with_own & self.over(self.table.star(kind)))
        at = self.table.colors.index(kind[1] or "")
        row, (any_place, in_run) = self.rows[kind[0] or 0], self._nearly()
        return bool(any_place & (row.room | row.taken[at]) or in_run & row.taken[at] & self.over(at))

    def outs(self, counts: Counts) -> int:
        if not self.distance:
            return 0
        (any_place, in_run), over = self._nearly(), self._each_over()
        in_runs = [any_place | in_run & short for short in over]
        anywhere = reduce(or_, in_runs)
        naturals, wilds = counts
        result, rows = 0, self.rows
        for number, n, of_color in naturals:
            row = rows[number]
            if anywhere & row.any:
                if any_place & row.room:
                    result += n
                    continue
                taken = row.taken
                for at, k, _ in of_color:
                    if taken[at] & in_runs[at]:
                        result += k
        at_once, with_own = self._starred()
        for at, n, _ in wilds:
            if at_once or with_own & over[at]:
                result += n
        return result

    def _nearly(self) -> tuple[int, int]:
        """Return the plans that one more natural improves in any place, and those that it improves in a run that is
        short of cards."""
        t = self.distance - 1
        users = self._using(max(self._need(t) - 1, 0))
        return users & self._at_most(t), users & self._at_most(t + 1)

    def _starred(self) -> tuple[int, int]:
        """Return the plans that any star improves, and those that only a star of an incomplete run's color improves."""
        t = self.distance - 1
        users = self._using(max(self._need(t) - 1, 0 if t else 1))
        return users & self._at_most(t), users & self._at_most(t + 1)

    def lookahead(self, counts: Counts) -> Lookahead:
        if not self.distance or sum(self._stars) + 2 >= self.table.size:  # there may be too many wilds (G9)
            return DrawByDraw(self, counts)
        any_place, in_run = self._nearly()
        outs: list[_Draw] = []
        others: list[_Draw] = []
        for draw in self._draws(counts):
            (outs if any_place & draw.fills or in_run & draw.in_short else others).append(draw)
        n = sum([draw.n for draw in outs])
        found = {kind: (self.distance - 1, more) for kind, more in self._pairs(outs, self.distance - 2)}
        found.update({kind: (self.distance, n + more) for kind, more in self._pairs(others, self.distance - 1)})
        return _ColorRunLookahead(found, (self.distance, n))

    def _draws(self, counts: Counts) -> Iterator[_Draw]:
        """Yield the draws that matter to plans that may become relevant."""
        close, whole, over = self._close(), self.table.whole, self._each_over()
        naturals, wilds = counts
        for number, _, of_color in naturals:
            row = self.rows[number]
            if close & row.any:
                for at, n, kind in of_color:
                    taken = row.taken[at]
                    yield _Draw(number, at, n, kind, row.room | taken, taken & over[at])
        for at, n, kind in wilds:
            yield _Draw(0, at, n, kind, whole, over[at])

    def _pairs(self, draws: Sequence[_Draw], t: int) -> Iterable[tuple[Kind, int]]:
        """Return, for each kind, the number of other cards that, together with one card of this kind, lower the
        distance to *t*.

        No single card may lower it that far. Both cards in a pair fill a place, so their order does not matter.
        """
        found = [0] * len(draws)
        if t >= 0:
            users = self._using(max(self._need(t) - 2, 0))
            within, above, beyond = [users & self._at_most(t + more) for more in range(3)]
            twice = self._each_over(1)
            able = [(i, *draw) for i, draw in enumerate(draws) if draw.fills & above or draw.in_short & beyond]
            for first, (i, number, at, n, _, fills, in_short) in enumerate(able):
                any_place = fills & within | in_short & above
                in_run = fills & above | in_short & beyond
                in_same = fills & above | in_short & beyond & twice[at]
                row = self._with(number, at) if number else None
                for j, other, color, m, _, also, also_short in able[first:]:
                    run = in_same if color == at else in_run
                    if row and other == number:
                        pair = any_place & (row.room | row.taken[color]) or run & row.taken[color] & also_short
                    else:
                        pair = any_place & also or run & also_short
                    if pair:
                        found[i] += m
                        found[j] += n if j > i else -1  # the card drawn first cannot be drawn again
        return zip([draw.kind for draw in draws], found, strict=True)

    def is_inert(self, kind: Kind) -> bool:
        if kind is None or len(kind) == 1:
            return kind is None
        at, row = self.table.colors.index(kind[1] or ""), self.rows[kind[0] or 0]
        return not self._close() & (row.room | row.taken[at])

    def is_redundant(self, kind: Kind) -> bool:
        if kind is None or len(kind) == 1:
            return kind is None
        number, at = kind[0] or 0, self.table.colors.index(kind[1] or "")
        held = self.rows[number].held
        row = self.table.row(number, put(held, at, held[at] - 1))
        return not self._close() & (row.room | row.taken[at])

    def _close(self) -> int:
        """Return the plans that may become relevant; all others remain more than one card behind the closest plan."""
        if self._known is None:
            self._known = self._within(self.distance + 1)
        return self._known


class _ColorRunLookahead:
    """The results of the draws that matter; no other draw changes anything."""

    def __init__(self, found: dict[Kind, tuple[int, int]], is_inert: tuple[int, int]) -> None:
        self._found = found
        self._unchanged = is_inert

    def after(self, kind: Kind) -> tuple[int, int]:
        return self._found.get(kind, self._unchanged)


def _sunk(levels: list[int], fewer: int) -> list[int]:
    """Return the "at most k" levels after the plans in *fewer*, all above 0, decrease by one."""
    return [level | (above & fewer) for level, above in pairwise(levels)] + levels[-1:]


def _risen(levels: list[int], more: int) -> list[int]:
    """Return the "at most k" levels after the plans in *more*, all below the last level, increase by one."""
    kept = ~more
    return ([levels[0] & kept] + [(level & kept) | below for below, level in pairwise(levels)])[:-1] + levels[-1:]
