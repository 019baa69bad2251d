"""The setup screen: all options of a game, and the chosen game."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ..deal.wire import ChallengeOffer, DealOffer
from ..wire import (
    Answered,
    ForgetRequest,
    LoadRequest,
    Ping,
    Pong,
    Reject,
    Request,
    ResumeRequest,
    SavedFile,
    SpeakRequest,
    Welcome,
)

Options: TypeAlias = dict[str, object]
"""Options by name; only those that differ from the edition's defaults."""
OptionValue: TypeAlias = str | int | bool


class OptionBar(TypedDict):
    """The reason why an option is unavailable."""

    by: str | None
    """The option that bars it unless at its default; null if it is always barred."""
    why: str


class OptionSpec(TypedDict):
    """An option of a game."""

    name: str
    rule: str
    heading: str
    """The heading of its group of options."""
    text: str
    values: list[OptionValue]
    """The allowed values, the default first; empty if any seat or any phases are allowed."""
    lines: list[str]
    """The meaning of each value that needs an explanation."""
    bar: OptionBar | None


class PhaseLine(TypedDict):
    """A phase of an edition."""

    number: int
    text: str
    """The phase in notation."""
    words: str
    """The phase in the screen's language."""


class KindSpec(TypedDict):
    """A kind of group that an edition's cards can make."""

    kind: str
    name: str
    text: str
    """The wording in a phase, with "#" for the number of cards."""


class EditionSpec(TypedDict):
    """An edition with all its options."""

    id: str
    name: str
    line: str
    picture: str
    """A picture as a data URL."""
    seats: tuple[int, int]
    """The fewest and the most seats."""
    phases: list[PhaseLine]
    options: list[OptionSpec]
    kinds: list[KindSpec]
    notes: list[tuple[str, str]]
    """The rule's number and its text."""


class Preset(TypedDict):
    """Predefined house rules, set with one press."""

    id: str
    name: str
    minutes: int
    """The usual length of a game at a newcomer's pace."""
    line: str
    options: Options


class Computer(TypedDict):
    """A computer player that can be chosen; each level is one."""

    id: str
    level: int | None
    text: str


class SeatPlan(TypedDict):
    """The occupant of a seat."""

    name: str
    player: str | None
    """A computer player; null for a person."""


class Limits(TypedDict):
    """The most phases in a list, cards in a group, characters in a name."""

    phases: int
    size: int
    name: int


class Start(TypedDict):
    """The settings of a game: those the screen opens with, and those it sends."""

    edition: str
    players: list[SeatPlan]
    seed: int | str | None
    options: Options
    hints: bool
    """True if the coach may be asked."""


class SetupAbout(TypedDict):
    """The content of the setup screen in one language."""

    v: Literal[1]
    language: str
    you: str
    """The default name of the person at the screen."""
    notice: str
    presets: list[Preset]
    editions: list[EditionSpec]
    players: list[Computer]
    usual: str
    """The default computer player."""
    names: list[str]
    """Names for computer players."""
    most: Limits
    start: Start
    daily: DealOffer | None
    """The deal of the browser's date; null until it has named one that has a deal."""
    challenge: ChallengeOffer | None
    """The deal in the page's link."""


class SetupState(TypedDict):
    """The synced traits."""

    about: SetupAbout
    view: Answered


# down


class PhaseGroup(TypedDict):
    """A group of a typed phase."""

    kind: str
    size: int


class PhaseRead(TypedDict):
    """The phase in a text."""

    text: str
    words: str
    cards: int
    groups: list[PhaseGroup]
    why: NotRequired[None]


class PhaseUnread(TypedDict):
    """The error in a text."""

    why: str


PhaseAnswer: TypeAlias = PhaseRead | PhaseUnread


class Checked(TypedDict):
    """The answer to "check"."""

    kind: Literal["checked"]
    id: str
    phases: list[tuple[str, PhaseAnswer]]


class Rules(TypedDict):
    """The answer to "load": the house rules in the file."""

    kind: Literal["rules"]
    id: str
    name: str
    edition: str
    options: Options


SetupMessage: TypeAlias = Reject | Welcome | SavedFile | Pong | Checked | Rules


# up


class SetupHello(Request):
    """Open the screen."""

    kind: Literal["hello"]
    tokens: list[str]
    languages: list[str]
    """The browser's preferred languages, best first; the first 20 count."""
    today: str
    """The browser's local date, such as "2026-11-23"."""
    challenge: str | None
    """The code of a challenge in the page's link."""


class SetupLanguage(SpeakRequest):
    """Speak another language."""

    tokens: list[str]


class StartRequest(Request, Start):
    """Start this game."""

    kind: Literal["start"]


class LearnRequest(Request):
    """Start the first game, which teaches the rules."""

    kind: Literal["learn"]


class DailyRequest(Request):
    """Play the deal of this day."""

    kind: Literal["daily"]
    day: str
    first: bool
    """True for the first attempt on this device."""


class ChallengeRequest(Request):
    """Play the deal of a friend."""

    kind: Literal["challenge"]
    code: str
    first: bool
    """True for the first attempt on this device."""


class CheckRequest(Request):
    """Parse these texts as phases."""

    kind: Literal["check"]
    edition: str
    options: Options
    phases: list[str]


class SaveRulesRequest(Request):
    """Return these house rules as a file."""

    kind: Literal["save"]
    edition: str
    options: Options
    name: str


SetupRequest: TypeAlias = (
    Ping
    | LoadRequest
    | ResumeRequest
    | ForgetRequest
    | SetupHello
    | SetupLanguage
    | StartRequest
    | LearnRequest
    | DailyRequest
    | ChallengeRequest
    | CheckRequest
    | SaveRulesRequest
)
