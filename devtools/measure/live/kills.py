"""Kill a server for shared tables repeatedly: ``python -m devtools.measure.live.kills [--kills N] [--seed N]``.

The promise: a killed server loses no action (docs/live.md). Each kill takes a few seconds. ``python -m
devtools.measure.siege troubles`` does the same for single visitors' games.

Several people play at several tables over websockets. At a random moment, the server gets ``kill -9``. Then the store
is read: every acknowledged action must be there exactly once, and the record must replay by the rules. The server
restarts on the same data; people reconnect on their own and resend any action that was not acknowledged. Print the
number of seconds from each start to the next acknowledged action. Exit with 0 if nothing was lost or duplicated, and
play resumed within five seconds each time.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sys
import tempfile
import time
from argparse import Namespace
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from devtools import command
from devtools.measure import crowd
from devtools.measure.common import ranked
from devtools.measure.crowd import Somebody
from devtools.measure.server import started
from phase10_widgets import Game
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.rooms.storage.sql_store import SqliteStore

RESUMES = 5.0
PATIENCE = 90.0
"""The maximum number of seconds to wait for play to resume."""
AT_ONCE = 10
"""The number of times that one server is killed, limited by how long its games last."""
ROOMS = 4
PARTY = Namespace(people=2, tables=1, computers=1)


@dataclass
class Seen:
    """Everybody's observations."""

    acked: dict[int, list[str]] = field(default_factory=dict)
    """Each game's acknowledged messages in order, by room number."""
    sent: set[str] = field(default_factory=set)
    resumed: list[float] = field(default_factory=list)
    """The number of seconds from each start to the next acknowledged action."""
    counted: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    last: float = 0.0
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Player(Somebody):
    """A person at a table whose page reconnects on its own."""

    def __init__(self, service: str, token: str, room: int, notes: Seen, chance: random.Random) -> None:
        """Store the service's address, a token, and the room number."""
        super().__init__(service, token, crowd.Seen(), {}, 0.15)
        self.room, self.notes, self.chance = room, notes, chance
        self.pending: dict[str, Any] | None = None
        """The message to the table that is awaiting an answer."""
        self.rev = 0

    async def play(self) -> None:
        """Stay at the table until canceled, and reconnect whenever the connection is lost."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await super().play()
            await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a message if there is a connection; the reader notices lost connections."""
        with contextlib.suppress(WebSocketException):
            await super().ask(kind, **fields)

    def _hear(self, message: Any) -> None:
        if message["kind"] == "welcome":
            self.code = message["code"]
            self.ready.set()
        elif message["kind"] == "bye" and message["code"] != 1012:
            self.notes.wrong[f"bye {message['code']}: {message['why']}"] += 1
        elif "view" in message:
            self._see(message["view"], returning="about" in message)
        elif message.get("message", {}).get("kind") == "reject":
            self._refused(message["message"])

    def _refused(self, message: Any) -> None:
        """Record a refusal, which is valid only if the table has changed."""
        if self.pending is not None and message["id"] == self.pending["id"]:
            self.pending = None
        if "changed since then" in message["why"]:
            self.notes.counted["refused with the new view"] += 1
        else:
            self.notes.wrong[f"refused: {message['why'][:80]}"] += 1

    def _see(self, view: Any, *, returning: bool) -> None:
        pending, self.rev = self.pending, view["rev"]
        if pending is not None and view["ack"] == pending["id"]:
            if pending["kind"] == "action":
                self._acknowledge(pending["id"])
            self.pending = pending = None
        if pending is not None and returning and (view["rev"] == pending["rev"] or self.chance.random() < 0.5):
            self.notes.counted["sent again"] += 1  # half of the pages do not check whether the message is still valid
            self._do(self.ask("say", message=pending))
            return
        if pending is not None and view["rev"] > pending["rev"]:
            self.pending = None
        self._do(self._act(view))

    def _acknowledge(self, message_id: str) -> None:
        self.notes.acked.setdefault(self.room, []).append(message_id)
        self.notes.counted["actions"] += 1
        self.notes.last = time.monotonic()
        self.notes.news.set()

    async def _act(self, view: Any) -> None:
        await asyncio.sleep(self.chance.uniform(0, self.pause))
        if self.pending is not None or not (view["summary"] or view["legal"]):
            return
        self._count += 1
        message: dict[str, Any] = {"v": 1, "id": f"{self.token[:8]}:{self._count}", "rev": view["rev"]}
        if view["summary"]:
            message["kind"] = "continue"
        else:
            message |= {"kind": "action", "action": self.choose(view)}
            self.notes.sent.add(message["id"])
        self.pending = message
        await self.ask("say", message=message)


async def next_action(seen: Seen) -> float:
    """Return the time at which the next action is acknowledged; raise TimeoutError if no action is acknowledged."""
    seen.news.clear()
    async with asyncio.timeout(PATIENCE):
        await seen.news.wait()
    return seen.last


async def killed(kills: int, seed: int, home: Path) -> Seen:
    """Let people play while the server is killed this many times; *seed* determines the moves and the kill times."""
    seen, chance = Seen(), random.Random(seed)
    with started(home, "serve", "--only=tables", "--open") as server:

        def enter(token: str, room: int) -> Player:
            return Player(server.address, token, room, seen, random.Random(chance.random()))

        people = await crowd.gathered(server, await crowd.opened(server, ROOMS), PARTY, enter, "full")
        try:
            for _ in range(kills):
                await next_action(seen)
                await asyncio.sleep(chance.uniform(0, 1.0))
                server.kill()
                await asyncio.sleep(0.05)  # the sockets may still hold earlier messages
                await asyncio.to_thread(check, home, seen)
                began = time.monotonic()  # do not count the time spent reading the store
                await asyncio.to_thread(server.start)
                seen.resumed.append(await next_action(seen) - began)
                seen.counted["kills"] += 1
        except TimeoutError:
            seen.wrong[f"play did not resume: {[(one.room, one.rev, one.pending) for one in people]}"] += 1
        await crowd.left(people.values(), seen.wrong)
        seen.wrong += server.failed()
    return seen


def check(home: Path, seen: Seen) -> None:
    """Compare the store, as it was left by the kill, with the acknowledged actions."""
    with tempfile.TemporaryDirectory() as folder:
        for path in (home / "data").glob("live.sqlite3*"):
            shutil.copy(path, folder)
        store = SqliteStore(Path(folder) / "live.sqlite3")
        try:
            for at, row in enumerate(sorted(store.rooms())):
                _compare(store, row.room, seen, at)
        finally:
            store.close()


def _compare(store: SqliteStore, room: int, seen: Seen, at: int) -> None:
    moves = store.moves(room, 1)
    ids = [move.id for move in moves if move.id is not None]
    acked = seen.acked.get(at, [])
    seen.counted["moves compared"] += len(moves)
    wrong = {
        "lost": len({*acked} - {*ids}),
        "doubled": len(ids) - len({*ids}),
        "in a different order": int([one for one in ids if one in {*acked}] != acked),
        "never sent": len({*ids} - seen.sent),
        "a gap in the numbers": int([move.n for move in moves] != [*range(1, len(moves) + 1)]),
    }
    (row,) = store.tables(room)
    if row.begun is not None:
        table = SharedTable.stored(store, room, row)
        wrong["not replayed"] = int(Game.replay(table.game.record()).position() != table.game.position())
    seen.wrong += Counter({what: n for what, n in wrong.items() if n})


def main() -> int:
    """Return 0 if nothing was lost or duplicated and play resumed in time."""
    options = command.parser(__doc__)
    options.add_argument("--kills", type=int, default=10, help="default: %(default)s")
    options.add_argument("--seed", type=int, default=1, help="seed for the moves and kills; default: %(default)s")
    chosen = options.parse_args()
    failed = False
    for done in range(0, chosen.kills, AT_ONCE):
        with tempfile.TemporaryDirectory() as home:
            seen = asyncio.run(killed(min(AT_ONCE, chosen.kills - done), chosen.seed + done, Path(home)))
        print(f"until the next action: {ranked(seen.resumed)}; {dict(seen.counted)}; wrong: {dict(seen.wrong)}")
        failed |= bool(seen.wrong) or max(seen.resumed) > RESUMES
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
