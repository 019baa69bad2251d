"""Let people come and go at shared tables: ``python -m devtools.measure.live.stand_ins [COUNT] [--first N]``.

The promise: a computer player stands in for a person and gives the seat back (docs/live.md). Fifty games take a few
minutes.

Each number identifies a game in which people act, fall silent, come back, stand up, sit down, take back actions and let
their time run out, while the host pauses the game and the service crashes, in any order. A computer player may act only
for a person who is away or late, and a person who returns gets the seat back. At the end, the store must contain every
acknowledged message exactly once and in order, and the record must replay by the rules. Exit with 0 if all of this
holds.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from devtools import command
from phase10_widgets import EDITIONS, Game
from phase10_widgets.rooms.seat_status import STAND_IN_ON_TURN_SECONDS
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.rooms.storage.room_store import StoredMove
from tests.rooms.playing import Line, Service, table

STEPS = 100
WAITS = (0.5, 0.5, 1.0, 3.0, 9.0, 21.0, 31.0, 40.0)
"""The steps, in seconds, by which time advances: the shortest is too short to matter, and the longest exceeds the time
that a person may stay silent."""


class Interleaving:
    """A game and everybody's actions at its table."""

    def __init__(self, seed: int, path: Path) -> None:
        """Begin a game whose store is the file *path*."""
        self.chance, self.service = random.Random(f"interleaving {seed}"), Service(path)
        self.counted: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.acked: list[str] = []
        names = ["Hanna", "Ben", "Cleo"][: 2 + seed % 2]
        self.lines = table(self.service, *names, seats=4, preset="full", level=1, edition=EDITIONS[seed % 4])
        self.here = {*self.lines}
        if seed % 3 == 0:
            self.lines[0].ask("clock", seconds=30)
        self._watch()

    @property
    def table(self) -> SharedTable:
        (room,) = self.service.desk._rooms.values()
        return room.tables[1]

    def _watch(self) -> None:
        """Check every move before it is stored."""
        store: Any = self.service.desk._store
        write = store.add_move

        def looked_at(room: int, number: int, move: StoredMove) -> None:
            if move.id is None:
                self._judge(move.seat)
            write(room, number, move)

        store.add_move = looked_at

    def _judge(self, seat: int) -> None:
        """Check that a computer player may now act for a seat."""
        (room,) = self.service.desk._rooms.values()
        status = self.table.seats[seat]
        if status.person is None:
            self.counted["actions of computer players"] += 1
            return
        self.counted["actions of stand-ins"] += 1
        silent = self.service.now - room.people[status.person].heard
        if silent <= STAND_IN_ON_TURN_SECONDS and not status.timed_out and not status.asleep:
            self.wrong["a computer player acted for a person who was present"] += 1
        if room.paused:
            self.wrong["a computer player acted during a pause"] += 1

    def run(self) -> None:
        """Play the game and check the outcome."""
        for _ in range(STEPS):
            before = [status.stand_in for status in self.table.seats]
            self._step(self.chance.choice(self.lines))
            after = [status.stand_in for status in self.table.seats]
            self.counted["taken over"] += sum(now and not then for then, now in zip(before, after, strict=True))
            self.counted["given back"] += sum(then and not now for then, now in zip(before, after, strict=True))
        self._compare()

    def _step(self, line: Line) -> None:
        match self.chance.randrange(16):
            case 0 | 1 | 2 | 3 | 4 | 5:
                if line in self.here and line.room["seat"] is not None:
                    self._act(line)
            case 6 | 7:
                self.here.discard(line)
            case 8:
                self.service.desk.hear(line, {"kind": "beat"})
                self.here.add(line)
            case 9:
                self._come_back(line)
            case 10 | 11 | 12 | 13:
                self.service.wait(self.chance.choice(WAITS), *self.here)
            case 14:
                line.ask(self.chance.choice(("stand", "sit", "sit")), table=1)
                self.here.add(line)
            case 15:
                self._disturb()

    def _act(self, line: Line) -> None:
        view = line.view
        kind = "continue" if view["summary"] else "undo" if view["undo"] and self.chance.random() < 0.3 else "action"
        fields = {"action": self.chance.choice(view["legal"])} if kind == "action" and view["legal"] else {}
        if kind == "action" and not fields:
            return
        message_id = line.say(kind, **fields)
        if message_id in line.acks and kind != "continue":
            self.acked.append(message_id)
            self.counted["acknowledged"] += 1
        if self.chance.random() < 0.2 and kind != "continue":
            line.say(kind, message_id=message_id, **fields)  # without an acknowledgment, a person resends the message

    def _come_back(self, line: Line) -> None:
        """Have a person act for themselves; from then on, nobody may act for them."""
        line.ask("back")
        self.here.add(line)
        seat = line.room["seat"]
        status = None if seat is None else self.table.seats[seat]
        if status is not None and (status.stand_in or status.away):
            self.wrong["a person who is back cannot play"] += 1

    def _disturb(self) -> None:
        host = self.lines[0]
        match self.chance.randrange(4):
            case 0:
                host.ask("pause", on=not host.room["paused"])
                self.here.add(host)
            case 1:
                self.service.start()
                self._watch()
                self.lines = [Line(self.service, line.token) for line in self.lines]
                self.here = {*self.lines}
                self.counted["crashes"] += 1
            case _:
                at = self.chance.randrange(len(self.lines))
                old, self.lines[at] = self.lines[at], Line(self.service, self.lines[at].token)
                self.here = {line for line in self.here if line is not old} | {self.lines[at]}
                if self.chance.random() < 0.5:
                    self.service.desk.gone(old)

    def _compare(self) -> None:
        """Compare the store with the acknowledged messages, and replay the record."""
        (room,) = self.service.desk._rooms.values()
        store = self.service.desk._store
        moves = store.moves(room.id, 1)
        if [move.id for move in moves if move.id is not None] != self.acked:
            self.wrong["the stored messages differ from the acknowledged ones"] += 1
        (row,) = store.tables(room.id)
        again, game = SharedTable.stored(store, room.id, row).game, self.table.game
        if again.position() != game.position() or Game.replay(game.record()).position() != game.position():
            self.wrong["the record does not replay"] += 1
        for line in self.lines:
            if "Something went wrong" in line.refusal:
                self.wrong["a message failed"] += 1
        self.counted["games"] += 1


def interleave(first: int, count: int) -> tuple[Counter[str], Counter[str]]:
    """Return the events and the faults in these games."""
    counted, wrong = Counter[str](), Counter[str]()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as home:
            one = Interleaving(seed, Path(home) / "live.sqlite3")
            one.run()
            one.service.desk.close()
        counted += one.counted
        wrong += Counter({f"game {seed}: {what}": n for what, n in one.wrong.items()})
    return counted, wrong


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("count", nargs="?", type=int, default=50, metavar="COUNT", help="default: %(default)s")
    words.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game")
    chosen = words.parse_args()
    began = time.monotonic()
    counted, wrong = interleave(chosen.first, chosen.count)
    print(f"{dict(counted)} in {time.monotonic() - began:.0f} s")
    print(f"wrong: {wrong.total()}", *(f"  {n} x {what}" for what, n in wrong.most_common(20)), sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
