"""Attackers at a server of shared tables, over websockets and long polls, while honest people play on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import tempfile
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from devtools.measure.common import rank, ranked
from devtools.measure.crowd import Seen, Somebody, gathered, left, opened, post
from devtools.measure.server import Server, started

from .guesses import Guessed, Guesser
from .hostile import Facts, texts

HONEST = Namespace(people=4, tables=1, computers=0)
AT_ONCE = 24
"""The attackers at once: every second one over long polls."""
BURST = 18
"""The messages over one line; with a few more, a page has to wait."""
QUICK = 0.5
"""The seconds within which 99% of the honest actions must be answered."""
FLAT = 32 * 2**20
"""The growth of the server's memory after the first tenth that still counts as flat, in bytes."""


@dataclass
class Attacked:
    """The observations of an attack."""

    honest: Seen = field(default_factory=Seen)
    counted: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    spent: float = 0.0
    seconds: float = 0.0
    grown: int = 0

    @property
    def failed(self) -> bool:
        """True if somebody saw anything wrong or waited, or memory grew."""
        quick = rank(self.honest.own, 0.99) <= QUICK
        return bool(self.wrong or self.honest.wrong or not quick or self.grown > FLAT)

    def tell(self) -> None:
        print(f"{self.sent:,} hostile messages in {self.seconds:.0f} s; {dict(self.counted)}")
        each = 1000 * self.spent / max(1, self.sent)
        print(f"server: {self.spent:.1f} s of processor time, {each:.2f} ms a message with all that it does besides")
        print(f"honest actions: {ranked(self.honest.own)}")
        print(f"{self.honest.views} views, {self.honest.games} games; memory grew by {self.grown / 2**20:.1f} MiB")
        print(f"wrong: {dict(self.wrong + self.honest.wrong)}")


class Attacker:
    """Somebody who sends whatever comes to mind."""

    def __init__(self, server: Server, token: str, number: int, attacked: Attacked, people: list[int]) -> None:
        """Take the server, a token, a number that decides what is sent, and people to name."""
        self.server, self.token, self.attacked = server, token, attacked
        self.chance = random.Random(number)
        self.facts = Facts(token=token, people=people)
        self.texts = texts(self.chance, self.facts)

    async def attack(self, until: int) -> None:
        """Attack over one line after the other until all have sent so much."""
        polls = self.chance.random() < 0.5
        while self.attacked.sent < until:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError):
                async with asyncio.timeout(30):
                    await (self.poll() if polls else self.talk())

    def _next(self) -> str:
        self.attacked.sent += 1
        return next(self.texts)[1]

    def _hello(self) -> str:
        wall = {"wall": True} if self.chance.random() < 0.1 else {}
        return json.dumps({"kind": "hello", "v": 1, "token": self.token, "language": "de", **wall})

    async def talk(self) -> None:
        """Send messages over a websocket."""
        at = self.server.address.replace("http", "ws", 1)
        async with connect(f"{at}live/line", max_size=2**22) as line:
            reading = asyncio.create_task(self._read(line))
            if self.chance.random() < 0.9:
                await line.send(self._hello())
            with contextlib.suppress(WebSocketException):
                for _ in range(BURST):
                    await line.send(self._next())
                    await asyncio.sleep(0.01)
                if self.chance.random() < 0.3:
                    line.transport.abort()
            if self.chance.random() < 0.7:
                await asyncio.sleep(0.1)
            reading.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketException):
                await reading
        self.attacked.counted[f"closed {line.close_code}"] += 1

    async def _read(self, line: Any) -> None:
        async for text in line:
            self._hear(json.loads(text))

    async def poll(self) -> None:
        """Send messages in requests."""
        one = Guesser(self.server.address, Guessed())
        try:
            _, answer = await one.ask_text("live/poll", f'{{"line": null, "say": [{self._hello()}], "wait": false}}')
            name = (json.loads(answer or "{}") or {}).get("line")
            for _ in range(BURST // 3):
                said = ", ".join(self._next() for _ in range(3))
                wait = "true" if self.chance.random() < 0.3 else "false"
                body = f'{{"line": {json.dumps(name)}, "say": [{said}], "wait": {wait}}}'
                status, answer = await one.ask_text("live/poll", body)
                self.attacked.counted[f"poll {status}"] += 1
                if status >= 500 and status != 503:
                    self.attacked.wrong[f"a poll was answered with {status}"] += 1
                if status == 200:
                    for message in json.loads(answer)["messages"]:
                        self._hear(message)
                if status == 410:
                    return
        finally:
            one.close()

    def _hear(self, message: Any) -> None:
        """Learn from an answer; an attacker may sit, but sees nobody else's hand."""
        self.attacked.counted["heard"] += 1
        view = message.get("view")
        if view is None:
            return
        self.facts.rev, self.facts.legal = view["rev"], view["legal"]
        hand = (view["observation"] or {}).get("hand", "")
        if view["you"] is None and hand:
            self.attacked.wrong["a spectator sees a hand"] += 1
        if view["you"] is not None and view["observation"]["seat"] != view["you"]:
            self.attacked.wrong["somebody sees the hand of another seat"] += 1


async def attacked(count: int, first: int, home: Path) -> Attacked:
    """Let attackers send so many messages while four honest people play."""
    found = Attacked()
    with started(home, "tables", "--open") as server:
        rooms, acted = await opened(server, 3), dict[Any, tuple[int, float]]()
        honest = partial(Somebody, server.address, seen=found.honest, acted=acted, pause=0.3)
        tasks = await gathered(server, rooms[:1], HONEST, lambda token, _: honest(token))
        host = next(iter(tasks))
        await host.ask("tables", n=2)
        asked = [{"code": host.code, "name": f"Eve {at}"} for at in range(8)]
        tokens = [(await asyncio.to_thread(post, server.address, "join", each))["token"] for each in asked]
        await _fight(server, [*tokens, *rooms[1:], "nobody's", ""], count, first, found)
        await left(tasks.values(), found.wrong)
        found.wrong += server.failed()
    return found


async def _fight(server: Server, tokens: Sequence[str], count: int, first: int, found: Attacked) -> None:
    """Let attackers with these tokens send so many messages."""
    began, (used, _) = time.monotonic(), server.used()
    senders = zip(range(first, first + AT_ONCE), cycle(tokens), strict=False)
    attackers = [Attacker(server, token, number, found, [*range(1, 16)]) for number, token in senders]
    attacks = [asyncio.create_task(one.attack(count)) for one in attackers]
    while found.sent < count // 10:
        await asyncio.sleep(0.1)
    memory = server.used()[1]
    for ended in await asyncio.gather(*attacks, return_exceptions=True):
        if isinstance(ended, BaseException):
            found.wrong[f"an attacker failed: {ended!r}"] += 1
    await asyncio.sleep(2)
    found.spent, found.seconds = server.used()[0] - used, time.monotonic() - began
    found.grown = server.used()[1] - memory


def report(count: int, first: int) -> int:
    """Attack, and print everything; return 0 if nothing went wrong."""
    with tempfile.TemporaryDirectory() as home:
        found = asyncio.run(attacked(count, first, Path(home)))
    found.tell()
    return int(found.failed)
