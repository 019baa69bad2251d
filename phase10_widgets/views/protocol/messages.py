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
    """Those of an edition's own colors, by letter."""


# down: what Python says beside the views


class Refusal(TypedDict):
    """Why a message was not carried out."""

    code: str
    """For programs: one of the rules' codes, or of a widget's."""
    rule: str | None
    """The rulebook's number, such as "C5"."""
    why: str
    """For people: a sentence."""


class Reject(Refusal):
    """A refusal. Without an id it is trouble that no message caused, such as a computer player that failed."""

    kind: Literal["reject"]
    id: str | None
    cards: NotRequired[str]
    """The cards that caused it."""


class Offer(TypedDict):
    """A game that was left unfinished; its token is all that the browser keeps of it."""

    token: str
    text: str
    """ "Phase 10, round 3: Ada, Blaise; 20 minutes ago"."""


class Welcome(TypedDict):
    """The answer to "hello" and "forget"; without an id when another game is played here."""

    kind: Literal["welcome"]
    id: str | None
    token: str | None
    """Of the game on this table; null where none is stored."""
    offers: list[Offer]


class SavedFile(TypedDict):
    """The answer to "save" and "export": the browser offers it for download."""

    kind: Literal["file"]
    id: str
    name: str
    text: str


class Pong(TypedDict):
    """The answer to "ping": Python is there."""

    kind: Literal["pong"]
    id: str


# up: what a browser asks


class Request(TypedDict):
    """The header of every message from a browser."""

    v: Literal[1]
    id: str
    """ "<client>:<n>", at most 100 characters; Python ignores a second message of the same id."""
    rev: int
    """The view that the browser shows; a message that acts on an older one is refused."""


class Ping(Request):
    """Ask whether Python is there."""

    kind: Literal["ping"]


class SpeakRequest(Request):
    """Speak another language from now on."""

    kind: Literal["language"]
    language: str
    """Such as "en"."""


class LoadRequest(Request):
    """Go on with what a file holds."""

    kind: Literal["load"]
    text: str
    """At most 2,000,000 characters."""


class ResumeRequest(Request):
    """Go on with a stored game."""

    kind: Literal["resume"]
    token: str


class ForgetRequest(Request):
    """Remove a stored game; the answer offers those that are left."""

    kind: Literal["forget"]
    token: str
    tokens: list[str]
    """The tokens that the browser stores; Python reads at most 5."""
