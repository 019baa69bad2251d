"""A server under siege: honest visitors play while others attack it, or while the things it stands on give way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from websockets.exceptions import WebSocketException

from devtools.browser.servers import ROOT

from .common import memory, rank
from .open_page import HELLO, line
from .server import KERNELS, PLAYERS, Server, started
from .visitor import Found, Visitor

ARRIVE = 1.5
TABLES = 180.0
"""The seconds in which all honest visitors must have their tables."""
LOOK = 5.0
"""The seconds between two looks at the processes; each look keeps a process waiting for some milliseconds."""
FREE_AFTER = 90.0
"""The seconds after which no attacker may have a seat anymore."""
CALM = 60.0
"""The seconds after an attack until the memory is looked at again."""
ANSWER = 10.0
"""The seconds within which a process must answer a new page."""
SOON = "--cull=1"
"""Frees seats that nobody waits for within the time of a measurement."""


@dataclass
class Siege:
    """The observations of a siege."""

    name: str
    honest: Found = field(default_factory=Found)
    light: Found = field(default_factory=Found)
    waits: list[float] = field(default_factory=list)
    """The seconds from an honest visitor's action to the view that answers it, during the siege."""
    light_waits: list[float] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    spent: float = 0.0
    server: int = 0
    """The most memory that a server took, in bytes; shared memory is divided among its users."""
    kernel: int = 0
    player: int = 0
    players: int = 0
    grown: int | None = None
    """The memory that the server and these processes took more a minute after the attack than before, in bytes."""
    deaf: int = 0
    log: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    """The errors in the logs that nobody expected, each with its place."""
    freed: float | None = None
    """The seconds until only honest visitors had seats; None if that took too long."""

    @property
    def p95(self) -> float:
        """The seconds within which 95% of the answers came, to visitors with or without a kernel: the longer time."""
        waits = filter(None, (self.waits, self.light_waits))
        return max((rank(each, 0.95) for each in waits), default=float("inf"))

    @property
    def faults(self) -> Counter[str]:
        """Errors, wrong views and lost actions of honest visitors."""
        return self.honest.errors + self.honest.wrong + self.light.errors + self.light.wrong

    def __str__(self) -> str:
        """Return the observations in a few lines."""
        found, light, mib = self.honest, self.light, 2**20
        freed = "" if self.freed is None else f", seats free after {self.freed:.0f} s"
        lines = [
            f"{self.name}: p95 {1000 * rank(self.waits, 0.95):.0f} ms of {len(self.waits)} answers, without a kernel "
            f"{1000 * rank(self.light_waits, 0.95):.0f} ms of {len(self.light_waits)}, faults {dict(self.faults)}",
            f"  server {self.server / mib:.0f} MiB, a kernel {self.kernel / mib:.0f} MiB, "
            f"games without one {self.player / mib:.0f} MiB, in all {self.players / mib:.0f}, "
            f"log {self.log / 1000:.0f} kB{freed}, "
            f"unexpected errors {dict(self.failed)}",
            f"  {len(found.returned) + len(light.returned)} came back, "
            f"{max([*found.returned, *light.returned], default=0):.0f} s at most; "
            f"{found.rounds} and {light.rounds} rounds, {found.games} and {light.games} games",
            f"  a minute later {'not measured' if self.grown is None else f'{self.grown / mib:+.0f} MiB'}, "
            f"{self.deaf} processes without an answer",
            f"  attackers: {self.spent:.0f} s of processor time, {dict(self.counted)}",
        ]
        return "\n".join(lines)


class Party:
    """Honest visitors, each at a table."""

    def __init__(self, visitors: list[Visitor], found: Found, light: Found) -> None:
        """Gather these visitors, who note what they find; those without a kernel in *light*."""
        self.visitors, self.found, self.light = visitors, found, light

    @property
    def seen(self) -> int:
        """The number of tables that visitors have seen so far, those they came back to included."""
        return sum(len(each.opened) + len(each.returned) for each in (self.found, self.light))

    async def sit(self, tables: int) -> None:
        """Wait until so many tables have been seen."""
        deadline = time.monotonic() + TABLES
        while self.seen < tables:
            if time.monotonic() > deadline:
                self.found.errors["no table"] += tables - self.seen
                return
            await asyncio.sleep(0.2)


@asynccontextmanager
async def party(
    servers: Sequence[Server], visitors: int, siege: Siege, pause: float, *, light: int = 0
) -> AsyncIterator[Party]:
    """Let honest visitors with a kernel play, and *light* ones without; they note in *siege* what they find.

    Those of several servers change the server when they come back.
    """
    addresses = [server.address for server in servers]
    those = []
    for at in range(visitors + light):
        turned = [*addresses[at % len(servers) :], *addresses[: at % len(servers)]]
        found = siege.honest if at < visitors else siege.light
        those.append(Visitor(turned, at + 1, found, pause, light=at >= visitors))
    async with asyncio.TaskGroup() as group:
        for visitor in those:
            group.create_task(visitor.visit(float("inf"), polite=True))
            await asyncio.sleep(ARRIVE)
        sitting = Party(those, siege.honest, siege.light)
        await sitting.sit(visitors + light)
        try:
            yield sitting
        finally:
            for visitor in those:
                visitor.until = 0.0


def taken(server: Server) -> int:
    """Return the memory of a server and its processes for games without a kernel, in bytes."""
    return sum(map(memory, (server.process, *server.running(PLAYERS))))


async def unanswered(server: Server) -> int:
    """Return the number of processes for games without a kernel that answer no new page within some seconds."""
    heard: set[str] = set()
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(4 * len(server.running(PLAYERS))):
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                async with asyncio.timeout(ANSWER):
                    socket = await stack.enter_async_context(line(server.address))
                    await socket.send(HELLO)
                    heard.add(str(json.loads(await socket.recv()).get("visit")).partition(".")[0])
    return len(server.running(PLAYERS)) - len(heard)


@asynccontextmanager
async def observed(siege: Siege, servers: Sequence[Server]) -> AsyncIterator[None]:
    """Observe honest visitors and processes in the meantime."""

    def look() -> None:
        for server in servers:
            siege.server = max(siege.server, memory(server.process))
            siege.kernel = max([siege.kernel, *map(memory, server.running(KERNELS))])
            players = [*map(memory, server.running(PLAYERS))]
            siege.player, siege.players = max([siege.player, *players]), max(siege.players, sum(players))

    async def watch() -> None:
        while True:
            await asyncio.to_thread(look)  # the visitors, whose answers are timed, go on meanwhile
            await asyncio.sleep(LOOK)

    before, light = len(siege.honest.waits), len(siege.light.waits)
    task = asyncio.create_task(watch())
    try:
        yield
    finally:
        task.cancel()
        siege.waits, siege.light_waits = siege.honest.waits[before:], siege.light.waits[light:]
        siege.log = sum(server.log.stat().st_size for server in servers)
        for server in servers:
            siege.failed += server.failed()


async def attacked(
    attacks: Sequence[str],
    seconds: float,
    visitors: int,
    *,
    kernels: int | None = None,
    pause: float = 2.0,
    free_after: float = FREE_AFTER,
) -> Siege:
    """Let so many honest visitors without a kernel, and *kernels* with one, play while :data:`ATTACKS` go on at once.

    By default, as many have a kernel. Wait *free_after* seconds for the attackers' seats.
    """
    siege, kernels = Siege(" + ".join(attacks)), visitors if kernels is None else kernels
    # Some attackers come from elsewhere. Together they fill the seats, so others wait; alone, nobody does.
    options = ["--trust-proxy", "--open", *([] if len(attacks) > 1 else [SOON])]
    with tempfile.TemporaryDirectory() as home, started(Path(home), "serve", *options) as server:
        async with party([server], kernels, siege, pause, light=visitors):
            before = taken(server)
            async with observed(siege, [server]):
                await asyncio.gather(*(_attack(siege, attack, server.address, seconds) for attack in attacks))
            ended = time.monotonic()
            while time.monotonic() - ended < free_after and siege.freed is None:
                if await asyncio.to_thread(server.taken) <= kernels:
                    siege.freed = time.monotonic() - ended
                await asyncio.sleep(1)
            if free_after:
                await asyncio.sleep(max(0.0, ended + CALM - time.monotonic()))
                siege.grown = taken(server) - before
            siege.deaf = await unanswered(server)
    return siege


async def _attack(siege: Siege, attack: str, address: str, seconds: float) -> None:
    """Attack in a session of its own, and count what it counted."""
    words = [sys.executable, "-m", "devtools.measure.attacks", attack, address, str(seconds)]
    process = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True)
    try:
        printed, _ = await asyncio.wait_for(process.communicate(), seconds + 60)
    finally:
        if process.returncode is None:
            process.kill()
    done = json.loads(printed)
    siege.counted += Counter({f"{attack}, {what}": n for what, n in done["counted"].items()})
    siege.spent += done["processor_seconds"]
