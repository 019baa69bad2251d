"""Honest visitors play while the things that their server stands on give way: processes, the disk, the clock."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from devtools.browser.servers import ROOT

from .server import KERNELS, PLAYERS, Server, killed, started
from .siege import SOON, Siege, observed, party

KILL_EVERY = 3.0
"""The seconds between two kills of kernels, on average."""
TROUBLE = 10.0
"""The seconds for which other troubles last, and those between them."""
DISK = 16 * 2**20
"""The size of a small disk, in bytes."""
SHIFT = """
import datetime, os, time

now, steady, read = time.time, time.monotonic, [0.0, -1.0]

def ahead():
    if steady() - read[1] > 0.1:
        with open(os.environ["SHIFT"]) as file:
            text = file.read()
        read[:] = [float(text or read[0]), steady()]
    return read[0]

class Shifted(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)

time.time = lambda: now() + ahead()
time.time_ns = lambda: int(1e9 * time.time())
datetime.datetime = Shifted
"""
"""A Python module that shifts the clocks of its process, as `shifted` says."""


async def kill_kernels(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Kill kernels at random moments."""
    chance, until = random.Random(1), time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0, 2 * KILL_EVERY))
        if kernels := chance.choice(servers).running(KERNELS):
            counted["kernels killed"] += killed([chance.choice(kernels)])


async def kill_players(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Kill the processes that play the games without a kernel, at random moments."""
    chance, until = random.Random(1), time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0, 2 * TROUBLE))
        counted["players killed"] += killed(chance.choice(servers).running(PLAYERS))


async def kill_server(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Kill the server with all its kernels, and start it again."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.to_thread(servers[0].kill)
        counted["servers killed"] += 1
        await asyncio.sleep(1)
        await asyncio.to_thread(servers[0].start)
        await asyncio.sleep(2 * TROUBLE)


async def fill_disk(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Fill the disk of the games, and make room again."""
    filler, until = servers[0].home / "data" / "filler", time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        counted["disk full"] += 1
        await asyncio.sleep(TROUBLE)
        filler.unlink()
        await asyncio.sleep(TROUBLE)


async def jump_clock(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Set the clock a day ahead, a day back, and right again."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for clock in ("86400", "-86400", "0"):
            (servers[0].home / "clock").write_text(clock)
            counted["clock set"] += 1
            await asyncio.sleep(TROUBLE / 2)


class Trouble(NamedTuple):
    """Something that may happen to a server."""

    happen: Callable[[Sequence[Server], Counter[str], float], Awaitable[None]]
    servers: int = 1
    disk: bool = False
    """True if the games are on a small disk of their own."""
    clock: bool = False
    """True if the clock can be set."""


TROUBLES = {
    "kernels": Trouble(kill_kernels),
    "players": Trouble(kill_players),
    "server": Trouble(kill_server),
    "two-servers": Trouble(kill_kernels, servers=2),
    "full-disk": Trouble(fill_disk, disk=True),
    "clock": Trouble(jump_clock, clock=True),
}


async def troubled(name: str, seconds: float, visitors: int, pause: float = 1.0) -> Siege:
    """Let honest visitors play during a trouble; then kill what plays their games, so that everybody comes back.

    Args:
        name: one of :data:`TROUBLES`.
        seconds: the time that it takes.
        visitors: the number of visitors with a kernel; as many have none.
        pause: the seconds between two actions of a visitor.

    Raises:
        LookupError: this system cannot make such trouble; the sentence says what is missing.
    """
    siege, trouble = Siege(name), TROUBLES[name]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        home = Path(folder)
        if trouble.disk:
            stack.enter_context(_small_disk(home / "data"))
        env = shifted(home / "clock") if trouble.clock else {}
        words = ("one.log", "two.log")[: trouble.servers]
        servers = [stack.enter_context(started(home, "serve", SOON, name=word, env=env)) for word in words]
        async with party(servers, visitors, siege, pause, light=visitors) as sitting:
            async with observed(siege, servers):
                await trouble.happen(servers, siege.counted, seconds)
            await asyncio.sleep(TROUBLE)  # everybody plays and is stored
            tables = sitting.seen + 2 * visitors
            for server in servers:
                killed(server.running(KERNELS, PLAYERS))
            await sitting.sit(tables)
    return siege


@contextmanager
def _small_disk(folder: Path) -> Iterator[None]:
    """Mount a disk of its own at this folder."""
    folder.mkdir(mode=0o700)
    image = folder.with_name(f"{folder.name}.img")
    with image.open("wb") as file:
        file.truncate(DISK)
    made = subprocess.run(["mkfs.ext4", "-q", "-m", "0", image], check=False, capture_output=True).returncode == 0
    if not made or not _mount("-o", "loop", str(image), str(folder)):
        raise LookupError("Only root can mount a disk, and not everywhere.")
    try:
        folder.chmod(0o700)
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def _mount(*words: str) -> bool:
    """Mount something; return False where that is not allowed."""
    try:
        return subprocess.run(["mount", *words], check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def shifted(file: Path) -> dict[str, str]:
    """Return the environment of Python processes whose clock is ahead by as many seconds as this file says."""
    file.write_text("0")
    start = file.with_name("start")
    start.mkdir()
    (start / "sitecustomize.py").write_text(SHIFT)
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), str(start)]), "SHIFT": str(file)}
