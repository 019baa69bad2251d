"""Whether hands hold phases, for millions of hands at once (needs NumPy: ``pip install 'phase10_widgets[fast]'``).

Hands are a matrix of counts: a row for each hand, a column for each face of the side, in the order of
:func:`columns`. The phases are read by the same automaton with which chances are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ...core.cards import MAX_CARDS, Card, Side
from ...core.edition import Edition
from ...core.phases import Phase
from ...editions import edition as find_edition
from ...hands import read_cards
from ..deal import FIRST_SIDE, phase_of
from .numpy_tables import Block, np, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

Asked: TypeAlias = int | str | Phase
"""A phase by its number in the edition's list, by its text, or itself."""

BLOCK = 1 << 15
"""Hands that are looked at together."""


class HandsError(ValueError):
    """A matrix that cannot be counts of cards."""


def columns(edition: str | Edition, side: str | None = None) -> tuple[str, ...]:
    """The words of a side's faces, in the order of a matrix's columns.

    >>> columns("classic")[:3], columns("classic")[-3:]
    (('R1', 'R2', 'R3'), ('Y12', 'W', 'S'))
    """
    return tuple(_side(edition, side).faces)


def matrix(edition: str | Edition, hands: Iterable[str | Iterable[Card]], side: str | None = None) -> NDArray[Any]:
    """The counts of these hands, each a text or cards: a row for each hand, a column for each face.

    >>> matrix("classic", ["R1 R1 W", ""]).sum(axis=1).tolist()
    [3, 0]

    Raises:
        ValueError: a word that is no card, a hand of more than 255 cards.
    """
    rules, up = find_edition(edition), _side(edition, side)
    places = {code: at for at, code in enumerate(up.faces)}
    read = [read_cards(hand, rules, up.name) for hand in hands]
    found: Any = np.zeros((len(read), len(places)), np.uint8)
    for row, cards in zip(found, read, strict=True):
        if len(cards) > MAX_CARDS:
            raise HandsError(f"a hand has at most {MAX_CARDS} cards, not {len(cards)}")
        for card in cards:
            row[places[card.code]] += 1
    return found


def cards(edition: str | Edition, row: Sequence[int], side: str | None = None) -> tuple[Card, ...]:
    """The cards of one row of a matrix.

    >>> cards("classic", matrix("classic", ["W R7 R7"])[0])
    (<classic card R7>, <classic card R7>, <classic card W>)
    """
    faces = _side(edition, side).faces.values()
    return tuple(face for face, n in zip(faces, row, strict=True) for _ in range(n))


def holds(
    edition: str | Edition, phase: Asked | Sequence[Asked], hands: NDArray[Any], *, side: str | None = None
) -> NDArray[Any]:
    """For each hand whether it holds the phase: an array of bools, a place for each row of *hands*.

    >>> hands = matrix("classic", ["R7 B7 W G1 Y1 G1", "R7 B8 W", "W W W W W W W"])
    >>> holds("classic", 1, hands)
    array([ True, False, False])
    >>> holds("classic", [1, "1 set of 3"], hands)
    array([[ True,  True],
           [False, False],
           [False, False]])

    Args:
        phase: a number of the edition's list, or any phase or its text; or a list of such, which gives a matrix with a
            column for each of them.
        hands: whole numbers, a column for each face as :func:`columns` names them; hands of any size up to 255 cards.
        side: flip only: which face of the cards counts, ``"color"`` or ``"wild"``.

    Raises:
        HandsError: the matrix has another number of columns, is not of whole numbers, or has a count below 0 or a hand
            of more than 255 cards.
        ValueError: no such edition or phase, or a phase that the cards cannot make.
    """
    rules, up = find_edition(edition), _side(edition, side)
    asked = [phase] if isinstance(phase, int | str | Phase) else phase
    read = [tables(phase_of(rules, one), up) for one in asked]
    given = _checked(hands, tuple(up.faces))
    found: Any = np.empty((len(read), len(given)), np.bool_)
    for start, block in _blocks(given, tuple(up.faces)):
        for row, table in zip(found, read, strict=True):
            row[start : start + block.size] = table.holds(block)
    return found[0] if isinstance(phase, int | str | Phase) else found.T


def _side(edition: str | Edition, side: str | None) -> Side:
    return find_edition(edition).pack.side(side or FIRST_SIDE)


def _checked(hands: Any, names: Sequence[str]) -> Any:
    """The hands, if they are a matrix of whole numbers with these columns."""
    given = np.asarray(hands)
    if given.ndim != 2 or given.shape[1] != len(names):
        shape = " by ".join(map(str, given.shape)) or "a single value"
        raise HandsError(
            f"hands are a matrix with a row for each hand and {len(names)} columns, one for each face "
            f"({names[0]}, {names[1]} … {names[-1]}; see columns()), not {shape}"
        )
    if given.dtype.kind not in "iu":
        raise HandsError(f"counts of cards are whole numbers (such as uint8), not {given.dtype}")
    return given


def _blocks(given: Any, names: Sequence[str]) -> Iterator[tuple[int, Block]]:
    """The hands block by block, each with the place of its first hand."""
    for start in range(0, len(given), BLOCK):
        counts = given[start : start + BLOCK].T
        if counts.dtype != np.uint8:
            _check_range(counts, start, names)
        counts = np.ascontiguousarray(counts, np.uint8)
        _check_sizes(counts, start)
        yield start, Block(names, counts)


def _check_range(counts: Any, start: int, names: Sequence[str]) -> None:
    """Refuse a count that cannot be, by its place."""
    if counts.min() < 0 or counts.max() > MAX_CARDS:
        face, hand = np.argwhere((counts < 0) | (counts > MAX_CARDS))[0].tolist()
        raise HandsError(
            f"there can be 0 to {MAX_CARDS} cards of a face, not {counts[face, hand]} (row {start + hand}, "
            f"column {face}: {names[face]})"
        )


def _check_sizes(counts: Any, start: int) -> None:
    """Refuse a hand with too many cards, by its place."""
    sizes = np.zeros(counts.shape[1], np.uint16)
    for row in counts:
        sizes += row
    if sizes.max() > MAX_CARDS:
        hand = int(sizes.argmax())
        raise HandsError(f"a hand has at most {MAX_CARDS} cards, not {sizes[hand]} (row {start + hand})")
