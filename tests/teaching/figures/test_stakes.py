"""The purse after many bets: exact values against every series of rounds, and against simulated players."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from phase10_widgets.teaching.figures.stakes.purses import BETS, EDGES, bar_of, purses
from phase10_widgets.teaching.figures.widgets import Stakes
from tests.teaching.figures.browser import lines, near, part, words


def test_a_few_rounds_agree_series_by_series() -> None:
    for name, share in product(BETS, (5, 30, 100)):
        bet, rounds = BETS[name], 6
        ends: list[tuple[Fraction, Fraction]] = []
        for series in product((True, False), repeat=rounds):
            purse, chance = Fraction(100), Fraction(1)
            for won in series:
                stake = purse * share / 100
                purse += stake * bet.gain if won else -stake
                chance *= bet.chance if won else 1 - bet.chance
            ends.append((purse, chance))
        found = purses(name, share, rounds)
        assert found.mean == sum(purse * chance for purse, chance in ends)
        for limit in (100, 1):
            assert found.below(limit) == sum(chance for purse, chance in ends if purse < limit)
        half = sum(chance for purse, chance in ends if purse <= found.median)
        fewer = sum(chance for purse, chance in ends if purse < found.median)
        assert fewer < Fraction(1, 2) <= half
        assert found.purse(found.needed) >= 100 > found.purse(found.needed - 1)


def test_the_bets_match_their_descriptions() -> None:
    assert BETS["wild"].chance == 1 - Fraction(comb(100, 10), comb(108, 10))
    assert BETS["fair"].edge == 0
    assert BETS["house"].edge == Fraction(-1, 37)
    assert BETS["favorite"].edge == BETS["longshot"].edge == Fraction(1, 5), "the same mean, another spread"


@pytest.mark.slow
def test_players_agree_with_the_exact_values() -> None:
    for name, rounds in product(BETS, (1, 20)):
        figure = Stakes(bet=name, share=30, rounds=rounds, seed=5).reveal()
        figure.do("play", 10_000)
        exact, n = figure.exact, figure.played
        assert n == 10_000
        for wins, chance in enumerate(map(float, exact.chances)):
            assert near(figure.wins[wins], n, chance), wins
        assert near(figure._fewer(100), n, exact.below(100))
        bars = part(figure, "bars", "What the players")["rows"]
        less = sum(row["values"][0]["value"] for row in bars if row["key"] == "less")
        assert less == pytest.approx(float(exact.below(100)))
        assert figure.middle in {
            exact.purse(exact.middle + off) for off in (-1, 0, 1) if 0 <= exact.middle + off <= rounds
        }


def test_every_purse_has_its_bar() -> None:
    for purse, bar, why in [
        (Fraction(0), 0, "nothing left"),
        (Fraction(1, 10**9), 1, "nearly nothing"),
        (Fraction(1), 2, "the edge belongs to the bar above"),
        (Fraction(9999, 100), EDGES.index(100), "just below the start"),
        (Fraction(100), EDGES.index(100) + 1, "at the start"),
        (Fraction(10**30), len(EDGES), "very rich"),
    ]:
        assert bar_of(purse) == bar, why


def test_the_derivation_can_be_followed() -> None:
    figure = Stakes(bet="favorite", share=50, rounds=20, picture="middle").reveal()
    told = lines(figure)
    assert told[1:] == [
        "(3/5) · 1.5 + (2/5) · 0.5 = 1.1",
        "100 · 1.1^20 = 672.7",
        "k = 12: 100 · 1.5^12 · 0.5^8 = 50.68",
        "k = 13: 100 · 1.5^13 · 0.5^7 = 152",
        "sum of C(20, k) · (3/5)^k · (2/5)^(20 − k) for k = 0 to 12 = 58.41%",  # noqa: RUF001
    ]
    assert "13 of 20." in told[0]
    assert "And yet 58.41% of them end with fewer than 100 points, and the median is 50.68." in words(figure)


def test_means_count_every_player_and_long_numbers_are_in_words() -> None:
    figure = Stakes(bet="favorite", share=100, rounds=2, picture="middle", seed=3).reveal()
    figure.do("play", 100)
    mean = part(figure, "table")["rows"][0]["cells"][2]
    assert float(mean) == pytest.approx(4 * figure.wins[2], abs=5), "including those with nothing"
    figure = Stakes(bet="longshot", share=100, rounds=100, picture="middle").reveal()
    figure.do("play", 100)
    view = str(figure.view)
    figure.picture = "ends"
    view += str(figure.view)
    assert "0000000000" not in view
    assert "more than a trillion" in view
    assert "less than 0.0001%" in view
    assert "more than 99.9999%" in view


def test_the_three_friends_play_the_same_rounds() -> None:
    figure = Stakes(bet="favorite", share=50, rounds=20, picture="friends", seed=6).reveal()
    figure.do("play", 1)
    rows = part(figure, "table", "three friends")["rows"]
    ends = [f"{float(100 * (1 + s) ** 12 * (1 - s) ** 8):.4g}" for s in (Fraction(1, 5), Fraction(1, 2), Fraction(1))]
    assert [row["cells"][2] for row in rows] == ends
    assert sum(figure.exact.chances[:14]) == pytest.approx(0.75, abs=1e-4), "Ada is first with at most 13 wins"
    assert rows[0]["cells"][4] == "75%"
