"""Attack our own server and widgets, as hostile visitors would: ``python -m devtools.measure.hostile WHAT``.

The promises: what a visitor can do to a server (docs/threats.md). Messages take seven minutes, each
attack or trouble two.

- ``messages [--count N] [--seed N]``: send invalid messages and files of every kind to every widget.
- ``attacks [NAME ...] [--seconds N] [--visitors N] [--kernels N] [--together]``: attack a server while honest visitors
  play.
- ``troubles [NAME ...] [--seconds N] [--visitors N]``: kill kernels and servers while honest visitors play.

Print everything observed. Exit with 0 if every message was refused with a sentence, and no honest visitor saw a wrong
view, lost an action, or waited too long.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from devtools import command
from phase10_widgets.apps.serve import kernel_bounds, solo_worker

from . import bad_messages, siege, troubles
from .attacks import ATTACKS

MOST_PLAYERS, MOST_LEFT = 400 * 2**20, 50 * 2**20
"""The most memory of all processes for games, and the most that may be left of an attack a minute later, in bytes."""
QUICK = 0.3
"""The seconds within which 95% of the answers must come."""
MOST_SERVER, MOST_LOG = 400 * 2**20, 1_000_000
"""The most memory of the server, and the most that it may log during one attack, in bytes."""


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("what", choices=["messages", "attacks", "troubles"], metavar="WHAT")
    words.add_argument("names", nargs="*", metavar="NAME", help="attacks or troubles; all if none is named")
    words.add_argument("--count", type=int, default=bad_messages.MESSAGES, help="messages; default: %(default)s")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--seconds", type=float, default=120, help="for each attack or trouble; default: %(default)s")
    words.add_argument("--visitors", type=int, default=20, help="honest ones; default: %(default)s")
    words.add_argument("--kernels", type=int, help="honest ones with a kernel; default: as many as without")
    words.add_argument("--together", action="store_true", help="attack in all ways at once")
    chosen = words.parse_args()
    if chosen.what == "messages":
        return bad_messages.report(chosen.count, chosen.seed)
    known = [*(ATTACKS if chosen.what == "attacks" else troubles.TROUBLES)]
    if unknown := [name for name in chosen.names if name not in known]:
        words.error(f"{', '.join(unknown)}: known are {', '.join(known)}")
    return _besieged(chosen, chosen.names or known)


def _besieged(chosen: argparse.Namespace, names: list[str]) -> int:
    """Run these attacks or troubles, one after the other or together."""
    wrong = 0
    for row in [names] if chosen.together else [[name] for name in names]:
        if chosen.what == "attacks":
            found = asyncio.run(siege.attacked(row, chosen.seconds, chosen.visitors, kernels=chosen.kernels))
            bad = found.log > MOST_LOG or found.freed is None or found.counted["other-sites, kernels"] > 0
            bad |= found.deaf > 0 or found.players > MOST_PLAYERS or (found.grown or 0) > MOST_LEFT
        else:
            found = asyncio.run(troubles.troubled(row[0], chosen.seconds, chosen.visitors))
            bad = False
        print(found, flush=True)
        large = found.server > MOST_SERVER or found.kernel > kernel_bounds.MEMORY or found.player > solo_worker.MEMORY
        wrong += bool(bad or large or found.p95 > QUICK or found.faults)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
