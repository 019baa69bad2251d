"""The connection between a page and its game: the screens that one browser shows, one after another.

Messages are JSON strings, sent over a websocket or exchanged with a worker in the browser. A page sends ``hello``
first. The screens' views and messages, defined in `setup` and `table`, are passed unchanged inside ``screen``,
``tell`` and ``say``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from ..setup.wire import LinkRequest, SetupAbout, SetupMessage, SetupRequest
from ..table.messages_wire import Message, TableRequest
from ..table.wire import About, View
from ..wire import Answered

SoloName: TypeAlias = Literal["setup", "table", "coach"]
"""The component that shows a screen: the setup screen, a table or a replay, or the coach."""
PageName: TypeAlias = Literal["lesson", "table", "odds", "tournament"]
"""The component that shows a screen on a lesson's page; "lesson" shows figures, questions and progress."""
SoloStart: TypeAlias = Literal["setup", "coach"]
"""The first screen of a page."""


# down: messages to the page


class SoloWelcome(TypedDict):
    """The answer to ``hello``; the screen follows."""

    kind: Literal["welcome"]
    v: Literal[1]
    visit: str
    """The secret name of this visit; a page that has lost its connection uses it to return."""
    new: bool
    """True for a new visit; if the page tried to return to an earlier visit, that visit no longer exists."""


class SoloScreen(TypedDict):
    """A screen with everything on it, sent when it opens and when a page reconnects."""

    kind: Literal["screen"]
    screen: int
    """The number of this screen within the visit, starting at 1."""
    name: SoloName
    about: SetupAbout | About
    view: Answered | View


class SoloTell(TypedDict):
    """A change to a screen, or a message from it."""

    kind: Literal["tell"]
    screen: int
    about: NotRequired[SetupAbout | About]
    view: NotRequired[Answered | View]
    message: NotRequired[SetupMessage | Message]


class PageScreen(TypedDict):
    """A screen on a lesson's page with everything on it, sent once the page has asked for it."""

    kind: Literal["screen"]
    screen: int
    """The screen's number on the page."""
    name: PageName
    about: dict[str, Any]
    view: Answered
    kept: NotRequired[str]
    """The progress that the browser should store."""


class PageTell(TypedDict):
    """A change to a screen on a lesson's page, or a message from it."""

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
    """4409: the page is outdated; 4410: the server offers no games; 4429: too many messages; 1012: reconnect later."""
    why: str
    """A human-readable sentence."""
    after: float | None
    """The number of seconds after which the page may reconnect automatically; null lets the page decide."""


SoloDown: TypeAlias = SoloWelcome | SoloScreen | SoloTell | SoloBye
PageDown: TypeAlias = SoloWelcome | PageScreen | PageTell | SoloBye


# up: the page's messages


class SoloHello(TypedDict):
    """The first message of every connection."""

    kind: Literal["hello"]
    v: Literal[1]
    visit: str | None
    """The visit to which this page returns, or null for a new page."""
    start: SoloStart
    request: NotRequired[LinkRequest]
    """The request in the page's link, which replaces the setup screen; sent only once, when *visit* is null."""
    page: NotRequired[str]
    """The name of a lesson's page; without it, the connection is for a game."""
    language: str | None
    """The page's language, or null if the setup screen's greeting determines it."""


class SoloSay(TypedDict):
    """A message to a screen."""

    kind: Literal["say"]
    screen: int
    message: SetupRequest | TableRequest


class SoloLook(TypedDict):
    """A request for a screen that has come into view on a lesson's page."""

    kind: Literal["look"]
    screen: int


class SoloBeat(TypedDict):
    """A heartbeat."""

    kind: Literal["beat"]


SoloUp: TypeAlias = SoloHello | SoloLook | SoloSay | SoloBeat
