"""A line between a page and its own game: the screens that one browser shows, one after another.

Messages are JSON texts, over a websocket or from a worker of the browser. A page says ``hello`` first. The screens'
own views and messages, as in `setup` and `table`, travel inside ``screen``, ``tell`` and ``say`` and stay as they are.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .messages import Answered
from .setup import SetupAbout, SetupMessage, SetupRequest
from .table import About, Message, TableRequest, View

SoloName: TypeAlias = Literal["setup", "table", "coach"]
"""The component that shows a screen: the setup screen, a table or a replay, the coach."""
SoloStart: TypeAlias = Literal["setup", "coach"]
"""The first screen of a page."""


# down


class SoloWelcome(TypedDict):
    """The answer to ``hello``; the screen follows."""

    kind: Literal["welcome"]
    v: Literal[1]
    visit: str
    """The secret name of this visit: a page that has lost its line comes back with it."""
    new: bool
    """True if the visit begins now: a page that came back finds nothing of an earlier one here."""


class SoloScreen(TypedDict):
    """A screen with everything on it, when it opens and when a page comes back."""

    kind: Literal["screen"]
    screen: int
    """Counts the screens of a visit from 1."""
    name: SoloName
    about: SetupAbout | About
    view: Answered | View


class SoloTell(TypedDict):
    """A screen's change, or its message."""

    kind: Literal["tell"]
    screen: int
    about: NotRequired[SetupAbout | About]
    view: NotRequired[Answered | View]
    message: NotRequired[SetupMessage | Message]


class SoloBye(TypedDict):
    """The end of a line."""

    kind: Literal["bye"]
    code: int
    """4409: this page is outdated; 4410: its server plays no games; 4429: too many messages; 1012: come back later."""
    why: str
    """For people: a sentence."""
    after: float | None
    """The seconds after which the page may come back by itself; null if it should decide that."""


SoloDown: TypeAlias = SoloWelcome | SoloScreen | SoloTell | SoloBye


# up


class SoloHello(TypedDict):
    """The first message of every line."""

    kind: Literal["hello"]
    v: Literal[1]
    visit: str | None
    """The visit that this page comes back to; null for a new page."""
    start: SoloStart
    language: str | None
    """The language that somebody chose in this browser; null if nobody did."""


class SoloSay(TypedDict):
    """A message to a screen."""

    kind: Literal["say"]
    screen: int
    message: SetupRequest | TableRequest


class SoloBeat(TypedDict):
    """A sign of life."""

    kind: Literal["beat"]


SoloUp: TypeAlias = SoloHello | SoloSay | SoloBeat
