"""Benchmarks of the coach: a hint, a review and the luck of a whole game."""

from __future__ import annotations

from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, coach


def played(edition: str) -> list[Game]:
    """Return the moments of a game between two greedy players."""
    game, player = Game.new(edition, seed=5), p10.players.get("greedy")
    found = [game]
    while game.to_act is not None:
        game = p10.players.move(game, player)
        found.append(game)
    return found


def run(benchmark: Any, work: Any, n: int, unit: str) -> None:
    benchmark.extra_info.update(n=n, unit=unit)
    benchmark.pedantic(work, rounds=2)


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_hint(benchmark: Any, edition: str) -> None:
    """Time hints at moments from a whole game."""
    views = [game.observe(game.to_act) for game in played(edition) if game.to_act is not None][::5]
    run(benchmark, lambda: [coach.hint(view) for view in views], len(views), "hints")


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_review_of_a_game(benchmark: Any, edition: str) -> None:
    games = played(edition)
    run(benchmark, lambda: coach.review(games), 1, "games")


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_luck_of_a_game(benchmark: Any, edition: str) -> None:
    games = played(edition)
    run(benchmark, lambda: coach.luck(games), 1, "games")
