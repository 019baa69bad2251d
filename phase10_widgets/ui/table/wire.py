"""The table as shown to one seat."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ..deal.wire import DealTerms
from ..wire import Answered, Looks, Portrait
from .coach_wire import CoachFound, CoachStart, DecisionView, RoundStart
from .moves_wire import Action, TableEvent
from .results_wire import Over, RoundScore, Summary
from .rules_wire import EditionName, Group, Identity, PhaseSpec, RuleNote, Side, Step

Mode: TypeAlias = Literal["play", "watch", "replay"]
"""The mode of a table: playing, watching its public view, or stepping through a finished game."""
Right: TypeAlias = Literal["again", "load", "pace", "save", "replay"]
"""A request that only some tables accept from a page; the view and `About` say whether undo and hints are available."""
Home: TypeAlias = Literal["kept", "lost"]
"""The fate of a game that is left for a new one."""


Presence: TypeAlias = Literal["", "away", "stand-in"]
"""A person's presence: empty if the person is present, otherwise away for a moment or replaced by a computer player."""


class About(Looks):
    """The constant content of a game."""

    v: Literal[1]
    mode: Mode
    language: str
    computers: bool
    """True if computer players take part."""
    seats: list[str]
    """A note about each seat's player, such as a computer player's level."""
    portraits: list[Portrait]
    """The portrait of each seat, with extra ones if the players are unknown."""
    home: Home | None
    """The fate of this game if it is left for a new one, or null if it cannot be left."""
    hints: bool
    """True if hints are allowed."""
    may: NotRequired[list[Right]]
    """The page's rights; if this field is missing, the page has all of them."""
    reacts: NotRequired[Literal[True]]
    """Present only for a person at a shared table, who can show the others a drawing."""
    guided: bool
    """True for a guided first game."""
    practice: bool
    """True during a second try from a moment in another game."""
    deal: NotRequired[DealTerms]
    """Present only for a shared deal."""
    height: int
    """The height of the table in a notebook, in CSS pixels."""
    edition: EditionName
    options: dict[str, object]
    """The options that differ from the edition's defaults."""
    option_lines: list[str]
    phases: list[PhaseSpec]
    numbers: int
    """The highest number on a card."""
    colors: list[str]
    suits: list[str]
    rules: list[RuleNote]
    notice: str
    asks: NotRequired[Literal[True]]
    """Present only in the coach's widget, if Python asks for the browser's preferred language."""
    coach: NotRequired[CoachStart | CoachFound]
    """Present only in the coach's widget."""


class SeatView(TypedDict):
    """The public part of a seat."""

    name: str
    cards: int
    """The number of cards in the seat's hand."""
    backs: str
    """The inactive faces of the seat's two-sided cards, sorted; empty for the viewer's own seat."""
    phase: int | None
    """The phase that the seat is trying, or null if it has yet to choose one."""
    completed: list[int]
    score: int
    saved_cards: int
    saved_this_round: bool
    skipped: bool
    laid_this_turn: bool
    laid: list[Group]
    used: NotRequired[list[int]]
    """The phases tried so far, if each can be tried only once."""


class PileView(TypedDict):
    """The draw pile: the number of its cards, and the inactive face of its top card if cards are two-sided."""

    cards: int
    back: str | None


class ObservationView(TypedDict):
    """Everything that one seat may know."""

    seat: int | None
    """The observing seat, or null for the public view."""
    edition: str
    options: dict[str, object]
    round: int
    dealer: int
    to_act: int | None
    """The seat to act, or null when the game is over."""
    step: Step | None
    side: Side
    hand: str
    """The cards in the hand, newest last."""
    saved: str
    draw_pile: PileView
    discard_pile: str
    """The discard pile's cards, starting at the top."""
    seats: list[SeatView]
    tie_break: list[int] | None
    """The seats that play in a tie-break round, or null in any other round."""
    quiet_turns: int
    """The number of consecutive complete turns without a lay-down or a hit."""


class ProgressPart(Identity):
    """A group of the phase, with the cards from the hand that belong to it."""

    kind: str
    row: list[str | None]
    """For each place, a card from the hand, or null if the card is missing."""


class Progress(TypedDict):
    """The hand's distance from its phase."""

    phase: int
    missing: int
    """The number of missing cards."""
    text: str
    helps: str
    """The cards that would bring the hand closer, in words; empty if there are too many to name."""
    parts: list[ProgressPart]
    distances: dict[str, int]
    """If the hand may go toward several phases, the number of cards missing from each, keyed by the phase's number."""


class ReplayPlace(TypedDict):
    """The current position in a replay."""

    at: int
    """The moment shown, 0 to `last`."""
    last: int
    rounds: list[RoundStart]
    eyes: int | Literal["open"] | None
    """The seat whose view is shown, "open" with all hands visible, or null for a spectator."""
    own: bool
    """True if only the viewer's own view is available, because the game is in progress."""
    decision: DecisionView | None
    """The decision at this moment, if the coach comments on it."""
    tries: bool
    """True if "try" can start a second try at this moment."""
    back: bool
    """True if there is a table behind the replay, to which "back" returns."""
    hands: list[str] | None
    """Each seat's cards, present only with all hands open."""


class NamedSeat(TypedDict):
    """A seat with its player's name."""

    seat: int
    name: str


class HandContent(TypedDict):
    """The part of a view that comes from one seat's observation."""

    observation: ObservationView | None
    """The observation, or null while a curtain hides the table."""
    legal: list[Action]
    more_lay_downs: bool
    """True if there are more ways to lay down than `legal` lists."""
    progress: Progress | None


class ClockContent(TypedDict):
    """The part of a view about the pace of the game."""

    thinking: NamedSeat | None
    """The computer player that acts next."""
    pace: float | None
    """The pause between computer players' steps, 0 to 5 seconds, or null if each step waits for "step"."""
    paused: bool
    """True while the computer players are paused."""


class Guide(TypedDict):
    """The next step of a guided first game; no other action is legal."""

    lesson: int
    """The step number, 1 to `lessons`."""
    lessons: int
    text: str
    card: str | None
    """The card to play from the hand."""


class TableContent(HandContent, ClockContent):
    """A view without its header."""

    you: int | None
    """The seat whose hand is shown, or null if no hand is shown, as for spectators."""
    curtain: NamedSeat | None
    """The seat that should uncover the table if several people share a screen."""
    rounds: list[RoundScore]
    """The completed rounds, oldest first."""
    events: list[TableEvent]
    """The events since the previous view."""
    missed: list[int]
    """The number of turns that each seat has lost in this round since it last acted; empty if no round is shown."""
    summary: Summary | None
    """The scores of a round that has just ended; present until the person continues."""
    over: Over | None
    undo: bool
    graded: DecisionView | None
    """The person's last action during a second try, or null."""
    guide: Guide | None
    """The next step of a guided first game, present during the player's turn."""
    replay: ReplayPlace | None


class View(Answered, TableContent):
    """The table's view for one seat."""

    present: NotRequired[list[Presence]]
    """The presence of the person at each seat of a shared table; empty for a person who is present."""


class TableState(TypedDict):
    """The widget's synced traits."""

    about: About
    view: View
