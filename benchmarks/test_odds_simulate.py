"""Benchmarks of simulated deals in plain Python on one core. The lessons need 10 000 deals in under a second."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from benchmarks.test_core import run
from phase10_widgets import EDITIONS, edition, odds
from phase10_widgets.odds.simulation.experiment import Experiment

DEALS = 10_000
SIDES = [(name, side) for name in EDITIONS for side in ("color", "wild")[: len(edition(name).pack.sides)]]


def simulated(benchmark: Any, asked: Experiment, trials: int, must: float) -> None:
    """Measure trials per second, with fresh hands in every round."""
    seeds = count()
    run(benchmark, lambda: odds.simulate(asked, trials, seed=next(seeds)), trials, "trials", must=must)


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_simulated_deals_slowest_phase(benchmark: Any, name: str, side: str) -> None:
    """Time the slowest of the edition's phases."""
    asked = [odds.question("deal", edition=name, phase=phase, side=side) for phase in edition(name).phases]
    simulated(benchmark, max(asked, key=seconds), DEALS, must=DEALS)


def seconds(asked: Experiment) -> float:
    """Return the seconds of a thousand trials, without the first run."""
    from time import perf_counter

    odds.simulate(asked, 1000, seed="warm")
    start = perf_counter()
    odds.simulate(asked, 1000, seed="measured")
    return perf_counter() - start


def test_simulated_coins(benchmark: Any) -> None:
    """Time the overhead: a function that does next to nothing."""
    seeds = count()
    run(benchmark, lambda: odds.simulate(coin, 100_000, seed=next(seeds)), 100_000, "trials")


def coin(random: Any) -> bool:
    return bool(random.random() < 0.5)
