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
import statistics
import sys
import tempfile
import time
from pathlib import Path

from devtools import command

from .common import memory, ranked
from .server import KERNELS, Server, started
from .visitor import Found, crowd

LOOKS = 4
MIB = 2**20


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("--visitors", type=int, default=5)
    words.add_argument("--seconds", type=float, default=30, help="how long all play together")
    words.add_argument("--pause", type=float, default=2.0, help="seconds between two actions of a visitor")
    words.add_argument("--cull", type=int, default=1, help="minutes until an idle kernel is put away")
    words.add_argument("--stay", action="store_true", help="leave without a word")
    options = words.parse_args()
    bounds = f"--cull={options.cull}", f"--most={options.visitors + 10}"
    with tempfile.TemporaryDirectory() as home, started(Path(home), "serve", *bounds) as server:
        while server.ask("health")[1]["ready"] < 2:
            time.sleep(0.2)
        return _report(server, options)


async def _play(server: Server, options: argparse.Namespace) -> Found:
    """Let a visitor come each second; print what the kernels take while all play."""
    n, polite = options.visitors, not options.stay
    task = asyncio.create_task(crowd(server.address, n, options.seconds, options.pause, n, polite=polite))
    await asyncio.sleep(n)
    for at in range(LOOKS):
        await asyncio.sleep(0.9 * options.seconds / LOOKS)
        sizes = [memory(kernel) / MIB for kernel in server.running(KERNELS)]
        mean, largest = statistics.mean(sizes or [0]), max(sizes, default=0)
        print(f"a kernel, MiB, look {at + 1}: mean {mean:.1f}, largest {largest:.1f} ({len(sizes)})", flush=True)
    return await task


def _report(server: Server, options: argparse.Namespace) -> int:
    _, before = server.used()
    found = asyncio.run(_play(server, options))
    left, failed = time.monotonic(), server.failed()
    print(f"visitors {options.visitors}, {options.seconds:g} s together, {found.rounds} rounds")
    print(f"errors {dict(found.errors)}, wrong views {dict(found.wrong)}, in the log {dict(failed)}", flush=True)
    print(f"actions: {ranked(found.waits)}\naddress to table: {ranked(found.opened)}")
    while time.monotonic() - left < 60 * options.cull + 90 and server.taken():
        time.sleep(0.5)
    gone, still = time.monotonic() - left, server.taken()
    print(f"the server, MiB: {before / MIB:.0f} before, {server.used()[1] / MIB:.0f} after")
    print(f"kernels gone {gone:.1f} s after all had left, {still} still there")
    return int(bool(found.errors or found.wrong or failed or still))


if __name__ == "__main__":
    sys.exit(main())
