"""Kill the games of single visitors: a process that plays them, or the whole server, at random moments."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from phase10_widgets.core.actions import Action, LayDown
from phase10_widgets.session import Session

from .kills import PATIENCE, Seen
from .server import Started, started

VISITORS = 3
WORKERS_FIRST = 0.7
"""The share of the kills that end one process; the others end the server."""
SEAT = 0
"""The seat of the person in each game."""


class Visitor:
    """Somebody who plays alone, and whose page comes back by itself."""

    def __init__(self, service: str, number: int, seen: Seen) -> None:
        """Take the service's address, a number that decides the game, and the shared notes."""
        self.service, self.number, self.seen = service, number, seen
        self.chance = random.Random(number)
        self.acked: list[Action] = []
        """The acknowledged actions of this game, in order."""
        self.pending: tuple[str, Action | None] | None = None
        self.visit: str | None = None
        self.token = ""
        self._screen: Any = {}
        self._count = 0
        self._game = 0
        self._line: ClientConnection
        self._acting: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Play until cancelled; come back whenever the line is lost."""
        at = self.service.replace("http", "ws", 1)
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(f"{at}play/line", max_size=None, open_timeout=5) as self._line:
                    hello = {"kind": "hello", "v": 1, "visit": self.visit, "start": "setup", "language": "en"}
                    await self._line.send(json.dumps(hello))
                    async for text in self._line:
                        await self._hear(json.loads(text))
            if self._acting is not None:
                self._acting.cancel()
            await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    async def say(self, kind: str, **fields: Any) -> str:
        """Send a message to the screen; return its id."""
        self._count += 1
        message_id = f"{self.number}:{self._count}"
        message = {"kind": kind, "v": 1, "id": message_id, "rev": self._screen["view"].get("rev", 0), **fields}
        with contextlib.suppress(WebSocketException):
            await self._line.send(json.dumps({"kind": "say", "screen": self._screen["screen"], "message": message}))
        return message_id

    async def _hear(self, message: Any) -> None:
        match message:
            case {"kind": "welcome"}:
                self.visit = message["visit"]
                self.seen.counted["came back to a new visit"] += int(message["new"] and bool(self.token))
            case {"kind": "screen", "name": "setup"}:
                self._screen = message
                if self.token:
                    await self.say("resume", token=self.token)
                else:
                    await self._start()
            case {"kind": "screen"}:
                self._screen = message
                await self.say("pace", seconds=0)
                await self.say("hello", tokens=[])
                await self.say("save")
            case {"kind": "tell", "message": {"kind": "welcome", "token": str() as token}}:
                self.token = token
            case {"kind": "tell", "message": {"kind": "file", "text": text}}:
                self._check(text)
                self._go_on()
            case {"kind": "tell", "message": {"kind": "reject", "why": why}}:
                self.seen.wrong[f"refused: {why[:80]}"] += 1
            case {"kind": "tell", "view": view}:
                self._screen["view"] = view
                self._look(view)

    async def _start(self) -> None:
        self._game += 1
        self.acked, self.pending = [], None
        players = [{"name": "Ana", "player": None}, {"name": "Bo", "player": "greedy"}]
        seed = 100 * self.number + self._game
        await self.say("start", edition="classic", players=players, options={"phases": [1, 2]}, seed=seed)

    def _look(self, view: Any) -> None:
        if self.pending is not None and view["ack"] == self.pending[0]:
            if self.pending[1] is not None:
                self.acked.append(self.pending[1])
                self.seen.counted["actions"] += 1
                self.seen.last = time.monotonic()
                self.seen.news.set()
            self.pending = None
        self._go_on()

    def _go_on(self) -> None:
        if self._acting is not None:
            self._acting.cancel()
        self._acting = asyncio.create_task(self._act())

    async def _act(self) -> None:
        await asyncio.sleep(self.chance.uniform(0.02, 0.2))
        view = self._screen["view"]
        if self._screen["name"] != "table" or self.pending is not None:  # the token comes with the first action
            return
        if view["over"]:
            self.seen.counted["games over"] += 1
            self.token = ""
            await self.say("again")
        elif view["curtain"]:
            self.pending = await self.say("ready"), None
        elif view["summary"]:
            self.pending = await self.say("continue"), None
        elif view["legal"] and view["thinking"] is None:
            chosen = self.chance.choice(view["legal"])
            known = {name: chosen[name] for name in chosen if name != "text"}
            self.pending = "", None
            self.pending = await self.say("action", action=chosen), Action.from_dict(known)

    def _check(self, text: str) -> None:
        """Compare the game that is played on with what was acknowledged."""
        games = Session.load(text).games
        own = [after.done for before, after in pairwise(games) if after.done and before.to_act == SEAT]
        self.seen.counted["games compared"] += 1
        n = len(self.acked)
        if [*map(plain, own[:n])] != [*map(plain, self.acked)]:
            at = next((at for at in range(n) if [*map(plain, own[at : at + 1])] != [plain(self.acked[at])]), n)
            found = f"{own[at : at + 2]} instead of {self.acked[at : at + 2]}, {len(own)} of {n}"
            self.seen.wrong[f"an acknowledged action is lost, or another one: {found}"] += 1
            self.acked, n = [*own], len(own)
        sent = self.pending[1] if self.pending else None
        if len(own) > n and (sent is None or [*map(plain, own[n:])] != [plain(sent)]):
            self.seen.wrong["an action was doubled, or never sent"] += 1
        if len(own) > n:
            self.seen.counted["stored without an answer"] += 1
            self.acked = [*own]
        self.pending = None


def plain(action: Action) -> object:
    """Return what an action does: the record leaves out how groups are declared where their cards say it."""
    return tuple(group.cards for group in action.groups) if isinstance(action, LayDown) else action


def workers(server: Started) -> list[psutil.Process]:
    """Return the processes that play games."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    return [child for child in children if any("solo_worker" in word for word in child.cmdline())]


async def killed(kills: int, seed: int, home: Path) -> Seen:
    """Let visitors play while their processes are killed so often."""
    seen, chance = Seen(), random.Random(seed)
    with started(home, "serve", "--ready=0") as server:
        visitors = [Visitor(server.address, seed * 10 + at, seen) for at in range(VISITORS)]
        tasks = [asyncio.create_task(one.play()) for one in visitors]
        try:
            for _ in range(kills):
                await _next_action(seen)
                await asyncio.sleep(chance.uniform(0, 1.5))
                began = time.monotonic()
                if chance.random() < WORKERS_FIRST and (those := workers(server)):
                    os.kill(chance.choice(those).pid, signal.SIGKILL)
                    seen.counted["processes killed"] += 1
                    resumed = await _all_back(visitors, seen)
                else:
                    server.kill()
                    await asyncio.to_thread(server.start)
                    seen.started.append(time.monotonic() - began)
                    seen.counted["servers killed"] += 1
                    resumed = await _all_back(visitors, seen)
                seen.resumed.append(resumed - began)
        except TimeoutError:
            seen.wrong["play did not go on"] += 1
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                seen.wrong[f"a page failed: {ended!r}"] += 1
        seen.wrong += server.failed()
    return seen


async def _all_back(visitors: list[Visitor], seen: Seen) -> float:
    """Return when every visitor has had an action acknowledged since now."""
    before = {one.number: (one._game, len(one.acked)) for one in visitors}
    last = time.monotonic()
    while any((one._game, len(one.acked)) <= before[one.number] for one in visitors):
        last = await _next_action(seen)
    return last


async def _next_action(seen: Seen) -> float:
    seen.news.clear()
    await asyncio.wait_for(seen.news.wait(), PATIENCE)
    return seen.last


def report(kills: int, seed: int) -> int:
    """Kill games of single visitors, and print everything; return 0 if nothing was lost or doubled."""
    with tempfile.TemporaryDirectory() as home:
        seen = asyncio.run(killed(kills, seed, Path(home)))
    seen.tell()
    return int(bool(seen.wrong))
