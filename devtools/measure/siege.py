"""Besiege our own server while honest people play: ``python -m devtools.measure.siege attacks|troubles [NAME ...]``.

The promises: visitors cannot do more to a server than docs/threats.md states, and no actions are lost. Each attack or
trouble takes two minutes, plus one minute to check for leftovers.

``attacks`` admits hostile visitors (:mod:`.attacks`) while honest visitors play alone and at a shared table, and, if
codes are guessed, while a class joins; ``troubles`` kills game processes, or the server, while honest visitors play
alone. Print all observations. Exit with 0 if no honest person saw a wrong view, lost an action or waited too long, and
if memory and the log stayed within their bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from devtools import command
from devtools.browser.servers import ROOT
from phase10_widgets.server.solo import worker as solo_worker

from .attacks import ATTACKS, WRONG
from .common import memory, rank, ranked
from .crowd import Seen, Somebody, gathered, left, opened, post
from .open_page import GREETING, HELLO, line
from .server import PLAYERS, Server, killed, started
from .visitor import Found, Visitor

COUNTED_HELLO = json.dumps({**GREETING, "page": "odds"})
"""The first message from a page whose process only counts (see ``server/solo/processes.py``)."""
MIB = 2**20
MOST_SERVER, MOST_PLAYERS, MOST_LEFT = 400 * MIB, 400 * MIB, 50 * MIB
"""The maximum memory for the server, for its game processes, and for an attack's leftovers a minute later."""
MOST_LOG = 1_000_000
"""The maximum number of bytes that a server may log during one attack."""
QUICK = 0.3
"""The number of seconds within which 95% of the answers must arrive."""
ARRIVE = 1.5
TABLES = 180.0
"""The number of seconds within which all honest visitors must have their tables."""
LOOK = 5.0
"""The number of seconds between process checks, each of which delays a process by a few milliseconds."""
CALM = 60.0
"""The number of seconds between an attack and the next memory measurement."""
STORED = 10.0
"""The number of seconds needed after a trouble to store everybody's actions."""
ANSWER = 10.0
"""The number of seconds within which a process must answer a new page."""
STOOD_IN = "changed since then"
"""Part of the refusal that people at shared tables receive if a computer player stood in because a busy machine made
them late.
"""
PUPILS, SCHOOL, JOINS = 40, "127.0.0.40", 5.0
"""A class that joins while codes are guessed: its size, its address, and the time limit for each pupil in seconds."""
CROWD = argparse.Namespace(people=4, tables=1, computers=0)


@dataclass
class Siege:
    """Observations made during a siege."""

    name: str
    honest: Found = field(default_factory=Found)
    tables: Seen = field(default_factory=Seen)
    waits: list[float] = field(default_factory=list)
    """The number of seconds from each honest action during the siege to the view that answers it."""
    counted: Counter[str] = field(default_factory=Counter)
    spent: float = 0.0
    server: int = 0
    """The maximum memory of a server in bytes; shared memory is divided among its users."""
    player: int = 0
    players: int = 0
    grown: int | None = None
    """The memory growth of all processes in bytes, from before the attack to some time after it."""
    deaf: int = 0
    log: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    """The unexpected errors in the logs, each with its location."""

    @property
    def faults(self) -> Counter[str]:
        """The losses and wrong views that honest people experienced, and the secrets that attackers saw."""
        seen = Counter({what: n for what, n in self.counted.items() if WRONG in what})
        tables = Counter({what: n for what, n in self.tables.wrong.items() if STOOD_IN not in what})
        return self.honest.errors + self.honest.wrong + tables + seen

    @property
    def passed(self) -> bool:
        small = self.server <= MOST_SERVER and self.player <= solo_worker.MEMORY_BYTES and self.players <= MOST_PLAYERS
        small = small and self.log <= MOST_LOG and (self.grown or 0) <= MOST_LEFT
        return small and not self.deaf and not self.faults and rank(self.waits, 0.95) <= QUICK

    def __str__(self) -> str:
        """Return a summary of the observations in a few lines."""
        later = "not measured" if self.grown is None else f"{self.grown / MIB:+.0f} MiB"
        found, back = self.honest, self.honest.returned
        lines = [
            f"{self.name}: answers {ranked(self.waits)}; faults {dict(self.faults)}",
            f"  server {self.server / MIB:.0f} MiB, a game process {self.player / MIB:.0f} MiB, in total "
            f"{self.players / MIB:.0f} MiB, later {later}; {self.deaf} processes without an answer",
            f"  log {self.log / 1000:.0f} kB, unexpected errors {dict(self.failed)}",
            f"  {len(back)} came back, {max(back, default=0):.0f} s at most; {found.rounds} rounds, "
            f"{found.games} games, {self.tables.games} at tables",
            f"  {self.spent:.0f} s of processor time of attackers, {dict(self.counted)}",
        ]
        return "\n".join(lines)


class Party:
    """Honest visitors, each at their own table."""

    def __init__(self, found: Found) -> None:
        """Store the visitors' shared observations."""
        self.found = found

    @property
    def seen(self) -> int:
        """The number of tables that visitors have seen, including tables to which they returned."""
        return len(self.found.opened) + len(self.found.returned)

    async def sit(self, tables: int) -> None:
        """Wait until this many tables have been seen."""
        deadline = time.monotonic() + TABLES
        while self.seen < tables:
            if time.monotonic() > deadline:
                self.found.errors["no table"] += tables - self.seen
                return
            await asyncio.sleep(0.2)


@asynccontextmanager
async def party(servers: Sequence[Server], visitors: int, siege: Siege, pause: float) -> AsyncIterator[Party]:
    """Let honest visitors play alone, and record their observations in *siege*. If there are several servers, visitors
    switch servers when they return.
    """
    addresses = [server.address for server in servers]
    turned = [[*addresses[at % len(servers) :], *addresses[: at % len(servers)]] for at in range(visitors)]
    those = [Visitor(each, at + 1, siege.honest, pause) for at, each in enumerate(turned)]
    async with asyncio.TaskGroup() as group:
        for visitor in those:
            group.create_task(visitor.visit(float("inf")))
            await asyncio.sleep(ARRIVE)
        sitting = Party(siege.honest)
        await sitting.sit(visitors)
        try:
            yield sitting
        finally:
            for visitor in those:
                visitor.until = 0.0


@asynccontextmanager
async def crowd(server: Server, siege: Siege, pause: float) -> AsyncIterator[str]:
    """Let honest people play at a shared table; yield their room's code. The room also has a free table."""
    acted = dict[Any, tuple[int, float]]()
    enter = partial(Somebody, server.address, seen=siege.tables, acted=acted, pause=pause)
    tasks = await gathered(server, await opened(server, 1), CROWD, lambda token, _: enter(token))
    host = next(iter(tasks))
    await host.ask("tables", n=2)
    try:
        yield host.code
    finally:
        await left(tasks.values(), siege.tables.wrong)


async def join(server: Server, siege: Siege, code: str, seconds: float) -> None:
    """Let a class join; every other pupil first tries yesterday's code."""
    lines: list[asyncio.Task[None]] = []

    async def answer(code: str) -> Any:
        asked = {"code": code, "name": f"Newcomer {len(lines) + 1}"}
        return await asyncio.to_thread(post, server.address, "join", asked, SCHOOL)

    for number in range(PUPILS):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(JOINS):
                if number % 2 and (told := await answer("BCDFGH"))["code"] != "unknown":
                    siege.tables.wrong[f"yesterday's code was answered with {told}"] += 1
                one = Somebody(server.address, (await answer(code)).get("token", ""), siege.tables, {}, 1.0)
                lines.append(asyncio.create_task(one.play()))
                await one.ready.wait()
                siege.counted["pupils joined"] += 1
        await asyncio.sleep(seconds / PUPILS)
    siege.tables.wrong["pupils could not join"] += PUPILS - siege.counted["pupils joined"]
    await left(lines, siege.tables.wrong)


async def unanswered(server: Server) -> int:
    """Return the number of game processes that do not answer a new page within a few seconds."""
    heard: set[str] = set()
    async with contextlib.AsyncExitStack() as stack:
        for hello in [COUNTED_HELLO, *[HELLO] * (4 * len(server.running(PLAYERS)))]:
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                async with asyncio.timeout(ANSWER):
                    socket = await stack.enter_async_context(line(server.address))
                    await socket.send(hello)
                    heard.add(str(json.loads(await socket.recv()).get("visit")).partition(".")[0])
    return len(server.running(PLAYERS)) - len(heard)


@asynccontextmanager
async def observed(siege: Siege, servers: Sequence[Server]) -> AsyncIterator[None]:
    """Observe honest people and processes while the block runs."""

    def look() -> None:
        for server in servers:
            siege.server = max(siege.server, memory(server.process))
            players = [*map(memory, server.running(PLAYERS))]
            siege.player, siege.players = max([siege.player, *players]), max(siege.players, sum(players))

    async def watch() -> None:
        while True:
            await asyncio.to_thread(look)  # meanwhile, the visitors whose answers are timed continue
            await asyncio.sleep(LOOK)

    before, own = len(siege.honest.waits), len(siege.tables.own)
    task = asyncio.create_task(watch())
    try:
        yield
    finally:
        task.cancel()
        siege.waits = siege.honest.waits[before:] + siege.tables.own[own:]
        siege.log = sum(server.log.stat().st_size for server in servers)
        for server in servers:
            siege.failed += server.failed()


async def attacked(
    attacks: Sequence[str], seconds: float, visitors: int, *, pause: float = 2.0, calm: float = CALM
) -> Siege:
    """Let this many honest visitors play alone, and four people at a table, during simultaneous :data:`ATTACKS`.
    Measure the memory again after *calm* seconds, unless *calm* is 0.
    """
    siege = Siege(" + ".join(attacks))
    # Some attackers use different addresses.
    with tempfile.TemporaryDirectory() as home, started(Path(home), "serve", "--trust-proxy", "--open") as server:
        async with party([server], visitors, siege, pause), crowd(server, siege, pause) as code:
            before = server.taken()
            async with observed(siege, [server]):
                attacking = [_attack(siege, attack, server.address, seconds, code) for attack in attacks]
                await asyncio.gather(
                    *attacking, *([join(server, siege, code, seconds)] if "guesses" in attacks else ())
                )
            if calm:
                await asyncio.sleep(calm)
                siege.grown = server.taken() - before
            siege.deaf = await unanswered(server)
    return siege


async def _attack(siege: Siege, attack: str, address: str, seconds: float, code: str) -> None:
    """Run an attack in a separate session, and add up its counts."""
    words = [sys.executable, "-m", "devtools.measure.attacks", attack, address, str(seconds), code]
    process = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True)
    try:
        printed, _ = await asyncio.wait_for(process.communicate(), seconds + 60)
    finally:
        if process.returncode is None:
            process.kill()
    done = json.loads(printed)
    siege.counted += Counter({f"{attack}, {what}": n for what, n in done["counted"].items()})
    siege.spent += done["processor_seconds"]


async def kill_some(
    most: float, all_of_them: bool, servers: Sequence[Server], counted: Counter[str], seconds: float
) -> None:
    """Kill one or all of a server's game processes at random moments that are at most this many seconds apart."""
    chance, until = random.Random(1), time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0, most))
        if running := chance.choice(servers).running(PLAYERS):
            counted["killed"] += killed(running if all_of_them else [chance.choice(running)])


async def kill_server(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Kill the server and restart it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.to_thread(servers[0].kill)
        counted["servers killed"] += 1
        await asyncio.sleep(1)
        await asyncio.to_thread(servers[0].start)
        await asyncio.sleep(2 * STORED)


Trouble = Callable[[Sequence[Server], Counter[str], float], Awaitable[None]]
TROUBLES: dict[str, Trouble] = {
    "players": partial(kill_some, 20.0, True),
    "server": kill_server,
    "two-servers": partial(kill_some, 6.0, False),
}
"""The types of trouble for one server, or for two servers that share their games."""


async def troubled(name: str, seconds: float, visitors: int, *, pause: float = 1.0, stored: float = STORED) -> Siege:
    """Let honest visitors play during a trouble; *stored* seconds later, kill all games: everybody must return."""
    siege = Siege(name)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        words = ("one.log", "two.log")[: 1 + (name == "two-servers")]
        servers = [stack.enter_context(started(Path(folder), "serve", name=word)) for word in words]
        async with party(servers, visitors, siege, pause) as sitting:
            async with observed(siege, servers):
                await TROUBLES[name](servers, siege.counted, seconds)
            await asyncio.sleep(stored)
            tables = sitting.seen + visitors
            for server in servers:
                killed(server.running(PLAYERS))
            await sitting.sit(tables)
    return siege


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("what", choices=["attacks", "troubles"], metavar="WHAT")
    words.add_argument("names", nargs="*", metavar="NAME", help="attacks or troubles; by default, all")
    words.add_argument("--seconds", type=float, default=120, help="for each attack or trouble; default: %(default)s")
    words.add_argument("--visitors", type=int, default=40, help="honest visitors who play alone; default: %(default)s")
    chosen = words.parse_args()
    known = [*(ATTACKS if chosen.what == "attacks" else TROUBLES)]
    if unknown := [name for name in chosen.names if name not in known]:
        words.error(f"{', '.join(unknown)}: the known ones are {', '.join(known)}")
    names, wrong = chosen.names or known, 0
    for name in names:
        besieged = attacked([name], chosen.seconds, chosen.visitors) if chosen.what == "attacks" else None
        found = asyncio.run(besieged or troubled(name, chosen.seconds, chosen.visitors))
        print(found, "passed" if found.passed else "FAILED", sep="\n", flush=True)
        wrong += not found.passed
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
