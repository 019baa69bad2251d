"""Partial arrangements of one phase: what follows them, and which of them are worth keeping.

They are numbered as they are met, and a set of them is one integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import sub
from typing import Any, NamedTuple

from .partial import Vector
from .reading import Reading


class Partial(NamedTuple):
    """What a phase still asks for, and the gaps that may still be left."""

    shape: Any
    bound: Vector
    """For each colour, the gaps that its stars can still fill; empty where wilds have no colour."""
    spare: int
    """The gaps that may still be left in all."""


class Ways(dict[Any, int]):
    """Where one partial arrangement can go from rows of one stage, by what is read there."""

    __slots__ = ("_frontier", "_number", "_row")

    def __init__(self, frontier: Frontier, number: int, row: int) -> None:
        self._frontier = frontier
        self._number = number
        self._row = row

    def __missing__(self, key: Any) -> int:
        found = self[key] = self._frontier.explore(self._number, key, self._row)
        return found


class Frontier:
    """The partial arrangements of one phase that have been met."""

    def __init__(self, reading: Reading, size: int, alike: Iterable[Vector]) -> None:
        self._reading = reading
        self._most = size - 1  # gaps: at least one card is natural (G9)
        self._wilds_last = bool(reading.wilds) and not reading.bound
        self._alike = tuple(tuple(group) for group in alike if len(group) > 1)
        self._partials: list[Partial] = []
        self._numbers: dict[Partial, int] = {}
        self._done = 0
        """Those that hold the phase whatever comes."""
        self._met: list[int] = []
        """For each one, those with which it has been compared."""
        self._beaten: list[int] = []
        """For each one, those of them that it beats."""
        self._within: list[int] = []
        """For each number of cards, those that can do with so many (and as many wilds as may be, read or not)."""
        self._moves: dict[Any, Sequence[Any]] = {}
        self._rooms: dict[Any, tuple[int, Vector]] = {}
        self._names: list[Vector] = []
        """For each one, a number for each colour: equal numbers, equal parts in it."""
        self._images: dict[tuple[int, Vector], int] = {}

    def starts(self, stars: Vector = ()) -> int:
        """What a phase begins with, given the stars of each colour where they have one."""
        spare = min(sum(stars), self._most) if self._reading.bound else self._most
        mask = 0
        for shape in self._reading.starts:
            start = self._clipped(shape, stars, spare) if self._reading.bound else Partial(shape, (), spare)
            mask |= 1 << self._number(start)
        return mask

    def best(self, mask: int) -> int | None:
        """Those that no other one beats, under settled names of colours; None if the phase is held whatever comes."""
        if mask & self._done:
            return None
        left = todo = mask
        while todo:
            low = todo & -todo
            at = low.bit_length() - 1
            new = left & ~self._met[at]
            if new:
                self._compare(at, new)
            left &= ~self._beaten[at]
            todo = (todo ^ low) & left
        return self._renamed(left) if self._alike else left

    def within(self, room: int) -> int:
        """Those that can still be completed by so many cards."""
        return self._within[room] if room < len(self._within) else -1

    def gaps(self, mask: int) -> int:
        """The fewest gaps of those that are complete but for wilds; more than all wilds where there are none."""
        spare = [self._ending(self._partials[at]) for at in bits(mask)]
        return self._most - max((left for left in spare if left is not None), default=-(10**9))

    def explore(self, number: int, key: Any, row: int) -> int:
        """What can follow a partial arrangement at a row that was read as *key*."""
        shape, bound, spare = self._partials[number]
        found = 0
        for after, gaps, free in self._moves_of(shape, key, row):
            left = spare - free - sum(gaps)
            if left < 0:
                continue
            if not bound:
                found |= 1 << self._number(Partial(after, bound, left))
                continue
            rest = list(map(sub, bound, gaps))
            if min(rest) >= 0:
                found |= 1 << self._number(self._clipped(after, rest, left))
        return found

    def _moves_of(self, shape: Any, key: Any, row: int) -> Sequence[Any]:
        known = (shape, key, self._reading.stage(row))
        found = self._moves.get(known)
        if found is None:
            found = self._moves[known] = tuple(self._reading.moves(shape, key, row))
        return found

    def _clipped(self, shape: Any, bound: Iterable[int], spare: int) -> Partial:
        """A partial arrangement without the wilds that it can never use."""
        places, most = self._room_of(shape)
        spare = min(spare, places)
        return Partial(shape, tuple([min(n, m, spare) for n, m in zip(bound, most, strict=True)]), spare)

    def _room_of(self, shape: Any) -> tuple[int, Vector]:
        """The cards that a shape still takes, and the most stars of each colour."""
        found = self._rooms.get(shape)
        if found is None:
            found = self._rooms[shape] = (self._reading.places_left(shape), self._reading.reach(shape))
        return found

    def _number(self, partial: Partial) -> int:
        found = self._numbers.get(partial)
        if found is None:
            found = self._numbers[partial] = len(self._partials)
            self._partials.append(partial)
            self._met.append(1 << found)
            self._beaten.append(0)
            self._names.append(tuple(self._naming(partial)) if self._alike else ())
            self._sort(found, partial)
        return found

    def _sort(self, number: int, partial: Partial) -> None:
        """Note how many cards a new partial arrangement needs, and whether it holds the phase whatever comes."""
        need = self._reading.places_left(partial.shape)
        if self._reading.bound:
            need -= min(partial.spare, self._reading.fillable(partial.shape, partial.bound))
        elif self._wilds_last:
            need += self._most - partial.spare
        if not need and (self._reading.bound or self._reading.open_end(partial.shape) is not None):
            self._done |= 1 << number
        self._within += [0] * (self._most + 2 - len(self._within))
        for room in range(need, len(self._within)):
            self._within[room] |= 1 << number

    def _ending(self, partial: Partial) -> int | None:
        """The gaps that may still be left if no cards come any more; None if that is not allowed."""
        gaps = self._reading.open_end(partial.shape)
        if gaps is None or any(gap > most for gap, most in zip(gaps, partial.bound, strict=False)):
            return None
        spare = partial.spare - sum(gaps)
        return spare if spare >= 0 else None

    def _compare(self, one: int, others: int) -> None:
        """Find out which of the others one partial arrangement beats."""
        self._met[one] |= others
        for other in bits(others):
            if self._beats(self._partials[one], self._partials[other]):
                self._beaten[one] |= 1 << other

    def _beats(self, one: Partial, other: Partial) -> bool:
        """Whether the first can complete the phase whenever the second can."""
        gaps = self._reading.surcharge(one.shape, other.shape)
        if gaps is None:
            return False
        most = self._reading.reach(one.shape) if one.bound else ()
        for mine, theirs, gap, enough in zip(one.bound, other.bound, gaps, most, strict=False):
            if mine < enough and mine - gap < theirs:
                return False
        return one.spare - sum(gaps) >= other.spare or (
            self._reading.bound and one.spare >= self._reading.places_left(one.shape)
        )

    def _naming(self, partial: Partial) -> Iterator[int]:
        """What each colour is in a partial arrangement, as a number."""
        shape, bound, spare = partial
        rest = hash((*shape[:4], spare))
        for at, (begun, want) in enumerate(zip(shape.colored, shape.wants, strict=True)):
            yield hash((rest, begun, want, bound[at : at + 1]))

    def ties(self, mask: int) -> tuple[Vector, ...]:
        """Groups of colours that may change names within these without changing them."""
        found = []
        numbers = list(bits(mask))
        signs = self._signs(numbers)
        for group in self._alike:
            for _, tied in groupby(group, key=signs.__getitem__):
                colors = tuple(tied)
                if len(colors) > 1 and all(self._swapped(numbers, *pair) == mask for pair in pairwise(colors)):
                    found.append(colors)
        return tuple(found)

    def _swapped(self, numbers: Sequence[int], one: int, other: int) -> int:
        """These with the names of two colours exchanged."""
        order = list(range(len(self._names[numbers[0]])))
        order[one], order[other] = other, one
        return self._turned(numbers, tuple(order))

    def _renamed(self, mask: int) -> int:
        """The same with the colours that are alike in a settled order, so that other names make no other set."""
        numbers = list(bits(mask))
        signs = self._signs(numbers)
        order = list(range(len(signs)))
        for group in self._alike:
            for at, color in zip(group, sorted(group, key=signs.__getitem__), strict=True):
                order[at] = color
        return mask if order == sorted(order) else self._turned(numbers, tuple(order))

    def _signs(self, numbers: Sequence[int]) -> list[int]:
        """For each colour what it is in all of these together, as a number."""
        return [sum(names) for names in zip(*[self._names[at] for at in numbers], strict=True)]

    def _turned(self, numbers: Sequence[int], order: Vector) -> int:
        """These with each colour replaced by the one that stands there in the order."""
        found = 0
        for at in numbers:
            found |= 1 << self._image(at, order)
        return found

    def _image(self, number: int, order: Vector) -> int:
        known = (number, order)
        found = self._images.get(known)
        if found is None:
            shape, bound, spare = self._partials[number]
            colored = tuple([shape.colored[at] for at in order])
            wants = tuple([shape.wants[at] for at in order])
            turned = Partial(
                shape._replace(colored=colored, wants=wants), tuple([bound[at] for at in order if bound]), spare
            )
            found = self._images[known] = self._number(turned)
        return found


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a number.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
