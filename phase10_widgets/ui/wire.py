"""Messages that all widgets share: the header of a view, refusals, files, and unfinished games."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Answered(TypedDict):
    """The header of every view; an action replaces the view as a whole."""

    v: Literal[1]
    rev: int
    """Counts the views from 1; 0 before the first."""
    ack: str | None
    """The id of the message that this view answers."""


class ColorLook(TypedDict):
    """The look of one color of cards."""

    name: str
    background: str
    ink: str
    path: str
    """The shape, in a box of 24 by 24."""


class Looks(TypedDict):
    """The looks that the browser does not know."""

    looks: NotRequired[dict[str, ColorLook]]
    """The looks of an edition's own colors, by letter."""


# down: Python's messages, apart from the views


class Refusal(TypedDict):
    """The reason why a message was not carried out."""

    code: str
    """For programs: a code of the rules or of a widget."""
    rule: str | None
    """The rulebook's number, such as "C5"."""
    why: str
    """For people: a sentence."""


class Reject(Refusal):
    """A refusal. Without an id, it reports a problem that no message caused, such as a failed computer player."""

    kind: Literal["reject"]
    id: str | None
    cards: NotRequired[str]
    """The cards that caused it."""


class Offer(TypedDict):
    """An unfinished game, of which the browser keeps only the token."""

    token: str
    text: str
    """ "Phase 10, round 3: Ada, Blaise; 20 minutes ago"."""


class Welcome(TypedDict):
    """The answer to "hello" and "forget"; without an id if another game has begun at this table."""

    kind: Literal["welcome"]
    id: str | None
    token: str | None
    """The token of the game at this table; null if it is not stored."""
    offers: list[Offer]


class SavedFile(TypedDict):
    """The answer to "save" and "export": the browser offers it for download."""

    kind: Literal["file"]
    id: str
    name: str
    text: str


class Pong(TypedDict):
    """The answer to "ping", which shows that Python is running."""

    kind: Literal["pong"]
    id: str


# up: the browser's requests


class Request(TypedDict):
    """The header of every message from a browser."""

    v: Literal[1]
    id: str
    """ "<client>:<n>", at most 100 characters; Python ignores a second message with the same id."""
    rev: int
    """The view that the browser shows; a message about an older one is refused."""


class Ping(Request):
    """Check that Python is running."""

    kind: Literal["ping"]


class SpeakRequest(Request):
    """Switch to another language."""

    kind: Literal["language"]
    language: str
    """The language, such as "en"."""


class LoadRequest(Request):
    """Load the content of a file."""

    kind: Literal["load"]
    text: str
    """The file's text, at most 2,000,000 characters."""


class ResumeRequest(Request):
    """Resume a stored game."""

    kind: Literal["resume"]
    token: str


class ForgetRequest(Request):
    """Remove a stored game; the answer offers the remaining ones."""

    kind: Literal["forget"]
    token: str
    tokens: list[str]
    """The tokens that the browser stores; Python reads at most 5."""
