"""The setup screen: everything that a table can agree on, and the game that was chosen."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .messages import (
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
"""Options by name, only those that differ from the edition's defaults."""
OptionValue: TypeAlias = str | int | bool


class OptionBar(TypedDict):
    """Why an option cannot be chosen now."""

    by: str | None
    """The option that bars it while it is not at its default; null bars it always."""
    why: str


class OptionSpec(TypedDict):
    """Something to agree on."""

    name: str
    rule: str
    heading: str
    """Under which it stands with others."""
    text: str
    values: list[OptionValue]
    """The default first; empty where any seat or any phases may stand."""
    lines: list[str]
    """What each value means, where that needs words."""
    bar: OptionBar | None


class PhaseLine(TypedDict):
    """A phase of an edition."""

    number: int
    text: str
    """In notation."""
    words: str
    """The same in the language."""


class KindSpec(TypedDict):
    """A kind of group that an edition's cards can make."""

    kind: str
    name: str
    text: str
    """How a phase names one, with "#" for the number of cards."""


class EditionSpec(TypedDict):
    """An edition with all that can be chosen of it."""

    id: str
    name: str
    line: str
    picture: str
    """The address of a picture, which holds it whole."""
    seats: tuple[int, int]
    """Fewest and most."""
    phases: list[PhaseLine]
    options: list[OptionSpec]
    kinds: list[KindSpec]
    notes: list[tuple[str, str]]
    """The rule's number and its text."""


class Preset(TypedDict):
    """House rules that one press sets."""

    id: str
    name: str
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
    """The name of somebody who is spoken to."""
    notice: str
    presets: list[Preset]
    editions: list[EditionSpec]
    players: list[Computer]
    usual: str
    """The computer player that is chosen until somebody chooses another."""
    names: list[str]
    """Names for computer players."""
    most: Limits
    start: Start


class SetupState(TypedDict):
    """The synced traits."""

    about: SetupAbout
    view: Answered


# down


class PhaseGroup(TypedDict):
    """A group of a phase that was typed."""

    kind: str
    size: int


class PhaseRead(TypedDict):
    """The phase that a text names."""

    text: str
    words: str
    cards: int
    groups: list[PhaseGroup]
    why: NotRequired[None]


class PhaseUnread(TypedDict):
    """What is wrong with a text."""

    why: str


PhaseAnswer: TypeAlias = PhaseRead | PhaseUnread


class Checked(TypedDict):
    """The answer to "check"."""

    kind: Literal["checked"]
    id: str
    phases: list[tuple[str, PhaseAnswer]]


class Rules(TypedDict):
    """The answer to "load": the house rules that the file held."""

    kind: Literal["rules"]
    id: str
    name: str
    edition: str
    options: Options


SetupMessage: TypeAlias = Reject | Welcome | SavedFile | Pong | Checked | Rules


# up


class SetupHello(Request):
    """Somebody opens the screen."""

    kind: Literal["hello"]
    tokens: list[str]
    languages: list[str]
    """Those that the browser likes, best first; at most 20 are looked at."""


class SetupLanguage(SpeakRequest):
    """Speak another language."""

    tokens: list[str]


class StartRequest(Request, Start):
    """Start this game."""

    kind: Literal["start"]


class CheckRequest(Request):
    """Read these texts as phases."""

    kind: Literal["check"]
    edition: str
    options: Options
    phases: list[str]


class SaveRulesRequest(Request):
    """Give these house rules as a file."""

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
    | CheckRequest
    | SaveRulesRequest
)
