"""A crowd that plays at shared tables over real connections; each person acts some time after their turn begins."""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from phase10_widgets import EDITIONS, edition
from phase10_widgets.rooms.requests import REACTIONS

from .server import Server

REACTS = 0.2
"""The chance that somebody reacts before acting."""
QUICK = {"classic": "taste", "flip": "taste", "standard": "taste", "masters": "full"}


Anybody = TypeVar("Anybody", bound="Somebody")


@dataclass
class Seen:
    """The crowd's observations."""

    own: list[float] = field(default_factory=list)
    """The number of seconds from each action to the view that shows the result to the person who acted."""
    wrong: Counter[str] = field(default_factory=Counter)
    views: int = 0
    games: int = 0
    reactions: int = 0
    """The number of reactions that people saw, their own and those of others."""


class Somebody:
    """A person at a table."""

    def __init__(self, service: str, token: str, seen: Seen, acted: dict[Any, tuple[int, float]], pause: float) -> None:
        """Store the service's address, a token, and the notes that everyone shares."""
        self.service, self.token, self.seen, self.acted, self.pause = service, token, seen, acted, pause
        self.hosts = False
        """True for a room's host, who starts the next game."""
        self.chance = random.Random(token)
        self.language = self.chance.choice(("en", "de"))
        self.ready = asyncio.Event()
        self.code = ""
        self.place: Any = None
        self.view: Any = None
        self._count = 0
        self._said = ""
        """The last message to the table ("continue" or "action") and the number of the view that it answers."""
        self._line: ClientConnection | None = None
        self._acting: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Stay at the table until canceled."""
        at = self.service.replace("http", "ws", 1)
        async with connect(f"{at}live/line", max_size=2**22) as self._line:
            await self.ask("hello", v=1, token=self.token, language=self.language)
            beating = asyncio.create_task(self._beat())
            try:
                async for text in self._line:
                    self._hear(json.loads(text))
            finally:
                beating.cancel()
                if self._acting is not None:
                    self._acting.cancel()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(4)
            await self.ask("beat")

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self._count += 1
        assert self._line is not None, "the connection is open"
        await self._line.send(json.dumps({"kind": kind, "id": f"{self.token[:8]}:{self._count}", **fields}))

    def _hear(self, message: Any) -> None:
        if message["kind"] == "welcome":
            self.code = message["code"]
            self.ready.set()
        elif message["kind"] == "room":
            self.place = self.code, message["table"], message["seat"]
            if self.hosts and any(row["state"] == "over" for row in message["tables"]):
                self.seen.games += 1
                asyncio.get_running_loop().create_task(self.ask("start", table=None))
        elif message["kind"] == "bye":
            self.seen.wrong[f"bye {message['code']}"] += 1
        elif "view" in message:
            self._look(message["view"])
        elif message.get("message", {}).get("kind") == "reaction":
            self.seen.reactions += 1
        elif message.get("message", {}).get("kind") == "reject":
            self.seen.wrong[f"refused {self._said}: {message['message']['why'][:60]}"] += 1

    def _look(self, view: Any) -> None:
        now, seat = time.monotonic(), view["you"]
        self.view = view
        self.seen.views += 1
        rev, at = self.acted.get(self.place[:2], (view["rev"], now))
        if view["events"] and view["ack"] and rev < view["rev"] <= rev + 2:
            self.seen.own.append(now - at)
        observation = view["observation"]
        if seat != self.place[2] or (seat is not None and observation["seat"] != seat):
            self.seen.wrong["the view belongs to somebody else"] += 1
        elif len(observation["hand"].split()) not in (0, observation["seats"][seat]["cards"]):
            self.seen.wrong["the hand size does not match the seat"] += 1
        self._do(self._act(view))

    def _do(self, deed: Coroutine[Any, Any, None]) -> None:
        """Perform this action instead of the next planned one."""
        if self._acting is not None:
            self._acting.cancel()
        self._acting = asyncio.create_task(deed)

    async def _act(self, view: Any) -> None:
        if not (view["summary"] or view["legal"]):
            return
        await asyncio.sleep(self.pause * self.chance.uniform(0.5, 1.5))
        self._count += 1
        message: dict[str, Any] = {"v": 1, "id": f"{self.token[:8]}:{self._count}", "rev": view["rev"]}
        if self.chance.random() < REACTS:
            await self.ask("say", message={**message, "kind": "react", "reaction": self.chance.randrange(REACTIONS)})
            self._count += 1
            message["id"] = f"{self.token[:8]}:{self._count}"
        self._said = f"{'continue' if view['summary'] else 'action'} at {view['rev']}"
        if view["summary"]:
            self.acted.pop(self.place[:2], None)  # the next view is not an answer to the previous action
            await self.ask("say", message={**message, "kind": "continue"})
            return
        self.acted[self.place[:2]] = view["rev"], time.monotonic()
        await self.ask("say", message={**message, "kind": "action", "action": self.choose(view)})

    def choose(self, view: Any) -> Any:
        """Return a random action, preferring those that put cards on the table."""
        legal = view["legal"]
        return self.chance.choice([each for each in legal if each["type"] in ("lay_down", "hit")] or legal)


def post(service: str, path: str, content: Any, source: str = "127.0.0.1") -> Any:
    """Send a request from one of this machine's addresses, and return the answer."""
    at = urlsplit(service)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=30, source_address=(source, 0))
    try:
        connection.request("POST", f"/live/{path}", json.dumps(content), {"Content-Type": "application/json"})
        return json.load(connection.getresponse())
    finally:
        connection.close()


async def gathered(
    server: Server,
    rooms: Sequence[str],
    chosen: argparse.Namespace,
    enter: Callable[[str, int], Anybody],
    preset: str = "",
) -> dict[Anybody, asyncio.Task[None]]:
    """Fill these hosts' rooms, seat everybody, and start all tables; return the people and their tasks.

    *enter* creates a person from a token and a room number.
    """
    people, tables, tasks = chosen.people, chosen.tables, dict[Anybody, asyncio.Task[None]]()

    async def entered(token: str, room: int) -> Anybody:
        one = enter(token, room)
        tasks[one] = asyncio.create_task(one.play())
        await one.ready.wait()
        return one

    for number, host_token in enumerate(rooms):
        host = await entered(host_token, number)
        name = EDITIONS[number % len(EDITIONS)]
        seats = min(-(-people // tables) + chosen.computers, edition(name).seats[-1])
        plan = {"edition": name, "preset": preset or QUICK[name], "seats": seats, "level": 5}
        await host.ask("tables", n=tables)
        for table in range(1, tables + 1):
            await host.ask("plan", table=table, **plan)
            await asyncio.sleep(0.11)
        for one in range(people):
            asked = {"code": host.code, "name": f"Pupil {one + 1}"}
            joined = await asyncio.to_thread(post, server.address, "join", asked)
            guest = await entered(joined["token"], number)
            await guest.ask("sit", table=one % tables + 1)
        await asyncio.sleep(0.5)
        await host.ask("start", table=None)
        host.hosts = True
    return tasks


async def opened(server: Server, rooms: int) -> list[str]:
    """Open rooms from different addresses, which may each open three rooms an hour; return their hosts' tokens."""
    asked = [(f"Teacher {number + 1}", f"127.0.0.{number + 2}") for number in range(rooms)]
    answers = [await asyncio.to_thread(post, server.address, "open", {"name": name}, source) for name, source in asked]
    return [str(answer["token"]) for answer in answers]


async def left(tasks: Iterable[asyncio.Task[None]], wrong: Counter[str]) -> None:
    """Let everybody leave, and count the connections that had already ended."""
    tasks = [*tasks]
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            wrong[f"a connection ended: {ended!r}"] += 1
