"""Whole games of every edition and variation: they end, lose no card, and survive a round trip."""

from __future__ import annotations

from itertools import cycle

import pytest

from tests.reference import playing

SOAK = {"random": 500, "greedy": 200}
"""Games of each edition and variation in `make soak`; every other run plays a twenty-fifth as many."""
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
@pytest.mark.parametrize("player", SOAK)
@pytest.mark.parametrize(("edition", "variation"), playing.games())
def test_games_end(edition: str, variation: str, player: str) -> None:
    play(edition, variation, player, range(SOAK[player] // PARTS))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, PARTS))
@pytest.mark.parametrize("player", SOAK)
@pytest.mark.parametrize(("edition", "variation"), playing.games())
def test_many_games_end(edition: str, variation: str, player: str, part: int) -> None:
    size = SOAK[player] // PARTS
    play(edition, variation, player, range(part * size, (part + 1) * size))
