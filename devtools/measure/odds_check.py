"""Compare exact chances with simulated ones: ``python -m devtools.measure.odds_check [DEALS]``.

Deals ten million hands unless told otherwise, always the same ones, and prints how many standard errors apart the two
are. Ends with 1 if any is more than four (needs NumPy).
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
"""Standard errors: of all tables of fifty chances that are right, one in three hundred has one that is farther off."""
SEED = "odds check"


class Check(NamedTuple):
    """One chance, counted and simulated."""

    edition: str
    side: str
    phase: int
    exact: float
    simulated: float
    apart: float
    """Standard errors between the two."""

    def __str__(self) -> str:
        place = f"{self.edition:<8} {self.side:<5} {self.phase:>5}"
        return f"{place} {self.exact:>12.6%} {self.simulated:>12.6%} {self.apart:>+6.2f}"


HEAD = "edition  side  phase        exact    simulated  apart"


def checks(deals: int = DEALS, seed: str = SEED) -> Iterator[Check]:
    """Every chance there is with ten cards as dealt, from hands dealt for each edition and side."""
    for name in EDITIONS:
        for side in edition(name).pack.sides:
            phases = [phase.number for phase in edition(name).phases]
            hits = simulated(name, side.name, phases, deals, seed)
            for phase, n in zip(phases, hits, strict=True):
                chance = float(odds.deal(name, phase, side=side.name))
                apart = (n / deals - chance) / sqrt(chance * (1 - chance) / deals)
                yield Check(name, side.name, phase, chance, n / deals, apart)


def simulated(name: str, side: str, phases: list[int], deals: int, seed: str) -> list[int]:
    """How many of so many hands hold each phase."""
    from phase10_widgets.odds.counting.batch import holds
    from phase10_widgets.odds.simulation.numpy_engine import deal_hands

    pool = odds.Pool.of_deck(edition(name), side=side)
    hits = [0] * len(phases)
    for start in range(0, deals, AT_ONCE):
        hands = deal_hands(pool, 10, min(AT_ONCE, deals - start), f"{seed}/{name}/{side}/{start}")
        found = holds(name, phases, hands, side=side).sum(axis=0)
        hits = [before + int(more) for before, more in zip(hits, found, strict=True)]
    return hits


def main() -> int:
    """Print the table; 1 if one is off."""
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
