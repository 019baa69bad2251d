"""The setup screen: all of a game's options, and the chosen settings."""

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
"""The options that differ from the edition's defaults, by name."""
OptionValue: TypeAlias = str | int | bool


class OptionBar(TypedDict):
    """The reason why an option is unavailable."""

    by: str | None
    """The option that blocks this one unless left at its default, or null if this one is never available."""
    why: str


class OptionSpec(TypedDict):
    """An option of a game."""

    name: str
    rule: str
    heading: str
    """The heading for the option's group."""
    text: str
    values: list[OptionValue]
    """The allowed values, starting with the default; empty for an option that allows any seat or any phases."""
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
    """The wording used in a phase's text, with "#" for the number of cards."""


class EditionSpec(TypedDict):
    """An edition with all its options."""

    id: str
    name: str
    line: str
    picture: str
    """A picture as a data URL."""
    seats: tuple[int, int]
    """The minimum and maximum numbers of seats."""
    phases: list[PhaseLine]
    options: list[OptionSpec]
    kinds: list[KindSpec]
    notes: list[tuple[str, str]]
    """The rule's number and its text."""


class Preset(TypedDict):
    """Predefined house rules, selected with a single button."""

    id: str
    name: str
    minutes: int
    """The usual length of a game at a newcomer's pace."""
    line: str
    options: Options


class Computer(TypedDict):
    """A computer player that can be chosen; each level counts as a separate player."""

    id: str
    level: int | None
    text: str


class SeatPlan(TypedDict):
    """The occupant of a seat."""

    name: str
    player: str | None
    """A computer player, or null for a person."""


class Limits(TypedDict):
    """The limits on the number of phases in a list, cards in a group, and characters in a name."""

    phases: int
    size: int
    name: int


class Start(TypedDict):
    """A game's settings, which the screen shows when it opens and sends when the game starts."""

    edition: str
    players: list[SeatPlan]
    seed: int | str | None
    options: Options
    hints: bool
    """True if players may ask the coach for hints."""


class SetupAbout(TypedDict):
    """The content of the setup screen in one language."""

    v: Literal[1]
    language: str
    you: str
    """The default name for the person at the screen."""
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
    """The deal for the browser's date, or null until the browser has sent a date that has a deal."""
    challenge: ChallengeOffer | None
    """The deal that the page's link opens."""


class SetupState(TypedDict):
    """The widget's synced traits."""

    about: SetupAbout
    view: Answered


# down: Python's messages


class PhaseGroup(TypedDict):
    """A group in a phase that was entered as text."""

    kind: str
    size: int


class PhaseRead(TypedDict):
    """The phase that a string describes."""

    text: str
    words: str
    cards: int
    groups: list[PhaseGroup]
    why: NotRequired[None]


class PhaseUnread(TypedDict):
    """The error in a string that describes no phase."""

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


# up: the browser's requests


class SetupHello(Request):
    """Open the screen."""

    kind: Literal["hello"]
    tokens: list[str]
    languages: list[str]
    """The browser's preferred languages, best first; only the first 20 count."""
    today: str
    """The browser's local date, such as "2026-11-23"."""
    challenge: str | None
    """The challenge code in the page's link."""


class SetupLanguage(SpeakRequest):
    """Switch to another language."""

    tokens: list[str]


class StartRequest(Request, Start):
    """Start this game."""

    kind: Literal["start"]


class PlayRequest(Request):
    """Start the usual game, classic against two computer players."""

    kind: Literal["play"]
    short: bool
    """True for the shortest preset, for somebody who has not finished a game on this device."""


class ContinueRequest(Request):
    """Continue the latest unfinished game."""

    kind: Literal["continue"]
    tokens: list[str]


class LearnRequest(Request):
    """Start the first game, which teaches the rules."""

    kind: Literal["learn"]


class DailyRequest(Request):
    """Play this day's deal."""

    kind: Literal["daily"]
    day: str
    first: bool
    """True for the first attempt on this device."""


class ChallengeRequest(Request):
    """Play a friend's deal."""

    kind: Literal["challenge"]
    code: str
    first: bool
    """True for the first attempt on this device."""


class CheckRequest(Request):
    """Parse these strings as phases."""

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


LinkRequest: TypeAlias = PlayRequest | ContinueRequest | LearnRequest | DailyRequest | ChallengeRequest
"""A request that a link can make: the page then opens with a game instead of the setup screen."""

SetupRequest: TypeAlias = (
    Ping
    | LoadRequest
    | ResumeRequest
    | ForgetRequest
    | SetupHello
    | SetupLanguage
    | StartRequest
    | LinkRequest
    | CheckRequest
    | SaveRulesRequest
)
