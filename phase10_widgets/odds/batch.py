"""Phase checks for millions of hands in one call (needs NumPy: ``pip install 'phase10_widgets[fast]'``).

Hands form a matrix of counts: one row per hand and one column per face of the chosen side, in the order of
:func:`columns`. They are read by the same automaton that counts exact chances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..base.integers import integer
from ..editions import edition as find_edition
from ..game.hands import read_cards, read_phase
from ..rules.cards import MAX_CARDS, Card, Side
from ..rules.edition import Edition
from ..rules.phases import Phase
from .counting.numpy_tables import Block, np, tables
from .pool import FIRST_SIDE, HandsError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Asked: TypeAlias = int | str | Phase
"""A phase, given as its number in the edition's list, as text, or as a ``Phase``."""

HANDS_PER_BLOCK = 1 << 15
"""The number of hands per block."""


def columns(edition: str | Edition, side: str | None = None) -> tuple[str, ...]:
    """Return the codes of a side's faces, in the order of a matrix's columns.

    >>> columns("classic")[:3], columns("classic")[-3:]
    (('R1', 'R2', 'R3'), ('Y12', 'W', 'S'))
    """
    return tuple(_side(edition, side).faces)


def matrix(edition: str | Edition, hands: Iterable[str | Iterable[Card]], side: str | None = None) -> NDArray[Any]:
    """Count the cards in hands given as text or cards; return one row per hand and one column per face.

    >>> matrix("classic", ["R1 R1 W", ""]).sum(axis=1).tolist()
    [3, 0]

    Raises:
        ValueError: a code is not a card, or a hand has more than 255 cards.
    """
    rules, up = find_edition(edition), _side(edition, side)
    places = {code: at for at, code in enumerate(up.faces)}
    read = [read_cards(hand, rules, up.name) for hand in hands]
    result: Any = np.zeros((len(read), len(places)), np.uint8)
    for row, cards in zip(result, read, strict=True):
        if len(cards) > MAX_CARDS:
            raise HandsError(f"a hand can have at most {MAX_CARDS} cards, not {len(cards)}")
        for card in cards:
            row[places[card.code]] += 1
    return result


def cards(edition: str | Edition, row: Sequence[int], side: str | None = None) -> tuple[Card, ...]:
    """Return the cards in one row of a matrix.

    >>> cards("classic", matrix("classic", ["W R7 R7"])[0])
    (<classic card R7>, <classic card R7>, <classic card W>)
    """
    faces = _side(edition, side).faces.values()
    return tuple(face for face, n in zip(faces, row, strict=True) for _ in range(n))


def holds(
    edition: str | Edition, phase: Asked | Sequence[Asked], hands: NDArray[Any], *, side: str | None = None
) -> NDArray[Any]:
    """Return which hands make the phase: an array of bools with one entry per row of *hands*.

    >>> hands = matrix("classic", ["R7 B7 W G1 Y1 G1", "R7 B8 W", "W W W W W W W"])
    >>> holds("classic", 1, hands)
    array([ True, False, False])
    >>> holds("classic", [1, "1 set of 3"], hands)
    array([[ True,  True],
           [False, False],
           [False, False]])

    Args:
        phase: a number from the edition's list, a phase or its text; or a list of these, which yields a matrix with one
            column for each of them.
        hands: integers, one column per face in the order of :func:`columns`; hands have at most 255 cards.
        side: the side of the cards that counts, ``"color"`` or ``"wild"`` (flip only).

    Raises:
        HandsError: the matrix has the wrong number of columns, non-integers, a negative count, or a hand of more than
            255 cards.
        ValueError: an unknown edition or phase, or a phase that the cards cannot make.
    """
    rules, up = find_edition(edition), _side(edition, side)
    single = isinstance(phase, str | Phase) or integer(phase) is not None
    asked: Any = [phase] if single else phase
    read = [tables(read_phase(one, rules), up) for one in asked]
    given = _checked(hands, tuple(up.faces))
    result: Any = np.empty((len(read), len(given)), np.bool_)
    for start, block in _blocks(given, tuple(up.faces)):
        for row, table in zip(result, read, strict=True):
            row[start : start + block.size] = table.holds(block)
    return result[0] if single else result.T


def _side(edition: str | Edition, side: str | None) -> Side:
    return find_edition(edition).pack.side(side or FIRST_SIDE)


def _checked(hands: Any, names: Sequence[str]) -> Any:
    """Return the hands if they are a matrix of integers with these columns; raise HandsError otherwise."""
    given = np.asarray(hands)
    if given.ndim != 2 or given.shape[1] != len(names):
        shape = " by ".join(map(str, given.shape)) or "a single value"
        raise HandsError(
            f"hands must be a matrix with a row for each hand and {len(names)} columns, one for each face "
            f"({names[0]}, {names[1]} … {names[-1]}; see columns()), not {shape}"
        )
    if given.dtype.kind not in "iu":
        raise HandsError(f"card counts must be whole numbers (such as uint8), not {given.dtype}")
    return given


def _blocks(given: Any, names: Sequence[str]) -> Iterator[tuple[int, Block]]:
    """Yield the hands in blocks, each with the index of its first hand."""
    for start in range(0, len(given), HANDS_PER_BLOCK):
        counts = given[start : start + HANDS_PER_BLOCK].T
        if counts.dtype != np.uint8:
            _check_range(counts, start, names)
        counts = np.ascontiguousarray(counts, np.uint8)
        _check_sizes(counts, start)
        yield start, Block(names, counts)


def _check_range(counts: Any, start: int, names: Sequence[str]) -> None:
    """Raise HandsError for a count that is out of range; the message gives its position."""
    if counts.min() < 0 or counts.max() > MAX_CARDS:
        face, hand = np.argwhere((counts < 0) | (counts > MAX_CARDS))[0].tolist()
        raise HandsError(
            f"a face's count must be from 0 to {MAX_CARDS}, not {counts[face, hand]} (row {start + hand}, "
            f"column {face}: {names[face]})"
        )


def _check_sizes(counts: Any, start: int) -> None:
    """Raise HandsError for a hand with too many cards; the message gives its position."""
    sizes = np.zeros(counts.shape[1], np.uint16)
    for row in counts:
        sizes += row
    if sizes.max() > MAX_CARDS:
        hand = int(sizes.argmax())
        raise HandsError(f"a hand can have at most {MAX_CARDS} cards, not {sizes[hand]} (row {start + hand})")
