"""A server under siege: honest visitors play while others attack it, or while the things it stands on give way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import psutil

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers, answers, free_port

from .attacks import ATTACKS
from .visitor import Found, Visitor

MOST = 60
"""The seats of the server."""
ARRIVE = 1.5
"""The seconds between two honest visitors who arrive."""
TABLES = 180.0
"""The seconds in which all honest visitors must have their tables."""
LOOK = 1.0
"""The seconds between two looks at the processes."""
FREE_AFTER = 90.0
"""The seconds after which no attacker may have a seat anymore."""
KILL_EVERY = 3.0
"""The seconds between two kills of kernels, on average."""
TROUBLE = 10.0
"""The seconds for which other troubles last, and those between them."""
KERNELS = ("served_kernel", "ipykernel_launcher")
"""The modules that kernels run, today's and that of older checkouts."""
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
if os.environ["SHIFT_ALL"]:
    time.monotonic = lambda: steady() + ahead()
"""
"""A Python module that shifts the clocks of its process, as `shifted` says."""


class Server:
    """A class server on 127.0.0.1; its games are in *home*/data."""

    def __init__(
        self,
        home: Path,
        name: str = "one",
        *,
        most: int = MOST,
        root: Path = ROOT,
        env: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
    ) -> None:
        """Name a server; :meth:`start` starts it.

        Args:
            home: the folder of its files.
            name: the name of its log, unlike those of other servers of this folder.
            most: the number of its seats.
            root: the checkout whose server it is.
            env: more variables of the environment.
            options: more options of its command.
        """
        self.home, self.log = home, home / f"{name}.log"
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}/"
        words = [f"--port={self._port}", f"--data={home / 'data'}", f"--log={self.log}", f"--most={most}"]
        self._command = [sys.executable, "-m", "phase10_widgets", "serve", *words, "--ready=2", "--cull=1", *options]
        self._env = {**os.environ, **Servers(home / name).folders(), "PYTHONPATH": str(root), **(env or {})}

    def start(self) -> None:
        """Start the server, and return once it answers."""
        out = subprocess.DEVNULL
        self.process = subprocess.Popen(self._command, cwd=self.home, env=self._env, stdout=out, stderr=out)
        leash.tie(self.process)
        if not answers(self.process, f"{self.address}health"):
            raise RuntimeError("The server did not start.")

    def stop(self) -> None:
        """Stop the server, gently if it lets itself be stopped."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
        leash.untie(self.process)

    def kill(self) -> None:
        """Kill the server, and its kernels, which would otherwise end a little later."""
        kernels = self.kernels()
        self.process.kill()
        self.process.wait()
        for kernel in kernels:
            with contextlib.suppress(psutil.Error):
                kernel.kill()

    def taken(self) -> int:
        """Return the number of taken seats."""
        with urllib.request.urlopen(f"{self.address}health", timeout=30) as answer:
            return int(json.load(answer)["visitors"])

    def failed(self) -> Counter[str]:
        """Return the unexpected errors in the log, each with its place."""
        lines = [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]
        return Counter(f"{line['error']} at {line['place']}" for line in lines if line["event"] == "failed")

    def kernels(self) -> list[psutil.Process]:
        """Return the processes of the kernels; some wait for a visitor."""
        found = []
        with contextlib.suppress(psutil.Error):
            for child in psutil.Process(self.process.pid).children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    if any(word.endswith(KERNELS) for word in child.cmdline()):
                        found.append(child)
        return found


@dataclass
class Siege:
    """The observations of a siege."""

    name: str
    honest: Found = field(default_factory=Found)
    waits: list[float] = field(default_factory=list)
    """The seconds from an honest visitor's action to the view that answers it, during the siege."""
    counted: Counter[str] = field(default_factory=Counter)
    """What the attackers counted, or how often each trouble came."""
    spent: float = 0.0
    """The attackers' processor time, in seconds."""
    server: int = 0
    """The most memory that a server took, in bytes; shared memory is divided among its users."""
    kernel: int = 0
    """The most memory that a kernel took, in bytes."""
    log: int = 0
    """The size of the logs, in bytes."""
    failed: Counter[str] = field(default_factory=Counter)
    """The errors in the logs that nobody expected, each with its place."""
    freed: float | None = None
    """The seconds until only honest visitors had seats; None if that took too long."""

    @property
    def p95(self) -> float:
        """The seconds within which 95 % of the answers came."""
        ranked = sorted(self.waits)
        return ranked[int(0.95 * (len(ranked) - 1))] if ranked else float("nan")

    @property
    def faults(self) -> Counter[str]:
        """Errors, wrong views and lost actions of honest visitors."""
        return self.honest.errors + self.honest.wrong

    def __str__(self) -> str:
        """Return the observations in a few lines."""
        found, mib = self.honest, 2**20
        freed = "" if self.freed is None else f", seats free after {self.freed:.0f} s"
        lines = [
            f"{self.name}: p95 {1000 * self.p95:.0f} ms of {len(self.waits)} answers, faults {dict(self.faults)}",
            f"  server {self.server / mib:.0f} MiB, a kernel {self.kernel / mib:.0f} MiB, "
            f"log {self.log / 1000:.0f} kB{freed}, unexpected errors {dict(self.failed)}",
            f"  {len(found.returned)} came back, {max(found.returned, default=0):.0f} s at most; "
            f"{found.rounds} rounds, {found.games} games",
            f"  attackers: {self.spent:.0f} s of processor time, {dict(self.counted)}",
        ]
        return "\n".join(lines)


class Party:
    """Honest visitors, each at a table."""

    def __init__(self, visitors: list[Visitor], found: Found) -> None:
        """Gather these visitors, who note what they find in *found*."""
        self.visitors, self.found = visitors, found

    @property
    def seen(self) -> int:
        """The number of tables that visitors have seen so far, those they came back to included."""
        return len(self.found.opened) + len(self.found.returned)

    async def sit(self, tables: int) -> None:
        """Wait until so many tables have been seen."""
        deadline = time.monotonic() + TABLES
        while self.seen < tables:
            if time.monotonic() > deadline:
                self.found.errors["no table"] += tables - self.seen
                return
            await asyncio.sleep(0.2)


@asynccontextmanager
async def party(servers: Sequence[Server], visitors: int, found: Found, pause: float) -> AsyncIterator[Party]:
    """Let honest visitors play; those of several servers change the server when they come back."""
    addresses = [server.address for server in servers]
    those = []
    for at in range(visitors):
        turned = [*addresses[at % len(servers) :], *addresses[: at % len(servers)]]
        those.append(Visitor(turned, at + 1, found, pause, faithful=True))
    async with asyncio.TaskGroup() as group:
        for visitor in those:
            group.create_task(visitor.visit(float("inf"), polite=True))
            await asyncio.sleep(ARRIVE)
        sitting = Party(those, found)
        await sitting.sit(visitors)
        try:
            yield sitting
        finally:
            for visitor in those:
                visitor.until = 0.0


@asynccontextmanager
async def observed(siege: Siege, servers: Sequence[Server]) -> AsyncIterator[None]:
    """Observe honest visitors and processes in the meantime."""

    async def watch() -> None:
        while True:
            for server in servers:
                with contextlib.suppress(psutil.Error):
                    siege.server = max(siege.server, psutil.Process(server.process.pid).memory_full_info().pss)
                for kernel in server.kernels():
                    with contextlib.suppress(psutil.Error):
                        siege.kernel = max(siege.kernel, kernel.memory_full_info().pss)
            await asyncio.sleep(LOOK)

    before = len(siege.honest.waits)
    task = asyncio.create_task(watch())
    try:
        yield
    finally:
        task.cancel()
        siege.waits = siege.honest.waits[before:]
        siege.log = sum(server.log.stat().st_size for server in servers)
        for server in servers:
            siege.failed += server.failed()


async def attacked(
    attacks: Sequence[str],
    seconds: float,
    visitors: int,
    *,
    pause: float = 2.0,
    free_after: float = FREE_AFTER,
    root: Path = ROOT,
) -> Siege:
    """Let honest visitors play while these attacks go on at once for so many seconds.

    Args:
        attacks: names of :data:`ATTACKS`.
        seconds: the time that the attacks take.
        visitors: the number of honest visitors.
        pause: the seconds between two actions of an honest visitor.
        free_after: the seconds to wait for the attackers' seats.
        root: the checkout whose server is attacked.
    """
    siege = Siege(" + ".join(attacks))
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        server = Server(Path(home), root=root)
        stack.callback(server.stop)
        server.start()
        async with party([server], visitors, siege.honest, pause):
            async with observed(siege, [server]):
                await asyncio.gather(*(_attack(siege, attack, server.address, seconds) for attack in attacks))
            ended = time.monotonic()
            while time.monotonic() - ended < free_after and siege.freed is None:
                if await asyncio.to_thread(server.taken) <= visitors:
                    siege.freed = time.monotonic() - ended
                await asyncio.sleep(LOOK)
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


# the things that a server stands on


async def kill_kernels(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Kill kernels at random moments."""
    chance, until = random.Random(1), time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0, 2 * KILL_EVERY))
        if kernels := chance.choice(servers).kernels():
            with contextlib.suppress(psutil.Error):
                chance.choice(kernels).kill()
                counted["kernels killed"] += 1


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


async def only_read(servers: Sequence[Server], counted: Counter[str], seconds: float) -> None:
    """Let the disk of the games fail, as the system then only reads it; repair it, and start the server again."""
    server, until = servers[0], time.monotonic() + seconds
    folder = server.home / "data"
    while time.monotonic() < until:
        os.sync()  # what is lost with a disk that fails before it has written everything is not our subject
        _mount("-o", "remount,abort", str(folder))
        try:
            (folder / "probe").touch()
        except OSError as error:
            counted[f"disk failed: {error.strerror}"] += 1
        await asyncio.sleep(TROUBLE)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(_repair, folder)
        await asyncio.to_thread(server.start)
        await asyncio.sleep(2 * TROUBLE)


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
    "server": Trouble(kill_server),
    "two-servers": Trouble(kill_kernels, servers=2),
    "full-disk": Trouble(fill_disk, disk=True),
    "read-only": Trouble(only_read, disk=True),
    "clock": Trouble(jump_clock, clock=True),
}


async def troubled(name: str, seconds: float, visitors: int, pause: float = 1.0) -> Siege:
    """Let honest visitors play during a trouble; then kill all kernels once, so that everybody comes back.

    Raises:
        LookupError: this system cannot make such trouble; the sentence says what is missing.
    """
    siege, trouble = Siege(name), TROUBLES[name]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        home = Path(folder)
        if trouble.disk:
            stack.enter_context(_small_disk(home / "data"))
        env = shifted(home / "clock") if trouble.clock else {}
        servers = [Server(home, word, env=env) for word in ("one", "two")[: trouble.servers]]
        for server in servers:
            stack.callback(server.stop)
            server.start()
        async with party(servers, visitors, siege.honest, pause) as sitting:
            async with observed(siege, servers):
                await trouble.happen(servers, siege.counted, seconds)
            await asyncio.sleep(TROUBLE)  # everybody plays and is stored
            tables = sitting.seen + visitors
            for server in servers:
                for kernel in server.kernels():
                    with contextlib.suppress(psutil.Error):
                        kernel.kill()
            await sitting.sit(tables)
    return siege


@contextmanager
def _small_disk(folder: Path) -> Iterator[None]:
    """Mount a disk of its own at this folder."""
    folder.mkdir(mode=0o700)
    image = _image(folder)
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


def _image(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.img")


def _repair(folder: Path) -> None:
    """Repair the disk at this folder, once no process has a file open there."""
    deadline = time.monotonic() + TROUBLE
    while subprocess.run(["umount", folder], check=False, capture_output=True).returncode:
        if time.monotonic() > deadline:
            raise RuntimeError("Some process does not let go of the disk.")
        time.sleep(0.1)
    subprocess.run(["fsck.ext4", "-fy", _image(folder)], check=False, capture_output=True)
    if not _mount("-o", "loop", str(_image(folder)), str(folder)):
        raise RuntimeError("The disk cannot be mounted again.")


def _mount(*words: str) -> bool:
    """Mount something; return False where that is not allowed."""
    try:
        return subprocess.run(["mount", *words], check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def shifted(file: Path, *, monotonic: bool = False) -> dict[str, str]:
    """Return the environment of Python processes whose clock is ahead by as many seconds as this file says.

    With *monotonic*, so is the clock that never jumps: time passes for everything.
    """
    file.write_text("0")
    start = file.with_name("start")
    start.mkdir()
    (start / "sitecustomize.py").write_text(SHIFT)
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), str(start)]), "SHIFT": str(file), "SHIFT_ALL": "1" * monotonic}


def names(of: str) -> list[str]:
    """Return the names of all attacks or troubles."""
    return [*(ATTACKS if of == "attacks" else TROUBLES)]
