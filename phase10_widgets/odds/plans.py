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
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Protocol, TypeAlias

from ..core.by_color import differ
from ..core.cards import Card, Side
from ..core.melds import solver
from ..core.phases import ColorOf, FlushOf, Identity, Phase, Place, check_playable

Kind: TypeAlias = Place | tuple[str | None] | None
"""What matters of a card for a phase: the place that a natural can fill, a wild's colour alone, None of a skip.

Cards of one kind are interchangeable.
"""

MOST_PLANS = 20_000
"""Phases with more plans (no printed one has) are left to the core's own distance."""


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

    def outs(self, counts: Iterable[tuple[Kind, int]]) -> int:
        """How many of these cards lower the distance; *counts* tells how many there are of each kind."""

    def idle(self, kind: Kind) -> bool:
        """Whether one more card of this kind surely changes neither the distance nor which cards lower it."""


class Table(Protocol):
    """All plans of one phase with the cards of one side."""

    kinds: dict[str, Kind]
    """The kind of each face, by its word."""

    def standing(self, cards: Iterable[Card]) -> Standing:
        """Where these cards stand, each by its upper face."""


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
    found += [level | (below & more) for below, level in zip(levels, levels[1:], strict=False)]
    top = levels[-1] & more
    if top:
        found.append(top)
    return found


def _lowered(levels: Sequence[int], fewer: int) -> list[int]:
    """The levels after the plans *fewer* use one natural less."""
    kept = ~fewer
    found = [levels[0]]
    found += [(level & kept) | above for level, above in zip(levels[1:], levels[2:], strict=False)]
    top = levels[-1] & kept if len(levels) > 1 else 0
    if top:
        found.append(top)
    return found


# Where a natural's place is all that counts


class _CountTable:
    """Plans whose places ask for a number only, or for a colour only, or for a suit only."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        n, self.more = _bits(phase, side)
        self.whole = (1 << n) - 1
        by_hue = isinstance(phase.needs[0], ColorOf | FlushOf)
        by_suit = isinstance(phase.needs[0], FlushOf)
        self.kinds: dict[str, Kind] = {}
        for code, face in side.faces.items():
            hue: Place = (None, None, face.suit) if by_suit else (None, face.color, None)
            self.kinds[code] = None if face.skip else WILD if face.wild else hue if by_hue else (face.number, None, None)

    def standing(self, cards: Iterable[Card]) -> Standing:
        found: Standing = _CountStanding(self, {}, [self.whole], 0)
        for card in cards:
            found = found.plus(self.kinds[card.code])
        return found


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

    def outs(self, counts: Iterable[tuple[Kind, int]]) -> int:
        if not self.distance:
            return 0
        best, mine, more, found = self._levels[-1], self._counts, self._table.more, 0
        for kind, n in counts:
            if kind is WILD:
                if self._short > 1 or (self._short == 1 and len(self._levels) > 1):
                    found += n
            elif kind is not None:
                row, held = more[kind], mine.get(kind, 0)  # type: ignore[index]
                if held < len(row) and row[held] & best:
                    found += n
        return found

    def idle(self, kind: Kind) -> bool:
        if kind is None or kind is WILD:
            return kind is None
        return not self._more(kind) & self._levels[-2 if len(self._levels) > 1 else 0]

    def _more(self, kind: Kind) -> int:
        """The plans that use one more natural of this kind."""
        row, held = self._table.more[kind], self._counts.get(kind, 0)  # type: ignore[index]
        return row[held] if held < len(row) else 0


# Where colour runs and others compete for the same number


class _ColorTable:
    """Plans with colour runs; stars may be bound to a colour (F6)."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        self.bound = side.bound_wilds
        n, self._rows = _bits(phase, side)
        self.whole = (1 << n) - 1
        self._colors = [color for color in side.run_colors if color is not None]
        self._known: dict[tuple[Place, tuple[int, ...]], tuple[int, int]] = {}
        self.kinds: dict[str, Kind] = {
            code: None if face.skip else (face.color,) if face.wild else (face.number, face.color, None)
            for code, face in side.faces.items()
        }
        self.gaps = {color: self._gaps(color) for color in self._colors} if self.bound else {}

    def _gaps(self, color: str) -> list[int]:
        """At *k* the plans whose runs of this colour have at most *k* places."""
        levels = [self.whole]
        for (_, run_color, _), row in self._rows.items():
            if run_color == color:
                for bits in row:
                    levels = _raised(levels, bits)
        return [self.whole & ~level for level in levels[1:]] + [self.whole]

    def standing(self, cards: Iterable[Card]) -> Standing:
        excess = [self.whole]
        for levels in self.gaps.values():
            excess = [
                _any(excess[t - k] & levels[min(k, len(levels) - 1)] for k in range(t + 1) if t - k < len(excess))
                for t in range(len(excess) + len(levels) - 1)
            ]
        found: Standing = _ColorStanding(self, {}, [self.whole], self.gaps, excess, {}, self.size)
        for card in cards:
            found = found.plus(self.kinds[card.code])
        return found

    def more(self, counts: dict[Kind, int], kind: Place) -> tuple[int, int]:
        """The plans that use one more natural of this kind; and those of them whose colour run takes it."""
        number, color, _ = kind
        held = tuple([counts.get((number, other, None), 0) for other in self._colors])
        found = self._known.get((kind, held))
        if found is None:
            if len(self._known) > 5000:
                self._known.clear()
            found = self._known[kind, held] = self._more(number, held, self._colors.index(color or ""))
        return found

    def _more(self, number: int | None, held: tuple[int, ...], at: int) -> tuple[int, int]:
        rows = [self._rows.get((number, color, None), []) for color in self._colors]
        taken = rows[at][held[at]] if held[at] < len(rows[at]) else 0
        places = [self.whole]  # at k: the plans that can use more than k naturals of this number and any of the colours
        for bits in self._rows.get((number, None, None), []):
            places = _raised(places, bits)
        for row, n in zip(rows, held, strict=True):
            for bits in row[:n]:
                places = _raised(places, bits)
        total = sum(held) + 1
        return taken | (places[total] if total < len(places) else 0), taken if self.bound else 0


def _any(sets: Iterable[int]) -> int:
    found = 0
    for bits in sets:
        found |= bits
    return found


class _ColorStanding:
    """The levels of used naturals; and of gaps in the runs of each colour, which that colour's stars alone may fill.

    With *n* stars in all, a plan lacks what its colour runs lack beyond their own stars, or what all its places lack
    beyond *n*, whichever is more.
    """

    __slots__ = ("_counts", "_excess", "_gaps", "_n_stars", "_stars", "_table", "_used", "distance")

    def __init__(
        self,
        table: _ColorTable,
        counts: dict[Kind, int],
        used: list[int],
        gaps: dict[str, list[int]],
        excess: list[int],
        stars: dict[Kind, int],
        least: int,
    ) -> None:
        """*least* is a distance that is surely not too high by more than one, or too low."""
        self._table = table
        self._counts = counts
        self._used = used
        self._gaps = gaps
        self._excess = excess
        """At *t* the plans whose colour runs lack at most *t* beyond their own stars."""
        self._stars = stars
        self._n_stars = sum(stars.values())
        distance = max(0, least - 1)
        while not self._within(distance, used, excess, self._n_stars):
            distance += 1
        self.distance = distance

    def _within(self, t: int, used: list[int], excess: list[int], n_stars: int) -> bool:
        """Whether a plan lacks at most *t* cards; one natural at least is used (G9)."""
        need = max(self._table.size - n_stars - t, 0 if t else 1)
        return need < len(used) and bool(used[need] & (excess[t] if t < len(excess) else -1))

    def plus(self, kind: Kind) -> Standing:
        if kind is None:
            return self
        if len(kind) == 1:
            stars = {**self._stars, kind: self._stars.get(kind, 0) + 1}
            excess = _sunk(self._excess, self._over(kind[0], 0))
            return _ColorStanding(self._table, self._counts, self._used, self._gaps, excess, stars, self.distance)
        more, taken = self._table.more(self._counts, kind)
        counts = {**self._counts, kind: self._counts.get(kind, 0) + 1}
        gaps, excess = self._gaps, self._excess
        if taken:
            excess = _sunk(excess, taken & self._over(kind[1], 0))
            gaps = {**gaps, kind[1] or "": _sunk(gaps[kind[1] or ""], taken)}
        used = _raised(self._used, more) if more else self._used
        return _ColorStanding(self._table, counts, used, gaps, excess, self._stars, self.distance)

    def minus(self, kind: Kind) -> Standing:
        if kind is None:
            return self
        if len(kind) == 1:
            stars = {**self._stars, kind: self._stars[kind] - 1}
            excess = _risen(self._excess, self._over(kind[0], -1))
            return _ColorStanding(self._table, self._counts, self._used, self._gaps, excess, stars, self.distance + 1)
        counts = {**self._counts, kind: self._counts[kind] - 1}
        fewer, taken = self._table.more(counts, kind)
        gaps, excess = self._gaps, self._excess
        if taken:
            excess = _risen(excess, taken & self._over(kind[1], -1))
            gaps = {**gaps, kind[1] or "": _risen(gaps[kind[1] or ""], taken)}
        used = _lowered(self._used, fewer) if fewer else self._used
        return _ColorStanding(self._table, counts, used, gaps, excess, self._stars, self.distance + 1)

    def nearer(self, kind: Kind) -> bool:
        if kind is None or not self.distance:
            return False
        t, n_stars, used = self.distance - 1, self._n_stars, self._used
        if len(kind) == 1:
            more, fills, n_stars = 0, self._over(kind[0], 0), n_stars + 1
        else:
            more, taken = self._table.more(self._counts, kind)
            fills = taken & self._over(kind[1], 0) if taken else 0
        need = max(self._table.size - n_stars - t, 0 if t else 1)
        if need > len(used):
            return False
        users = (used[need] if need < len(used) else 0) | (used[need - 1] & more if need else 0)
        if not users or t >= len(self._excess):
            return bool(users)
        here = self._excess[t]
        above = self._excess[t + 1] if t + 1 < len(self._excess) else -1
        return bool(users & (here | above & fills))

    def outs(self, counts: Iterable[tuple[Kind, int]]) -> int:
        if not self.distance:
            return 0
        nearer = self.nearer
        return sum([n for kind, n in counts if nearer(kind)])

    def idle(self, kind: Kind) -> bool:
        if kind is None or len(kind) == 1:
            return kind is None
        t, more = self.distance + 1, self._table.more(self._counts, kind)[0]
        need = max(self._table.size - self._n_stars - t, 0)
        close = self._used[need] if need < len(self._used) else 0
        return not more & close & (self._excess[t] if t < len(self._excess) else -1)

    def _over(self, color: str | None, more: int) -> int:
        """The plans whose runs of this colour lack more than its stars and *more* fill."""
        if color is None or not self._table.bound:
            return 0
        levels, at = self._gaps[color], self._stars.get((color,), 0) + more
        if at < 0:
            return self._table.whole
        return self._table.whole & ~levels[at] if at < len(levels) else 0


def _sunk(levels: list[int], fewer: int) -> list[int]:
    """The levels of "at most k" after the plans *fewer*, all of them above 0, have one less."""
    return [level | (above & fewer) for level, above in zip(levels, levels[1:], strict=False)] + levels[-1:]


def _risen(levels: list[int], more: int) -> list[int]:
    """The levels of "at most k" after the plans *more*, all of them below the last, have one more."""
    kept = ~more
    return [
        levels[0] & kept,
        *[(level & kept) | below for below, level in zip(levels, levels[1:], strict=False)],
    ][: len(levels) - 1] + levels[-1:]


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

    def outs(self, counts: Iterable[tuple[Kind, int]]) -> int:
        return sum([n for kind, n in counts if self.nearer(kind)])

    def idle(self, kind: Kind) -> bool:
        return kind is None
