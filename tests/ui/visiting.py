"""Visits without a network, with pages that record their messages and a clock that tests control."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

from phase10_widgets.store.store import Store
from phase10_widgets.ui.solo.visit import SoloVisit, Visits

Given = ParamSpec("Given")


def in_a_loop(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Run an asynchronous test in its own event loop."""

    @wraps(test)
    def run(*given: Given.args, **named: Given.kwargs) -> None:
        asyncio.run(test(*given, **named))

    return run


class Service:
    """A service for people who play alone."""

    def __init__(self, store: Store | None = None, **options: Any) -> None:
        """Store games in *store*; *options* are passed to `Visits`."""
        self.now = 0.0
        self.visits = Visits(store, clock=lambda: self.now, **options)


def visit_of(line: Line) -> SoloVisit:
    """Return a page's visit."""
    visit = line.service.visits._visits[line.visit]
    assert isinstance(visit, SoloVisit)
    return visit


class Line:
    """The connection of a page."""

    def __init__(
        self, service: Service, *, visit: str | None = None, language: str | None = "en", address: str = "", **more: Any
    ) -> None:
        """Open a page, optionally to return to a *visit*."""
        self.service, self.address, self.count = service, address, 0
        self.sent: list[Any] = []
        self.closed: int | None = None
        hello = {"kind": "hello", "v": 1, "visit": visit, "start": "setup", "language": language, **more}
        service.visits.hear(self, hello)

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def close(self, code: int) -> None:
        self.closed = code

    def say(self, kind: str, *, screen: int | None = None, **fields: Any) -> str:
        """Send a message to the screen; return its id."""
        self.count += 1
        message_id = f"{id(self)}:{self.count}"
        message = {"kind": kind, "v": 1, "id": message_id, "rev": self.view.get("rev", 0), **fields}
        number = self.screen["screen"] if screen is None else screen
        self.service.visits.hear(self, {"kind": "say", "screen": number, "message": message})
        return message_id

    def last(self, kind: str) -> Any:
        """Return the last message of this kind."""
        return next(message for message in reversed(self.sent) if message["kind"] == kind)

    def told(self, kind: str) -> Any:
        """Return the last message of this kind from the screen."""
        messages = [each["message"] for each in self.sent if each["kind"] == "tell" and "message" in each]
        return next(message for message in reversed(messages) if message["kind"] == kind)

    @property
    def visit(self) -> str:
        return str(self.last("welcome")["visit"])

    @property
    def screen(self) -> Any:
        return self.last("screen")

    def _shown(self, what: str) -> Any:
        number = self.screen["screen"]
        return next(each[what] for each in reversed(self.sent) if what in each and each["screen"] == number)

    @property
    def about(self) -> Any:
        return self._shown("about")

    @property
    def view(self) -> Any:
        return self._shown("view")


def start(line: Line, edition: str = "classic", people: int = 1, **options: Any) -> None:
    """Start a game with these people and two computer players."""
    names = ["Ana", "Ben", "Cleo"][:people]
    players = [*({"name": name, "player": None} for name in names), *({"name": "Bo", "player": "greedy"},) * 2]
    line.say("start", edition=edition, players=players, options=options, seed=7)


def act(line: Line, chance: random.Random) -> bool:
    """Take any legal action; return False if the game is over."""
    view = line.view
    if view["over"]:
        return False
    if view["curtain"]:
        line.say("ready")
    elif view["summary"]:
        line.say("continue")
    else:
        line.say("action", action=chance.choice(view["legal"]))
    return True
