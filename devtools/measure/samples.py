"""Compare samples of hidden cards with every table that fits: ``python -m devtools.measure.samples [SAMPLES]``.

The promise: every table that fits is equally likely (docs/rl.md). It takes some minutes.

Each line is one small game of ``tests/reference/hidden_cards.py``. Print chi-square, its degrees of freedom, and its
distance from the mean in standard deviations; exit with 1 if one is too far.
"""

from __future__ import annotations

import sys
import time

from devtools import command
from tests.core.test_sample import chi_square, sampled
from tests.reference.hidden_cards import cases

SAMPLES = 100_000
FARTHEST = 3.5
"""The largest accepted distance; one in four thousand exceeds it by chance."""


def main() -> int:
    """Compare every case, and return 1 if one is too far."""
    words = command.parser(__doc__)
    words.add_argument("samples", nargs="?", type=int, default=SAMPLES)
    n, bad = words.parse_args().samples, 0
    for case in cases():
        began = time.perf_counter()
        counts, expected = sampled(case, n)
        total = sum([(counts[cell] - mean) ** 2 / mean for cell, mean in expected.items()])
        apart = chi_square(counts, expected)
        wrong = apart > FARTHEST or set(counts) != set(expected)
        bad += wrong
        each = (time.perf_counter() - began) / n
        print(
            f"{len(expected):4} tables  chi-square {total:7.1f} on {len(expected) - 1:3}  {apart:+5.2f}  "
            f"{1e3 * each:.2f} ms  {'WRONG ' if wrong else ''}{case.why}",
            flush=True,
        )
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
