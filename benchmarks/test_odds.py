"""Benchmarks of the odds on one core: exact counting, mid-game odds, NumPy, and simulated deals."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import pytest

import phase10_widgets as p10
from benchmarks.test_core import run
from phase10_widgets import Game, Observation, odds
from phase10_widgets.odds.counting.automaton import automaton
from phase10_widgets.odds.distance.tables import table
from phase10_widgets.odds.simulation.experiment import Experiment

VIEWS = 60
HANDS, DEALS = 1_000_000, 10_000
SIDES = [(name, side.name) for name in p10.EDITIONS for side in p10.edition(name).pack.sides]
SLOWEST = [("classic", 3, "color"), ("masters", 2, "color"), ("standard", 2, "color"), ("flip", 8, "wild")]
"""The slowest phase in each edition, except on flip's color side; each must take at most 150 ms."""


def counting(benchmark: Any, work: Callable[[], object], unit: str, must: float = 0) -> None:
    """Time exact counting with empty caches."""

    def forget() -> None:
        automaton.cache_clear()
        gc.collect()
        gc.freeze()  # exclude pytest's objects from garbage collection while timing

    benchmark.extra_info.update(n=1, unit=unit, must=must, goal=0)
    benchmark.pedantic(work, setup=forget, rounds=5, warmup_rounds=1)


def deal_all(edition: str) -> None:
    for phase in p10.edition(edition).phases:
        odds.deal(edition, phase, side="color")


def test_deal_ten_phases_classic(benchmark: Any) -> None:
    counting(benchmark, lambda: deal_all("classic"), "tables", must=20)


def test_deal_ten_phases_flip_color(benchmark: Any) -> None:
    counting(benchmark, lambda: deal_all("flip"), "tables", must=0.4)


@pytest.mark.parametrize(("edition", "phase", "side"), SLOWEST)
def test_deal_slowest_phase(benchmark: Any, edition: str, phase: int, side: str) -> None:
    counting(benchmark, lambda: odds.deal(edition, phase, side=side), "phases", must=6.7)


def views(edition: str, step: str, side: str) -> Iterator[Observation]:
    """Yield unique moments, phase by phase, at which a greedy player is about to draw (or has drawn)."""
    chance, seed = Random(f"{edition}/{step}"), 0
    numbers = [phase.number for phase in p10.edition(edition).phases]
    while True:
        seed += 1
        game = Game.new(edition, ["Ana", "Ben", "Cleo"][: chance.choice((2, 3))], seed, phases=[numbers[seed % 10]])
        player, wanted = p10.players.get("greedy"), chance.randint(4, 40)
        while game.to_act is not None:
            view = game.observe(game.to_act)
            wanted -= 1
            if wanted < 0 and view.step == step and view.side == side and view.me.phase and not view.me.laid:
                yield view
                break
            game = game.apply(player.choose(view))


@pytest.mark.parametrize(
    ("edition", "side", "step"), [*[(name, side, "draw") for name, side in SIDES], ("classic", "color", "play")]
)
def test_options(benchmark: Any, edition: str, side: str, step: str) -> None:
    """Time new hands once the phases' tables are ready; each must take at most 3 ms (at least 334 per second)."""
    fresh = views(edition, step, side)
    for phase in p10.edition(edition).phases:
        for up in p10.edition(edition).pack.sides:
            table(phase, up)

    def setup() -> tuple[tuple[list[Observation]], dict[str, Any]]:
        return ([next(fresh) for _ in range(VIEWS)],), {}

    def work(moments: list[Observation]) -> None:
        for view in moments:
            odds.options(view)

    benchmark.extra_info.update(n=VIEWS, unit="hands", must=334, goal=0)
    benchmark.pedantic(work, setup=setup, rounds=4, warmup_rounds=1)


def dealt(name: str, side: str, n: int, seed: int = 0) -> Any:
    """Return hands of ten cards."""
    from phase10_widgets.odds.simulation.numpy_engine import deal_hands

    return deal_hands(odds.Pool.of_deck(p10.edition(name), side=side), 10, n, seed)


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_batch_all_phases(benchmark: Any, name: str, side: str) -> None:
    """Time all ten phases in an edition on the same hands, with tables filled during the warm-up."""
    from phase10_widgets.odds.batch import holds

    phases, hands = p10.edition(name).phases, dealt(name, side, HANDS)
    must = 15e6 if name == "classic" else 0
    run(benchmark, lambda: holds(name, phases, hands, side=side), len(phases) * HANDS, "checks", must=must)


def test_batch_cold(benchmark: Any) -> None:
    """Time all ten classic phases with empty tables."""
    from phase10_widgets.odds import batch
    from phase10_widgets.odds.counting import numpy_tables as tables

    phases, hands = p10.edition("classic").phases, dealt("classic", "color", HANDS)

    def work() -> None:
        tables.tables.cache_clear()
        batch.holds("classic", phases, hands)

    run(benchmark, work, len(phases) * HANDS, "checks", must=5e6)


def test_batch_simulated_deals(benchmark: Any) -> None:
    asked, seeds = odds.question("deal", edition="classic", phase=3), count()
    run(benchmark, lambda: odds.simulate(asked, HANDS, next(seeds), engine="numpy"), HANDS, "trials")


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_simulated_deals_slowest_phase(benchmark: Any, name: str, side: str) -> None:
    """Time the edition's slowest phase."""
    asked = [odds.question("deal", edition=name, phase=phase, side=side) for phase in p10.edition(name).phases]
    slowest, seeds = max(asked, key=seconds), count()
    run(benchmark, lambda: odds.simulate(slowest, DEALS, seed=next(seeds)), DEALS, "trials", must=DEALS)


def seconds(asked: Experiment) -> float:
    """Return the time, in seconds, that a thousand trials take after an uncounted first run."""
    odds.simulate(asked, 1000, seed="warm")
    start = perf_counter()
    odds.simulate(asked, 1000, seed="measured")
    return perf_counter() - start
