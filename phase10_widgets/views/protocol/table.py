"""The table: what one seat is shown, what happened, and what a browser asks of it."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .deal import DealOver, DealTerms
from .messages import (
    Answered,
    ForgetRequest,
    LoadRequest,
    Looks,
    Ping,
    Pong,
    Refusal,
    Reject,
    Request,
    ResumeRequest,
    SavedFile,
    SpeakRequest,
    Welcome,
)

Step: TypeAlias = Literal["choose_phase", "draw", "play"]
"""The step that the seat to act is in."""
Side: TypeAlias = Literal["color", "wild"]
"""The side of two-sided cards that counts; one-sided cards have their color side up."""
End: TypeAlias = Literal["any", "low", "high"]
"""The end of a group that a card is added to."""
Pile: TypeAlias = Literal["deck", "discard", "saved"]
"""The pile that a card is drawn from."""
Mode: TypeAlias = Literal["play", "watch", "replay"]
"""Play at the table, watch what everybody may see, or step through a game that was played."""
Right: TypeAlias = Literal["again", "load", "pace", "save", "replay"]
"""Something that a page may ask of a table, and not of every one: undo and hints are part of the view and of About."""
Home: TypeAlias = Literal["kept", "lost"]
"""The fate of a game that is left for a new one."""
Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""The grade of a decision by its cost: good as the expert's, and best where any other would have been a mistake."""
IdentityField: TypeAlias = Literal["number", "start", "color", "suit"]
"""The property that distinguishes groups of one kind."""


class Identity(TypedDict):
    """A group's declaration, with the fields of its kind."""

    number: NotRequired[int | None]
    start: NotRequired[int | None]
    """The lowest number of a run."""
    color: NotRequired[str | None]
    suit: NotRequired[str | None]


class Group(Identity):
    """A group on the table."""

    kind: str
    """ "set", "run", "color", "flush", "color run", or a kind that only Python knows more of."""
    cards: str
    """A run's from low to high."""


class GroupSpec(TypedDict):
    """A group that a phase asks for."""

    kind: str
    fields: list[IdentityField]
    """The properties that distinguish such groups."""
    size: int
    text: str
    another: bool
    """True if its color or suit must differ from the earlier groups of its kind."""


class KindHelp(TypedDict):
    """The help for one kind of group, with an example."""

    kind: str
    rule: str
    text: str
    example: str
    """Cards."""


class PhaseSpec(TypedDict):
    """A phase of the edition."""

    number: int
    text: str
    groups: list[GroupSpec]
    help: list[KindHelp]
    """Each kind of group in it once."""


class EditionName(TypedDict):
    """The edition's id and its name in the language."""

    id: str
    name: str


class RuleNote(TypedDict):
    """A rule and its number in the rulebook."""

    rule: str
    text: str


class LuckRow(TypedDict):
    """A seat's name, luck, skill and result, as they are read."""

    cells: list[str]


class LuckTable(TypedDict):
    """Luck and skill of a game: a row for each seat, and what that means."""

    title: str
    head: list[str]
    rows: list[LuckRow]
    unit: str
    why: str
    lines: list[str]


class CoachStart(TypedDict):
    """The coach waits for a game."""

    title: str
    lead: str
    how: str
    progress: NotRequired[str]
    """A sentence with the percentage of a long review that is done; present while the review goes on."""


class FinishedView(TypedDict):
    """A finished game in the history."""

    token: str
    title: str
    text: str
    """The result, and how many decisions got which grade."""
    whole: bool
    """True if the game itself is stored and can be opened."""


class SpotView(TypedDict):
    """An area of play in which turns are lost, and the lesson about it."""

    title: str
    text: str
    lesson: str
    page: str
    """The end of the address of the lesson's page."""


class RoundStart(TypedDict):
    """The first moment of a round."""

    round: int
    at: int


class MoveView(TypedDict):
    """An action in words and cards."""

    text: str
    cards: str
    """The cards that it plays or takes; empty for a phase, and for a card from the draw pile."""
    blind: bool
    """True for a card from the draw pile."""


class DecisionView(TypedDict):
    """A decision and its moment in the replay."""

    at: int
    name: str
    """The player's."""
    grade: Grade
    cost: float
    """In turns, beyond the best action's; of a good one, the cost that any other would have had."""
    played: MoveView
    better: MoveView | None
    """The expert's choice; null if it is the same."""
    why: str
    """The reason for the expert's choice."""
    text: str
    """All of it in one sentence."""


class CurveView(TypedDict):
    """Every seat's win probability over a part of the game."""

    title: str
    text: str
    """The curve in words."""
    names: list[str]
    own: int | None
    """The seat that looks at it."""
    moments: list[int]
    rounds: list[RoundStart]
    """The rounds that began at one of the moments."""
    chances: list[list[float]]
    """For each seat, its win probability at each of the moments, 0 to 100."""


class ReviewView(TypedDict):
    """The coach's review of a seat's round or game."""

    title: str
    rows: list[DecisionView]
    """The costliest decisions."""
    praise: DecisionView | None
    curve: CurveView
    cut: NotRequired[str]
    """A sentence that names the round in which the coach stopped; present if the review ran out of time."""


class CoachRound(TypedDict):
    """A round's costliest and best decisions."""

    title: str
    rows: list[DecisionView]
    praise: DecisionView | None


class CoachFound(TypedDict):
    """The coach's results under a replay: luck and skill, the curve, and decisions by round."""

    title: str
    lead: str
    luck: LuckTable
    curve: CurveView
    rounds: list[CoachRound]
    cut: NotRequired[str]
    """As in a review."""


Presence: TypeAlias = Literal["", "away", "stand-in"]
"""A person who is away for a moment, or for whom a computer plays."""


class About(Looks):
    """The constant content of a game."""

    v: Literal[1]
    mode: Mode
    language: str
    computers: bool
    """True if computer players take part."""
    seats: list[str]
    """A remark on each seat's player, such as a computer player's level."""
    home: Home | None
    """The fate of this game if it is left for a new one; null if it cannot be left."""
    hints: bool
    """True if hints are allowed."""
    may: NotRequired[list[Right]]
    """The rights of this page where it lacks some; without the field, it has all of them."""
    guided: bool
    """True for a first game that teaches."""
    practice: bool
    """True while a moment of another game is tried again."""
    deal: NotRequired[DealTerms]
    """Present if others play these cards, too."""
    height: int
    """The height of the table in a notebook, in CSS pixels."""
    edition: EditionName
    options: dict[str, object]
    """Only those that differ from the edition's defaults."""
    option_lines: list[str]
    phases: list[PhaseSpec]
    numbers: int
    """The highest number on a card."""
    colors: list[str]
    suits: list[str]
    rules: list[RuleNote]
    notice: str
    asks: NotRequired[Literal[True]]
    """Of the coach's widget alone: Python wants to know which language the browser likes best."""
    coach: NotRequired[CoachStart | CoachFound]
    """Of the coach's widget alone."""


class SeatView(TypedDict):
    """The public part of a seat."""

    name: str
    cards: int
    """The number of cards in its hand."""
    backs: str
    """The inactive faces of its two-sided cards, sorted; empty for one's own seat."""
    phase: int | None
    """The phase it tries; null where that is chosen and not chosen yet."""
    completed: list[int]
    score: int
    saved_cards: int
    saved_this_round: bool
    skipped: bool
    laid_this_turn: bool
    laid: list[Group]
    used: NotRequired[list[int]]
    """The phases tried so far, where each can be tried once only."""


class PileView(TypedDict):
    """The draw pile: how many cards, and the inactive face of its top card where cards have two."""

    cards: int
    back: str | None


class ObservationView(TypedDict):
    """Everything that one seat may know."""

    seat: int | None
    """Null for what everybody may know."""
    edition: str
    options: dict[str, object]
    round: int
    dealer: int
    to_act: int | None
    """Null when the game is over."""
    step: Step | None
    side: Side
    hand: str
    """The newest card last."""
    saved: str
    draw_pile: PileView
    discard_pile: str
    """Top first."""
    seats: list[SeatView]
    tie_break: list[int] | None
    """The seats that play in a tie-break round; null in any other."""
    quiet_turns: int
    """Whole turns in a row in which nothing was laid down or hit."""


# actions: what Python offers, and what a browser asks for

_From = TypedDict("_From", {"from": Pile})


class ChoosePhaseAction(TypedDict):
    """Name the phase to be tried in this round."""

    type: Literal["choose_phase"]
    phase: int


class DrawAction(_From):
    """Take a card from a pile."""

    type: Literal["draw"]
    card: NotRequired[str]
    """The saved card."""


class LayDownGroup(Identity):
    """A group as it is asked for, with what the cards do not settle."""

    cards: str
    kind: NotRequired[str]


class LayDownAction(TypedDict):
    """Put the whole phase on the table."""

    type: Literal["lay_down"]
    groups: list[LayDownGroup]
    """In the phase's order."""
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
    """Whose turn a skip takes, where that is chosen."""


class SaveAction(TypedDict):
    """End the turn with a card on one's save pile."""

    type: Literal["save"]
    card: str


Action: TypeAlias = ChoosePhaseAction | DrawAction | LayDownAction | HitAction | DiscardAction | SaveAction


# events: what happened, each with a sentence


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
    """A seat has named the phase that it tries."""

    type: Literal["phase_chosen"]
    seat: int
    phase: int


class DrawnEvent(Told, _From):
    """A card went to a hand."""

    type: Literal["drawn"]
    seat: int
    card: str | None
    """Null where one may not see it."""
    back: str | None
    """The face that others see in the hand; null for one-sided cards."""


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
    """Whose turn a skip takes; null when it takes nobody's."""


class SavedEvent(Told):
    """A card was saved."""

    type: Literal["saved"]
    seat: int
    card: str | None
    """Null where one may not see it."""


class FlippedEvent(Told):
    """Every card but those on the table was turned over."""

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
    """Something beside the rules, such as a turn taken back."""

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


# the view


class SummarySeat(TypedDict):
    """A seat's row in the scores of a round."""

    seat: int
    name: str
    hand: str
    """The cards it was left with."""
    points: int
    terms: str
    """The sum of the points, equal ones as a product; empty if there is nothing to add."""
    score: int
    """After the round."""
    phase: int | None
    """The phase it tried."""
    laid: bool


class LastCard(TypedDict):
    """The card with which a seat went out."""

    seat: int
    card: str
    """The face that lay up comes first."""


class Finish(TypedDict):
    """The end of a round as everybody saw it."""

    groups: list[list[Group]]
    """The groups on the table, by seat."""
    last: LastCard | None
    """Null if nobody went out, or if the last cards were a whole phase."""


class Summary(TypedDict):
    """The scores of a round that is over."""

    round: int
    out: int | None
    seats: list[SummarySeat]
    finish: Finish
    text: str
    side: Side
    """The side that was scored, where hands name both faces."""
    review: NotRequired[ReviewView]
    """Present if hints are allowed."""


class Standing(TypedDict):
    """A seat's final place; equal rows share one."""

    seat: int
    name: str
    place: int
    completed: list[int]
    score: int


class Over(TypedDict):
    """The end of the game."""

    standings: list[Standing]
    """Best first."""
    winners: list[int]
    text: str
    tale: str
    """One sentence about how the game was won; empty if there is nothing to tell."""
    finish: Finish | None
    """The end of the last round; null if it is not known."""
    seed: int | str
    """The seed; secret while the game is in progress."""
    luck: NotRequired[LuckTable]
    """Present if hints are allowed."""
    review: NotRequired[ReviewView]
    """Present if hints are allowed."""
    challenge: NotRequired[str]
    """The code of these cards for a link; it determines all of them, as the seed does."""
    deal: NotRequired[DealOver]
    """Present if others play these cards, too."""


class OwnHand(TypedDict):
    """A round as a player's own data: what the seat that looks was dealt, and what came of it."""

    id: str
    """The same for the same hand in the same round."""
    edition: str
    phase: int
    """The phase that it tried."""
    dealt: bool
    """True if the dealt cards held the phase."""
    wilds: int
    """Among the dealt cards."""
    points: int
    """Left at the end."""
    waited: int
    """The rounds before in which it tried the same phase."""


class RoundScore(TypedDict):
    """One round that is over."""

    round: int
    points: list[int]
    """By seat."""
    scores: list[int]
    """By seat, after the round."""
    own: NotRequired[OwnHand]
    """Of the last round, for the seat that looks."""


class ProgressPart(Identity):
    """A group of the phase as far as the hand makes it."""

    kind: str
    row: list[str | None]
    """For each place a card of the hand, or null where one is missing."""


class Progress(TypedDict):
    """The distance of the hand from its phase."""

    phase: int
    missing: int
    """The number of missing cards."""
    text: str
    helps: str
    """The cards each of which brings the hand nearer, in words; empty if they are too many to name."""
    parts: list[ProgressPart]


class ReplayPlace(TypedDict):
    """The position of a replay."""

    at: int
    """The moment shown, 0 to `last`."""
    last: int
    rounds: list[RoundStart]
    eyes: int | Literal["open"] | None
    """Through whose eyes; "open" with all hands laid open, null as a spectator."""
    own: bool
    """Only one's own eyes may be taken, for the game still runs."""
    decision: DecisionView | None
    """The decision at this moment, if the coach remarks on it."""
    tries: bool
    """True if "try" opens this moment as a game to play on."""
    back: bool
    """A table waits behind it, to which "back" leads."""
    hands: list[str] | None
    """Only with all hands open: the cards of each seat."""


class NamedSeat(TypedDict):
    """A seat with the name that sits there."""

    seat: int
    name: str


class HandContent(TypedDict):
    """The part of a view that comes from one seat's observation."""

    observation: ObservationView | None
    """Null while a curtain hides the table."""
    legal: list[Action]
    more_lay_downs: bool
    """True if there are more ways to lay down than `legal` lists."""
    progress: Progress | None


class ClockContent(TypedDict):
    """The part of a view that says how the game goes on."""

    thinking: NamedSeat | None
    """The computer player to act."""
    pace: float | None
    """Seconds between the steps of computer players, 0 to 5; null where each waits for a "step"."""
    paused: bool
    """Computer players wait until the game goes on."""


class Guide(TypedDict):
    """The next step of a first game that teaches; no other action is legal."""

    lesson: int
    """1 to `lessons`."""
    lessons: int
    text: str
    card: str | None
    """The card of the hand to play."""


class TableContent(HandContent, ClockContent):
    """A view without its header."""

    you: int | None
    """The seat whose hand is shown; null where there is none, as for spectators."""
    curtain: NamedSeat | None
    """The seat that is to uncover the table when several people share a screen."""
    rounds: list[RoundScore]
    """The rounds that are over, oldest first."""
    events: list[TableEvent]
    """The events since the previous view."""
    missed: list[int]
    """For each seat, the turns of this round that it has lost since it last acted; empty where no round is shown."""
    summary: Summary | None
    """Of a round that has just ended, until the person goes on."""
    over: Over | None
    undo: bool
    graded: DecisionView | None
    """The own last action, while a moment is tried again."""
    guide: Guide | None
    """Of a first game, while its player is to act."""
    replay: ReplayPlace | None


class View(Answered, TableContent):
    """The table's view for one seat."""

    present: NotRequired[list[Presence]]
    """For each seat of a shared table, whether its person is there; empty texts where nothing is to be said."""


class TableState(TypedDict):
    """The synced traits."""

    about: About
    view: View


# down


class Hint(Refusal):
    """The answer to "hint": what the expert would do, and why; shown where refusals are."""

    kind: Literal["hint"]
    id: str
    cards: str
    """The cards that are meant; empty for none."""
    action: Action
    """The action that the expert would choose; the primary button carries it out."""
    hint: Pile | Literal["hand", "phase"]
    """The place to look at."""
    group: str
    """The laid group that is meant, "owner-index"; empty for none."""


class History(TypedDict):
    """The finished games of this browser, newest first, and the player's weak spots."""

    kind: Literal["history"]
    id: str
    games: list[FinishedView]
    spots: list[SpotView]


class Story(TypedDict):
    """The events up to and including view `rev`; it replaces the earlier story."""

    kind: Literal["story"]
    rev: int
    lines: list[list[str]]
    """A list of sentences for each turn."""


Message: TypeAlias = Reject | Hint | History | Welcome | Story | SavedFile | Pong


# up


class HelloRequest(Request):
    """Somebody opens the table."""

    kind: Literal["hello"]
    tokens: list[str]
    """The tokens of the games that this browser stores; Python reads at most 5."""


class ActionRequest(Request):
    """Act for the seat that is shown."""

    kind: Literal["action"]
    action: Action


class PlainRequest(Request):
    """Do something that needs no more words.

    "undo", "continue" after a round, "ready" behind the curtain, "step" of a computer player, "hint", and "back" from
    a replay act on the view that is shown, as does "try", which plays on from a moment of a replay until "back"; "save"
    and "leave" always count.
    """

    kind: Literal["undo", "continue", "ready", "step", "hint", "try", "back", "save", "leave"]


class AgainRequest(Request):
    """Play another game."""

    kind: Literal["again"]
    same: NotRequired[bool]
    """With the same cards."""


class PaceRequest(Request):
    """Set the pause between the steps of computer players."""

    kind: Literal["pace"]
    seconds: float | None
    """0 to 5; null has each wait for a "step"."""


class PauseRequest(Request):
    """Stop the computer players, or let them go on."""

    kind: Literal["pause"]
    on: bool


class ReplayRequest(Request):
    """Look again at the game that is over, or at the round."""

    kind: Literal["replay"]
    at: NotRequired[int]
    """The moment to begin with, through one's own eyes."""


class OpenRequest(Request):
    """Review a finished game of the store, or an example."""

    kind: Literal["open"]
    token: str | None
    """Null for the example."""


class SeekRequest(Request):
    """Go to a moment of the replay."""

    kind: Literal["seek"]
    at: int


class EyesRequest(Request):
    """Look through other eyes."""

    kind: Literal["eyes"]
    eyes: int | Literal["open"] | None


TableRequest: TypeAlias = (
    Ping
    | SpeakRequest
    | LoadRequest
    | ResumeRequest
    | ForgetRequest
    | HelloRequest
    | ActionRequest
    | PlainRequest
    | AgainRequest
    | PaceRequest
    | PauseRequest
    | ReplayRequest
    | OpenRequest
    | SeekRequest
    | EyesRequest
)
