"""Benchmarks of odds in the middle of a game: unseen hands of greedy play, each phase of each edition."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from benchmarks.test_core import run
from phase10_widgets import Game, Observation, odds
from phase10_widgets.odds.distance.tables import table

VIEWS = 60
"""The number of hands in a round of the benchmark."""


def views(edition: str, step: str, side: str) -> Iterator[Observation]:
    """Yield moments in which a greedy player is about to draw (or has drawn), phase by phase, never repeated."""
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


def cold(benchmark: Any, ask: Any, fresh: Iterator[Observation], n: int = VIEWS, must: float = 0) -> None:
    """Time *n* queries per round, each about a new hand; the phases' tables are ready."""

    def setup() -> tuple[tuple[list[Observation]], dict[str, Any]]:
        return ([next(fresh) for _ in range(n)],), {}

    def work(moments: list[Observation]) -> None:
        for view in moments:
            ask(view)

    benchmark.extra_info.update(n=n, unit="hands", must=must, goal=0)
    benchmark.pedantic(work, setup=setup, rounds=4, warmup_rounds=1)


def prepared(edition: str, side: str) -> None:
    """Build the tables of every phase."""
    for phase in p10.edition(edition).phases:
        table(phase, p10.edition(edition).pack.side(side))


@pytest.mark.parametrize("edition", ["classic", "standard", "masters"])
def test_options(benchmark: Any, edition: str) -> None:
    """Require 3 ms each, a third of a thousand per second."""
    prepared(edition, "color")
    cold(benchmark, odds.options, views(edition, "draw", "color"), must=334)


@pytest.mark.parametrize("side", ["color", "wild"])
def test_options_flip(benchmark: Any, side: str) -> None:
    prepared("flip", "color")
    prepared("flip", "wild")
    cold(benchmark, odds.options, views("flip", "draw", side), must=334)


def test_options_classic_drawn(benchmark: Any) -> None:
    prepared("classic", "color")
    cold(benchmark, odds.options, views("classic", "play", "color"), must=334)


def test_next_draw_classic(benchmark: Any) -> None:
    prepared("classic", "color")
    cold(benchmark, odds.next_draw, views("classic", "draw", "color"))


def test_wait_classic(benchmark: Any) -> None:
    """Time the whole distribution, up to the last card of the deck."""
    odds.wait(next(views("classic", "draw", "color")))
    cold(benchmark, odds.wait, views("classic", "draw", "color"), n=20)


def test_tables(benchmark: Any) -> None:
    """Time building the tables of all printed phases of all editions."""

    def work() -> None:
        table.cache_clear()
        for edition in p10.EDITIONS:
            for side in p10.edition(edition).pack.sides:
                prepared(edition, side.name)

    run(benchmark, work, 50, "tables")
