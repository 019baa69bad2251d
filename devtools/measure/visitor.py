"""A simulated visitor: a browser that plays the game over real HTTP and a websocket."""

from __future__ import annotations

import asyncio
import random
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from websockets.exceptions import WebSocketException

from phase10_widgets.sessions.session import Session

from .open_page import LostError, Page, opened

NEXT_TRY = 1.0
"""The number of seconds after which a visitor who could not get in tries again."""


@dataclass
class Found:
    """All visitors' observations."""

    waits: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    returned: list[float] = field(default_factory=list)
    """The number of seconds from losing the connection to seeing the same table again, with all actions."""
    errors: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    games: int = 0


class Visitor:
    """A person who reconnects after a lost connection and continues the game."""

    def __init__(self, addresses: Sequence[str], number: int, found: Found, pause: float) -> None:
        """Set up a visitor who switches to the next of these addresses when reconnecting."""
        self.name, self.found, self.pause = f"Visitor {number}", found, pause
        self.until = 0.0
        """The time at which the visitor leaves."""
        self._addresses = cycle(addresses)
        self.random = random.Random(number)
        self.token = ""
        """The token of the game being played, or an empty string if there is no game."""
        self.played: list[str] = []
        """This visitor's actions in the game being played, in short form."""
        self.safe = 0
        """The number of these actions that should be stored, because the table has not reported otherwise."""

    async def visit(self, until: float) -> None:
        """Open the game, and play until this time."""
        began, self.until = time.monotonic(), until
        address = next(self._addresses)
        while self._stays:
            try:
                async with opened(address, self.found.errors) as page:
                    try:
                        await self._play(page, began)
                    except (LostError, OSError, WebSocketException):
                        began = time.monotonic()
                        raise
            except LostError:
                await asyncio.sleep(NEXT_TRY)
                address = next(self._addresses)
            except Exception as error:
                ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == __file__]
                lines = ", ".join(f"{frame.name} {frame.lineno}" for frame in ours)
                self.found.errors[f"{type(error).__name__}: {str(error)[:100]} ({lines})"] += 1
                break

    @property
    def _stays(self) -> bool:
        return time.monotonic() < self.until

    async def _play(self, page: Page, began: float) -> None:
        """Play one game after another; *began* is the time at which this person requested the first table."""
        await page.begin()
        setup = await page.shown("about", "presets")
        while self._stays:
            if returns := bool(self.token and self.safe):
                message_id = await page.say(setup, kind="resume", token=self.token)
            else:
                self.played = []
                message_id = await page.say(
                    setup,
                    kind="start",
                    edition="classic",
                    players=[{"name": self.name, "player": None}, {"name": "Bo", "player": "expert:5"}],
                    options={"phases": [1, 2]},
                )
            table = await page.shown("view", "legal", message_id)
            if returns:
                await self._compare(page, table)
            if began:
                (self.found.returned if returns else self.found.opened).append(time.monotonic() - began)
                began = 0.0
            await page.say(table, kind="hello", tokens=[])
            message_id = await page.say(table, kind="pace", seconds=0.2)
            await page.until(lambda message_id=message_id: message_id in page.answered, message_id)
            await self._one_game(page, table)
            if not self._stays:
                return
            self.found.games += 1
            self.token, self.played, self.safe, page.token = "", [], 0, ""
            await page.say(table, kind="again", rev=page.view(table)["rev"])
            await page.until(lambda table=table: table not in page.states)
            setup = await page.shown("about", "presets")

    async def _compare(self, page: Page, table: str) -> None:
        """Record answered actions that are missing from the game, and actions in the game that were never sent."""
        message_id = await page.say(table, kind="save", rev=page.view(table)["rev"])
        text: str = await page.until(lambda: page.files.pop(message_id, ""), message_id)
        rounds = Session.load(text).game.record()["rounds"]
        mine = [action for row in rounds for action in row["actions"] if action["seat"] == 0]
        stored = [_in_short(action) for action in mine]
        if stored[: self.safe] != self.played[: self.safe]:
            self.found.wrong["an action was lost"] += 1
        elif len(stored) > len(self.played) + 1:
            self.found.wrong["an action was duplicated or never sent"] += 1
        self.played, self.safe = stored, len(stored)  # the last action may have been stored but not answered

    async def _one_game(self, page: Page, table: str) -> None:
        while self._stays:
            view = page.view(table)
            self._check(view)
            if view["over"]:
                return
            action = None
            if view["summary"]:
                message_id = await page.say(table, kind="continue", rev=view["rev"])
                self.found.rounds += 1
            elif view["legal"]:
                action = self._choose(view["legal"])
                message_id = await page.say(table, kind="action", rev=view["rev"], action=action)
            else:
                await page.until(lambda rev=view["rev"]: page.view(table)["rev"] > rev)
                continue
            began = time.monotonic()
            await page.until(lambda message_id=message_id: message_id in page.rejected or message_id in page.answered)
            self.found.waits.append(time.monotonic() - began)
            if why := page.rejected.pop(message_id, None):
                self.found.wrong[f"refused: {why}"] += 1
            elif action:
                self.token = page.token or self.token
                self.played.append(_in_short(action))
                self.safe = len(self.played) if page.stored else self.safe
            await asyncio.sleep(self.pause * self.random.uniform(0.5, 1.5))

    def _choose(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """Choose an action as a beginner would: lay down or hit if possible, and otherwise take any action."""
        for kind in ("lay_down", "hit"):
            fitting = [action for action in legal if action["type"] == kind]
            if fitting:
                return fitting[0]
        return self.random.choice(legal)

    def _check(self, view: dict[str, Any]) -> None:
        """Record a view as wrong if it belongs to another visitor or shows hidden cards."""
        seen = view["observation"]
        if seen is None:
            return
        if seen["seats"][0]["name"] != self.name:
            self.found.wrong["the view belongs to another visitor"] += 1
        # The next deal is hidden while the round's summary is shown.
        if len(seen["hand"].split()) not in (0, seen["seats"][0]["cards"]):
            self.found.wrong["the hand size does not match the seat"] += 1
        if any("hand" in row for row in seen["seats"]):
            self.found.wrong["the view contains another hand"] += 1


def _in_short(action: dict[str, Any]) -> str:
    """Return an action without its groups, which a file may list in a different order."""
    return " ".join(filter(None, (action["type"], action.get("from"), action.get("card"))))
