"""Messages for a tournament: its players and its standings."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ..odds.wire import EditionOffer
from ..wire import Answered, Introduction, Ping, Request, SpeakRequest

TournamentPhase: TypeAlias = Literal["ready", "running", "stopped", "over"]
Cell: TypeAlias = str | int | float | None


class Entry(TypedDict):
    """A player who can take part."""

    id: str
    name: str


class TournamentLimits(TypedDict):
    """The limits on a tournament."""

    games: tuple[int, int]
    players: int
    """The maximum number of players."""


class TournamentAbout(Introduction):
    """The constant content of a tournament."""

    widget: Literal["tournament"]
    editions: list[EditionOffer]
    players: list[Entry]
    limits: TournamentLimits


class TournamentAsked(TypedDict):
    """The current plan of the tournament."""

    edition: str
    players: list[str]
    games: int
    """The number of games at each table."""
    together: bool
    """True for one table with all players instead of one for every pair."""
    decided: bool
    """True to stop once it is clear that a player wins more than an even share."""
    seed: int


class TournamentShare(TypedDict):
    """A win rate with its interval."""

    value: float
    low: float
    high: float
    percent: str
    interval: tuple[str, str]


class TournamentRow(TournamentShare):
    """A player's result so far."""

    at: int
    name: str
    wins: str
    games: str
    rating: str
    """The rating; if it is empty, *why* gives the reason."""
    why: str
    phases: str
    points: str
    rounds: str


class TournamentContent(TypedDict):
    """The view without its header."""

    asked: TournamentAsked
    state: TournamentPhase
    seats: tuple[int, int]
    """The minimum and maximum numbers of seats at a table."""
    tables: int
    done: int
    most: int
    even: float
    """An even share, which is the win rate of equally strong players."""
    fault: str
    """The player error that ended the games; empty if there was none."""
    rows: list[TournamentRow]
    """The rows, best first."""
    said: str
    pairs: list[list[str]]
    """The win rate of each row's player against every other player; empty for a single table."""
    raw: list[dict[str, Cell]]
    """The rows of the CSV file."""


class TournamentView(Answered, TournamentContent):
    """The view of the tournament."""


class TournamentState(TypedDict):
    """The widget's synced traits."""

    about: TournamentAbout
    view: TournamentView


# up: the browser's requests


class TournamentChoice(Request):
    """Set up another tournament without starting it."""

    kind: Literal["choose"]
    edition: NotRequired[str]
    players: NotRequired[list[str]]
    games: NotRequired[int]
    together: NotRequired[bool]
    decided: NotRequired[bool]
    seed: NotRequired[int]


class TournamentRun(Request):
    """Start or continue, or stop immediately."""

    kind: Literal["start", "stop"]


TournamentRequest: TypeAlias = Ping | SpeakRequest | TournamentChoice | TournamentRun
