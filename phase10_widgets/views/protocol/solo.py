"""A line between a page and its own game: the screens that one browser shows, one after another.

Messages are JSON texts, over a websocket or from a worker of the browser. A page says ``hello`` first. The screens'
own views and messages, as in `setup` and `table`, travel inside ``screen``, ``tell`` and ``say`` and stay as they are.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .messages import Answered
from .setup import SetupAbout, SetupMessage, SetupRequest
from .table import About, Message, TableRequest, View

SoloName: TypeAlias = Literal["setup", "table", "coach"]
"""The component that shows a screen: the setup screen, a table or a replay, the coach."""
PageName: TypeAlias = Literal["lesson", "table", "odds", "tournament"]
"""The component that shows a screen of a lesson's page; "lesson" shows figures, questions and progress."""
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


class PageScreen(TypedDict):
    """A screen of a lesson's page with everything on it, once the page has looked for it."""

    kind: Literal["screen"]
    screen: int
    """The number of its place on the page."""
    name: PageName
    about: dict[str, Any]
    view: Answered
    kept: NotRequired[str]
    """The progress that the browser should store."""


class PageTell(TypedDict):
    """A change of a screen on a lesson's page, or its message."""

    kind: Literal["tell"]
    screen: int
    about: NotRequired[dict[str, Any]]
    view: NotRequired[Answered]
    kept: NotRequired[str]
    message: NotRequired[dict[str, Any]]


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
PageDown: TypeAlias = SoloWelcome | PageScreen | PageTell | SoloBye


# up


class SoloHello(TypedDict):
    """The first message of every line."""

    kind: Literal["hello"]
    v: Literal[1]
    visit: str | None
    """The visit that this page comes back to; null for a new page."""
    start: SoloStart
    page: NotRequired[str]
    """The name of a lesson's page; without it, the line is for a game."""
    language: str | None
    """The language that somebody chose in this browser; null if nobody did."""


class SoloSay(TypedDict):
    """A message to a screen."""

    kind: Literal["say"]
    screen: int
    message: SetupRequest | TableRequest


class SoloLook(TypedDict):
    """A request for a screen of a lesson's page that has come into sight."""

    kind: Literal["look"]
    screen: int


class SoloBeat(TypedDict):
    """A sign of life."""

    kind: Literal["beat"]


SoloUp: TypeAlias = SoloHello | SoloLook | SoloSay | SoloBeat
