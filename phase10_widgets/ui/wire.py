"""Messages that all widgets share: the header of a view, refusals, files, and unfinished games."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Answered(TypedDict):
    """The header of every view; an action replaces the view as a whole."""

    v: Literal[1]
    rev: int
    """The view number, starting at 1 (0 before the first view)."""
    ack: str | None
    """The id of the message that this view answers."""


class ColorLook(TypedDict):
    """The appearance of a card color."""

    name: str
    background: str
    ink: str
    path: str
    """The shape, in a 24-by-24 box."""


class Looks(TypedDict):
    """The card colors whose appearance the browser does not know."""

    looks: NotRequired[dict[str, ColorLook]]
    """The appearance of each of an edition's custom colors, by letter."""


class Portrait(TypedDict):
    """The drawing of a player."""

    name: str
    path: str
    """An SVG path in a 24-by-24 box."""


class Introduction(Looks):
    """The constant content that odds, tournament and lesson widgets share; it changes only with the language."""

    v: Literal[1]
    language: str
    notice: str
    asks: NotRequired[Literal[True]]
    """Present if Python is asking for the browser's preferred language."""


# down: Python's messages, apart from the views


class Refusal(TypedDict):
    """The reason why a message was refused."""

    code: str
    """A code for programs, from the rules or from a widget."""
    rule: str | None
    """The rule number in the rulebook, such as "C5"."""
    why: str
    """A human-readable sentence."""


class Reject(Refusal):
    """A refusal. Without an id, it reports a problem that no message caused, such as a failed computer player."""

    kind: Literal["reject"]
    id: str | None
    cards: NotRequired[str]
    """The cards that caused the refusal."""


class Offer(TypedDict):
    """An unfinished game; the browser stores only its token."""

    token: str
    text: str
    """The label, such as "Phase 10, round 3: Ada, Blaise; 20 minutes ago"."""


class Welcome(TypedDict):
    """The answer to "hello" and "forget"; it has no id if another game has begun at this table."""

    kind: Literal["welcome"]
    id: str | None
    token: str | None
    """The token of the game at this table, or null if the game is not stored."""
    offers: list[Offer]


class SavedFile(TypedDict):
    """The answer to "save" and "export": a file that the browser offers for download."""

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
    """The id, "<client>:<n>", at most 100 characters; Python ignores a second message with the same id."""
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
    """Load a file's content."""

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
