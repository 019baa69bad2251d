"""Partial plans: a phase that has been filled as far as the numbers read so far allow.

A hand is read number by number, from low to high. At each number every group of the phase does what it can: a started
run takes a card or leaves a gap, a set may be placed, and a color group takes the cards that are left. A :class:`Shape`
records everything that affects the rows still to come; a partial plan (``automaton.PartialPlan``) is a shape with the
gaps that wilds may still fill. Three conventions reduce the search without losing any solutions: a run starts at a gap
only at its last chance (its window could just as well start one number later), a set is placed only where it has a
natural (a set of wilds is accounted for at the end), and a color run never leaves its card to other groups (their
places accept any wild).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product, zip_longest
from operator import add
from typing import Any, NamedTuple, TypeAlias

Sizes: TypeAlias = tuple[int, ...]
"""Card counts in descending order."""
Vector: TypeAlias = tuple[int, ...]
"""A number for each color (or suit) that the phase distinguishes (empty if it distinguishes none)."""


class Shape(NamedTuple):
    """The groups in a phase that are still open."""

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


def moves(shape: Shape, counts: Counts, left: int, begin_in: int, wide: tuple[Vector, ...]) -> frozenset[Move]:
    """Return every promising way to process a number.

    Args:
        counts: the hand's cards with this number.
        left: the count of numbers still to process, including this one.
        begin_in: the number of colors, starting with the first, in which color runs may start.
        wide: the suits of each group that has several.
    """
    result = set()
    for colored, color_runs, taken, gaps in _colored(shape, counts.colors, left, begin_in):
        rest = tuple(n - t for n, t in zip(counts.colors, taken, strict=True))
        for sets, runs, begun, places, naturals in _plain(shape, left):
            after = Shape(sets, runs, begun, color_runs, colored, shape.wants, shape.wide)
            if not any(shape.wants) and not any(shape.wide):
                at_hand = counts.total - sum(taken)
                if naturals <= at_hand:
                    result.add(Move(after, gaps, max(0, places - at_hand)))
            else:
                result.update(_shared(after, rest, gaps, places, naturals, wide))
    return frozenset(result)


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
    """Yield the options for sets and runs: (sets, runs, started runs) afterward, places to fill, and naturals
    needed."""
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


def _falling(sizes: Iterable[int]) -> Sizes:
    return tuple(sorted((size for size in sizes if size), reverse=True))


def places_left(shape: Shape) -> int:
    """Return the number of cards still needed to complete the phase."""
    return sum(
        map(sum, (shape.sets, shape.runs, shape.begun, shape.color_runs, *shape.colored, shape.wants, shape.wide))
    )


def reach(shape: Shape) -> Vector:
    """Return, for each color, the maximum number of gaps that its stars may still have to fill."""
    waiting = sum(shape.color_runs)
    return tuple(waiting + sum(begun) + want for begun, want in zip(shape.colored, shape.wants, strict=True))


def fillable(shape: Shape, stars: Vector, begin_in: int) -> int:
    """Return how many open places these stars of each color can fill, counting sets and plain runs as filled."""
    sure = [sum(begun) + want for begun, want in zip(shape.colored, shape.wants, strict=True)]
    most = 0
    for colors in product(range(begin_in), repeat=len(shape.color_runs)):
        asked = list(sure)
        for size, color in zip(shape.color_runs, colors, strict=True):
            asked[color] += size
        most = max(most, sum(map(min, asked, stars)))
    return most + sum(shape.sets) + sum(shape.runs) + sum(shape.begun) + sum(shape.wide)


def open_end(shape: Shape) -> Vector | None:
    """Return the gaps left after the last number (one count per color, then one for gaps that any wild fills), or None
    if a run is incomplete."""
    if shape.runs or shape.begun or shape.color_runs or any(shape.colored):
        return None
    return (*shape.wants, sum(shape.sets) + sum(shape.wide))


def surcharge(better: Shape, worse: Shape) -> Vector | None:
    """Return the maximum extra gaps that *better* can have compared with *worse*, in the form of :func:`open_end`, or
    None if no limit is known.
    """
    if _uncovered(better.runs, worse.runs) or _uncovered(better.color_runs, worse.color_runs):
        return None
    free = sum(_uncovered(better.sets, worse.sets)) + sum(_uncovered(better.begun, worse.begun))
    free += sum(max(0, mine - others) for mine, others in zip(better.wide, worse.wide, strict=True))
    if better.colored == worse.colored and better.wants == worse.wants:
        return (*((0,) * len(better.wants)), free)
    begun = [sum(_uncovered(*pair)) for pair in zip(better.colored, worse.colored, strict=True)]
    wanted = [max(0, mine - others) for mine, others in zip(better.wants, worse.wants, strict=True)]
    return (*map(add, begun, wanted), free)


def _uncovered(mine: Sizes, others: Sizes) -> Sizes:
    """Return the amounts by which sizes in *mine* exceed their counterparts (0 if missing), pairing them largest
    first."""
    more = (size - other for size, other in zip_longest(mine, others[: len(mine)], fillvalue=0))
    return tuple(size for size in more if size > 0)
