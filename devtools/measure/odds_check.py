"""Compare exact chances with simulated ones: ``python -m devtools.measure.odds_check [DEALS]``.

The promise: chances are exact (docs/odds.md). It takes a minute.

Deal ten million hands by default, always the same ones, and print the differences in standard errors. Exit with 1 if
any is more than four (needs NumPy).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from devtools import command
from phase10_widgets import EDITIONS, edition, odds

DEALS = 10_000_000
AT_ONCE = 100_000
FARTHEST = 4.0
"""The largest accepted difference in standard errors; one in 300 tables of fifty correct chances exceeds it."""
SEED = "odds check"


class Check(NamedTuple):
    """One chance, counted and simulated."""

    edition: str
    side: str
    phase: int
    exact: float
    simulated: float
    apart: float
    """The difference in standard errors."""

    def __str__(self) -> str:
        place = f"{self.edition:<8} {self.side:<5} {self.phase:>5}"
        return f"{place} {self.exact:>12.6%} {self.simulated:>12.6%} {self.apart:>+6.2f}"


HEAD = "edition  side  phase        exact    simulated  apart"


def checks(deals: int = DEALS, seed: str = SEED) -> Iterator[Check]:
    """Yield every chance with ten dealt cards, from hands dealt for each edition and side."""
    for name in EDITIONS:
        for side in edition(name).pack.sides:
            phases = [phase.number for phase in edition(name).phases]
            hits = simulated(name, side.name, phases, deals, seed)
            for phase, n in zip(phases, hits, strict=True):
                chance = float(odds.deal(name, phase, side=side.name))
                apart = (n / deals - chance) / sqrt(chance * (1 - chance) / deals)
                yield Check(name, side.name, phase, chance, n / deals, apart)


def simulated(name: str, side: str, phases: list[int], deals: int, seed: str) -> list[int]:
    """Return the number of simulated hands that hold each phase."""
    from phase10_widgets.odds.batch import holds
    from phase10_widgets.odds.simulation.numpy_engine import deal_hands

    pool = odds.Pool.of_deck(edition(name), side=side)
    hits = [0] * len(phases)
    for start in range(0, deals, AT_ONCE):
        hands = deal_hands(pool, 10, min(AT_ONCE, deals - start), f"{seed}/{name}/{side}/{start}")
        found = holds(name, phases, hands, side=side).sum(axis=0)
        hits = [before + int(more) for before, more in zip(hits, found, strict=True)]
    return hits


def main() -> int:
    """Print the table; return 1 if a chance is off."""
    words = command.parser(__doc__)
    words.add_argument("deals", nargs="?", type=int, default=DEALS, metavar="DEALS", help="default: %(default)s")
    deals = words.parse_args().deals
    print(f"{deals:,} deals of each deck\n{HEAD}", flush=True)
    worst = 0.0
    for check in checks(deals):
        print(check, flush=True)
        worst = max(worst, abs(check.apart))
    print(f"farthest apart: {worst:.2f} standard errors, at most {FARTHEST}")
    return int(worst > FARTHEST)


if __name__ == "__main__":
    sys.exit(main())
