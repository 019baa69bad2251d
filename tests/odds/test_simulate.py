"""Simulation: right on average, the same everywhere, stopped and taken up again."""

from __future__ import annotations

import pytest

from phase10_widgets import EDITIONS, edition, odds

EVERY = [
    (name, phase.number, side)
    for name in EDITIONS
    for phase in edition(name).phases
    for side in ("color", "wild")[: len(edition(name).pack.sides)]
]


@pytest.mark.parametrize(("name", "phase", "side"), EVERY)
def test_a_thousand_deals_of_every_phase_are_the_same_again(name: str, phase: int, side: str) -> None:
    asked = odds.question("deal", edition=name, phase=phase, side=side)
    first = odds.simulate(asked, 300, seed=1)
    assert first == odds.simulate(asked, 300, seed=1)
    assert first.low <= first.value <= first.high
