"""Whole games of every edition and variation: they end, lose no card, and survive a round trip."""

from __future__ import annotations

from itertools import cycle

import pytest

from tests.reference import playing

GAMES = {"random": (4, 500), "greedy": (2, 200)}
"""The numbers of games of each edition and variation: in every run, and in `make soak`."""
PARTS = 25
CLOSELY = {"random": 400, "greedy": 40}
"""One moment in this many is checked closely."""


def play(edition: str, variation: str, player: str, seeds: range) -> None:
    options = cycle(playing.variations(edition)[variation])
    for seed in seeds:
        game = playing.watched(edition, next(options), player, seed, CLOSELY[player])
        playing.finished(game)
        if player == "greedy" and seed % 5 == 0:
            playing.saved(game)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "variation"), playing.games())
def test_games_end(edition: str, variation: str) -> None:
    for player, (few, _) in GAMES.items():
        play(edition, variation, player, range(few))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("edition", "variation"), playing.games())
def test_many_games_end(edition: str, variation: str, part: int) -> None:
    for player, (few, many) in GAMES.items():
        size = many // PARTS
        play(edition, variation, player, range(max(few, part * size), (part + 1) * size))
