"""Ask for more pages at once than there are seats: ``python -m devtools.measure.rush [REQUESTS] [--most N]``.

First as many visitors as there are seats come, then, at a fresh server, so many at once. Print how many got in, what
the others were told, and the most memory that the server and its processes took, both times. Exit with 0 if exactly the
seats were given out, and everybody else got the page that says so.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from devtools import command

from .open_page import KERNEL, PAGE, PERSON
from .siege import Server

FULL = "Every seat is taken"
PATIENCE = 120.0
SETTLED = 5.0
"""The seconds for which memory is watched after the last answer."""


class Outcome(NamedTuple):
    """What came of the requests."""

    answers: Counter[str]
    memory: int
    """The most, in MiB."""


def answer(address: str) -> str:
    """Ask for the page of the app, and return what came."""
    request = urllib.request.Request(f"{address}{PAGE}", headers=PERSON)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as page:
            return "a game" if KERNEL.search(page.read().decode()) else "a page without a game"
    except urllib.error.HTTPError as error:
        return "the friendly page" if FULL in error.read().decode() else f"status {error.code}"
    except OSError as error:
        return f"nothing: {error}"


def memory(pid: int) -> int:
    """Return the memory of a process and its descendants, in bytes; what they share counts once."""
    found = 0
    with suppress(psutil.Error):
        server = psutil.Process(pid)
        for process in [server, *server.children(recursive=True)]:
            with suppress(psutil.Error):
                found += process.memory_full_info().pss
    return found


def rush(requests: int, most: int) -> Outcome:
    """Ask a server with *most* seats for so many pages at once."""
    with tempfile.TemporaryDirectory() as home:
        server = Server(Path(home), most=most)
        server.start()
        try:
            done, highest = threading.Event(), [0]

            def watch() -> None:
                while not done.wait(0.1):
                    highest[0] = max(highest[0], memory(server.process.pid))

            watching = threading.Thread(target=watch)
            watching.start()
            with ThreadPoolExecutor(requests) as crowd:
                answers = Counter(crowd.map(answer, [server.address] * requests))
            time.sleep(SETTLED)
            done.set()
            watching.join()
        finally:
            server.stop()
    return Outcome(answers, highest[0] // 2**20)


def main() -> int:
    """Print both outcomes; return 0 if nobody got in too many."""
    words = command.parser(__doc__)
    words.add_argument("requests", nargs="?", type=int, default=200, metavar="REQUESTS", help="default: %(default)s")
    words.add_argument("--most", type=int, default=4, help="the number of seats; default: %(default)s")
    chosen = words.parse_args()
    for requests in (chosen.most, chosen.requests):
        found = rush(requests, chosen.most)
        print(f"{requests} at once: {dict(found.answers)}, at most {found.memory} MiB", flush=True)
    wanted = Counter({"a game": chosen.most, "the friendly page": chosen.requests - chosen.most})
    return int(found.answers != wanted)


if __name__ == "__main__":
    sys.exit(main())
