"""Events: facts about the game, with the seats that may see them. ``seen_by`` returns a redacted copy for one seat."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

from .cards import Card, words
from .groups import Group


class RoundDealt(NamedTuple):
    """A round has begun; *up* is the first face-up card."""

    round: int
    dealer: int
    seats: tuple[int, ...]
    up: Card

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class PhaseChosen(NamedTuple):
    seat: int
    phase: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class Drawn(NamedTuple):
    """A seat drew a card. *source* is ``"deck"``, ``"discard"`` or ``"saved"``."""

    seat: int
    source: Literal["deck", "discard", "saved"]
    card: Card | None
    """The card, or None in the redacted copy unless it came from the discard pile."""
    back: Card | None
    """The face that the other seats see in the hand (F4), or None for one-sided cards."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class PhaseLaid(NamedTuple):
    seat: int
    phase: int
    groups: tuple[Group, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class CardHit(NamedTuple):
    seat: int
    card: Card
    owner: int
    group: int
    end: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class Discarded(NamedTuple):
    seat: int
    card: Card
    target: int | None
    """The seat that loses a turn to a skip, or None."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class Saved(NamedTuple):
    seat: int
    card: Card | None
    """The card, or None in the redacted copy."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class Flipped(NamedTuple):
    """Every card except those on the table was turned over (F8)."""

    side: str
    """The side now in play."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class TurnSkipped(NamedTuple):
    seat: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class Reshuffled(NamedTuple):
    """The discards became the new draw pile (G13)."""

    cards: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class RoundEnded(NamedTuple):
    """A round is over and scored. All hands are revealed."""

    seat: int | None
    """The seat that went out (in a tie-break, laid down), or None if no seat did."""
    reason: str
    """The reason: ``"out"``, ``"laid"``, ``"nothing to draw"`` or ``"stalemate"``."""
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    """The points that each seat scored; zeros for a tie-break round (G17)."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class TieBreak(NamedTuple):
    """These seats play the last phase again (G17)."""

    seats: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


class GameOver(NamedTuple):
    winners: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return to_dict(self)


Event: TypeAlias = (
    RoundDealt
    | PhaseChosen
    | Drawn
    | PhaseLaid
    | CardHit
    | Discarded
    | Saved
    | Flipped
    | TurnSkipped
    | Reshuffled
    | RoundEnded
    | TieBreak
    | GameOver
)

_NAMES: dict[type, str] = {
    RoundDealt: "round_dealt",
    PhaseChosen: "phase_chosen",
    Drawn: "drawn",
    PhaseLaid: "phase_laid",
    CardHit: "hit",
    Discarded: "discarded",
    Saved: "saved",
    Flipped: "flipped",
    TurnSkipped: "turn_skipped",
    Reshuffled: "reshuffled",
    RoundEnded: "round_ended",
    TieBreak: "tie_break",
    GameOver: "game_over",
}


def name_of(event: Event) -> str:
    """Return the event's name, the ``type`` in its JSON form."""
    return _NAMES[type(event)]


def seen_by(event: Event, seat: int | None) -> Event:
    """Return the version of the event that this seat may see; None means a spectator, who sees no hand."""
    if isinstance(event, Drawn | Saved) and event.seat != seat:
        return public(event)
    return event


def public(event: Event) -> Event:
    """Return the version of the event that everyone may see."""
    if type(event) is Drawn:
        return event if event.source == "discard" else _hidden_draw(event.seat, event.source, event.back)
    return Saved(event.seat, None) if type(event) is Saved else event


@cache
def _hidden_draw(seat: int, source: Literal["deck", "saved"], back: Card | None) -> Drawn:
    return Drawn(seat, source, None, back)


def to_dict(event: Event) -> dict[str, Any]:
    """Return the JSON form: ``type`` and the event's own fields."""
    result: dict[str, Any] = {"type": name_of(event)}
    if isinstance(event, RoundEnded):
        event = event._replace(hands=tuple(map(words, event.hands)))  # type: ignore[arg-type]
    for name, value in event._asdict().items():
        result["from" if name == "source" else name] = _plain(value)
    return result


def _plain(value: Any) -> Any:
    """Convert cards and groups to their JSON forms, and tuples of cards to a single string."""
    if isinstance(value, Card):
        return value.word
    if isinstance(value, Group):
        return value.to_dict()
    if isinstance(value, tuple):
        if value and all(isinstance(item, Card) for item in value):
            return words(value)
        return [_plain(item) for item in value]
    return value
