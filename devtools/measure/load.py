"""Play like a class: ``python -m devtools.measure.load [--visitors 5] [--seconds 30]``.

The promise: a class fits on the machines that docs/host.md names. It takes two minutes.

Start ``phase10 serve`` on 127.0.0.1 and let visitors play over real websockets with the browser's protocol: each opens
the app, sets up a game against a computer player under a name of its own, and plays legal actions from its view with
a pause between them. Print errors, wrong views, the response time of actions, the memory of each visitor's kernel and
of the server, and the time until the kernels are gone after everybody has left.

With ``--stay``, visitors leave without closing the connection, like a sleeping laptop: culling must find their kernels.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import accumulate
from pathlib import Path

import psutil

from .open_page import PATIENCE, read
from .visitor import Found, crowd

ROOT = Path(__file__).resolve().parents[2]
LOOKS = (0.1, 0.2, 0.3, 0.3)
"""The moments at which the kernels' memory is measured: successive waits, as parts of the total time."""


def memory(pid: int) -> int:
    """Return the bytes of a process; shared memory is divided among its users."""
    return int(psutil.Process(pid).memory_full_info().pss)


def kernels_of(pid: int) -> list[int]:
    """Return the kernels that a server has started."""
    children = psutil.Process(pid).children(recursive=True)
    return [child.pid for child in children if "served_kernel" in " ".join(child.cmdline())]


def main() -> int:
    """Return 0 if nothing went wrong."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--visitors", type=int, default=5)
    words.add_argument("--seconds", type=float, default=30, help="how long all play together")
    words.add_argument("--arrive", type=float, default=None, help="seconds in which they come; one second for each")
    words.add_argument("--pause", type=float, default=2.0, help="seconds between two actions of a visitor")
    words.add_argument("--ready", type=int, default=2, help="kernels that wait")
    words.add_argument("--cull", type=int, default=1, help="minutes until an idle kernel is put away")
    words.add_argument("--stay", action="store_true", help="leave without a word")
    words.add_argument("--port", type=int, default=8911)
    options = words.parse_args()
    arrive = options.visitors if options.arrive is None else options.arrive
    address = f"http://127.0.0.1:{options.port}/"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # this ends the server, too
    with tempfile.TemporaryDirectory() as data, Path(data, "log").open("w+") as lines:
        command = [sys.executable, "-m", "phase10_widgets", "serve", f"--port={options.port}", f"--data={data}"]
        command += [f"--ready={options.ready}", f"--cull={options.cull}", f"--most={options.visitors + 10}"]
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=lines, env=dict(os.environ))
        try:
            _wait(server, address, options.ready)
            return _report(server.pid, address, arrive, options, Path(data, "log"))
        finally:
            server.terminate()
            server.wait(30)


def _wait(server: subprocess.Popen[bytes], address: str, ready: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if json.loads(read(f"{address}health"))["ready"] == ready:
                time.sleep(3)
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("The server did not start.")


def _report(pid: int, address: str, arrive: float, options: argparse.Namespace, log: Path) -> int:
    before = memory(pid)
    sizes: list[list[int]] = []

    async def play() -> Found:
        task = asyncio.create_task(
            crowd(address, options.visitors, options.seconds, options.pause, arrive, polite=not options.stay)
        )
        await asyncio.sleep(arrive)
        for part in LOOKS:
            await asyncio.sleep(part * options.seconds)
            sizes.append([memory(kernel) for kernel in kernels_of(pid)])
        return await task

    found = asyncio.run(play())
    left = time.monotonic()
    waits = sorted(found.waits)
    failed = sum('"level": "error"' in line or '"failed"' in line for line in log.read_text().splitlines())
    mib = 2**20
    print(f"visitors {options.visitors}, {options.seconds:g} s together, {len(waits)} actions, {found.rounds} rounds")
    print(f"errors {dict(found.errors)}, wrong views {dict(found.wrong)}, errors in the log {failed}", flush=True)
    if waits:
        middle, most = statistics.median(waits), waits[min(len(waits) - 1, int(0.95 * len(waits)))]
        print(f"an action, ms: median {1000 * middle:.0f}, 95% {1000 * most:.0f}, longest {1000 * waits[-1]:.0f}")
    if found.opened:
        print(f"address to table, s: median {statistics.median(found.opened):.1f}, longest {max(found.opened):.1f}")
    for size, share in zip(sizes, accumulate(LOOKS), strict=True):
        mean, largest = statistics.mean(size) / mib, max(size) / mib
        print(f"a kernel, MiB, after {share:.0%} of the time: mean {mean:.1f}, largest {largest:.1f} ({len(size)})")
    while time.monotonic() - left < 60 * options.cull + 90 and json.loads(read(f"{address}health"))["visitors"]:
        time.sleep(0.5)
    gone, still = time.monotonic() - left, json.loads(read(f"{address}health"))["visitors"]
    after = memory(pid)
    print(f"the server, MiB: {before / mib:.0f} before, {after / mib:.0f} after")
    print(f"kernels gone {gone:.1f} s after all had left, {still} still there")
    return int(bool(found.errors or found.wrong or failed or still))


if __name__ == "__main__":
    sys.exit(main())
