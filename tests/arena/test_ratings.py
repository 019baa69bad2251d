"""Ratings: maximum-likelihood strengths against published examples, and cases without a rating."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log10
from random import Random

import pytest

from phase10_widgets.arena.ratings import AVERAGE, MatchupWins, Rating, ratings


def values(found: Sequence[Rating]) -> list[float]:
    assert all(one.value is not None for one in found)
    return [one.value or 0 for one in found]


def test_two_players_differ_as_elo_says() -> None:
    """A win share of 76% corresponds to 200 points: 400 · log10(76 / 24)."""
    a, b = values(ratings(2, [[MatchupWins((0, 1), (76, 24))]]))
    assert a - b == pytest.approx(400 * log10(76 / 24))
    assert a + b == pytest.approx(2 * AVERAGE)
    circle = [MatchupWins((0, 1), (5, 0)), MatchupWins((1, 2), (5, 0)), MatchupWins((0, 2), (0, 5))]
    assert values(ratings(3, [circle])) == pytest.approx([AVERAGE] * 3), "no group of them has won everything"


def test_the_american_league_of_1987() -> None:
    """Agresti's example (Categorical Data Analysis, table 10.10): the strengths of seven teams, Baltimore the weakest.

    Wins of rows over columns: Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    """
    won = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    games = [MatchupWins((i, j), (won[i][j], won[j][i])) for i in range(7) for j in range(i)]
    found = values(ratings(7, [games]))
    strengths = [(value - found[6]) / 400 * log(10) for value in found]
    assert [round(one, 3) for one in strengths] == [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0]


def test_a_player_wins_as_often_as_its_rating_says() -> None:
    """At tables of any size each player's expected wins add up to its wins: the condition of maximum likelihood."""
    chance = Random(5)
    games = [
        MatchupWins(players, tuple(float(chance.randrange(3, 30)) for _ in players))
        for players in [(0, 1, 2), (1, 2, 3), (0, 3), (0, 1, 2, 3)]
    ]
    found = [exp((value - AVERAGE) / 400 * log(10)) for value in values(ratings(4, [games]))]
    for at in range(4):
        won = sum(wins[players.index(at)] for players, wins in games if at in players)
        expected = sum(
            sum(wins) * found[at] / sum(found[other] for other in players) for players, wins in games if at in players
        )
        assert won == pytest.approx(expected)


@pytest.mark.slow
def test_errors_are_the_spread_of_many_contests() -> None:
    """In contests between players of known strength, ratings vary as much as their errors say."""
    strength = [3.0, 2.0, 1.0]
    found, errors = [], []

    def game(chance: Random, a: int, b: int) -> MatchupWins:
        won = sum(chance.random() < strength[a] / (strength[a] + strength[b]) for _ in range(12))
        return MatchupWins((a, b), (won, 12 - won))

    for number in range(60):
        chance = Random(number)
        rated = ratings(3, [[game(chance, *pair) for pair in ((0, 1), (0, 2), (1, 2))] for _ in range(25)])
        found.append(values(rated))
        errors.append([one.error or 0 for one in rated])
    for at in range(3):
        column = [row[at] for row in found]
        mean = sum(column) / 60
        spread = (sum((value - mean) ** 2 for value in column) / 59) ** 0.5
        assert sum(row[at] for row in errors) / 60 == pytest.approx(spread, rel=0.25)
        true = AVERAGE + 400 * (log10(strength[at]) - sum(map(log10, strength)) / 3)
        assert mean == pytest.approx(true, abs=4)


def test_a_player_that_won_everything_has_no_rating() -> None:
    """No finite strength is the most likely: a larger one always fits better (Ford 1957)."""
    games = [MatchupWins((0, 1), (20, 0)), MatchupWins((0, 2), (20, 0)), MatchupWins((1, 2), (12, 8))]
    best, *others = ratings(3, [games, games])
    assert (best.value, best.error) == (None, None)
    assert str(best.why) == "won all 80 games: too strong to rate"
    a, b = values(others)
    assert a - b == pytest.approx(400 * log10(12 / 8))
    assert a + b == pytest.approx(2 * AVERAGE)


def test_players_who_never_met_are_not_compared() -> None:
    games = [MatchupWins((0, 1), (6, 4)), MatchupWins((2, 3), (9, 0))]
    found = ratings(5, [games])
    assert [one.value is None for one in found] == [False, False, True, True, True]
    assert [str(one.why) for one in found[2:]] == [
        "won all 9 games: too strong to rate",
        "won none of 9 games: too weak to rate",
        "no game was played",
    ]


def test_too_few_or_equal_games_give_no_error() -> None:
    """Without one group of deals, one player has won everything; an error of 0 would claim that the rating is exact."""
    found = ratings(2, [[MatchupWins((0, 1), (2, 0))], [MatchupWins((0, 1), (1, 1))]])
    assert found[0].value is not None
    assert found[0].error is None
    assert str(found[0].why) == "too few games, or too one-sided ones, to say how certain the rating is"
    found = ratings(2, [[MatchupWins((0, 1), (1, 1))]] * 25)
    assert [(round(one.value or 0), one.error) for one in found] == [(1500, None)] * 2
    assert {str(one.why) for one in found} == {"all deals ended alike, so nothing shows how certain the rating is"}
