"""Kill a server of shared tables again and again: ``python -m devtools.measure.live.kills [--kills N] [--seed N]``.

The promise: a killed server loses no action (docs/live.md). A kill takes some seconds.

Several people play at several tables over websockets. At a random moment the server gets ``kill -9``. Then the book is
read: every action that was acknowledged must be there, none twice, and the record must replay by the rules. The server
starts again on the same data; people come back by themselves and send what was not acknowledged once more. Print the
seconds from its start to the next acknowledged action. Exit with 0 if nothing was lost or doubled, and play went on
within five seconds each time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from devtools import command
from devtools.measure.crowd import QUICK as PRESETS
from devtools.measure.crowd import post
from phase10_widgets import EDITIONS, Game
from phase10_widgets.live.shared_table import SharedTable
from phase10_widgets.live.sql_book import FileBook

from .server import Started, started

RESUMES = 5.0
"""The seconds in which play must go on."""
PATIENCE = 90.0
"""The seconds after which we no longer wait for it."""
LOOK = 1.0
"""The seconds between two looks whether a game is over."""
ROOMS, SEATED = 3, 2
"""The rooms, each with one table, and the people at each; computer players take one more seat."""


@dataclass
class Seen:
    """The observations of all people."""

    acked: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    """The acknowledged messages of each game in order, by the number of the room and of the game."""
    sent: set[str] = field(default_factory=set)
    resumed: list[float] = field(default_factory=list)
    """The seconds from each start to the next acknowledged action."""
    started: list[float] = field(default_factory=list)
    """The seconds from each start until the server answered."""
    counted: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    last: float = 0.0
    """When the last action was acknowledged."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def failed(self) -> bool:
        """True if something was lost or doubled, or play went on late."""
        return bool(self.wrong) or max(self.resumed, default=0.0) > RESUMES

    def tell(self) -> None:
        """Print everything."""
        for what, times in (("until the server answered", self.started), ("until the next action", self.resumed)):
            ranked = sorted(times)
            if ranked:
                p50, p95, most = (ranked[int(share * (len(ranked) - 1))] for share in (0.5, 0.95, 1))
                print(f"{what}: {len(ranked)} times, median {p50:.2f} s, p95 {p95:.2f} s, most {most:.2f} s")
        print(f"{dict(self.counted)}; wrong: {dict(self.wrong)}")


class Player:
    """A person at a table, whose page comes back by itself."""

    def __init__(self, service: str, token: str, room: int, seen: Seen, chance: random.Random) -> None:
        """Take the service's address, a token, and the number of the room."""
        self.service, self.token, self.room, self.seen, self.chance = service, token, room, seen, chance
        self.hosts = False
        """True if this is the host, who starts the next game."""
        self.game = 0
        self.key = ""
        self.pending: dict[str, Any] | None = None
        """The message to the table that is not answered yet."""
        self.over = False
        self.rev = 0
        self._count = 0
        self._line: ClientConnection | None = None
        self._told = asyncio.Event()
        self._acting: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Be at the table until cancelled; come back whenever the line is lost."""
        at = self.service.replace("http", "ws", 1)
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(f"{at}live/line", max_size=2**22, open_timeout=5) as self._line:
                    await self.ask("hello", v=1, token=self.token, language="en")
                    async for text in self._line:
                        await self._hear(json.loads(text))
            self._line = None
            await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a message, if there is a line; a lost one is noticed by whoever reads."""
        self._count += 1
        if self._line is not None:
            with contextlib.suppress(WebSocketException):
                await self._line.send(json.dumps({"kind": kind, "id": f"{self.token[:8]}:{self._count}", **fields}))

    @property
    def state(self) -> str:
        """The person's last view, in a few words."""
        pending = self.pending and (self.pending["kind"], self.pending["rev"])
        return f"room {self.room}, rev {self.rev}, over {self.over}, line {self._line is not None}, sent {pending}"

    async def welcome(self) -> None:
        """Wait until this person has been welcome once."""
        await self._told.wait()

    async def _hear(self, message: Any) -> None:
        if message["kind"] == "welcome":
            self.key = message["key"]
            self._told.set()
        elif message["kind"] == "bye" and message["code"] != 1012:
            self.seen.wrong[f"bye {message['code']}: {message['why']}"] += 1
        elif "view" in message:
            await self._look(message["view"], returning="about" in message)
        elif message.get("message", {}).get("kind") == "reject":
            self._refused(message["message"])

    def _refused(self, message: Any) -> None:
        """Note a refusal; only a table that has changed in the meantime is a reason."""
        if self.pending is not None and message["id"] == self.pending["id"]:
            self.pending = None
        if "changed in the meantime" in message["why"]:
            self.seen.counted["refused with the new view"] += 1
        else:
            self.seen.wrong[f"refused: {message['why'][:80]}"] += 1

    async def _look(self, view: Any, *, returning: bool) -> None:
        pending, self.rev = self.pending, view["rev"]
        if pending is not None and view["ack"] == pending["id"]:
            if pending["kind"] == "action":
                self._acknowledge(pending["id"])
            self.pending = pending = None
        if pending is not None and returning and (view["rev"] == pending["rev"] or self.chance.random() < 0.5):
            self.seen.counted["sent again"] += 1  # half of the pages do not look whether it counts anymore
            await self.ask("say", message=pending)
            return
        if pending is not None and view["rev"] > pending["rev"]:
            self.pending = None
        if self._acting is not None:
            self._acting.cancel()
        self._acting = asyncio.create_task(self._act(view))

    def _acknowledge(self, message_id: str) -> None:
        self.seen.acked.setdefault((self.room, self.game), []).append(message_id)
        self.seen.counted["actions"] += 1
        self.seen.last = time.monotonic()
        self.seen.news.set()

    async def _act(self, view: Any) -> None:
        await asyncio.sleep(self.chance.uniform(0, 0.15))
        if view["over"]:
            self.over = True
            return
        self.over = False
        if self.pending is not None or not (view["summary"] or view["legal"]):
            return
        self._count += 1
        message: dict[str, Any] = {"v": 1, "id": f"{self.token[:8]}:{self._count}", "rev": view["rev"]}
        if view["summary"]:
            message["kind"] = "continue"
        else:
            legal = view["legal"]
            choices = [each for each in legal if each["type"] in ("lay_down", "hit")] or legal
            message |= {"kind": "action", "action": self.chance.choice(choices)}
            self.seen.sent.add(message["id"])
        self.pending = message
        await self.ask("say", message=message)


class Party:
    """All rooms with their people, and the tasks that let them play."""

    def __init__(self, server: Started, seed: int) -> None:
        """Have nobody yet; *seed* decides what people do and when the server is killed."""
        self.server, self.seen, self.chance = server, Seen(), random.Random(seed)
        self.people: list[Player] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def gather(self) -> None:
        """Open all rooms, seat everybody, and start the games."""
        for room in range(ROOMS):
            source = f"127.0.0.{room + 2}"
            opened = await asyncio.to_thread(post, self.server.address, "open", {"name": "Hanna"}, source)
            host = await self._enter(opened["token"], room)
            host.hosts = True
            edition = EDITIONS[(room + self.chance.randrange(4)) % len(EDITIONS)]
            plan = {"edition": edition, "preset": PRESETS[edition], "seats": SEATED + 1, "level": 1}
            await host.ask("plan", table=1, **plan)
            guests = []
            for name in ("Ben", "Cleo")[: SEATED - 1]:
                asked = {"key": host.key, "name": name}
                joined = await asyncio.to_thread(post, self.server.address, "join", asked, source)
                guests.append(await self._enter(joined["token"], room))
            for one in (host, *guests):
                await one.ask("sit", table=1)
            await asyncio.sleep(0.3)
            await host.ask("start", table=1)

    async def _enter(self, token: str, room: int) -> Player:
        player = Player(self.server.address, token, room, self.seen, random.Random(self.chance.random()))
        self.people.append(player)
        self.tasks.append(asyncio.create_task(player.play()))
        await asyncio.wait_for(player.welcome(), PATIENCE)
        return player

    async def next_action(self) -> float:
        """Return when the next action is acknowledged.

        Raises:
            TimeoutError: none is.
        """
        self.seen.news.clear()
        async with asyncio.timeout(PATIENCE):
            while not self.seen.news.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.seen.news.wait(), LOOK)
                await self.next_games()
        return self.seen.last

    async def next_games(self) -> None:
        """Start a game in each room whose last one is over."""
        for host in self.people:
            those = [one for one in self.people if one.room == host.room]
            if host.hosts and host.over:
                self.seen.counted["games over"] += 1
                for one in those:
                    one.game, one.over, one.pending = one.game + 1, False, None
                await host.ask("start", table=1)

    async def leave(self) -> None:
        """Let everybody leave."""
        for task in self.tasks:
            task.cancel()
        for ended in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                self.seen.wrong[f"a page failed: {ended!r}"] += 1


async def killed(kills: int, seed: int, home: Path) -> Seen:
    """Let people play while the server is killed so often."""
    with started(home, "tables", "--open") as server:
        party = Party(server, seed)
        await party.gather()
        try:
            for _ in range(kills):
                await party.next_action()
                await asyncio.sleep(party.chance.uniform(0, 1.0))
                server.kill()
                await asyncio.sleep(0.05)  # what the sockets still hold was sent before
                await asyncio.to_thread(check, home, party.seen, {one.room: one.game for one in party.people})
                began = time.monotonic()  # looking at the book is not the server's time
                await asyncio.to_thread(server.start)
                party.seen.started.append(time.monotonic() - began)
                party.seen.resumed.append(await party.next_action() - began)
                party.seen.counted["kills"] += 1
                await party.next_games()
        except TimeoutError:
            party.seen.wrong[f"play did not go on: {[one.state for one in party.people]}"] += 1
        await party.leave()
        party.seen.wrong += server.failed()
    return party.seen


def check(home: Path, seen: Seen, games: dict[int, int]) -> None:
    """Compare the book, as the kill left it, with what was acknowledged; *games* are the rooms' games by number."""
    with tempfile.TemporaryDirectory() as folder:
        for path in (home / "data").glob("live.sqlite3*"):
            shutil.copy(path, folder)
        book = FileBook(Path(folder) / "live.sqlite3")
        try:
            for at, row in enumerate(sorted(book.rooms())):
                _compare(book, row.room, seen, at, games.get(at, 0))
        finally:
            book.close()


def _compare(book: FileBook, room: int, seen: Seen, at: int, game: int) -> None:
    moves = book.moves(room, 1)
    ids = [move.id for move in moves if move.id is not None]
    acked = seen.acked.get((at, game), [])
    seen.counted["moves compared"] += len(moves)
    wrong = {
        "lost": len({*acked} - {*ids}),
        "doubled": len(ids) - len({*ids}),
        "in another order": int([one for one in ids if one in {*acked}] != acked),
        "never sent": len({*ids} - seen.sent),
        "numbers with a gap": int([move.n for move in moves] != [*range(1, len(moves) + 1)]),
    }
    (row,) = book.tables(room)
    if row.begun is not None:
        table = SharedTable.stored(book, room, row)
        wrong["not replayed"] = int(Game.replay(table.game.record()).position() != table.game.position())
    seen.wrong += Counter({what: n for what, n in wrong.items() if n})


def solo(chosen: argparse.Namespace) -> int:
    """Kill games of single visitors instead."""
    from . import solo_kills

    return solo_kills.report(chosen.kills, chosen.seed)


def report(kills: int, seed: int) -> int:
    """Kill a server of shared tables, and print everything."""
    with tempfile.TemporaryDirectory() as home:
        seen = asyncio.run(killed(kills, seed, Path(home)))
    seen.tell()
    return int(seen.failed)


def main(words: Sequence[str] | None = None) -> int:
    """Return 0 if nothing was lost or doubled, and play went on in time."""
    options = command.parser(__doc__)
    options.add_argument("--kills", type=int, default=10, help="default: %(default)s")
    options.add_argument("--seed", type=int, default=1, help="decides the moments; default: %(default)s")
    options.add_argument("--solo", action="store_true", help="kill the games of single visitors, and their processes")
    chosen = options.parse_args(words)
    return solo(chosen) if chosen.solo else report(chosen.kills, chosen.seed)


if __name__ == "__main__":
    sys.exit(main())
