"""An automaton that reads a hand row by row and decides whether it makes the phase.

A state is a set of partial plans, none of which dominates another. States and steps are created when a hand
first needs them. Plans are numbered, so a set of them is one integer with a bit for each plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import sub
from typing import Any, Final, NamedTuple

from ...rules.cards import Card, Side
from ...rules.phases import Phase
from .rows import RowReader, Vector, reading_order, row_reader

DEAD: Final = 0
"""The state for hands that can no longer make the phase."""
ACCEPTED: Final = 1
"""The state for hands that make the phase no matter which cards follow."""
START: Final = 2
"""The state before the first row."""


class Choices(NamedTuple):
    """Choices of a row's cards that the automaton treats alike."""

    key: Any
    """The key that the automaton reads."""
    weight: int
    """The number of these choices, or another additive quantity."""
    fewest: int
    """The minimum number of cards in a choice."""


class _State:
    """A set of partial plans and its transitions."""

    __slots__ = ("gaps", "mask", "steps", "ties", "ways")

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.ways: dict[Any, list[Transitions]] = {}
        """For each stage, the transitions of its partial plans."""
        self.steps: dict[Any, int] = {}
        """The next states, keyed by stage and row key."""
        self.gaps: int | None = None
        self.ties: tuple[Vector, ...] | None = None


class Automaton:
    """A recognizer that reads a hand's card counts row by row.

    >>> from phase10_widgets.editions import edition
    >>> classic = edition("classic")
    >>> machine = automaton(classic.phases[0], classic.pack.side("color"))
    >>> machine.holds(classic.cards("R1 B1 W R7 G7 Y7"))
    True
    """

    def __init__(self, reader: RowReader, alike: Iterable[Vector] = ()) -> None:
        """Build the automaton for a row reader's phase.

        Args:
            reader: the row reader for the phase to make.
            alike: groups of interchangeable colors, as indexes into a row's classes: they must have the same cards in
                every row, and the automaton may be used only for counting. States that differ only by exchanging such
                colors are merged.
        """
        self.rows = reading_order(reader)
        """For each row, its classes of faces, each a tuple of card codes."""
        self.colors = reader.colors
        """The number of classes in a row of naturals if they are interchangeable colors, and otherwise 0."""
        self.start = START
        """The state before the first row."""
        self._reader = reader
        self._first = int(reader.bound)
        self._stages = [reader.stage(row) for row in range(len(reader.rows))]
        self._frontier = DominanceFrontier(reader, alike)
        self._known: dict[int | None, int] = {0: DEAD, None: ACCEPTED}
        self._settled: dict[int, int] = {0: DEAD}
        self._states = [_State(0), _State(0), _State(0 if reader.bound else self._frontier.starts())]

    def __repr__(self) -> str:
        return f"<Automaton, {len(self.rows)} rows>"

    def merging(self, alike: Sequence[Vector]) -> Automaton:
        """Return an automaton for the same phase that merges these groups of colors, or this one if there are none."""
        return Automaton(self._reader, alike) if alike else self

    def stage(self, row: int) -> Any:
        """Return everything, apart from the counts, that a row's steps depend on; equal values mean equal steps."""
        at = row - self._first
        return self._stages[at] if 0 <= at < len(self._stages) else "wilds"

    def is_natural(self, row: int) -> bool:
        """Return True if a row counts naturals."""
        return 0 <= row - self._first < len(self._stages)

    def read(self, row: int, counts: Vector) -> Any:
        """Return the row's counts without irrelevant differences; equal values mean equal steps."""
        at = row - self._first
        return self._reader.read(counts) if 0 <= at < len(self._stages) else counts

    def after(self, row: int, state: int, counts: Vector) -> int:
        """Return the state after a row with these counts for its classes."""
        return self.step(row, state, self.read(row, counts)) if state > ACCEPTED else state

    def step(self, row: int, state: int, key: Any) -> int:
        """Return the state after a row with this key; *state* must be neither dead nor accepted."""
        at = row - self._first
        if at < 0:
            return self._settle(self._frontier.starts(key))
        if at == len(self._stages):
            here = self._states[state]
            if here.gaps is None:
                here.gaps = self._frontier.gaps(here.mask)
            return ACCEPTED if here.gaps <= key[0] else DEAD
        steps, known = self._states[state].steps, (self._stages[at], key)
        after = steps.get(known)
        if after is None:
            raw = 0
            for ways in self._ways(row, state):
                raw |= ways[key]
            after = steps[known] = self._settle(raw)
        return after

    def fan(self, row: int, state: int, choices: Iterable[Choices], room: int, waiting: int) -> dict[int, int]:
        """Return the states after a row, each with the total weight of the choices that lead there.

        Args:
            row: the row to read.
            state: a state that is neither dead nor accepted.
            choices: the choices of the row's cards, fewest cards first.
            room: the maximum number of cards to choose from this row and all later ones.
            waiting: the number of cards that are certain to be read later.
        """
        result = dict[int, int]()
        if self.is_natural(row):
            ways, fits, settle = self._ways(row, state), self._frontier.fits, self._settle
            for key, weight, fewest in choices:
                if fewest > room:
                    break
                raw = 0
                for each in ways:
                    raw |= each[key]
                left = room + waiting - fewest
                if left < len(fits):
                    raw &= fits[left]
                if raw:
                    after = settle(raw)
                    result[after] = result.get(after, 0) + weight
        else:
            for key, weight, _ in choices:
                after = self.step(row, state, key)
                result[after] = result.get(after, 0) + weight
        result.pop(DEAD, 0)
        return result

    def _ways(self, row: int, state: int) -> list[Transitions]:
        """Return the transitions for a state's partial plans at a row of naturals."""
        here, stage = self._states[state], self.stage(row)
        result = here.ways.get(stage)
        if result is None:
            result = here.ways[stage] = [self._frontier.ways(number, stage) for number in bits(here.mask)]
        return result

    def _settle(self, raw: int) -> int:
        """Return the state for a set of partial plans, from the cache if possible."""
        found = self._settled.get(raw)
        return self._state(raw) if found is None else found

    def ties(self, row: int, state: int) -> tuple[Vector, ...]:
        """Return the groups of colors that are interchangeable at a row in this state."""
        if not self.is_natural(row):
            return ()
        here = self._states[state]
        if here.ties is None:
            here.ties = self._frontier.ties(here.mask) if here.mask else ()
        return here.ties

    def _state(self, raw: int) -> int:
        """Return the state for a set of partial plans, creating it if it is new."""
        mask = self._frontier.best(raw)
        result = self._known.get(mask)
        if result is None:
            result = self._known[mask] = len(self._states)
            self._states.append(_State(mask or 0))
        self._settled[raw] = result
        return result

    def accepts(self, state: int) -> bool:
        """Return True if a hand that ends in this state makes the phase."""
        return state == ACCEPTED

    def holds(self, cards: Iterable[Card]) -> bool:
        """Return True if these cards make the phase."""
        codes = [card.code for card in cards]
        state = self.start
        for at, row in enumerate(self.rows):
            state = self.after(at, state, tuple([sum(code in faces for code in codes) for faces in row]))
        return self.accepts(state)


@lru_cache(maxsize=16)
def automaton(phase: Phase, side: Side) -> Automaton:
    """Return a phase's cached automaton for the cards on this side.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    return Automaton(row_reader(phase, side))


class PlanShape:
    """An interned shape with its cached properties; shapes are compared by identity."""

    __slots__ = ("_fillable", "_reader", "end", "most", "moves", "places", "shape", "surcharges", "useful")

    def __init__(self, shape: Any, reader: RowReader, useful: RelevantCounts) -> None:
        self.shape = shape
        self._reader = reader
        self._fillable: dict[Vector, int] = {}
        self.places = reader.places_left(shape)
        """The number of cards that the shape still needs."""
        self.most = reader.reach(shape)
        """For each color, the maximum number of stars that the shape can still use."""
        self.end = reader.open_end(shape)
        """The gaps left if no more cards follow (last, those that any wild fills), or None if this is impossible."""
        self.useful = useful
        self.moves: dict[Any, list[tuple[PlanShape, Vector, int]]] = {}
        self.surcharges: dict[PlanShape, Vector | None] = {}

    def fillable(self, stars: Vector) -> int:
        """Return how many of the shape's places these stars of each color can fill if all other places have stars."""
        result = self._fillable.get(stars)
        if result is None:
            result = self._fillable[stars] = self._reader.fillable(self.shape, stars)
        return result


class RelevantCounts(dict[Any, Any]):
    """A cache of row counts, reduced to the information that can matter to some shapes."""

    __slots__ = ("_caps", "_reader")

    def __init__(self, reader: RowReader, caps: Any) -> None:
        self._reader = reader
        self._caps = caps

    def __missing__(self, key: Any) -> Any:
        result = self[key] = self._reader.capped(key, self._caps)
        return result


class PartialPlan(NamedTuple):
    """The open groups of a phase, and the gaps that wilds may still fill."""

    form: PlanShape
    bound: Vector
    """For each color, the number of gaps that its stars can still fill (empty if wilds have no color)."""
    spare: int
    """The total number of gaps that may still be left."""


class Transitions(dict[Any, int]):
    """The transitions for one partial plan at rows in one stage, keyed by row key."""

    __slots__ = ("_frontier", "_partial", "_stage", "_useful")

    def __init__(self, frontier: DominanceFrontier, partial: PartialPlan, stage: Any) -> None:
        self._frontier = frontier
        self._partial = partial
        self._stage = stage
        self._useful = partial.form.useful

    def __missing__(self, key: Any) -> int:
        mine = self._useful[key]
        result = self[mine] if mine != key else self._frontier.explore(self._partial, key, self._stage)
        self[key] = result
        return result


class DominanceFrontier:
    """The known partial plans for one phase, with their dominance relation."""

    def __init__(self, reader: RowReader, alike: Iterable[Vector]) -> None:
        self._reader = reader
        self._most = reader.size - 1  # gaps: at least one card is natural (G9)
        self._wilds_last = bool(reader.wilds) and not reader.bound
        self._alike = tuple(tuple(group) for group in alike if len(group) > 1)
        self._forms: dict[Any, PlanShape] = {}
        self._useful: dict[Any, RelevantCounts] = {}
        self._partials: list[PartialPlan] = []
        self._numbers: dict[PartialPlan, int] = {}
        self._ways: dict[tuple[int, Any], Transitions] = {}
        self._done = 0
        """The set of plans that make the phase no matter which cards follow."""
        self.fits = [0] * reader.size
        """For each number of cards, the set of plans that this many cards can complete."""
        self._met: list[int] = []
        """For each plan, the set of plans it has been compared with."""
        self._beaten: list[int] = []
        """For each plan, the set of plans it dominates."""
        self._names: list[Vector] = []
        """For each plan, a number for each color; equal numbers mean that the colors play the same role."""
        self._images: dict[tuple[int, Vector], int] = {}

    def starts(self, stars: Vector = ()) -> int:
        """Return the plans that a phase starts with; *stars* gives the stars of each color if stars are bound."""
        spare = min(sum(stars), self._most) if self._reader.bound else self._most
        mask = 0
        for shape in self._reader.starts:
            mask |= 1 << self._met_with(self._form(shape), stars, spare)
        return mask

    def ways(self, number: int, stage: Any) -> Transitions:
        """Return the transitions for a partial plan at rows in this stage."""
        result = self._ways.get((number, stage))
        if result is None:
            result = self._ways[number, stage] = Transitions(self, self._partials[number], stage)
        return result

    def best(self, mask: int) -> int | None:
        """Return the undominated plans under canonical color names, or None if the phase is certain to be made."""
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
        """Return the minimum number of gaps among plans that lack only wilds, or a huge number if there are none."""
        spare = [self._ending(self._partials[at]) for at in bits(mask)]
        return self._most - max((left for left in spare if left is not None), default=-(10**9))

    def explore(self, partial: PartialPlan, key: Any, stage: Any) -> int:
        """Return the plans that can follow a partial plan at a row with this key in this stage."""
        form, bound, spare = partial
        result = 0
        for after, gaps, free in form.moves.get((key, stage)) or self._moves(form, key, stage):
            left = spare - free - sum(gaps)
            if left < 0:
                continue
            rest = tuple(map(sub, bound, gaps))
            if not bound or min(rest) >= 0:
                result |= 1 << self._met_with(after, rest, left)
        return result

    def _moves(self, form: PlanShape, key: Any, stage: Any) -> list[tuple[PlanShape, Vector, int]]:
        moves = self._reader.moves(form.shape, key, stage)
        result = form.moves[key, stage] = [(self._form(shape), gaps, free) for shape, gaps, free in moves]
        return result

    def _form(self, shape: Any) -> PlanShape:
        result = self._forms.get(shape)
        if result is None:
            caps = self._reader.caps(shape)
            useful = self._useful.setdefault(caps, RelevantCounts(self._reader, caps))
            result = self._forms[shape] = PlanShape(shape, self._reader, useful)
        return result

    def _met_with(self, form: PlanShape, bound: Vector, spare: int) -> int:
        """Return the number assigned to a partial plan, after dropping wilds that it can never use."""
        if self._reader.bound:
            bound = tuple([min(n, m, spare) for n, m in zip(bound, form.most, strict=True)])
            spare = min(spare, form.fillable(bound))
        partial = PartialPlan(form, bound, spare)
        result = self._numbers.get(partial)
        if result is None:
            result = self._numbers[partial] = len(self._partials)
            self._partials.append(partial)
            self._met.append(1 << result)
            self._beaten.append(0)
            self._names.append(tuple(self._naming(partial)) if self._alike else ())
            self._sort(result, partial)
        return result

    def _sort(self, number: int, partial: PartialPlan) -> None:
        """Record how many cards a new partial plan needs and whether it is certain to make the phase."""
        form = partial.form
        need = form.places
        if self._reader.bound:
            need -= partial.spare
        elif self._wilds_last:
            need += self._most - partial.spare
        if not need and (self._reader.bound or form.end is not None):
            self._done |= 1 << number
        for room in range(need, len(self.fits)):
            self.fits[room] |= 1 << number

    def _ending(self, partial: PartialPlan) -> int | None:
        """Return the gaps that may still be left if no more cards follow, or None if that is impossible."""
        gaps = partial.form.end
        if gaps is None or any(gap > most for gap, most in zip(gaps, partial.bound, strict=False)):
            return None
        spare = partial.spare - sum(gaps)
        return spare if spare >= 0 else None

    def _compare(self, one: int, others: int) -> None:
        """Determine which of *others* the plan *one* dominates."""
        self._met[one] |= others
        for other in bits(others):
            if self._beats(self._partials[one], self._partials[other]):
                self._beaten[one] |= 1 << other

    def _beats(self, one: PartialPlan, other: PartialPlan) -> bool:
        """Return True if *one* can complete the phase whenever *other* can."""
        form = one.form
        if other.form not in form.surcharges:
            form.surcharges[other.form] = self._reader.surcharge(form.shape, other.form.shape)
        gaps = form.surcharges[other.form]
        if gaps is None:
            return False
        for mine, theirs, gap, enough in zip(one.bound, other.bound, gaps, form.most, strict=False):
            if mine < enough and mine - gap < theirs:
                return False
        return one.spare - sum(gaps) >= other.spare or (self._reader.bound and one.spare == form.fillable(one.bound))

    def _naming(self, partial: PartialPlan) -> Iterator[int]:
        """Yield, for each color, a number that identifies its role in a partial plan."""
        form, bound, spare = partial
        shape = form.shape
        rest = hash((*shape[:4], spare))
        for at, (begun, want) in enumerate(zip(shape.colored, shape.wants, strict=True)):
            yield hash((rest, begun, want, bound[at : at + 1]))

    def ties(self, mask: int) -> tuple[Vector, ...]:
        """Return the groups of colors that can be exchanged without changing this set of plans."""
        result: list[Vector] = []
        numbers = list(bits(mask)) if self._alike else []
        signs = self._signs(numbers)
        for group in self._alike:
            for _, tied in groupby(group, key=signs.__getitem__):
                colors = tuple(tied)
                if len(colors) > 1 and all(self._swapped(numbers, *pair) == mask for pair in pairwise(colors)):
                    result.append(colors)
        return tuple(result)

    def _swapped(self, numbers: Sequence[int], one: int, other: int) -> int:
        """Return the plans with two colors exchanged."""
        order = list(range(len(self._names[numbers[0]])))
        order[one], order[other] = other, one
        return self._turned(numbers, tuple(order))

    def _renamed(self, mask: int) -> int:
        """Return the plans with interchangeable colors in a canonical order, so that renamed sets are equal."""
        numbers = list(bits(mask))
        signs = self._signs(numbers)
        order = list(range(len(signs)))
        for group in self._alike:
            for at, color in zip(group, sorted(group, key=signs.__getitem__), strict=True):
                order[at] = color
        return mask if order == sorted(order) else self._turned(numbers, tuple(order))

    def _signs(self, numbers: Sequence[int]) -> list[int]:
        """Return, for each color, a number that identifies its role in all these plans together."""
        return [sum(names) for names in zip(*[self._names[at] for at in numbers], strict=True)]

    def _turned(self, numbers: Sequence[int], order: Vector) -> int:
        """Return the plans with each color replaced by the one at its place in *order*."""
        result = 0
        for at in numbers:
            result |= 1 << self._image(at, order)
        return result

    def _image(self, number: int, order: Vector) -> int:
        known = (number, order)
        result = self._images.get(known)
        if result is None:
            form, bound, spare = self._partials[number]
            colored = tuple([form.shape.colored[at] for at in order])
            wants = tuple([form.shape.wants[at] for at in order])
            turned = self._form(form.shape._replace(colored=colored, wants=wants))
            result = self._images[known] = self._met_with(turned, tuple([bound[at] for at in order if bound]), spare)
        return result


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the 1 bits in a number.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
