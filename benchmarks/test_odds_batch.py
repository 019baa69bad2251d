"""Benchmarks of hands by the million with NumPy on one core: looking phases up, dealing, and simulation."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from benchmarks.test_core import run
from phase10_widgets import EDITIONS, edition, odds

HANDS = 1_000_000
SIDES = [(name, side) for name in EDITIONS for side in ("color", "wild")[: len(edition(name).pack.sides)]]


def dealt(name: str, side: str, n: int, seed: int = 0) -> Any:
    """Return hands of ten cards."""
    from phase10_widgets.odds.simulation.numpy_engine import deal_hands

    return deal_hands(odds.Pool.of_deck(edition(name), side=side), 10, n, seed)


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_batch_all_phases(benchmark: Any, name: str, side: str) -> None:
    """Time all ten phases of an edition on the same hands. Tables are filled in the warm-up."""
    from phase10_widgets.odds.batch import holds

    phases, hands = edition(name).phases, dealt(name, side, HANDS)
    must = 15e6 if name == "classic" else 0
    run(benchmark, lambda: holds(name, phases, hands, side=side), len(phases) * HANDS, "checks", must=must)


def test_batch_cold(benchmark: Any) -> None:
    """Time all ten classic phases with empty tables."""
    from phase10_widgets.odds import batch
    from phase10_widgets.odds.counting import numpy_tables as tables

    phases, hands = edition("classic").phases, dealt("classic", "color", HANDS)

    def work() -> None:
        tables.tables.cache_clear()
        batch.holds("classic", phases, hands)

    run(benchmark, work, len(phases) * HANDS, "checks", must=5e6)


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_batch_dealing(benchmark: Any, name: str, side: str) -> None:
    seeds = count()
    run(benchmark, lambda: dealt(name, side, HANDS // 4, next(seeds)), HANDS // 4, "hands")


def test_batch_simulated_deals(benchmark: Any) -> None:
    """Time the engine "numpy" of ``simulate``: dealing and one phase."""
    asked, seeds = odds.question("deal", edition="classic", phase=3), count()
    run(benchmark, lambda: odds.simulate(asked, HANDS, next(seeds), engine="numpy"), HANDS, "trials")
