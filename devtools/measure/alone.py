"""Measure the expert's draws for each classic phase alone: ``python -m devtools.measure.alone [HANDS]``.

Ten cards are dealt; each draw comes from the pile, and the least needed card is discarded, as the expert judges its own
cards. The bound is within 1% of the best result computed for this task, whose deck has no skips. The expert also
knows which cards are gone, so it may come in below.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from devtools import command
from devtools.generate.expected_draws import play
from phase10_widgets.editions import edition
from phase10_widgets.players.expected_draws import expected_draws

HANDS = 20_000
BATCH = 500
BEST = (3.93, 2.38, 6.16, 4.62, 6.16, 7.64, 11.65, 6.75, 9.43, 11.59)
"""The mean draws of optimal play, phases 1 to 10."""
MOST = (3.97, 2.40, 6.21, 4.65, 6.21, 7.69, 11.82, 6.80, 9.54, 11.76)


class Alone(NamedTuple):
    """The mean draws over many hands, with the standard error."""

    phase: int
    mean: float
    error: float

    @property
    def within(self) -> bool:
        """True if the mean is at most the bound."""
        return self.mean <= MOST[self.phase - 1]


def lengths(phase: int, batch: int, hands: int) -> list[int]:
    """Return the draws of each hand in a batch; each batch has its own random numbers."""
    rules = edition("classic")
    wanted, chance = rules.phase(phase), Random(f"alone/{phase}/{batch}")
    known = expected_draws(rules, wanted, "color")
    return [len(play(rules, wanted, "color", known, chance, skips=False)) for _ in range(hands)]


def measured(hands: int = HANDS) -> Iterator[Alone]:
    """Yield the result of every phase in turn."""
    with ProcessPoolExecutor() as pool:
        jobs = {
            phase: [pool.submit(lengths, phase, at, min(BATCH, hands - at)) for at in range(0, hands, BATCH)]
            for phase in range(1, 11)
        }
        for phase, batches in jobs.items():
            found = [n for batch in batches for n in batch.result()]
            yield Alone(phase, fmean(found), stdev(found) / sqrt(len(found)))


def main() -> int:
    """Print a Markdown table; return 1 if a mean is above its bound."""
    words = command.parser(__doc__)
    words.add_argument("hands", nargs="?", type=int, default=HANDS, metavar="HANDS", help="default: %(default)s")
    hands = words.parse_args().hands
    print(f"{hands:,} hands for each phase\n\n| phase | draws | best | at most |\n|---:|---:|---:|---:|")
    late = 0
    for found in measured(hands):
        at = found.phase - 1
        print(f"| {found.phase} | {found.mean:.3f} ± {found.error:.3f} | {BEST[at]} | {MOST[at]} |", flush=True)
        late += not found.within
    return int(late > 0)


if __name__ == "__main__":
    raise SystemExit(main())
