"""Two seasons: exact means against all small leagues, simulated leagues, and the same spread both times."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, sqrt
from typing import Any

import pytest

from phase10_widgets.teaching.figures.second_season.seasons import TENTHS, law, results, spread
from phase10_widgets.teaching.figures.widgets import SecondSeason
from tests.teaching.figures.browser import lines, part, words

SKILLS = list(TENTHS)


def every_league(players: int, games: int, strengths: tuple[int, ...]) -> list[tuple[Fraction, Fraction]]:
    """Return the mean shares by rank, league by league; equal players share the seasons of their ranks."""
    each = [
        (wins, tenths, Fraction(comb(games, wins) * tenths**wins * (10 - tenths) ** (games - wins), 10**games))
        for tenths in strengths
        for wins in range(games + 1)
    ]
    found = [[Fraction(0), Fraction(0)] for _ in range(players)]
    for league in product(each, repeat=players):
        chance = Fraction(1, len(strengths) ** players)
        for *_, share in league:
            chance *= share
        ranked = sorted((wins for wins, *_ in league), reverse=True)
        for rank, wins in enumerate(ranked):
            tied = [tenths for other, tenths, _ in league if other == wins]
            found[rank][0] += chance * Fraction(wins, games)
            found[rank][1] += chance * Fraction(sum(tied), 10 * len(tied))
    return [(first, second) for first, second in found]


def test_exact_means_are_those_of_all_leagues() -> None:
    for strengths, (players, games) in product(((5,), (4, 6), (3, 5, 5, 7)), ((2, 1), (2, 3), (3, 2))):
        assert [tuple(one) for one in results(players, games, strengths)] == every_league(players, games, strengths)


def test_the_formula_gives_the_champion_if_it_is_read_as_it_is_explained() -> None:
    """F(k) is the chance of fewer than k wins, here as in the text and the question of lesson 15."""
    for skill in SKILLS:
        figure = SecondSeason(skill=skill, picture="line").reveal()
        assert "F(k) is the probability that one player wins fewer than k of the 20 games." in words(figure)
        assert "sum of (1 \N{MINUS SIGN} F(k)^12) for k = 1 to 20" in lines(figure)[0]
        one = law(20, figure.strengths)
        fewer = [Fraction(sum(one.wins[:k]), one.ways) for k in range(1, 21)]
        assert figure.exact[0].first == sum(1 - chance**12 for chance in fewer) / 20


def test_the_reliability_is_the_correlation_of_two_seasons() -> None:
    for skill in SKILLS:
        strengths, games = TENTHS[skill], 20
        one, part = law(games, strengths), spread(games, strengths)
        shares = [Fraction(wins, games) - Fraction(1, 2) for wins in range(games + 1)]
        chances = [Fraction(ways, one.ways) for ways in one.wins]
        assert sum(chances) == 1
        variance = sum(chance * share**2 for chance, share in zip(chances, shares, strict=True))
        assert variance == part.skill + part.luck
        later = [one.later(wins) - Fraction(1, 2) for wins in range(games + 1)]
        covariance = sum(c * x * y for c, x, y in zip(chances, shares, later, strict=True))
        assert covariance / variance == part.reliability


@pytest.mark.slow
def test_leagues_agree_with_the_exact_values() -> None:
    for skill in SKILLS:
        figure = SecondSeason(skill=skill, players=7, games=30, seed=2).reveal()
        figure.do("play", 10_000)
        assert figure.leagues == 10_000
        champion = figure.exact[0]
        for rank, exact in enumerate(figure.exact):
            assert near(figure.first[rank], 30, exact.first), rank
            assert near(figure.second[rank], 30, exact.second), rank
        assert near(figure.before, 30, champion.second), "it works backward"
        assert near(figure.after, 30, champion.first)
        one = law(30, figure.strengths)
        for wins, found in enumerate(figure.by_wins):
            if found.n > 100:
                assert near(found, 30, one.later(wins)), wins


def near(found: Any, games: int, exact: Fraction) -> bool:
    mean = found.total / found.n
    error = sqrt((found.squares / found.n - mean**2) / found.n)
    return bool(abs(mean - games * float(exact)) <= 4 * error)


def test_both_seasons_are_spread_alike() -> None:
    figure = SecondSeason(skill="little", picture="spread", seed=5).reveal()
    figure.do("play", 10_000)
    rows = part(figure, "table", "Just as much spread")["rows"]
    for row in rows:
        assert row["cells"][1] == "13.1"
        assert abs(float(row["cells"][2]) - 13.1) < 0.3
