"""Row readers, which define the cards that are counted together for a phase and the moves for each row's counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product, zip_longest
from operator import add
from typing import Any, NamedTuple, Protocol, TypeAlias

from ...base.translatable import Refusal
from ...rules.cards import Card, Side
from ...rules.phases import ColorOf, ColorRunOf, FlushOf, Identity, Need, Phase, RunOf, SetOf, check_playable
from ...rules.solve_by_matching import differ

Class: TypeAlias = tuple[str, ...]
"""Faces that are counted together, given by their codes."""
Row: TypeAlias = tuple[Class, ...]
"""The classes that are read together."""
Mark: TypeAlias = tuple[str, str | None]
"""The property shared by a class's cards: a field of a card and its value."""
Sizes: TypeAlias = tuple[int, ...]
"""Card counts in descending order."""
Vector: TypeAlias = tuple[int, ...]
"""A number for each color (or suit) that the phase distinguishes (empty if it distinguishes none)."""


class Shape(NamedTuple):
    """The groups in a phase that are still open: everything that affects the rows still to come."""

    sets: Sizes
    """The sizes of sets that have no number yet."""
    runs: Sizes
    """The sizes of runs that have not started."""
    begun: Sizes
    """For each started run, the number of cards that it still needs, one at each of the next numbers."""
    color_runs: Sizes
    """The sizes of color runs that have not started."""
    colored: tuple[Sizes, ...]
    """For each color, the number of cards that each of its started color runs still needs."""
    wants: Vector
    """For each color, the number of cards that its color groups still need."""
    wide: Vector
    """The number of cards that each group of several suits (red, black) still needs (empty unless suits are
    distinguished)."""


class Move(NamedTuple):
    """One way to process a row."""

    shape: Any
    bound: Vector
    """For each color, the gaps left in its color runs."""
    free: int
    """The gaps left in all other groups."""


class Counts(NamedTuple):
    """A hand's cards with one number."""

    colors: Vector
    """For each distinguished color, the number of cards, capped at the highest number that matters."""
    total: int
    """The total number of cards, capped at the highest number that matters."""


class RowReader(Protocol):
    """A phase's rows, and the moves of its partial plans between them."""

    size: int
    """The number of cards in the phase."""
    rows: tuple[Row, ...]
    """The rows of naturals, including stars if they are read together."""
    wilds: Row
    """The row of wilds, which is read first if the colors of stars matter and otherwise last (empty if there is
    none)."""
    bound: bool
    """True if the wilds are read first, with one class per color."""
    colors: int
    """The number of classes in a row of naturals if they are interchangeable colors, and otherwise 0."""
    starts: tuple[Any, ...]
    """The shapes that the phase may start with."""

    def stage(self, row: int) -> Any:
        """Return everything, apart from the counts, that the moves at a row depend on; equal values mean equal
        moves."""

    def read(self, counts: Vector) -> Any:
        """Return a row's counts, capped at the highest values that matter."""

    def caps(self, shape: Any) -> Any:
        """Return the highest value of each row count that can matter to a shape."""

    def capped(self, counts: Any, caps: Any) -> Any:
        """Return the counts reduced to these caps."""

    def moves(self, shape: Any, counts: Any, stage: Any) -> Iterable[Move]:
        """Return every promising way to process a row."""

    def places_left(self, shape: Any) -> int:
        """Return the number of cards still needed to complete the phase."""

    def reach(self, shape: Any) -> Vector:
        """Return, for each color, the maximum number of gaps that its stars may still have to fill."""

    def fillable(self, shape: Any, stars: Vector) -> int:
        """Return how many of the open places these stars can fill."""

    def open_end(self, shape: Any) -> Vector | None:
        """Return the gaps after the last row (one count per color, then one for any wild), or None if that is
        impossible."""

    def surcharge(self, better: Any, worse: Any) -> Vector | None:
        """Return the maximum numbers of extra gaps that *better* can have compared with *worse*, or None if no limit is
        known."""


def reading_order(reader: RowReader) -> tuple[Row, ...]:
    """Return every row, including the row of wilds, in reading order."""
    wilds = (reader.wilds,) if reader.wilds else ()
    return (*wilds, *reader.rows) if reader.bound else (*reader.rows, *wilds)


def row_reader(phase: Phase, side: Side) -> RowReader:
    """Return the cheapest row reader for this phase with this side's cards.

    Raises:
        PhaseError: the side's cards cannot make the phase.
        Refusal: the phase has a type of group that no reader supports.
    """
    check_playable(phase, side)
    kinds = {type(need) for need in phase.needs}
    if not kinds <= {SetOf, RunOf, ColorRunOf, ColorOf, FlushOf}:
        raise Refusal("'{phase}' cannot be counted exactly; simulate it instead", phase=phase)
    if kinds in ({ColorOf}, {FlushOf}) and _has_colors(side):
        return ColorRows(phase, side)
    return NumberRows(phase, side)


class NumberRows:
    """A row reader with one row per number, from low to high.

    At each number, every group of the phase does what it can: a started run takes a card or leaves a gap, a set may be
    placed, and a color group takes the cards that are left. Three conventions reduce the search without losing any
    solutions: a run starts at a gap only at its last possible number (otherwise it could just as well start one number
    later), a set is placed only where it has a natural (a set of wilds is accounted for at the end), and a color run
    never leaves its card to other groups (their places accept any wild).
    """

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        self._numbers = side.numbers
        colored = [need.size for need in phase.needs if isinstance(need, ColorRunOf) and side.run_colors != (None,)]
        runs = [need.size for need in phase.needs if isinstance(need, RunOf | ColorRunOf)]
        plain = list((Counter(runs) - Counter(colored)).elements())
        sets = [need.size for need in phase.needs if isinstance(need, SetOf)]
        hues = [need for need in phase.needs if isinstance(need, ColorOf | FlushOf)]
        marks = _marks(hues, bool(colored), side)
        self.bound = side.bound_wilds and bool(marks)
        self.rows = tuple(_row(_naturals(side, number), marks) for number in side.numbers)
        self.wilds = _row(_wilds(side), marks if self.bound else ())
        self._hues = bool(hues)
        self._wide = _wide(hues, side)
        self.colors = 0 if self._wide else len(marks)
        self._marks = marks
        self._begin_in = len(side.run_colors)
        """The number of colors, starting with the first, in which color runs may start."""
        self._lengths = sorted({*plain, *colored})
        self._caps = (phase.size, phase.size) if hues else (len(colored), len(colored) + len(plain) + sum(sets))
        n = len(marks)
        empty = Shape(_falling(sets), _falling(plain), (), _falling(colored), ((),) * n, (0,) * n, ())
        self.starts = tuple(dict.fromkeys(self._wanting(empty, hues, side)))

    def _wanting(self, shape: Shape, hues: Sequence[Need], side: Side) -> Iterator[Shape]:
        """Yield the shape for every choice of colors and suits for its color groups and flushes."""
        n = len(shape.wants)
        for names in product(*(need.identities(side) for need in hues)):
            if not differ(hues, names):
                continue
            wants = [0] * (n + len(self._wide))
            for need, name in zip(hues, names, strict=True):
                wants[self._place(name, side, n)] += need.size
            yield shape._replace(wants=tuple(wants[:n]), wide=tuple(wants[n:]))

    def _place(self, name: Identity, side: Side, n: int) -> int:
        """Return the index at which cards of a wanted color or suit are counted."""
        if name.suit is not None:
            return side.suits.index(name.suit)
        if self._wide:
            return n + side.colors.index(name.color or "")
        return self._marks.index(("color", name.color)) if _has_colors(side) else 0

    def stage(self, row: int) -> int:
        """Return the capped number of rows left, which determines which runs can start now and which must."""
        left = len(self._numbers) - row
        shorter = [length for length in self._lengths if length <= left]
        return 0 if not shorter else min(left, max(shorter) + 1)

    def read(self, counts: Vector) -> Counts:
        most, most_in_all = self._caps
        colors = tuple([n if n < most else most for n in counts]) if self.starts[0].wants else ()
        return Counts(colors, min(sum(counts), most_in_all))

    def caps(self, shape: Shape) -> tuple[Vector, int] | None:
        """Return the maximum number of cards that color runs can use in each color, and that other groups can use,
        where None means no limit."""
        if self._hues:
            return None
        waiting = len(shape.color_runs)
        runs = tuple([len(begun) + waiting for begun in shape.colored])
        return runs, sum(shape.sets) + len(shape.runs) + len(shape.begun)

    def capped(self, counts: Counts, caps: tuple[Vector, int] | None) -> Counts:
        if caps is None:
            return counts
        runs, places = caps
        total = counts.total if places else self._caps[1]
        return Counts(tuple(map(min, counts.colors, runs)), min(total, sum(runs) + places))

    def moves(self, shape: Shape, counts: Counts, stage: int) -> frozenset[Move]:
        result = set()
        for colored, color_runs, taken, gaps in _colored(shape, counts.colors, stage, self._begin_in):
            rest = tuple(n - t for n, t in zip(counts.colors, taken, strict=True))
            for sets, runs, begun, places, naturals in _plain(shape, stage):
                after = Shape(sets, runs, begun, color_runs, colored, shape.wants, shape.wide)
                if not any(shape.wants) and not any(shape.wide):
                    at_hand = counts.total - sum(taken)
                    if naturals <= at_hand:
                        result.add(Move(after, gaps, max(0, places - at_hand)))
                else:
                    result.update(_shared(after, rest, gaps, places, naturals, self._wide))
        return frozenset(result)

    def places_left(self, shape: Shape) -> int:
        return sum(
            map(sum, (shape.sets, shape.runs, shape.begun, shape.color_runs, *shape.colored, shape.wants, shape.wide))
        )

    def reach(self, shape: Shape) -> Vector:
        waiting = sum(shape.color_runs)
        return tuple(waiting + sum(begun) + want for begun, want in zip(shape.colored, shape.wants, strict=True))

    def fillable(self, shape: Shape, stars: Vector) -> int:
        """Return how many open places these stars can fill, counting sets and plain runs as filled."""
        sure = [sum(begun) + want for begun, want in zip(shape.colored, shape.wants, strict=True)]
        most = 0
        for colors in product(range(self._begin_in), repeat=len(shape.color_runs)):
            asked = list(sure)
            for size, color in zip(shape.color_runs, colors, strict=True):
                asked[color] += size
            most = max(most, sum(map(min, asked, stars)))
        return most + sum(shape.sets) + sum(shape.runs) + sum(shape.begun) + sum(shape.wide)

    def open_end(self, shape: Shape) -> Vector | None:
        if shape.runs or shape.begun or shape.color_runs or any(shape.colored):
            return None
        return (*shape.wants, sum(shape.sets) + sum(shape.wide))

    def surcharge(self, better: Shape, worse: Shape) -> Vector | None:
        if _uncovered(better.runs, worse.runs) or _uncovered(better.color_runs, worse.color_runs):
            return None
        free = sum(_uncovered(better.sets, worse.sets)) + sum(_uncovered(better.begun, worse.begun))
        free += sum(max(0, mine - others) for mine, others in zip(better.wide, worse.wide, strict=True))
        if better.colored == worse.colored and better.wants == worse.wants:
            return (*((0,) * len(better.wants)), free)
        begun = [sum(_uncovered(*pair)) for pair in zip(better.colored, worse.colored, strict=True)]
        wanted = [max(0, mine - others) for mine, others in zip(better.wants, worse.wants, strict=True)]
        return (*map(add, begun, wanted), free)


Colored: TypeAlias = tuple[tuple[Sizes, ...], Sizes, Vector, Vector]
"""Started color runs, unstarted ones, and the cards taken and gaps left for each color."""


def _colored(shape: Shape, have: Vector, left: int, begin_in: int) -> Iterator[Colored]:
    """Yield the options for the color runs: started ones take a card or leave a gap, and the others wait or start."""
    n = [len(begun) for begun in shape.colored]
    taken = tuple(map(min, n, have))
    gaps = tuple(a - b for a, b in zip(n, taken, strict=True))
    begun = tuple(tuple(size - 1 for size in sizes if size > 1) for sizes in shape.colored)
    options = [_beginnings(size, begin_in, left) for size in shape.color_runs]
    for chosen in product(*options):
        if any(a == b and x > y for a, b, x, y in _pairs(shape.color_runs, chosen)):
            continue
        yield from _begin((begun, (), taken, gaps), shape.color_runs, chosen, have, left)


def _beginnings(size: int, colors: int, left: int) -> Iterable[int]:
    """Return the colors in which a color run of this size may start here, where -1 means waiting."""
    return range(-1 if left > size else 0, colors if left >= size else 0)


def _pairs(sizes: Sizes, chosen: tuple[int, ...]) -> Iterator[tuple[int, int, int, int]]:
    return zip(sizes, sizes[1:], chosen, chosen[1:], strict=False)


def _begin(state: Colored, sizes: Sizes, chosen: tuple[int, ...], have: Vector, left: int) -> Iterator[Colored]:
    """Yield the state after starting these color runs in these colors, if that is allowed."""
    begun, waiting, taken, gaps = list(state[0]), [], list(state[2]), list(state[3])
    for size, color in zip(sizes, chosen, strict=True):
        if color < 0:
            waiting.append(size)
            continue
        if taken[color] < have[color]:
            taken[color] += 1
        elif left == size:
            gaps[color] += 1
        else:
            return
        begun[color] = _falling((*begun[color], size - 1))
    yield tuple(begun), tuple(waiting), tuple(taken), tuple(gaps)


def _plain(shape: Shape, left: int) -> Iterator[tuple[Sizes, Sizes, Sizes, int, int]]:
    """Yield the options for sets and runs: the resulting (sets, runs, started runs), the places to fill, and the
    naturals needed."""
    going = tuple(size - 1 for size in shape.begun if size > 1)
    must = tuple(size for size in shape.runs if size == left)
    may = tuple(size for size in shape.runs if size < left)
    for starting, waiting in _splits(may):
        begun = _falling((*going, *(size - 1 for size in (*must, *starting) if size > 1)))
        places = len(shape.begun) + len(must) + len(starting)
        for placed, unplaced in _splits(shape.sets):
            yield unplaced, waiting, begun, places + sum(placed), len(placed) + len(starting)


def _splits(sizes: Sizes) -> Iterator[tuple[Sizes, Sizes]]:
    """Yield every split into (chosen, others), treating equal sizes as interchangeable."""
    seen = set()
    for n in range(len(sizes) + 1):
        for at in combinations(range(len(sizes)), n):
            chosen = tuple(sizes[i] for i in at)
            if chosen not in seen:
                seen.add(chosen)
                yield chosen, tuple(size for i, size in enumerate(sizes) if i not in at)


def _shared(
    shape: Shape, rest: Vector, gaps: Vector, places: int, naturals: int, wide: tuple[Vector, ...]
) -> Iterator[Move]:
    """Yield every way to divide the remaining cards between sets and runs on one side and color groups on the other."""
    for given in product(*(range(min(n, places) + 1) for n in rest)):
        if not naturals <= sum(given) <= places:
            continue
        kept = [n - g for n, g in zip(rest, given, strict=True)]
        wants, others = list(shape.wants), list(shape.wide)
        for color, want in enumerate(wants):
            wants[color] -= min(kept[color], want)
            kept[color] -= shape.wants[color] - wants[color]
        for at, suits in enumerate(wide):
            others[at] = max(0, others[at] - sum(kept[suit] for suit in suits))
        yield Move(shape._replace(wants=tuple(wants), wide=tuple(others)), gaps, places - sum(given))


def _uncovered(mine: Sizes, others: Sizes) -> Sizes:
    """Return the amounts by which sizes in *mine* exceed their counterparts (0 if missing), pairing them largest
    first."""
    more = (size - other for size, other in zip_longest(mine, others[: len(mine)], fillvalue=0))
    return tuple(size for size in more if size > 0)


class ColorRows:
    """A row reader with one row per color (or suit), for phases that consist only of color groups or flushes.

    A shape is the set of groups without a color, as indexes into the phase. A row on flip's color side counts its
    naturals and its stars.
    """

    def __init__(self, phase: Phase, side: Side) -> None:
        self._needs = phase.needs
        self.size = phase.size
        self._own_stars = side.bound_wilds
        self._at_end = not side.bound_wilds and not any(need.another for need in phase.needs)
        """True if groups consisting only of wilds may be left to the end, because neither wilds nor groups are bound to
        a color."""
        self.bound = False
        self.colors = 0
        marks = _marks(phase.needs, False, side)
        stars = _row(_wilds(side), marks) if side.bound_wilds else ()
        naturals = _row(_naturals(side), marks)
        pairs = zip(naturals, stars, strict=True) if stars else zip(naturals)
        self.rows: tuple[Row, ...] = tuple(pairs)
        self.wilds: Row = () if stars else _row(_wilds(side))
        self.starts = (tuple(range(len(phase.needs))),)

    def stage(self, row: int) -> None:
        return None

    def read(self, counts: Vector) -> Vector:
        return tuple([min(n, self.size) for n in counts])

    def caps(self, shape: Vector) -> None:
        return None

    def capped(self, counts: Vector, caps: None) -> Vector:
        return counts

    def moves(self, shape: Vector, counts: Vector, stage: None) -> Iterator[Move]:
        stars = counts[1] if self._own_stars else self.size
        for n in range(len(shape) + 1):
            for chosen in combinations(shape, n):
                gaps = max(0, sum(self._needs[at].size for at in chosen) - counts[0])
                if gaps <= stars and self._may_share(chosen) and (counts[0] >= n or not self._at_end):
                    yield Move(tuple(at for at in shape if at not in chosen), (), gaps)

    def _may_share(self, chosen: Vector) -> bool:
        """Return True if these groups may have the same color."""
        return differ([self._needs[at] for at in chosen], [Identity()] * len(chosen))

    def places_left(self, shape: Vector) -> int:
        return sum([self._needs[at].size for at in shape])

    def reach(self, shape: Vector) -> Vector:
        return ()

    def fillable(self, shape: Vector, stars: Vector) -> int:
        return 0

    def open_end(self, shape: Vector) -> Vector | None:
        return (self.places_left(shape),) if self._at_end or not shape else None

    def surcharge(self, better: Vector, worse: Vector) -> Vector | None:
        more = tuple(at for at in better if at not in worse)
        return (self.places_left(more),) if self._at_end or not more else None


def _has_colors(side: Side) -> bool:
    """Return True if this side's naturals have colors."""
    return all(card.color is not None for card in _naturals(side))


def _marks(hues: Sequence[Need], color_runs: bool, side: Side) -> tuple[Mark, ...]:
    """Return the marks that distinguish naturals with the same number, each a pair of a card's field and a value."""
    if any(isinstance(need, FlushOf) for need in hues):
        return tuple(("suit", suit) for suit in side.suits)
    if color_runs or (hues and _has_colors(side)):
        return tuple(("color", color) for color in sorted(side.colors, key=lambda color: color not in side.run_colors))
    return (("color", None),) if hues else ()


def _row(faces: Iterable[Card], marks: Sequence[Mark] = ()) -> Row:
    """Return these faces grouped into one class per mark, or into a single class if there are no marks."""
    if not marks:
        return (tuple(card.code for card in faces),)
    known = tuple(faces)
    return tuple(tuple(card.code for card in known if getattr(card, name) == value) for name, value in marks)


def _naturals(side: Side, number: int | None = None) -> Iterator[Card]:
    """Yield the faces with this number, or with any number."""
    return (card for card in side.faces.values() if card.number is not None and number in (None, card.number))


def _wilds(side: Side) -> Iterator[Card]:
    return (card for card in side.faces.values() if card.wild)


def _wide(hues: Sequence[Need], side: Side) -> tuple[Vector, ...]:
    """Return each color's suits if both colors and suits matter."""
    if len({type(need) for need in hues}) < 2:
        return ()
    color_of = {card.suit: card.color for card in side.faces.values() if card.suit}
    return tuple(tuple(at for at, suit in enumerate(side.suits) if color_of[suit] == color) for color in side.colors)


def _falling(sizes: Iterable[int]) -> Sizes:
    return tuple(sorted((size for size in sizes if size), reverse=True))
