"""A validated request about a deal: game, phase, number of cards, and number of wilds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, repeat
from random import Random
from typing import Any

from ...base.integers import integer
from ...base.translatable import phrase
from ...odds.pool import face_on
from ...rules.cards import Card
from ...rules.edition import DEALT, Edition
from ...rules.phases import Phase
from ..interactive import MOST_SEED, whole_number
from ..screen import Refused

MOST_CARDS = 15
"""The maximum number of cards that can be dealt to one hand."""
_NO_SIDE = phrase("There is no side {value}. The sides are {sides}.")
_NO_PHASE = phrase("There is no phase {value}. The phases are {listed}.")
_NO_CARDS = phrase("For this phase, the number of cards must be {low} to {high}, not {value}.")
_NO_WILDS = phrase("The deck can have {low} to {high} wilds, not {value}.")
NO_SEED = phrase("The seed must be a whole number from {low} to {high}, not {value}.")
_UNEVEN = phrase(
    "Here, wilds come in {step} colors, with the same number in each color. Their total must be a multiple of {step}."
)


@dataclass(frozen=True, slots=True)
class Request:
    """A request about a deal; :func:`asked` creates and validates it."""

    edition: Edition
    side: str
    phase: Phase
    cards: int
    wilds: int
    seed: int

    @property
    def deck(self) -> Edition:
        """The edition with the requested number of wilds."""
        return with_wilds(self.edition, self.wilds, self.side)


def asked(
    edition: Edition,
    side: str | None = None,
    phase: int | None = None,
    cards: int | None = None,
    wilds: int | None = None,
    seed: int = 1,
) -> Request:
    """Return a valid request; None selects the edition's default.

    Raises:
        Refused: the values are incompatible; the message explains which ones are valid.
    """
    side, wanted = side_of(edition, side), phase_of(edition, phase)
    usual = max(DEALT, wanted.size)
    cards = usual if cards is None else whole_number(cards, _NO_CARDS, wanted.size, MOST_CARDS)
    printed, step = wilds_of(edition, side)
    wilds = printed if wilds is None else whole_number(wilds, _NO_WILDS, 0, 2 * printed)
    if wilds % step:
        raise Refused("bad_value", _UNEVEN, step=step)
    return Request(edition, side, wanted, cards, wilds, whole_number(seed, NO_SEED, 0, MOST_SEED))


def changed(now: Request, **changes: Any) -> Request:
    """Return the request with changes; other values are kept if still valid and otherwise reset to their defaults.

    Raises:
        Refused: as for :func:`asked`.
    """
    edition = changes.pop("edition", now.edition)
    same = edition is now.edition
    numbers = [phase.number for phase in edition.phases]
    kept: dict[str, Any] = {"side": now.side if same else None, "seed": now.seed}
    kept["phase"] = now.phase.number if now.phase.number in numbers else None
    kept.update({name: changes[name] for name in ("side", "phase") if name in changes})
    plain = asked(edition, **kept)
    kept["cards"] = max(now.cards, plain.phase.size)
    kept["wilds"] = now.wilds if same and plain.side == now.side else None
    return asked(edition, **{**kept, **changes})


def side_of(edition: Edition, side: Any) -> str:
    """Return the name of an edition's side; None selects the first side.

    Raises:
        Refused: the edition has no such side.
    """
    sides = [each.name for each in edition.pack.sides]
    if side is not None and side not in sides:
        raise Refused("bad_value", _NO_SIDE, sides=", ".join(sides), value=repr(side)[:20])
    return sides[0] if side is None else str(side)


def phase_of(edition: Edition, number: Any) -> Phase:
    """Return the phase with this number; None selects the first phase.

    Raises:
        Refused: the edition has no such phase.
    """
    phases = {phase.number: phase for phase in edition.phases}
    if number is not None and integer(number) not in phases:
        raise Refused("bad_value", _NO_PHASE, listed=", ".join(map(str, phases)), value=repr(number)[:20])
    return edition.phases[0] if number is None else phases[number]


def wilds_of(edition: Edition, side: str) -> tuple[int, int]:
    """Return the number of wilds on this side, and the number of wild colors (1 for colorless wilds or no wilds)."""
    _, wilds = _parted(edition, side)
    return len(wilds), len({card.color for card in wilds}) or 1


def with_wilds(edition: Edition, n: int, side: str) -> Edition:
    """Return the edition with *n* wilds in its deck, or the edition itself if that is its printed number."""
    printed, _ = wilds_of(edition, side)
    return edition if n == printed else _other_deck(edition, n, side)


@cache
def _other_deck(edition: Edition, n: int, side: str) -> Edition:
    others, wilds = _parted(edition, side)
    kinds = {card.color: card for card in wilds}
    deck = (*others, *chain.from_iterable(repeat(card, n // len(kinds)) for card in kinds.values()))

    def build(seats: int, chance: Random) -> tuple[Card, ...]:
        del seats, chance
        return deck

    return replace(edition, build_deck=build)


@cache
def _parted(edition: Edition, side: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the faces of the deck for the minimum number of seats: the natural cards, and the wilds."""
    faces = [face_on(card, edition.pack.side(side)) for card in edition.deck(edition.seats[0])]
    return tuple(face for face in faces if not face.wild), tuple(face for face in faces if face.wild)
