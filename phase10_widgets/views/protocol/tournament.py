"""The tournament: who takes part, and how it stands."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .messages import Answered, Ping, Request, SpeakRequest
from .odds import EditionOffer, Introduction

TournamentPhase: TypeAlias = Literal["ready", "running", "stopped", "over"]
Cell: TypeAlias = str | int | float | None


class Entry(TypedDict):
    """Somebody who can take part."""

    id: str
    name: str


class TournamentLimits(TypedDict):
    """The limits of a tournament."""

    games: tuple[int, int]
    players: int
    """The most."""


class TournamentAbout(Introduction):
    """The constant content of a tournament."""

    widget: Literal["tournament"]
    editions: list[EditionOffer]
    players: list[Entry]
    limits: TournamentLimits


class TournamentAsked(TypedDict):
    """The current plan."""

    edition: str
    players: list[str]
    games: int
    """At each table."""
    together: bool
    """All at one table, in place of each against each."""
    decided: bool
    """Stop when somebody is certainly better."""
    seed: int


class TournamentShare(TypedDict):
    """A share of games won, with its interval."""

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
    """Empty where there is none; then *why* says so."""
    why: str
    phases: str
    points: str
    rounds: str


class TournamentContent(TypedDict):
    """The view without its header."""

    asked: TournamentAsked
    state: TournamentPhase
    seats: tuple[int, int]
    """The fewest and the most who can sit at a table."""
    tables: int
    done: int
    most: int
    even: float
    """The share of each, were all alike."""
    fault: str
    """A player's fault, if it ended the games."""
    rows: list[TournamentRow]
    """The best first."""
    said: str
    pairs: list[list[str]]
    """Each row player's win share against every other; empty for a single table."""
    raw: list[dict[str, Cell]]
    """The rows of the CSV file."""


class TournamentView(Answered, TournamentContent):
    """The view of the tournament."""


class TournamentState(TypedDict):
    """The synced traits."""

    about: TournamentAbout
    view: TournamentView


# up


class TournamentChoice(Request):
    """Another tournament, not begun."""

    kind: Literal["choose"]
    edition: NotRequired[str]
    players: NotRequired[list[str]]
    games: NotRequired[int]
    together: NotRequired[bool]
    decided: NotRequired[bool]
    seed: NotRequired[int]


class TournamentRun(Request):
    """Play on, or stop at once."""

    kind: Literal["start", "stop"]


TournamentRequest: TypeAlias = Ping | SpeakRequest | TournamentChoice | TournamentRun
