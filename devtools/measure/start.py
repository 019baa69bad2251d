"""Measure a server's startup time from a person's point of view: ``python -m devtools.measure.start [TIMES]``.

The promise: the first page arrives within 0.7 s of pressing Enter, or 1.5 s the first time, and is painted 0.3 s later.
The measurement takes a minute.

Each time, start ``phase10 serve`` or ``phase10 play`` in a new process with a new home folder for games. The first
start on a computer is "cold" because there is no compiled Python yet. The page ``/`` is requested until its first byte
arrives; then an open browser visits it. Print the medians of TIMES starts in seconds; exit with 1 if a median is too
long.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser

from devtools import command
from devtools.browser import leash, opened
from devtools.browser.servers import ROOT, Servers, free_port

COMMANDS = {"serve": (), "play": ("--no-browser",)}
MOST, MOST_COLD, MOST_PAINTED = 0.7, 1.5, 0.3
TIMES = 5
LOOK = 0.005
PATIENCE = 60.0
PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""


def first_byte(port: int) -> None:
    """Wait until ``/`` sends a byte; raise TimeoutError if it does not."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as asked:
                asked.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                if asked.recv(1):
                    return
        except OSError:
            time.sleep(LOOK)
    raise TimeoutError("the server sent nothing")


def once(browser: Browser, name: str, *, cold: bool) -> tuple[float, float]:
    """Return the number of seconds from the start to the first byte, and from a visit to its first paint."""
    with tempfile.TemporaryDirectory() as folder:
        home, port = Path(folder), free_port()
        words = [sys.executable, "-m", "phase10_widgets", name, f"--port={port}", *COMMANDS[name]]
        env = {**os.environ, **Servers(home).folders(), "PYTHONPATH": str(ROOT)}
        env |= {"PYTHONPYCACHEPREFIX": str(home / "compiled")} if cold else {}
        page, out = browser.new_context().new_page(), subprocess.DEVNULL
        began = time.monotonic()
        with leash.tied(subprocess.Popen(words, cwd=home, env=env, stdout=out, stderr=out)):
            first_byte(port)
            byte = time.monotonic() - began
            page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
            painted = float(page.wait_for_function(PAINTED).json_value()) / 1000
            page.context.close()
        return byte, painted


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("times", nargs="?", type=int, default=TIMES, metavar="TIMES", help="default: %(default)s")
    times, late = words.parse_args().times, False
    with opened.browser() as browser:
        for name in COMMANDS:
            for cold, most in ((True, MOST_COLD), (False, MOST)):
                runs = [once(browser, name, cold=cold) for _ in range(times)]
                byte, painted = map(statistics.median, zip(*runs, strict=True))
                late = late or byte > most or painted > MOST_PAINTED
                said = f"first byte {byte:.2f} s of {most}, painted {painted:.2f} s of {MOST_PAINTED} later"
                print(f"{name}, {'cold' if cold else 'warm'}: {said}", flush=True)
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
