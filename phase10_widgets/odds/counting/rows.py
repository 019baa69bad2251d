"""Row readers, which define the cards that are counted together for a phase and the moves for each row's counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any, Protocol, TypeAlias

from ...base.translatable import Refusal
from ...rules.cards import Card, Side
from ...rules.phases import ColorOf, ColorRunOf, FlushOf, Identity, Need, Phase, RunOf, SetOf, check_playable
from ...rules.solve_by_matching import differ
from . import partial_plans
from .partial_plans import Counts, Move, Shape, Vector

Class: TypeAlias = tuple[str, ...]
"""Faces that are counted together, given by their codes."""
Row: TypeAlias = tuple[Class, ...]
"""The classes that are read together."""
Mark: TypeAlias = tuple[str, str | None]
"""The property shared by a class's cards: a field of a card and its value."""


class RowReader(Protocol):
    """A phase's rows, and the moves of its partial plans between them."""

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
        """Return the maximum extra gaps that *better* can have compared with *worse*, or None if no limit is known."""


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
    """A row reader with one row per number, from low to high."""

    places_left = staticmethod(partial_plans.places_left)
    reach = staticmethod(partial_plans.reach)
    open_end = staticmethod(partial_plans.open_end)
    surcharge = staticmethod(partial_plans.surcharge)

    def __init__(self, phase: Phase, side: Side) -> None:
        self._size = phase.size
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
        begin_in = len(side.run_colors)
        self.moves = partial(partial_plans.moves, begin_in=begin_in, wide=self._wide)
        self.fillable = partial(partial_plans.fillable, begin_in=begin_in)
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


class ColorRows:
    """A row reader with one row per color (or suit), for phases that consist only of color groups or flushes.

    A shape is the set of groups without a color, as indexes into the phase. A row on flip's color side counts its
    naturals and its stars.
    """

    def __init__(self, phase: Phase, side: Side) -> None:
        self._needs = phase.needs
        self._size = phase.size
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
        return tuple([min(n, self._size) for n in counts])

    def caps(self, shape: Vector) -> None:
        return None

    def capped(self, counts: Vector, caps: None) -> Vector:
        return counts

    def moves(self, shape: Vector, counts: Vector, stage: None) -> Iterator[Move]:
        stars = counts[1] if self._own_stars else self._size
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
    """Return the marks that distinguish naturals with the same number, as pairs of a card's field and a value."""
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


def _falling(sizes: Iterable[int]) -> Vector:
    return tuple(sorted(sizes, reverse=True))
