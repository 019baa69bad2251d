"""Contests: exact chances by fractions and by enumerating contests, simulated contests, and the role of luck."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random
from typing import Any

import pytest

from phase10_widgets.teaching.figures import series
from phase10_widgets.teaching.figures.series import noticed, noticed_on_the_way, striking, wins_of
from phase10_widgets.teaching.figures.widgets import Series
from phase10_widgets.teaching.lessons.l12_better.luck import tail
from tests.teaching.figures.browser import near, part, words


def test_equal_players_rarely_reach_striking_wins() -> None:
    for games in (5, 10, 40, 100, 400, 1600):
        enough = striking(games)
        assert tail(enough, games) <= Fraction(1, 20) < tail(enough - 1, games)
    assert striking(4) == 5, "all four wins: 1 in 16"


def test_wins_are_binomial() -> None:
    for strength, games in product((30, 50, 55, 80), (10, 100, 400)):
        p = Fraction(strength, 100)
        exact = [comb(games, wins) * p**wins * (1 - p) ** (games - wins) for wins in range(games + 1)]
        assert wins_of(games, strength) == pytest.approx(list(map(float, exact)), rel=1e-9)
        assert noticed(games, strength) == pytest.approx(float(sum(exact[striking(games) :])), rel=1e-9)


def test_peeking_agrees_with_every_possible_contest() -> None:
    for every, strength in product((3, 5, 12), (50, 60)):
        games, p = 12, Fraction(strength, 100)
        looks = {*range(every, games, every), games}
        stopped = Fraction(0)
        for way in product((0, 1), repeat=games):
            if any(sum(way[:look]) >= striking(look) for look in looks):
                stopped += p ** sum(way) * (1 - p) ** (games - sum(way))
        assert noticed_on_the_way(games, strength, every) == pytest.approx(float(stopped), rel=1e-9)


@pytest.mark.slow
def test_contests_agree_with_the_exact_values() -> None:
    rows: list[Any] = [{}, {"strength": 55}, {"players": 12, "games": 50}, {"strength": 63, "every": 25}]
    for chosen in rows:
        figure = Series(seed=3, **chosen).reveal()
        figure.do("play", 10_000)
        n = figure.contests
        for hits, p in (
            (figure.struck, figure.chance),
            (figure.struck_on_the_way, figure.chance_on_the_way),
            (figure.struck_by_one, figure.chance_of_one),
        ):
            assert near(hits, n, p)
        if figure.players == 1:
            bars = part(figure, "bars", "Wins")["rows"]
            struck = sum(row["values"][0]["value"] for row in bars if row["key"] == "struck")
            assert struck == pytest.approx(figure.chance)
        assert figure.chance_of_one == pytest.approx(1 - (1 - figure.chance) ** figure.players)


def test_a_game_is_won_as_often_as_the_strength_says() -> None:
    """Each bit is a game: test all of them together, each place alone, and neighboring places."""
    for strength in (1, 30, 50, 56, 80):
        random, p, n, games = Random(4), Fraction(strength, 100), 4_000, 50
        contests = [series._won(random, games, p) for _ in range(n)]
        assert max(contests) < 2**games
        places = [sum(won >> at & 1 for won in contests) for at in range(games)]
        pairs = sum((won & won >> 1).bit_count() for won in contests)
        assert near(sum(places), n * games, p)
        assert all(abs(wins - n * p) <= 5 * sqrt(n * p * (1 - p)) for wins in places)
        assert abs(pairs / (n * (games - 1)) - p * p) <= 8 * sqrt(p**2 * (1 - p**2) / (n * (games - 1)))


def test_56_of_100_is_not_proof_and_proof_takes_many_games() -> None:
    assert striking(100) == 59
    told = "In 100 games, 59 or more wins are striking: by luck alone, an equal player does that well in 4.431%"
    assert told in Series().reveal().view["said"]
    told = "800 games are enough to notice a strength of 55% in four out of five contests."
    assert told in words(Series(strength=55).reveal())
    assert "not even 1,600 games" in words(Series(strength=51).reveal())
    assert noticed(800, 55) >= 0.8 > noticed(400, 55)
