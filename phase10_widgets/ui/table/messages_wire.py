"""The messages between a table and its browser, apart from the views."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ..wire import (
    ForgetRequest,
    LoadRequest,
    Ping,
    Pong,
    Refusal,
    Reject,
    Request,
    ResumeRequest,
    SavedFile,
    SpeakRequest,
    Welcome,
)
from .coach_wire import FinishedView, SpotView
from .moves_wire import Action
from .rules_wire import Pile


class Hint(Refusal):
    """The answer to "hint": the expert's action and the reason for it, shown where refusals appear."""

    kind: Literal["hint"]
    id: str
    cards: str
    """The cards to highlight (empty for none)."""
    action: Action
    """The expert's choice, which the primary button performs."""
    hint: Pile | Literal["hand", "phase"]
    """The place to look at."""
    group: str
    """The laid group to highlight, as "owner-index" (empty for none)."""


class History(TypedDict):
    """This browser's finished games, newest first, and the player's weak spots."""

    kind: Literal["history"]
    id: str
    games: list[FinishedView]
    spots: list[SpotView]


class Story(TypedDict):
    """The events up to and including view `rev`; this story replaces any earlier one."""

    kind: Literal["story"]
    rev: int
    lines: list[list[str]]
    """A list of sentences for each turn."""


class Reaction(TypedDict):
    """A person at a shared table has shown the others a drawing."""

    kind: Literal["reaction"]
    seat: int
    reaction: int
    """The number of the drawing, from 0 to 5."""


Message: TypeAlias = Reject | Hint | History | Welcome | Story | Reaction | SavedFile | Pong


class HelloRequest(Request):
    """Open the table."""

    kind: Literal["hello"]
    tokens: list[str]
    """The tokens of the games that this browser stores; Python reads at most 5."""


class ActionRequest(Request):
    """Act for the seat in the view."""

    kind: Literal["action"]
    action: Action


class PlainRequest(Request):
    """Perform an action that needs no parameters.

    The following act on the current view: "undo", "continue" (after a round), "ready" (behind the curtain), "step" (of
    a computer player), "hint", "try" (which starts a second try), and "back" (from a replay or a second try). "save"
    and "leave" are always valid.
    """

    kind: Literal["undo", "continue", "ready", "step", "hint", "try", "back", "save", "leave"]


class AgainRequest(Request):
    """Play another game."""

    kind: Literal["again"]
    same: NotRequired[bool]
    """True to deal the same cards again."""


class PaceRequest(Request):
    """Set the pause between computer players' steps."""

    kind: Literal["pace"]
    seconds: float | None
    """The pause, 0 to 5 seconds; null makes each step wait for a "step" message."""


class PauseRequest(Request):
    """Pause the computer players, or let them continue."""

    kind: Literal["pause"]
    on: bool


class ReactRequest(Request):
    """Show the others at a shared table one of six drawings."""

    kind: Literal["react"]
    reaction: int
    """The number of the drawing, from 0 to 5."""


class ReplayRequest(Request):
    """Replay the finished game or round."""

    kind: Literal["replay"]
    at: NotRequired[int]
    """The first moment to show, as seen from the viewer's seat."""


class OpenRequest(Request):
    """Review a finished game from the store, or an example."""

    kind: Literal["open"]
    token: str | None
    """The game's token, or null for the example."""


class SeekRequest(Request):
    """Go to a moment in the replay."""

    kind: Literal["seek"]
    at: int


class EyesRequest(Request):
    """Switch to another seat's view."""

    kind: Literal["eyes"]
    eyes: int | Literal["open"] | None


TableRequest: TypeAlias = (
    Ping
    | SpeakRequest
    | LoadRequest
    | ResumeRequest
    | ForgetRequest
    | HelloRequest
    | ActionRequest
    | PlainRequest
    | AgainRequest
    | PaceRequest
    | PauseRequest
    | ReactRequest
    | ReplayRequest
    | OpenRequest
    | SeekRequest
    | EyesRequest
)
