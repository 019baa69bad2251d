"""Benchmarks of the rules, the solvers and the players on one core, each with a fixed amount of work."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game

LOOPS = 1_000_000
HANDS = 20_000


def calibration() -> int:
    """Run a simple loop to measure the current speed of plain Python on this machine."""
    total = 0
    for number in range(LOOPS):
        total += number
    return total


def play(player: str, edition: str, seeds: range, seats: int = 2) -> int:
    """Play whole games, with every action validated and logged; return the number of decisions."""
    decisions = 0
    for seed in seeds:
        chooser = p10.players.get(player, seed=seed)
        game = Game.new(edition, [f"Seat {at}" for at in range(seats)], seed)
        while game.to_act is not None:
            game = game.apply(chooser.choose(game.observe(game.to_act)))
            decisions += 1
    return decisions


def hands(edition: str, seed: int) -> list[tuple[p10.Card, ...]]:
    chance, deck = Random(seed), p10.edition(edition).deck(2)
    return [tuple(chance.sample(deck, 11)) for _ in range(HANDS)]


def run(benchmark: Any, work: Any, n: int, unit: str, must: float = 0, goal: float = 0) -> None:
    benchmark.extra_info.update(n=n, unit=unit, must=must, goal=goal)
    benchmark.pedantic(work, rounds=5, warmup_rounds=1)


def test_calibration(benchmark: Any) -> None:
    run(benchmark, calibration, LOOPS, "iterations")


def test_random_decisions_classic(benchmark: Any) -> None:
    seeds = range(4)
    run(benchmark, lambda: play("random", "classic", seeds), play("random", "classic", seeds), "decisions", 1e5, 2e5)


def test_greedy_games_classic(benchmark: Any) -> None:
    run(benchmark, lambda: play("greedy", "classic", range(60)), 60, "games", 150, 250)


@pytest.mark.parametrize("edition", ["flip", "standard", "masters"])
def test_greedy_games(benchmark: Any, edition: str) -> None:
    run(benchmark, lambda: play("greedy", edition, range(10)), 10, "games")


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_samples(benchmark: Any, edition: str) -> None:
    """Sample the cards that a seat cannot see in the middle of the first round in 20 games."""
    views, greedy = [], p10.players.get("greedy")
    for seed in range(20):
        game = Game.new(edition, ["Ana", "Ben", "Cleo"], seed)
        for _ in range(24):
            game = game.apply(greedy.choose(game.observe(game.to_act or 0)))
        views.append(game.observe(0))

    def work() -> None:
        chance = Random(1)
        for view in views:
            for _ in range(20):
                view.sample(chance)

    run(benchmark, work, 20 * len(views), "samples")


def test_missing_classic(benchmark: Any) -> None:
    """Time all ten phases, each on a different tenth of the hands, none of them seen before."""
    phases = p10.edition("classic").phases
    p10.missing(hands("classic", 0)[0], phases[0])
    fresh = iter(range(1, 100))

    def setup() -> tuple[tuple[list[tuple[p10.Card, ...]]], dict[str, Any]]:
        return (hands("classic", next(fresh)),), {}

    def work(dealt: list[tuple[p10.Card, ...]]) -> None:
        missing = p10.missing
        for at, phase in enumerate(phases):
            for hand in dealt[at::10]:
                missing(hand, phase)

    benchmark.extra_info.update(n=HANDS, unit="hands", must=3e5, goal=6e5)
    benchmark.pedantic(work, setup=setup, rounds=6, warmup_rounds=3)


WORST = {
    "classic": "W W W W W W W W B9 R5 G3",
    "flip": "G*/1 G*/2 Y*/3 Y*/4 B*/5 B*/6 B4/7 G5/8 Y11/9 B7/10 R*/11",
    "standard": "JK JK JK JK 2D AC QH 9C 4H 7S JC",
    "masters": "W W W W W W R9 R2 G6 O12 Y11",
}
"""The slowest hands among many random hands with many wilds."""


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_legal_actions_worst(benchmark: Any, edition: str) -> None:
    """Time every phase in the edition on a hand with a great many possible lay-downs; each must take at most 5 ms."""
    views = []
    for phase in p10.edition(edition).phases:
        seats = [{"hand": WORST[edition], "phase": phase.number}, {"phase": phase.number}]
        position = {"edition": edition, "to_act": 0, "step": "play", "seats": seats}
        views.append(Game.from_position(position).observe(0))
    slowest = max(views, key=lambda view: len(view.legal_actions()))
    run(benchmark, slowest.legal_actions, 1, "calls", must=200)
