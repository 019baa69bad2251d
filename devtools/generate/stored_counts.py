"""Count the hands on flip's color side that make each phase: ``python -m devtools.generate.stored_counts``.

The counts are stored in ``odds/counting/stored_counts.json``. Counting one phase can take seconds, and on a server all
visitors would have to wait.
"""

from __future__ import annotations

import sys
from pathlib import Path

import phase10_widgets
from devtools import command
from devtools.generate import compact
from phase10_widgets.editions import edition
from phase10_widgets.odds.counting.completions import completions
from phase10_widgets.odds.counting.stored_counts import EDITION, FILE
from phase10_widgets.odds.pool import Pool

MOST = 15
"""The maximum number of cards in a hand, as on the odds page."""


def counts(phase: int) -> list[int]:
    """Return the number of hands of 0, 1, …, 15 cards that make the phase."""
    flip = edition(EDITION)
    return completions(flip.phase(phase), (), Pool.of_deck(flip), MOST)


def main() -> int:
    """Write the file."""
    command.parser(__doc__).parse_args()
    found = {str(phase.number): counts(phase.number) for phase in edition(EDITION).phases}
    path = Path(phase10_widgets.__file__).parent / "odds" / "counting" / FILE
    path.write_text(compact.dumps(found, 1), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
