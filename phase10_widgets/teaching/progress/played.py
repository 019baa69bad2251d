"""The rounds that a learner has played, which serve as the learner's own data in the lessons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ...base.integers import integer_from
from ...base.translatable import Refusal
from ...editions import EDITIONS, edition, names
from ...rules.edition import DEALT

MOST_HANDS = 500
"""The maximum number of rounds stored; the oldest are dropped first."""
MOST_POINTS = 1_000
MOST_WAITED = 1_000
MOST_WILDS = 12
MOST_DAY = 10**6
ID = 32
"""The maximum length of an id, in characters."""


class PlayedHand(NamedTuple):
    """One round that the learner played."""

    edition: str
    phase: int
    """The phase that was tried."""
    dealt: bool
    """True if the dealt cards contained the phase."""
    wilds: int
    """The number of wilds among the dealt cards."""
    points: int
    """The points left in hand at the end of the round."""
    waited: int
    """The number of earlier rounds in which the player tried the same phase."""
    day: int
    """The day, as the number of days since January 1, 1970; 0 if unknown."""


def read_hand(row: Any) -> tuple[str, PlayedHand]:
    """Return a stored round with its id.

    Raises:
        Refusal: the row is not a valid round.
    """
    if not isinstance(row, Mapping):
        raise _damaged()
    name, edition, dealt = row.get("id"), row.get("edition"), row.get("dealt")
    if not isinstance(name, str) or not 0 < len(name) <= ID or edition not in names() or not isinstance(dealt, bool):
        raise _damaged()
    bounds = {"phase": (1, 20), "wilds": (0, MOST_WILDS), "points": (0, MOST_POINTS), "waited": (0, MOST_WAITED)}
    numbers = {key: integer_from(low, row.get(key), high) for key, (low, high) in bounds.items()}
    day = integer_from(0, row.get("day", 0), MOST_DAY)
    phase, wilds, points, waited = numbers.values()
    if phase is None or wilds is None or points is None or waited is None or day is None:
        raise _damaged()
    return name, PlayedHand(str(edition), phase, dealt, wilds, points, waited, day)


def read_hands(rows: Any, *, strict: bool = False) -> dict[str, PlayedHand]:
    """Return the latest stored rounds by id; invalid rows are left out unless *strict*.

    Raises:
        Refusal: *strict* is true, and a row is not a valid round.
    """
    found: dict[str, PlayedHand] = {}
    if not isinstance(rows, list):
        if strict:
            raise _damaged()
        return found
    for row in rows[-MOST_HANDS:]:
        try:
            name, hand = read_hand(row)
        except Refusal:
            if strict:
                raise
            continue
        found[name] = hand
    return found


def hands_to_list(hands: Mapping[str, PlayedHand]) -> list[dict[str, Any]]:
    """Return the rounds in the format that :func:`read_hands` reads."""
    return [{"id": name, **hand._asdict()} for name, hand in hands.items()]


def joined(*known: Mapping[str, PlayedHand]) -> dict[str, PlayedHand]:
    """Merge several collections of rounds and sort the result by day; if there are too many, return only the latest."""
    every: Iterable[tuple[str, PlayedHand]] = {name: hand for each in known for name, hand in each.items()}.items()
    return dict(sorted(every, key=lambda one: one[1].day)[-MOST_HANDS:])


def waits(hands: Sequence[PlayedHand], number: int) -> list[int]:
    """Return the number of rounds that this phase took each time the learner played it, as far as is known."""
    tries = [hand.waited for hand in hands if hand.phase == number]
    return [1 + waited for at, waited in enumerate(tries) if at + 1 == len(tries) or tries[at + 1] <= waited]


def can_be(hand: PlayedHand) -> bool:
    """Return True if such a round is possible in a game that the lessons use; a file may contain anything.

    >>> can_be(PlayedHand("classic", 1, False, 8, 25, 0, 0)), can_be(PlayedHand("classic", 1, False, 9, 25, 0, 0))
    (True, False)
    """
    if hand.edition not in EDITIONS:
        return False
    phases, wilds, points = _limits(hand.edition)
    return hand.phase in phases and hand.wilds <= wilds and hand.points <= points


@cache
def _limits(name: str) -> tuple[frozenset[int], int, int]:
    """Return an edition's phase numbers, and the maximum numbers of wilds in a hand and of points left at the end."""
    found = edition(name)
    deck = found.deck(found.seats[-1])
    dearest = max(face.points for card in deck for face in (card, card.back) if face is not None)
    phases = frozenset([phase.number for phase in found.phases])
    return phases, min(DEALT, sum(card.wild for card in deck)), (DEALT + 1) * dearest


def _damaged() -> Refusal:
    return Refusal("this is not a round that was played")
