"""Stored counts of whole-deck hands on flip's color side, where counting takes seconds because stars have colors.

``devtools.generate.stored_counts`` generates the counts, and ``tests/odds/test_stored_counts.py`` verifies them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from ...editions import edition
from ...rules.phases import Phase
from ..pool import FIRST_SIDE, Pool

EDITION = "flip"
FILE = "stored_counts.json"


def stored_counts(phase: Phase, pool: Pool) -> Sequence[int]:
    """Return the numbers of hands of 0, 1, 2, … cards from this pool that make the phase (empty if they are not
    stored).

    >>> flip = edition("flip")
    >>> stored_counts(flip.phase(1), Pool.of_deck(flip))[:6]
    [0, 0, 0, 0, 62828, 5247040]
    >>> stored_counts(flip.phase(1), Pool.of_deck(flip, side="wild"))
    ()
    """
    if not pool.side.bound_wilds:
        return ()
    whole, counts = _stored()
    return counts.get(phase, ()) if pool == whole else ()


@cache
def _stored() -> tuple[Pool, Mapping[Phase, Sequence[int]]]:
    """Return the whole deck, and the stored counts for each of its phases."""
    flip = edition(EDITION)
    rows: Mapping[str, Sequence[int]] = json.loads((files(__package__) / FILE).read_text("utf-8"))
    return Pool.of_deck(flip, side=FIRST_SIDE), {flip.phase(int(number)): counts for number, counts in rows.items()}
