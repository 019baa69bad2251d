"""Partial arrangements of one phase: what follows them, and which of them are worth keeping.

They are numbered as they are met, and a set of them is one integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import sub
from typing import Any, NamedTuple

from .partial_plans import Vector
from .rows import RowReader


class PlanShape:
    """A shape with all that is known of it; each is made once, so that it is compared and found by identity."""

    __slots__ = ("_fillable", "_reading", "end", "most", "moves", "places", "shape", "surcharges", "useful")

    def __init__(self, shape: Any, reading: RowReader, useful: RelevantCounts) -> None:
        self.shape = shape
        self._reading = reading
        self._fillable: dict[Vector, int] = {}
        self.places = reading.places_left(shape)
        """The cards that it still takes."""
        self.most = reading.reach(shape)
        """For each color, the most stars that it can still use."""
        self.end = reading.open_end(shape)
        """The gaps when nothing comes any more, the last of them free; None if that is not allowed."""
        self.useful = useful
        self.moves: dict[Any, list[tuple[PlanShape, Vector, int]]] = {}
        self.surcharges: dict[PlanShape, Vector | None] = {}

    def fillable(self, stars: Vector) -> int:
        """How many of its places so many stars of each color could fill, if there are stars for all other places."""
        found = self._fillable.get(stars)
        if found is None:
            found = self._fillable[stars] = self._reading.fillable(self.shape, stars)
        return found


class RelevantCounts(dict[Any, Any]):
    """What was read of a row, as far as it matters to some shapes."""

    __slots__ = ("_caps", "_reading")

    def __init__(self, reading: RowReader, caps: Any) -> None:
        self._reading = reading
        self._caps = caps

    def __missing__(self, key: Any) -> Any:
        found = self[key] = self._reading.capped(key, self._caps)
        return found


class PartialPlan(NamedTuple):
    """What a phase still asks for, and the gaps that may still be left."""

    form: PlanShape
    bound: Vector
    """For each color, the gaps that its stars can still fill; empty where wilds have no color."""
    spare: int
    """The gaps that may still be left in all."""


class Transitions(dict[Any, int]):
    """Where one partial arrangement can go from rows of one stage, by what is read there."""

    __slots__ = ("_frontier", "_partial", "_stage", "_useful")

    def __init__(self, frontier: DominanceFrontier, partial: PartialPlan, stage: Any) -> None:
        self._frontier = frontier
        self._partial = partial
        self._stage = stage
        self._useful = partial.form.useful

    def __missing__(self, key: Any) -> int:
        mine = self._useful[key]
        found = self[mine] if mine != key else self._frontier.explore(self._partial, key, self._stage)
        self[key] = found
        return found


class DominanceFrontier:
    """The partial arrangements of one phase that have been met."""

    def __init__(self, reading: RowReader, size: int, alike: Iterable[Vector]) -> None:
        self._reading = reading
        self._most = size - 1  # gaps: at least one card is natural (G9)
        self._wilds_last = bool(reading.wilds) and not reading.bound
        self._alike = tuple(tuple(group) for group in alike if len(group) > 1)
        self._forms: dict[Any, PlanShape] = {}
        self._useful: dict[Any, RelevantCounts] = {}
        self._partials: list[PartialPlan] = []
        self._numbers: dict[PartialPlan, int] = {}
        self._ways: dict[tuple[int, Any], Transitions] = {}
        self._done = 0
        """Those that hold the phase whatever comes."""
        self.fits = [0] * size
        """For each number of cards, those that can do with so many; all can do with more."""
        self._met: list[int] = []
        """For each one, those with which it has been compared."""
        self._beaten: list[int] = []
        """For each one, those of them that it beats."""
        self._names: list[Vector] = []
        """For each one, a number for each color: equal numbers, equal parts in it."""
        self._images: dict[tuple[int, Vector], int] = {}

    def starts(self, stars: Vector = ()) -> int:
        """What a phase begins with, given the stars of each color where they have one."""
        spare = min(sum(stars), self._most) if self._reading.bound else self._most
        mask = 0
        for shape in self._reading.starts:
            mask |= 1 << self._met_with(self._form(shape), stars, spare)
        return mask

    def ways(self, number: int, stage: Any) -> Transitions:
        """Where a partial arrangement can go from rows of this stage."""
        found = self._ways.get((number, stage))
        if found is None:
            found = self._ways[number, stage] = Transitions(self, self._partials[number], stage)
        return found

    def best(self, mask: int) -> int | None:
        """Those that no other one beats, under settled names of colors; None if the phase is held whatever comes."""
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

    def gaps(self, mask: int) -> int:
        """The fewest gaps of those that are complete but for wilds; more than all wilds where there are none."""
        spare = [self._ending(self._partials[at]) for at in bits(mask)]
        return self._most - max((left for left in spare if left is not None), default=-(10**9))

    def explore(self, partial: PartialPlan, key: Any, stage: Any) -> int:
        """What can follow a partial arrangement at a row of this stage that was read as *key*."""
        form, bound, spare = partial
        found = 0
        for after, gaps, free in form.moves.get((key, stage)) or self._moves(form, key, stage):
            left = spare - free - sum(gaps)
            if left < 0:
                continue
            rest = tuple(map(sub, bound, gaps))
            if not bound or min(rest) >= 0:
                found |= 1 << self._met_with(after, rest, left)
        return found

    def _moves(self, form: PlanShape, key: Any, stage: Any) -> list[tuple[PlanShape, Vector, int]]:
        moves = self._reading.moves(form.shape, key, stage)
        found = form.moves[key, stage] = [(self._form(shape), gaps, free) for shape, gaps, free in moves]
        return found

    def _form(self, shape: Any) -> PlanShape:
        found = self._forms.get(shape)
        if found is None:
            caps = self._reading.caps(shape)
            useful = self._useful.setdefault(caps, RelevantCounts(self._reading, caps))
            found = self._forms[shape] = PlanShape(shape, self._reading, useful)
        return found

    def _met_with(self, form: PlanShape, bound: Vector, spare: int) -> int:
        """The number of a partial arrangement, without the wilds that it can never use."""
        if self._reading.bound:
            bound = tuple([min(n, m, spare) for n, m in zip(bound, form.most, strict=True)])
            spare = min(spare, form.fillable(bound))
        partial = PartialPlan(form, bound, spare)
        found = self._numbers.get(partial)
        if found is None:
            found = self._numbers[partial] = len(self._partials)
            self._partials.append(partial)
            self._met.append(1 << found)
            self._beaten.append(0)
            self._names.append(tuple(self._naming(partial)) if self._alike else ())
            self._sort(found, partial)
        return found

    def _sort(self, number: int, partial: PartialPlan) -> None:
        """Note how many cards a new partial arrangement needs, and whether it holds the phase whatever comes."""
        form = partial.form
        need = form.places
        if self._reading.bound:
            need -= partial.spare
        elif self._wilds_last:
            need += self._most - partial.spare
        if not need and (self._reading.bound or form.end is not None):
            self._done |= 1 << number
        for room in range(need, len(self.fits)):
            self.fits[room] |= 1 << number

    def _ending(self, partial: PartialPlan) -> int | None:
        """The gaps that may still be left if no cards come any more; None if that is not allowed."""
        gaps = partial.form.end
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

    def _beats(self, one: PartialPlan, other: PartialPlan) -> bool:
        """Whether the first can complete the phase whenever the second can."""
        form = one.form
        if other.form not in form.surcharges:
            form.surcharges[other.form] = self._reading.surcharge(form.shape, other.form.shape)
        gaps = form.surcharges[other.form]
        if gaps is None:
            return False
        for mine, theirs, gap, enough in zip(one.bound, other.bound, gaps, form.most, strict=False):
            if mine < enough and mine - gap < theirs:
                return False
        return one.spare - sum(gaps) >= other.spare or (self._reading.bound and one.spare == form.fillable(one.bound))

    def _naming(self, partial: PartialPlan) -> Iterator[int]:
        """What each color is in a partial arrangement, as a number."""
        form, bound, spare = partial
        shape = form.shape
        rest = hash((*shape[:4], spare))
        for at, (begun, want) in enumerate(zip(shape.colored, shape.wants, strict=True)):
            yield hash((rest, begun, want, bound[at : at + 1]))

    def ties(self, mask: int) -> tuple[Vector, ...]:
        """Groups of colors that may change names within these without changing them."""
        found: list[Vector] = []
        numbers = list(bits(mask)) if self._alike else []
        signs = self._signs(numbers)
        for group in self._alike:
            for _, tied in groupby(group, key=signs.__getitem__):
                colors = tuple(tied)
                if len(colors) > 1 and all(self._swapped(numbers, *pair) == mask for pair in pairwise(colors)):
                    found.append(colors)
        return tuple(found)

    def _swapped(self, numbers: Sequence[int], one: int, other: int) -> int:
        """These with the names of two colors exchanged."""
        order = list(range(len(self._names[numbers[0]])))
        order[one], order[other] = other, one
        return self._turned(numbers, tuple(order))

    def _renamed(self, mask: int) -> int:
        """The same with the colors that are alike in a settled order, so that other names make no other set."""
        numbers = list(bits(mask))
        signs = self._signs(numbers)
        order = list(range(len(signs)))
        for group in self._alike:
            for at, color in zip(group, sorted(group, key=signs.__getitem__), strict=True):
                order[at] = color
        return mask if order == sorted(order) else self._turned(numbers, tuple(order))

    def _signs(self, numbers: Sequence[int]) -> list[int]:
        """For each color what it is in all of these together, as a number."""
        return [sum(names) for names in zip(*[self._names[at] for at in numbers], strict=True)]

    def _turned(self, numbers: Sequence[int], order: Vector) -> int:
        """These with each color replaced by the one that stands there in the order."""
        found = 0
        for at in numbers:
            found |= 1 << self._image(at, order)
        return found

    def _image(self, number: int, order: Vector) -> int:
        known = (number, order)
        found = self._images.get(known)
        if found is None:
            form, bound, spare = self._partials[number]
            colored = tuple([form.shape.colored[at] for at in order])
            wants = tuple([form.shape.wants[at] for at in order])
            turned = self._form(form.shape._replace(colored=colored, wants=wants))
            found = self._images[known] = self._met_with(turned, tuple([bound[at] for at in order if bound]), spare)
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
