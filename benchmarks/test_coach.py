"""What the coach takes: a hint, a review and the luck of a whole game."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, coach


def played(edition: str) -> list[Game]:
    """The moments of a game of two greedy players."""
    game, player = Game.new(edition, seed=5), p10.players.get("greedy")
    found = [game]
    while game.to_act is not None:
        game = p10.players.move(game, player)
        found.append(game)
    return found


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_hint(benchmark: Any, edition: str) -> None:
    """One hint, over the moments of a game in turn."""
    views = cycle([game.observe(game.to_act) for game in played(edition) if game.to_act is not None])
    benchmark.pedantic(lambda: coach.hint(next(views)), rounds=300)


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_review_of_a_game(benchmark: Any, edition: str) -> None:
    games = played(edition)
    benchmark.pedantic(lambda: coach.review(games), rounds=2)


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_luck_of_a_game(benchmark: Any, edition: str) -> None:
    games = played(edition)
    benchmark.pedantic(lambda: coach.luck(games), rounds=2)
