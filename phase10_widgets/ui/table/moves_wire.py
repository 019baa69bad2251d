"""The actions that Python offers and a browser requests, and events with their sentences."""

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
    """The saved card to take."""


class LayDownGroup(Identity):
    """A group to lay down, with the fields that its cards do not determine."""

    cards: str
    kind: NotRequired[str]


class LayDownAction(TypedDict):
    """Lay down the whole phase."""

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
    """End the turn by discarding a card."""

    type: Literal["discard"]
    card: str
    target: NotRequired[int]
    """The seat that a skip card skips, if the player chooses it."""


class SaveAction(TypedDict):
    """End the turn by adding a card to the player's save pile."""

    type: Literal["save"]
    card: str


Action: TypeAlias = ChoosePhaseAction | DrawAction | LayDownAction | HitAction | DiscardAction | SaveAction


class Told(TypedDict):
    """The sentence that describes an event."""

    text: str


class RoundDealtEvent(Told):
    """A round has begun."""

    type: Literal["round_dealt"]
    round: int
    dealer: int
    seats: list[int]
    up: str
    """The first face-up card."""


class PhaseChosenEvent(Told):
    """A seat has chosen the phase to try."""

    type: Literal["phase_chosen"]
    seat: int
    phase: int


class DrawnEvent(Told, _From):
    """A card was drawn."""

    type: Literal["drawn"]
    seat: int
    card: str | None
    """The card, or null if the viewer may not see it."""
    back: str | None
    """The face that others see while the card is in the hand, or null for one-sided cards."""


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
    """The seat that a skip card skips, or null if it skips nobody."""


class SavedEvent(Told):
    """A card was saved."""

    type: Literal["saved"]
    seat: int
    card: str | None
    """The card, or null if the viewer may not see it."""


class FlippedEvent(Told):
    """All cards except those on the table were turned over."""

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
    """A round is over and scored; hands are revealed."""

    type: Literal["round_ended"]
    seat: int | None
    """The seat that went out, or null if none did."""
    reason: str
    hands: list[str]
    """The hands, by seat."""
    points: list[int]
    """The points, by seat."""


class TieBreakEvent(Told):
    """A tie-break round begins, in which these seats play the last phase again."""

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
