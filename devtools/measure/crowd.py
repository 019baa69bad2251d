"""Let a crowd play at shared tables, over real connections: ``python -m devtools.measure.crowd``.

The promise: a server holds ten classes of 40 on half a core (docs/host.md). It takes three minutes.

A server of its own gets so many rooms, each with so many people at so many tables; computer players have more seats at
each table, as far as its game has them. Everybody acts a while after it is their turn. Print the times from an action
to the actor's own view, and to the views on all screens of the table; the server's processor time and memory; and all
wrong views. Then kill the server, start it again, let all pages come back at once, and print how long each waited for
its table. The new server replays every game from its book: a page's last view before must equal its first one after.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from devtools import command
from phase10_widgets import EDITIONS, edition

from .common import ranked
from .server import Server, started

QUICK = {"classic": "taste", "flip": "taste", "standard": "taste", "masters": "full"}


Anybody = TypeVar("Anybody", bound="Somebody")


@dataclass
class Seen:
    """The observations of the crowd."""

    own: list[float] = field(default_factory=list)
    """The seconds from an action to the actor's view."""
    everywhere: list[float] = field(default_factory=list)
    """The seconds from an action to each view of it."""
    wrong: Counter[str] = field(default_factory=Counter)
    views: int = 0
    compared: int = 0
    rounds: int = 0
    games: int = 0


class Somebody:
    """A person at a table."""

    def __init__(self, service: str, token: str, seen: Seen, acted: dict[Any, tuple[int, float]], pause: float) -> None:
        """Take the service's address, a token, and the shared notes of all."""
        self.service, self.token, self.seen, self.acted, self.pause = service, token, seen, acted, pause
        self.hosts = False
        """True if this is the host of a room, who starts the next game."""
        self.chance = random.Random(token)
        self.language = self.chance.choice(("en", "de"))
        self.ready = asyncio.Event()
        self.code = ""
        self.place: Any = None
        self.view: Any = None
        self._count = 0
        self._said = ""
        """The last message to the table: continue or action, and the number of its view."""
        self._line: ClientConnection | None = None
        self._acting: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Be at the table until cancelled."""
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
        assert self._line is not None, "the line is open"
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
        elif message.get("message", {}).get("kind") == "reject":
            self.seen.wrong[f"refused {self._said}: {message['message']['why'][:60]}"] += 1

    def _look(self, view: Any) -> None:
        now, seat = time.monotonic(), view["you"]
        self.view = view
        self.seen.views += 1
        rev, at = self.acted.get(self.place[:2], (view["rev"], now))
        if view["events"] and rev < view["rev"] <= rev + 2:
            self.seen.everywhere.append(now - at)
            if view["ack"]:
                self.seen.own.append(now - at)
        observation = view["observation"]
        if seat != self.place[2] or (seat is not None and observation["seat"] != seat):
            self.seen.wrong["the view is somebody else's"] += 1
        elif len(observation["hand"].split()) not in (0, observation["seats"][seat]["cards"]):
            self.seen.wrong["the hand is not as long as the seat says"] += 1
        self._do(self._act(view))

    def _do(self, deed: Coroutine[Any, Any, None]) -> None:
        """Do this instead of what was to be done next."""
        if self._acting is not None:
            self._acting.cancel()
        self._acting = asyncio.create_task(deed)

    async def _act(self, view: Any) -> None:
        if not (view["summary"] or view["legal"]):
            return
        await asyncio.sleep(self.pause * self.chance.uniform(0.5, 1.5))
        self._count += 1
        message: dict[str, Any] = {"v": 1, "id": f"{self.token[:8]}:{self._count}", "rev": view["rev"]}
        self._said = f"{'continue' if view['summary'] else 'action'} at {view['rev']}"
        if view["summary"]:
            self.seen.rounds += 1
            self.acted.pop(self.place[:2], None)  # what follows is no answer to the action before
            await self.ask("say", message={**message, "kind": "continue"})
            return
        self.acted[self.place[:2]] = view["rev"], time.monotonic()
        await self.ask("say", message={**message, "kind": "action", "action": self.choose(view)})

    def choose(self, view: Any) -> Any:
        """Return an action at random, but one that puts cards on the table if there is one."""
        legal = view["legal"]
        return self.chance.choice([each for each in legal if each["type"] in ("lay_down", "hit")] or legal)


def post(service: str, path: str, content: Any, source: str = "127.0.0.1") -> Any:
    """Return the answer to a request from an address of this machine."""
    at = urlsplit(service)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=30, source_address=(source, 0))
    try:
        connection.request("POST", f"/live/{path}", json.dumps(content), {"Content-Type": "application/json"})
        return json.load(connection.getresponse())
    finally:
        connection.close()


async def gathered(
    server: Server, rooms: Sequence[str], chosen: argparse.Namespace, enter: Callable[[str, int], Anybody]
) -> dict[Anybody, asyncio.Task[None]]:
    """Fill the rooms of these hosts, seat everybody, and start all tables; return everybody and what they do.

    *enter* makes a person, of a token and the number of the room.
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
        plan = {"edition": name, "preset": QUICK[name], "seats": seats, "level": 5}
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
    """Open rooms; return the tokens of their hosts. One address opens three an hour, so each comes from another."""
    asked = [(f"Teacher {number + 1}", f"127.0.0.{number + 2}") for number in range(rooms)]
    answers = [await asyncio.to_thread(post, server.address, "open", {"name": name}, source) for name, source in asked]
    return [str(answer["token"]) for answer in answers]


async def came_back(service: str, token: str) -> tuple[float, Any]:
    """Return the seconds until a page that comes back has its room, and its table if it has one; and that view."""
    began = time.monotonic()
    async with connect(f"{service.replace('http', 'ws', 1)}live/line", max_size=2**22, open_timeout=60) as line:
        await line.send(json.dumps({"kind": "hello", "id": "back:1", "v": 1, "token": token, "language": "en"}))
        seated = view = None
        async with asyncio.timeout(60):
            async for text in line:
                message = json.loads(text)
                view = message.get("view", view)
                if message["kind"] == "room":
                    seated = message["table"] is not None
                if seated is False or (seated and view):
                    break
    return time.monotonic() - began, view


def compare(before: Any, after: Any, seen: Seen) -> None:
    """Compare a page's last view with the one that it gets from the book, if nothing has happened between them."""
    if before is None or after is None or before["rev"] != after["rev"]:
        return
    seen.compared += 1
    for part in ("observation", "legal", "you"):
        if before[part] != after[part]:
            seen.wrong[f"{part} is not what the book says"] += 1


async def left(tasks: Iterable[asyncio.Task[None]], wrong: Counter[str]) -> None:
    """Let everybody leave; count the lines that had ended before."""
    tasks = [*tasks]
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            wrong[f"a line ended: {ended!r}"] += 1


async def crowd(chosen: argparse.Namespace) -> int:
    """Run the crowd; return 1 if a view was wrong."""
    seen = Seen()
    with tempfile.TemporaryDirectory() as home, started(Path(home), "serve", "--open", "--cull=1") as server:
        empty = server.used()[1]
        acted = dict[Any, tuple[int, float]]()
        tasks = await gathered(
            server,
            await opened(server, chosen.rooms),
            chosen,
            lambda token, _: Somebody(server.address, token, seen, acted, chosen.pause),
        )
        await asyncio.sleep(5)
        seen.own.clear()
        seen.everywhere.clear()
        began, (used, most) = time.monotonic(), server.used()
        while (lasted := time.monotonic() - began) < chosen.seconds:
            await asyncio.sleep(1)
            most = max(most, server.used()[1])
        spent = server.used()[0] - used
        await left(tasks.values(), seen.wrong)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        back = await asyncio.gather(*[came_back(server.address, one.token) for one in tasks])
        for one, (_, view) in zip(tasks, back, strict=True):
            compare(one.view, view, seen)
        after = server.used()[1]
    waits = [took for took, _ in back]
    for name, times in (("own view", seen.own), ("all screens", seen.everywhere), ("back after a restart", waits)):
        print(f"{name}: {ranked(times)}")
    print(f"{len(seen.own) / lasted:.1f} actions of people a second, {seen.views} views, {seen.games} games")
    print(f"server: {spent / lasted:.2f} cores, {most / 2**20:.0f} MiB, {after / 2**20:.0f} after the restart")
    print(f"memory grew by {(most - empty) / chosen.rooms / chosen.people / 2**20:.2f} MiB for each seated pupil")
    print(f"{seen.compared} last views compared with the book; wrong: {dict(seen.wrong)}")
    return int(bool(seen.wrong))


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("--rooms", type=int, default=1, help="default: %(default)s")
    words.add_argument("--people", type=int, default=40, help="in each room; default: %(default)s")
    words.add_argument("--tables", type=int, default=10, help="in each room; default: %(default)s")
    words.add_argument("--computers", type=int, default=1, help="players at each table; default: %(default)s")
    words.add_argument("--seconds", type=float, default=120, help="default: %(default)s")
    words.add_argument("--pause", type=float, default=2.0, help="seconds before somebody acts; default: %(default)s")
    return asyncio.run(crowd(words.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
