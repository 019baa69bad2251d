"""Messages for the odds widgets: chances as formatted text, with values for drawing."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ..wire import Answered, Introduction, Ping, Request, SpeakRequest

OddsKind: TypeAlias = Literal["deal", "draw", "table"]
Effect: TypeAlias = Literal["completes", "nearer"]
"""The effect of one more card on a hand."""


class SideOffer(TypedDict):
    """A side of an edition's cards."""

    id: str
    name: str


class PhaseOffer(TypedDict):
    """A phase that can be chosen."""

    number: int
    text: str
    size: int
    """The number of cards in the phase."""


class EditionOffer(TypedDict):
    """An edition that can be chosen."""

    id: str
    name: str
    sides: list[SideOffer]
    phases: list[PhaseOffer]


class OddsAbout(Introduction):
    """The constant content of an odds widget."""

    widget: OddsKind
    editions: list[EditionOffer]


class Chance(TypedDict):
    """An exact chance."""

    value: float
    """The chance, from 0 to 1."""
    fraction: str
    """The chance as "a/b", in lowest terms."""
    percent: str
    often: str
    """The chance as a rounded frequency, such as "1 in 5.5"."""


class ExplainedChance(Chance):
    """A chance with its explanation."""

    explanation: str


class AssumedChance(ExplainedChance):
    """A chance with its explanation and its assumption."""

    assumption: str


class GameChance(TypedDict):
    """A game in the comparison, with its chance once it has been computed."""

    edition: str
    side: str
    wilds: int
    name: str
    text: str
    own: bool
    """True for the phase that was chosen."""
    few: bool
    """True if there are too few cards for the phase."""
    chance: Chance | None


class EstimateView(TypedDict):
    """An estimate, with only the digits that it supports."""

    value: float
    low: float
    high: float
    percent: str
    interval: tuple[str, str]
    explanation: str


class SampleContent(TypedDict):
    """The part of the sample-deal view that comes from the sample itself."""

    wanted: int
    trials: int
    hits: int
    points: list[tuple[int, float, float, float]]
    """Earlier stages of the sample, each with its trials, its proportion, and the ends of its interval."""
    estimate: EstimateView | None


class SampleView(SampleContent):
    """The sample deals."""

    at_once: int
    """The maximum number of deals per request."""


class DealAsked(TypedDict):
    """The current choices for a deal."""

    edition: str
    side: str
    phase: int
    cards: int
    wilds: int
    seed: int


class DealLimits(TypedDict):
    """The range of choices for a deal."""

    cards: tuple[int, int]
    wilds: tuple[int, int, int]
    """The minimum and maximum number of wilds, and the step between valid numbers."""
    printed: int
    """The number of wilds in the printed deck."""


class DealContent(TypedDict):
    """The deal view without its header."""

    asked: DealAsked
    game: str
    text: str
    limits: DealLimits
    exact: AssumedChance
    games: list[GameChance]
    sample: SampleView


class DealView(Answered, DealContent):
    """The chance that dealt cards contain a phase."""


class CardName(TypedDict):
    """A card's code and its name."""

    word: str
    name: str


class Out(CardName):
    """A face, the number of unseen cards that show it, and the effect of drawing one."""

    unseen: int
    effect: Effect | None


class DrawAsked(TypedDict):
    """The current choices for a hand."""

    edition: str
    side: str
    phase: int
    hand: str
    """The cards' codes, in a single string."""
    top: str
    seed: int


class NextChances(TypedDict):
    """The chance of each effect that the next card can have."""

    completes: ExplainedChance
    nearer: ExplainedChance


class OptionChance(TypedDict):
    """A way to draw and discard."""

    move: str
    chance: Chance
    distance: str


class DrawContent(TypedDict):
    """The hand view without its header."""

    asked: DrawAsked
    fixed: bool
    """True for a hand from a running game, where only the phase can be chosen."""
    game: str
    text: str
    cards: list[CardName]
    top: CardName | None
    lacking: int
    distance: str
    unseen: int
    assumption: str
    outs: list[list[Out]]
    """The faces, with one row for each color or suit."""
    next: NextChances
    within: list[Chance]
    """The chance of completing the phase within 1, 2, 3, … draws."""
    wait: str
    """One sentence about the expected wait."""
    options: list[OptionChance]
    """The options, starting with the best."""
    more: int
    """The number of options omitted."""


class DrawView(Answered, DrawContent):
    """The view of how the next cards affect a hand."""


class TableAsked(TypedDict):
    """The number of cards dealt."""

    cards: int


class TableLimits(TypedDict):
    """The possible numbers of cards."""

    cards: tuple[int, int]


class TableCell(TypedDict):
    """A phase in a game, with its chance once it has been computed."""

    phase: int
    text: str
    chance: AssumedChance | None


class TableGame(TypedDict):
    """A game's column in the table."""

    edition: str
    side: str
    name: str
    cells: list[TableCell]


class OddsTableContent(TypedDict):
    """The odds-table view without its header."""

    asked: TableAsked
    limits: TableLimits
    left: int
    """The number of chances still to be computed."""
    games: list[TableGame]


class TableView(Answered, OddsTableContent):
    """The chance of every phase in every game."""


class DealState(TypedDict):
    """The synced traits of the deal widget."""

    about: OddsAbout
    view: DealView


class DrawState(TypedDict):
    """The synced traits of the hand widget."""

    about: OddsAbout
    view: DrawView


class OddsTableState(TypedDict):
    """The synced traits of the odds-table widget."""

    about: OddsAbout
    view: TableView


class OddsState(TypedDict):
    """The synced traits of any of these widgets."""

    about: OddsAbout
    view: DealView | DrawView | TableView


# up: the browser's requests


class DealChoice(Request):
    """Change the choices for a deal; omitted choices are kept if they are still valid."""

    kind: Literal["choose"]
    edition: NotRequired[str]
    side: NotRequired[str]
    phase: NotRequired[int]
    cards: NotRequired[int]
    wilds: NotRequired[int]
    seed: NotRequired[int]


class DealRequest(Request):
    """Run more sample deals."""

    kind: Literal["deal"]
    n: int
    """The number of deals, 1 to 10,000."""


class DrawChoice(Request):
    """Change the choices for a hand."""

    kind: Literal["choose"]
    edition: NotRequired[str]
    side: NotRequired[str]
    phase: NotRequired[int]
    hand: NotRequired[str]
    top: NotRequired[str]
    seed: NotRequired[int]


class TableChoice(Request):
    """Change the number of cards."""

    kind: Literal["choose"]
    cards: NotRequired[int]


OddsRequest: TypeAlias = Ping | SpeakRequest | DealChoice | DealRequest | DrawChoice | TableChoice
