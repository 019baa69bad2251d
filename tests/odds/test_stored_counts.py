"""The stored counts of flip's hands equal freshly counted ones; other decks are counted."""

from __future__ import annotations

import pytest

from devtools.generate.stored_counts import MOST, counts
from phase10_widgets import edition, odds
from phase10_widgets.odds.counting.stored_counts import stored_counts
from phase10_widgets.odds.pool import Pool

FLIP = edition("flip")
QUICK = (2, 3, 9)
"""The phases that are counted quickly."""


@pytest.mark.parametrize(
    "phase", [pytest.param(n, marks=[] if n in QUICK else pytest.mark.slow) for n in range(1, len(FLIP.phases) + 1)]
)
def test_stored_counts_are_right(phase: int) -> None:
    """To update them, run `python -m devtools.generate.stored_counts`."""
    stored = stored_counts(FLIP.phase(phase), Pool.of_deck(FLIP))
    assert len(stored) == MOST + 1
    assert list(stored) == counts(phase)


def test_other_decks_are_counted() -> None:
    phase = FLIP.phase(2)
    assert stored_counts(phase, Pool.of_deck(FLIP, deck={"R1": 3})) == ()
    assert stored_counts(phase, Pool.of_deck(FLIP, side="wild")) == ()
    assert odds.deal("flip", 2, cards=16) > odds.deal("flip", 2, cards=15), "more cards than are stored"
    assert odds.deal("flip", 2, deck={"R1": 3}) != odds.deal("flip", 2)
