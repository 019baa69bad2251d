"""Honest visitors play while the processes that their server stands on are killed."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from .server import KERNELS, PLAYERS, Server, killed, started
from .siege import SOON, Siege, observed, party

CALM = 10.0
"""The seconds in which everybody plays and is stored."""


async def kill_some(
    module: str, most: float, all_of_them: bool, servers: Sequence[Server], counted: Counter[str], seconds: float
) -> None:
    """Kill processes of this kind at random moments, at most so many seconds apart: one, or all of a server."""
    chance, until = random.Random(1), time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0, most))
        if running := chance.choice(servers).running(module):
            counted["killed"] += killed(running if all_of_them else [chance.choice(running)])


async def kill_server(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Kill the server with all its kernels, and start it again."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.to_thread(servers[0].kill)
        counted["servers killed"] += 1
        await asyncio.sleep(1)
        await asyncio.to_thread(servers[0].start)
        await asyncio.sleep(2 * CALM)


Trouble = Callable[[Sequence[Server], Counter[str], float], Awaitable[None]]
TROUBLES: dict[str, Trouble] = {
    "kernels": partial(kill_some, KERNELS, 6.0, False),
    "players": partial(kill_some, PLAYERS, 20.0, True),
    "server": kill_server,
    "two-servers": partial(kill_some, KERNELS, 6.0, False),
}
"""The troubles of a server, or of two that share their games."""


async def troubled(name: str, seconds: float, visitors: int, pause: float = 1.0) -> Siege:
    """Let honest visitors play during a trouble; then kill what plays their games, so that everybody comes back.

    So many visitors have a kernel, and as many have none; each pauses so long between two actions.
    """
    siege = Siege(name)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        words = ("one.log", "two.log")[: 1 + (name == "two-servers")]
        servers = [stack.enter_context(started(Path(folder), "serve", SOON, name=word)) for word in words]
        async with party(servers, visitors, siege, pause, light=visitors) as sitting:
            async with observed(siege, servers):
                await TROUBLES[name](servers, siege.counted, seconds)
            await asyncio.sleep(CALM)
            tables = sitting.seen + 2 * visitors
            for server in servers:
                killed(server.running(KERNELS, PLAYERS))
            await sitting.sit(tables)
    return siege
