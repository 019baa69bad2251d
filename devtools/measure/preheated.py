"""Visit games that have waited for long: ``python -m devtools.measure.preheated [VISITS] [--minutes N]``.

A server's preheated kernels wait; then its clocks and theirs go ahead by so many minutes, and visitors come at random
moments of the server's next sweeps. Each must find a living kernel, now and a few seconds later. Print how many did.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from devtools import command
from phase10_widgets.apps.serve.server import SWEEP_SECONDS

from .open_page import KERNEL, PAGE, read
from .siege import SOON, Server
from .troubles import shifted

WAITING = 4
"""The kernels that wait at once."""
PATIENCE = 90.0
"""The seconds in which they must be ready again."""
LATER = SWEEP_SECONDS + 1
"""The seconds after which a visited kernel is looked at again: at least one more sweep."""


def until(server: Server, what: str, least: float) -> None:
    """Wait until a number of the server's health is at least this."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{server.address}health", timeout=30) as answer:
            if json.load(answer)[what] >= least:
                return
        time.sleep(0.2)
    raise TimeoutError(f"The server's {what} never reached {least:g}.")


def lives(server: Server, kernel: str) -> bool:
    """Return True if a visited kernel is there."""
    try:
        return bool(json.loads(read(f"{server.address}api/kernels/{kernel}"))["id"] == kernel)
    except OSError as error:
        print(f"{time.strftime('%H:%M:%S')}: kernel {kernel or 'unknown'}: {error}", flush=True)
        return False


def visits(server: Server, clock: Path, count: int, seconds: float) -> int:
    """Make so many first visits; return how many found a kernel that lived on."""
    chance, ahead, found = random.Random(1), 0.0, 0
    for begun in range(0, count, WAITING):
        until(server, "ready", WAITING)
        ahead += seconds
        clock.write_text(str(ahead))
        until(server, "seconds", ahead)  # who came before that would have waited for as long
        kernels = []
        for _ in range(WAITING):
            time.sleep(chance.uniform(0, SWEEP_SECONDS / 2))
            match = KERNEL.search(read(f"{server.address}{PAGE}"))
            kernels.append(next(filter(None, match.groups())) if match else "")
        time.sleep(LATER)
        found += sum(lives(server, kernel) for kernel in kernels)
        for kernel in kernels:
            read(f"{server.address}voila/api/shutdown/{kernel}", b"")
        print(f"{found} of {begun + WAITING}", flush=True)
    return found


def main() -> int:
    """Return 0 if every visitor found a living kernel."""
    words = command.parser(__doc__)
    words.add_argument("visits", nargs="?", type=int, default=200, metavar="VISITS", help="default: %(default)s")
    words.add_argument("--minutes", type=float, default=30, help="the time that kernels have waited; default: 30")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as home:
        clock = Path(home, "clock")
        server = Server(Path(home), env=shifted(clock, monotonic=True), options=[f"--ready={WAITING}", SOON])
        server.start()
        try:
            found = visits(server, clock, chosen.visits, 60 * chosen.minutes)
            if found < chosen.visits:
                print(server.log.read_text("utf-8"))
        finally:
            server.stop()
    return int(found < chosen.visits)


if __name__ == "__main__":
    sys.exit(main())
