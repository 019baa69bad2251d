"""The connection between a page and its game: the screens that one browser shows, one after another.

Messages are JSON texts, over a websocket or from a worker of the browser. A page says ``hello`` first. The screens'
own views and messages, as in `setup` and `table`, travel inside ``screen``, ``tell`` and ``say`` and stay as they are.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from ..setup.wire import SetupAbout, SetupMessage, SetupRequest
from ..table.messages_wire import Message, TableRequest
from ..table.wire import About, View
from ..wire import Answered

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
    """The secret name of this visit, with which a page that has lost its connection returns."""
    new: bool
    """True for a new visit; a page that tried to return then finds no earlier one."""


class SoloScreen(TypedDict):
    """A screen with everything on it, when it opens and when a page reconnects."""

    kind: Literal["screen"]
    screen: int
    """Counts the screens of a visit from 1."""
    name: SoloName
    about: SetupAbout | About
    view: Answered | View


class SoloTell(TypedDict):
    """A change of a screen, or a message from it."""

    kind: Literal["tell"]
    screen: int
    about: NotRequired[SetupAbout | About]
    view: NotRequired[Answered | View]
    message: NotRequired[SetupMessage | Message]


class PageScreen(TypedDict):
    """A screen of a lesson's page with everything on it, once the page has asked for it."""

    kind: Literal["screen"]
    screen: int
    """The number of its place on the page."""
    name: PageName
    about: dict[str, Any]
    view: Answered
    kept: NotRequired[str]
    """The progress that the browser should store."""


class PageTell(TypedDict):
    """A change of a screen on a lesson's page, or a message from it."""

    kind: Literal["tell"]
    screen: int
    about: NotRequired[dict[str, Any]]
    view: NotRequired[Answered]
    kept: NotRequired[str]
    message: NotRequired[dict[str, Any]]


class SoloBye(TypedDict):
    """The end of a connection."""

    kind: Literal["bye"]
    code: int
    """4409: this page is outdated; 4410: its server plays no games; 4429: too many messages; 1012: reconnect later."""
    why: str
    """For people: a sentence."""
    after: float | None
    """The seconds after which the page may reconnect by itself; null leaves the time to the page."""


SoloDown: TypeAlias = SoloWelcome | SoloScreen | SoloTell | SoloBye
PageDown: TypeAlias = SoloWelcome | PageScreen | PageTell | SoloBye


# up


class SoloHello(TypedDict):
    """The first message of every connection."""

    kind: Literal["hello"]
    v: Literal[1]
    visit: str | None
    """The visit to which this page returns; null for a new page."""
    start: SoloStart
    page: NotRequired[str]
    """The name of a lesson's page; without it, the connection is for a game."""
    language: str | None
    """The language chosen in this browser; null if none was chosen."""


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
