"""The actions that Python offers and a browser requests, and the events, each with a sentence."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .rules_wire import End, Group, Identity, Pile, Side

_From = TypedDict("_From", {"from": Pile})


class ChoosePhaseAction(TypedDict):
    """Choose the phase to try in this round."""

    type: Literal["choose_phase"]
    phase: int


class DrawAction(_From):
    """Take a card from a pile."""

    type: Literal["draw"]
    card: NotRequired[str]
    """The saved card."""


class LayDownGroup(Identity):
    """A group to lay down, with the fields that its cards leave open."""

    cards: str
    kind: NotRequired[str]


class LayDownAction(TypedDict):
    """Put the whole phase on the table."""

    type: Literal["lay_down"]
    groups: list[LayDownGroup]
    """The groups, in the phase's order."""
    phase: NotRequired[int]
    """Present if phases may be laid down in any order."""


class HitAction(TypedDict):
    """Add one card to a group on the table."""

    type: Literal["hit"]
    card: str
    owner: int
    group: int
    end: End


class DiscardAction(TypedDict):
    """End the turn with a card on the discard pile."""

    type: Literal["discard"]
    card: str
    target: NotRequired[int]
    """The seat that a skip card skips, if the player chooses it."""


class SaveAction(TypedDict):
    """End the turn with a card on the player's save pile."""

    type: Literal["save"]
    card: str


Action: TypeAlias = ChoosePhaseAction | DrawAction | LayDownAction | HitAction | DiscardAction | SaveAction


class Told(TypedDict):
    """The sentence of an event."""

    text: str


class RoundDealtEvent(Told):
    """A round has begun."""

    type: Literal["round_dealt"]
    round: int
    dealer: int
    seats: list[int]
    up: str
    """The first card face up."""


class PhaseChosenEvent(Told):
    """A seat has chosen the phase that it tries."""

    type: Literal["phase_chosen"]
    seat: int
    phase: int


class DrawnEvent(Told, _From):
    """A card was drawn."""

    type: Literal["drawn"]
    seat: int
    card: str | None
    """Null if the viewer may not see the card."""
    back: str | None
    """The face that others see while the card is in the hand; null for one-sided cards."""


class PhaseLaidEvent(Told):
    """A seat has laid down its phase."""

    type: Literal["phase_laid"]
    seat: int
    phase: int
    groups: list[Group]


class HitEvent(Told):
    """A card was added to a group."""

    type: Literal["hit"]
    seat: int
    card: str
    owner: int
    group: int
    end: End


class DiscardedEvent(Told):
    """A card was discarded."""

    type: Literal["discarded"]
    seat: int
    card: str
    target: int | None
    """The seat that a skip card skips; null if it skips nobody."""


class SavedEvent(Told):
    """A card was saved."""

    type: Literal["saved"]
    seat: int
    card: str | None
    """Null if the viewer may not see the card."""


class FlippedEvent(Told):
    """Every card except those on the table was turned over."""

    type: Literal["flipped"]
    side: Side


class TurnSkippedEvent(Told):
    """A seat lost its turn."""

    type: Literal["turn_skipped"]
    seat: int


class ReshuffledEvent(Told):
    """The discards became the new draw pile."""

    type: Literal["reshuffled"]
    cards: int


class RoundEndedEvent(Told):
    """A round is over and scored; hands are laid open."""

    type: Literal["round_ended"]
    seat: int | None
    """The seat that went out; null if none did."""
    reason: str
    hands: list[str]
    """By seat."""
    points: list[int]
    """By seat."""


class TieBreakEvent(Told):
    """These seats play the last phase again."""

    type: Literal["tie_break"]
    seats: list[int]


class GameOverEvent(Told):
    """The game is over."""

    type: Literal["game_over"]
    winners: list[int]


class NoteEvent(Told):
    """Something outside the rules, such as an undone turn."""

    type: Literal["note"]


TableEvent: TypeAlias = (
    RoundDealtEvent
    | PhaseChosenEvent
    | DrawnEvent
    | PhaseLaidEvent
    | HitEvent
    | DiscardedEvent
    | SavedEvent
    | FlippedEvent
    | TurnSkippedEvent
    | ReshuffledEvent
    | RoundEndedEvent
    | TieBreakEvent
    | GameOverEvent
    | NoteEvent
)
