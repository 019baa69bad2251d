"""Send hostile messages to shared tables: ``python -m devtools.measure.live.messages WHERE [COUNT]``.

The promise: a page sees what its seat may, whatever anybody sends (docs/live.md). At a desk, two thousand take some
minutes.

WHERE is ``desk``, the service without a network; ``lines``, a server over websockets and long polls; or ``solo``, the
games of single visitors. Everybody sends: the host, pupils, friends, spectators, the wall, people who were removed, and
strangers. Messages are valid, nearly valid, hostile, or none at all.

At a desk, no exception may escape or be logged, every page must show its table as its seat sees it, nothing that is
sent may depend on hidden cards, and no message may take long. Every number stands for a message of a certain desk, so
a long run may be split: ``--first 50000`` goes on there. Over lines, honest people play on, and none of them may see
anything wrong. Exit with 0 if all of that is true.
"""

from __future__ import annotations

import argparse
import gc
import logging
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from devtools import command
from devtools.measure.bad_messages import memory
from phase10_widgets.core.untrusted_json import loads
from phase10_widgets.screens.visit import Visits

from .hostile import Facts, texts
from .world import Ears, numbered, world

EACH = 1000
"""The messages to one desk."""
TOO_SLOW = 0.05
"""The most processor time of a message, in seconds."""
FLAT = 64 * 2**20
"""The growth of memory after the first tenth that still counts as flat, in bytes: caches of a fixed size fill."""


@dataclass
class Met:
    """The outcome of many messages."""

    times: list[float] = field(default_factory=list)
    ticks: list[float] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    logged: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    grown: int = 0
    """The growth of the process since a tenth of the messages, in bytes."""

    @property
    def failed(self) -> bool:
        """True if anything went wrong."""
        return bool(self.wrong or self.logged or self.slowest[0] > TOO_SLOW or self.grown > FLAT)

    def tell(self) -> None:
        """Print everything."""
        print(f"messages: {len(self.times):,}; {_ranked(self.times)}")
        if self.ticks:
            print(f"looks at the time: {len(self.ticks):,}; {_ranked(self.ticks)}")
        print(f"slowest: {1000 * self.slowest[0]:.1f} ms at {self.slowest[1][:200]!r}")
        print(f"memory grew by {self.grown / 2**20:.1f} MiB after the first tenth; {dict(self.counted)}")
        print(f"wrong: {self.wrong.total()}", *(f"  {n} x {what}" for what, n in self.wrong.most_common(12)), sep="\n")
        print(f"logged: {len(self.logged)}", *(f"  {line}" for line in sorted(set(self.logged))[:12]), sep="\n")


def _ranked(times: list[float]) -> str:
    ranked = sorted(times)
    p50, p99, most = (1000 * ranked[int(share * (len(ranked) - 1))] for share in (0.5, 0.99, 1))
    return f"processor time: median {p50:.2f} ms, p99 {p99:.1f} ms, most {most:.1f} ms"


def to_desks(first: int, count: int, each: int = EACH) -> Met:
    """Send messages number *first* to *first* + *count* to desks, so many to one."""
    met, ears, sent = Met(), Ears(), 0
    logging.getLogger().addHandler(ears)
    try:
        for number, messages in numbered(first, count, each):
            with world(number) as found:
                gc.freeze()  # as a server does
                for _ in range(messages):
                    found.step()
                    sent += 1
                    if sent == max(1, count // 10):
                        before = memory()
                found.look()
            met.times += found.times
            met.ticks += found.ticks
            met.counted += found.counted
            met.wrong += Counter({f"desk {number}: {what}": n for what, n in found.wrong.items()})
            met.slowest = max(met.slowest, found.slowest)
            gc.unfreeze()
            gc.collect()
        met.grown = memory() - before
    finally:
        logging.getLogger().removeHandler(ears)
    met.logged = ears.heard
    return met


class Page:
    """A page with a game of its own, and what it shows."""

    address = ""

    def __init__(self, visits: Visits) -> None:
        """Open the page."""
        self.shown: dict[str, Any] = {}
        self.got, self.closed = 0, False
        visits.hear(self, {"kind": "hello", "v": 1, "visit": None, "start": "setup", "language": "en"})

    def send(self, message: Any) -> None:
        """Take in a message."""
        self.got += 1
        self.shown |= {name: message[name] for name in ("visit", "screen", "view") if name in message}

    def close(self, code: int) -> None:
        """Note the end."""
        self.closed = True


def to_visits(first: int, count: int) -> Met:
    """Send messages to the games of single visitors; beside them, somebody else's game must stay as it is."""
    met, ears, chance = Met(), Ears(), random.Random(f"visits {first}")
    logging.getLogger().addHandler(ears)
    try:
        visits = Visits(None)
        honest = Page(visits)
        kept = honest.got
        pages = [Page(visits) for _ in range(5)]
        facts = Facts(token="x" * 20)
        stream = texts(chance, facts, solo=True)
        for at in range(count):
            number = at % len(pages)
            page = pages[number]
            if page.closed:
                visits.gone(page)
                page = pages[number] = Page(visits)
            view = page.shown["view"]
            facts.rev, facts.legal = view.get("rev", 0), view.get("legal") or []
            facts.screen, facts.visit = page.shown["screen"], page.shown["visit"]
            way, text = next(stream)
            met.counted[way] += 1
            began = time.thread_time()
            try:
                try:
                    found = loads(text)
                except (ValueError, RecursionError):
                    found = None
                visits.hear(page, found)
            except Exception as error:
                met.wrong[f"raised {type(error).__name__}: {str(error)[:100]} at {text[:200]}"] += 1
            met.times.append(time.thread_time() - began)
            met.slowest = max(met.slowest, (met.times[-1], text[:300]))
            if honest.got != kept or honest.closed:
                met.wrong["somebody else's page has changed"] += 1
            if at == count // 10:
                before = memory()
        met.grown = memory() - before
    finally:
        logging.getLogger().removeHandler(ears)
    met.logged = ears.heard
    return met


def main() -> int:
    """Return 0 if nothing went wrong."""
    words = command.parser(__doc__)
    words.add_argument("where", choices=["desk", "lines", "solo"], metavar="WHERE", help="desk, lines or solo")
    words.add_argument("count", nargs="?", type=int, default=2000, metavar="COUNT", help="default: %(default)s")
    words.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first message")
    words.add_argument("--each", type=int, default=EACH, help="messages to one desk; default: %(default)s")
    chosen: argparse.Namespace = words.parse_args()
    if chosen.where == "lines":
        from . import attackers

        return attackers.report(chosen.count, chosen.first)
    if chosen.where == "desk":
        met = to_desks(chosen.first, chosen.count, chosen.each)
        met.tell()
        return int(met.failed)
    met = to_visits(chosen.first, chosen.count)
    met.tell()
    return int(bool(met.wrong or met.logged or met.grown > FLAT))  # other processes compute there, so it may take long


if __name__ == "__main__":
    sys.exit(main())
