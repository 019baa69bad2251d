"""Every way to fill a phase at once, one bit each: what one card more or one less does to a hand's distance.

A *plan* is a choice of identities, one for each group: the sets' numbers, the runs' starts, the colours. It asks
for certain places. How many naturals a hand puts there, plan by plan, is kept as levels: level *k* has a bit for
each plan that uses at least *k*. One more card raises the plans that still have a place for it by one, one less
lowers those that lose by it, so a few ANDs of Python ints move all plans together.

Phases that mix colour groups with others, or ask for colour groups where cards have no colour of their own or
stars are bound to one, have no such table: there the core's own distance is asked, card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, pairwise, product
from math import comb, prod
from operator import or_
from typing import Any, NamedTuple, Protocol, TypeAlias

from ..core.by_color import differ
from ..core.cards import Card, Side
from ..core.melds import solver
from ..core.phases import ColorOf, FlushOf, Identity, Phase, Place, check_playable
from ..core.state import put

Kind: TypeAlias = Place | tuple[str | None] | None
"""What matters of a card for a phase: the place that a natural can fill, a wild's colour alone, None of a skip.

Cards of one kind are interchangeable.
"""

MOST_PLANS = 20_000
"""Phases with more plans (no printed one has) are left to the core's own distance."""


Counts: TypeAlias = Any
"""How many cards there are of each kind, in the form that a table's own standings read quickest."""


class Standing(Protocol):
    """How near some cards are to a phase; a value."""

    distance: int
    """The fewest further cards that complete the phase."""

    def plus(self, kind: Kind) -> Standing:
        """The standing with one more card of this kind."""

    def minus(self, kind: Kind) -> Standing:
        """The standing with one card of this kind less; the cards must have one."""

    def nearer(self, kind: Kind) -> bool:
        """Whether one more card of this kind lowers the distance, which it can by one only."""

    def outs(self, counts: Counts) -> int:
        """How many of these cards lower the distance; *counts* is what the table has made of them."""

    def idle(self, kind: Kind) -> bool:
        """Whether one more card of this kind surely changes neither the distance nor which cards lower it."""

    def spare(self, kind: Kind) -> bool:
        """Whether one less surely changes nothing of that, nor what one more card of any kind changes."""


class Table(Protocol):
    """All plans of one phase with the cards of one side."""

    kinds: dict[str, Kind]
    """The kind of each face, by its word."""

    def standing(self, cards: Iterable[Card]) -> Standing:
        """Where these cards stand, each by its upper face."""

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        """So many cards of each kind, to ask :meth:`Standing.outs` about."""


@lru_cache(maxsize=200)
def table(phase: Phase, side: Side) -> Table:
    """The plans of this phase with this side's cards; made once.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    check_playable(phase, side)
    groups = Counter(phase.needs)
    n_plans = prod(comb(len(need.identities(side)) + n - 1, n) for need, n in groups.items())
    kinds = {type(need) for need in phase.needs}
    if n_plans > MOST_PLANS:
        return _CoreTable(phase, side)
    if kinds & {ColorOf, FlushOf}:
        fixed = all(face.color is not None for face in side.faces.values() if face.number is not None)
        counted = len(kinds) == 1 and fixed and not side.bound_wilds
        return _CountTable(phase, side) if counted else _CoreTable(phase, side)
    colored = any(need.kind == "color run" for need in phase.needs) and side.run_colors != (None,)
    return _ColorTable(phase, side) if colored else _CountTable(phase, side)


def _plans(phase: Phase, side: Side) -> Iterator[Counter[Place]]:
    """What each plan asks for: how many cards for each place."""
    groups = Counter(phase.needs)
    needs = [need for need, n in groups.items() for _ in range(n)]
    choices = [combinations_with_replacement(need.identities(side), n) for need, n in groups.items()]
    for chosen in product(*choices):
        row: list[Identity] = [name for names in chosen for name in names]
        if differ(needs, row):
            yield Counter(
                need.place(name, at) for need, name in zip(needs, row, strict=True) for at in range(need.size)
            )


def _bits(phase: Phase, side: Side) -> tuple[int, dict[Place, list[int]]]:
    """How many plans there are; and for each place, at *k*, those that ask for more than *k* cards there."""
    plans = list(_plans(phase, side))
    rows: dict[Place, list[bytearray]] = {}
    for at, places in enumerate(plans):
        for place, n in places.items():
            row = rows.setdefault(place, [])
            row += [bytearray(len(plans) // 8 + 1) for _ in range(n - len(row))]
            for bits in row[:n]:
                bits[at >> 3] |= 1 << (at & 7)
    return len(plans), {place: [int.from_bytes(bits, "little") for bits in row] for place, row in rows.items()}


def _raised(levels: Sequence[int], more: int) -> list[int]:
    """The levels after the plans *more* use one natural more."""
    found = [levels[0]]
    found += [level | (below & more) for below, level in pairwise(levels)]
    top = levels[-1] & more
    if top:
        found.append(top)
    return found


def _lowered(levels: Sequence[int], fewer: int) -> list[int]:
    """The levels after the plans *fewer* use one natural less."""
    kept = ~fewer
    found = [levels[0]]
    found += [(level & kept) | above for level, above in pairwise(levels[1:])]
    top = levels[-1] & kept if len(levels) > 1 else 0
    if top:
        found.append(top)
    return found


# Where a natural's place is all that counts


class _CountTable:
    """Plans whose places ask for a number only, or for a colour only, or for a suit only."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        n, places = _bits(phase, side)
        self.more: dict[Kind, list[int]] = dict(places.items())
        self.whole = (1 << n) - 1
        by_hue = isinstance(phase.needs[0], ColorOf | FlushOf)
        by_suit = isinstance(phase.needs[0], FlushOf)
        self.kinds: dict[str, Kind] = {}
        for code, face in side.faces.items():
            hue: Place = (None, None, face.suit) if by_suit else (None, face.color, None)
            self.kinds[code] = (
                None if face.skip else WILD if face.wild else hue if by_hue else (face.number, None, None)
            )

    def standing(self, cards: Iterable[Card]) -> Standing:
        found: Standing = _CountStanding(self, {}, [self.whole], 0)
        for card in cards:
            found = found.plus(self.kinds[card.code])
        return found

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        return list(kinds.items())


WILD: Kind = (None,)


class _CountStanding:
    """The levels of used naturals; wilds fill whatever is left."""

    __slots__ = ("_counts", "_levels", "_short", "_table", "_wilds", "distance")

    def __init__(self, table: _CountTable, counts: dict[Kind, int], levels: list[int], wilds: int) -> None:
        self._table = table
        self._counts = counts
        self._levels = levels
        self._wilds = wilds
        used = len(levels) - 1
        self._short = table.size - used - wilds
        self.distance = self._short if self._short > 0 else int(not used)

    def plus(self, kind: Kind) -> Standing:
        if kind is None:
            return self
        if kind is WILD:
            return _CountStanding(self._table, self._counts, self._levels, self._wilds + 1)
        more = self._more(kind)
        counts = {**self._counts, kind: self._counts.get(kind, 0) + 1}
        return _CountStanding(self._table, counts, _raised(self._levels, more) if more else self._levels, self._wilds)

    def minus(self, kind: Kind) -> Standing:
        if kind is None:
            return self
        if kind is WILD:
            return _CountStanding(self._table, self._counts, self._levels, self._wilds - 1)
        counts = {**self._counts, kind: self._counts[kind] - 1}
        found = _CountStanding(self._table, counts, self._levels, self._wilds)
        fewer = found._more(kind)
        return _CountStanding(self._table, counts, _lowered(self._levels, fewer), self._wilds) if fewer else found

    def nearer(self, kind: Kind) -> bool:
        return bool(self.outs([(kind, 1)]))

    def outs(self, counts: Counts) -> int:
        if not self.distance:
            return 0
        best, mine, more, found = self._levels[-1], self._counts, self._table.more, 0
        for kind, n in counts:
            if kind is WILD:
                if self._short > 1 or (self._short == 1 and len(self._levels) > 1):
                    found += n
            elif kind is not None:
                row, held = more[kind], mine.get(kind, 0)
                if held < len(row) and row[held] & best:
                    found += n
        return found

    def idle(self, kind: Kind) -> bool:
        if kind is None or kind is WILD:
            return kind is None
        return not self._more(kind) & self._levels[-2 if len(self._levels) > 1 else 0]

    def spare(self, kind: Kind) -> bool:
        if kind is None or kind is WILD:
            return kind is None
        row, held = self._table.more[kind], self._counts[kind]
        return held > len(row) or not row[held - 1] & self._levels[-2 if len(self._levels) > 1 else 0]

    def _more(self, kind: Kind) -> int:
        """The plans that use one more natural of this kind."""
        row, held = self._table.more[kind], self._counts.get(kind, 0)
        return row[held] if held < len(row) else 0


# Where colour runs and others compete for the same number


class _Row(NamedTuple):
    """What one more natural of a number does, given those held."""

    held: tuple[int, ...]
    """How many are held of each colour."""
    room: int
    """The plans that would use one more of any colour."""
    taken: tuple[int, ...]
    """For each colour the plans that would put one more into a run of that colour."""
    any: int
    """All these plans."""


class _ColorTable:
    """Plans with colour runs; stars may be bound to a colour (F6)."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        n, self._places = _bits(phase, side)
        self.whole = (1 << n) - 1
        self.colors = [color for color in side.run_colors if color is not None]
        self._known: dict[tuple[int, tuple[int, ...]], _Row] = {}
        self.kinds: dict[str, Kind] = {}
        for code, face in side.faces.items():
            natural = (face.number, face.color, None)
            self.kinds[code] = None if face.skip else (face.color,) if face.wild else natural
        gaps = tuple([self._gaps(color) for color in self.colors]) if side.bound_wilds else ()
        rows = {number: self.row(number, (0,) * len(self.colors)) for number in side.numbers}
        stars = (0,) * max(1, len(gaps))
        self._empty = _ColorStanding(self, rows, [self.whole], gaps, self._excess(gaps), stars, self.size)

    def _gaps(self, color: str) -> list[int]:
        """At *k* the plans whose runs of this colour have at most *k* places."""
        levels = [self.whole]
        for (_, run_color, _), row in self._places.items():
            if run_color == color:
                for bits in row:
                    levels = _raised(levels, bits)
        return [self.whole & ~level for level in levels[1:]] + [self.whole]

    def _excess(self, gaps: tuple[list[int], ...]) -> list[int]:
        """At *t* the plans whose runs have at most *t* places in all."""
        found = [self.whole]
        for levels in gaps:
            sums = [0] * (len(found) + len(levels) - 1)
            for (t, some), (k, more) in product(enumerate(found), enumerate(levels)):
                sums[t + k] |= some & more
            found = sums
        return found

    def standing(self, cards: Iterable[Card]) -> Standing:
        found: Standing = self._empty
        for card in cards:
            found = found.plus(self.kinds[card.code])
        return found

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        """The naturals by number, in all and by colour; and the wilds by colour."""
        naturals: dict[int, list[int]] = {}
        wilds: list[tuple[int, int]] = []
        for kind, n in kinds.items():
            if kind is not None and len(kind) == 3:
                naturals.setdefault(kind[0] or 0, [0] * len(self.colors))[self.colors.index(kind[1] or "")] = n
            elif kind is not None:
                wilds.append((self.star(kind), n))
        return [(number, sum(of_color), of_color) for number, of_color in naturals.items()], wilds

    def star(self, kind: tuple[str | None]) -> int:
        """Where wilds of this kind are counted."""
        return self.colors.index(kind[0]) if kind[0] else 0

    def row(self, number: int, held: tuple[int, ...]) -> _Row:
        """What one more natural of this number does when so many of each colour are held."""
        found = self._known.get((number, held))
        if found is None:
            if len(self._known) > 5000:
                self._known.clear()
            found = self._known[number, held] = self._row(number, held)
        return found

    def _row(self, number: int, held: tuple[int, ...]) -> _Row:
        in_runs = [self._places.get((number, color, None), []) for color in self.colors]
        taken = tuple([bits[n] if n < len(bits) else 0 for bits, n in zip(in_runs, held, strict=True)])
        used = [self.whole]  # at k: the plans with k places that take any colour, or a card held
        for bits in self._places.get((number, None, None), []):
            used = _raised(used, bits)
        for row, n in zip(in_runs, held, strict=True):
            for bits in row[:n]:
                used = _raised(used, bits)
        total = sum(held) + 1
        room = used[total] if total < len(used) else 0
        return _Row(held, room, taken, reduce(or_, taken, room))


class _ColorStanding:
    """The levels of used naturals; and of gaps in the runs of each colour, which that colour's stars alone may fill.

    With *n* stars in all, a plan lacks what its colour runs lack beyond their own stars, or what all its places lack
    beyond *n*, whichever is more.
    """

    __slots__ = ("_excess", "_gaps", "_known", "_rows", "_stars", "_table", "_used", "distance")

    def __init__(
        self,
        table: _ColorTable,
        rows: dict[int, _Row],
        used: list[int],
        gaps: tuple[list[int], ...],
        excess: list[int],
        stars: tuple[int, ...],
        most: int,
    ) -> None:
        """*most* is a distance that is not too low, and too high by one at most."""
        self._table = table
        self._rows = rows
        self._used = used
        self._gaps = gaps
        """For each colour, at *k*, the plans whose runs of this colour lack at most *k* naturals."""
        self._excess = excess
        """At *t* the plans whose colour runs lack at most *t* beyond their own stars."""
        self._stars = stars
        """For each colour, or in all where stars are not bound."""
        self._known: int | None = None
        self.distance = most - 1 if most and self._within(most - 1) else most

    def _within(self, t: int) -> int:
        """The plans that lack at most *t* cards."""
        return self._using(self._need(t)) & self._at_most(t)

    def _need(self, t: int) -> int:
        """How many naturals a plan must use to lack at most *t* cards; at least one for lacking none (G9)."""
        return max(self._table.size - sum(self._stars) - t, 0 if t else 1)

    def _using(self, n: int) -> int:
        return self._used[n] if n < len(self._used) else 0

    def _at_most(self, t: int) -> int:
        return self._excess[t] if t < len(self._excess) else self._table.whole

    def _over(self, at: int, more: int = 0) -> int:
        """The plans whose runs of this colour lack more naturals than its stars and *more* fill."""
        if not self._gaps:
            return 0
        levels, n = self._gaps[at], self._stars[at] + more
        if n < 0:
            return self._table.whole
        return self._table.whole & ~levels[n] if n < len(levels) else 0

    def plus(self, kind: Kind) -> Standing:
        table, rows, gaps, excess = self._table, self._rows, self._gaps, self._excess
        if kind is None:
            return self
        if len(kind) == 1:
            at = self._table.star(kind)
            stars = put(self._stars, at, self._stars[at] + 1)
            return _ColorStanding(table, rows, self._used, gaps, _sunk(excess, self._over(at)), stars, self.distance)
        number, at = kind[0] or 0, table.colors.index(kind[1] or "")
        row = rows[number]
        if gaps and row.taken[at]:
            excess = _sunk(excess, row.taken[at] & self._over(at))
            gaps = put(gaps, at, _sunk(gaps[at], row.taken[at]))
        used = _raised(self._used, row.room | row.taken[at])
        rows = {**rows, number: table.row(number, put(row.held, at, row.held[at] + 1))}
        return _ColorStanding(table, rows, used, gaps, excess, self._stars, self.distance)

    def minus(self, kind: Kind) -> Standing:
        table, rows, gaps, excess = self._table, self._rows, self._gaps, self._excess
        if kind is None:
            return self
        if len(kind) == 1:
            at = self._table.star(kind)
            stars = put(self._stars, at, self._stars[at] - 1)
            excess = _risen(excess, self._over(at, -1))
            return _ColorStanding(table, rows, self._used, gaps, excess, stars, self.distance + 1)
        number, at = kind[0] or 0, table.colors.index(kind[1] or "")
        row = table.row(number, put(rows[number].held, at, rows[number].held[at] - 1))
        if gaps and row.taken[at]:
            excess = _risen(excess, row.taken[at] & self._over(at, -1))
            gaps = put(gaps, at, _risen(gaps[at], row.taken[at]))
        used = _lowered(self._used, row.room | row.taken[at])
        return _ColorStanding(table, {**rows, number: row}, used, gaps, excess, self._stars, self.distance + 1)

    def nearer(self, kind: Kind) -> bool:
        if kind is None or not self.distance:
            return False
        if len(kind) == 1:
            at_once, with_own = self._starred()
            return bool(at_once or with_own & self._over(self._table.star(kind)))
        at = self._table.colors.index(kind[1] or "")
        row, (any_place, in_run) = self._rows[kind[0] or 0], self._nearly()
        return bool(any_place & (row.room | row.taken[at]) or in_run & row.taken[at] & self._over(at))

    def outs(self, counts: Counts) -> int:
        if not self.distance:
            return 0
        any_place, in_run = self._nearly()
        over = [self._over(at) for at in range(len(self._stars))]
        in_runs = (
            [any_place | in_run & short for short in over] if self._gaps else [any_place] * len(self._table.colors)
        )
        anywhere, found = reduce(or_, in_runs), 0
        naturals, wilds = counts
        for number, n, of_color in naturals:
            row = self._rows[number]
            if not anywhere & row.any:
                continue
            if any_place & row.room:
                found += n
                continue
            for at, taken in enumerate(row.taken):
                if taken and taken & in_runs[at]:
                    found += of_color[at]
        at_once, with_own = self._starred()
        for at, n in wilds:
            if at_once or with_own & over[at]:
                found += n
        return found

    def _nearly(self) -> tuple[int, int]:
        """The plans that one more natural in any place would bring nearer; and those that one in a run short would."""
        t = self.distance - 1
        users = self._using(max(self._need(t) - 1, 0))
        return users & self._at_most(t), users & self._at_most(t + 1)

    def _starred(self) -> tuple[int, int]:
        """The plans that any star would bring nearer; and those that a star of a run short of it would."""
        t = self.distance - 1
        users = self._using(max(self._need(t) - 1, 0 if t else 1))
        return users & self._at_most(t), users & self._at_most(t + 1)

    def idle(self, kind: Kind) -> bool:
        if kind is None or len(kind) == 1:
            return kind is None
        at, row = self._table.colors.index(kind[1] or ""), self._rows[kind[0] or 0]
        return not self._close() & (row.room | row.taken[at])

    def spare(self, kind: Kind) -> bool:
        if kind is None or len(kind) == 1:
            return kind is None
        number, at = kind[0] or 0, self._table.colors.index(kind[1] or "")
        held = self._rows[number].held
        row = self._table.row(number, put(held, at, held[at] - 1))
        return not self._close() & (row.room | row.taken[at])

    def _close(self) -> int:
        """The plans that may come to count: all others stay further than one card away from the nearest."""
        if self._known is None:
            self._known = self._within(self.distance + 1)
        return self._known


def _sunk(levels: list[int], fewer: int) -> list[int]:
    """The levels of "at most k" after the plans *fewer*, all of them above 0, have one less."""
    return [level | (above & fewer) for level, above in pairwise(levels)] + levels[-1:]


def _risen(levels: list[int], more: int) -> list[int]:
    """The levels of "at most k" after the plans *more*, all of them below the last, have one more."""
    kept = ~more
    return ([levels[0] & kept] + [(level & kept) | below for below, level in pairwise(levels)])[:-1] + levels[-1:]


# Where only the core's solver knows


class _CoreTable:
    """Asks the core for each distance, once for each hand in question."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.missing: Callable[[Sequence[Card]], int] = solver(phase, side).missing
        self.kinds: dict[str, Kind] = {}
        self.examples: dict[Kind, Card] = {}
        for code, face in side.faces.items():
            kind: Kind = None if face.skip else (face.color,) if face.wild else (face.number, face.color, face.suit)
            self.kinds[code] = kind
            self.examples[kind] = face

    def standing(self, cards: Iterable[Card]) -> Standing:
        faces = tuple([self.examples[self.kinds[card.code]] for card in cards if not card.skip])
        return _CoreStanding(self, faces, {})

    def counts(self, kinds: Mapping[Kind, int]) -> Counts:
        return list(kinds.items())


class _CoreStanding:
    """The cards themselves, and every distance that was asked for, shared by all standings made from one."""

    __slots__ = ("_cards", "_known", "_table", "distance")

    def __init__(self, table: _CoreTable, cards: tuple[Card, ...], known: dict[tuple[Card, ...], int]) -> None:
        self._table = table
        self._cards = tuple(sorted(cards, key=id))
        self._known = known
        found = known.get(self._cards)
        if found is None:
            found = known[self._cards] = table.missing(self._cards)
        self.distance = found

    def plus(self, kind: Kind) -> Standing:
        if kind is None:
            return self
        return _CoreStanding(self._table, (*self._cards, self._table.examples[kind]), self._known)

    def minus(self, kind: Kind) -> Standing:
        if kind is None:
            return self
        at = self._cards.index(self._table.examples[kind])
        return _CoreStanding(self._table, self._cards[:at] + self._cards[at + 1 :], self._known)

    def nearer(self, kind: Kind) -> bool:
        return bool(self.distance) and self.plus(kind).distance < self.distance

    def outs(self, counts: Counts) -> int:
        return sum([n for kind, n in counts if self.nearer(kind)])

    def idle(self, kind: Kind) -> bool:
        return kind is None

    def spare(self, kind: Kind) -> bool:
        return kind is None
