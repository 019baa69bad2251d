"""The cost of hands: the exact distribution against all hands of a small deck, sums of single cards, and deals."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt

import pytest

from phase10_widgets.odds.simulation.registry import question
from phase10_widgets.widgets.figures import score_histogram
from phase10_widgets.widgets.figures.score_histogram import ScoreHistogram, cost, prices
from tests.widgets.figures.browser import part

EDITIONS = ["classic", "flip", "standard", "masters"]
C7 = {5: 72, 10: 24, 15: 4, 25: 8}
"""The number of cards in the classic deck by points (C2, C7)."""


def test_the_prices_are_those_of_the_rules() -> None:
    assert prices("classic") == C7
    assert prices("flip") == {5: 72, 10: 24, 20: 8}  # F1, F11, the same on both sides


def test_means_and_variances_are_those_of_the_formulas() -> None:
    for edition, cards in product(EDITIONS, (1, 4, 10, 15)):
        found = prices(edition)
        size = sum(found.values())
        mean = Fraction(sum(points * n for points, n in found.items()), size)
        variance = sum((points - mean) ** 2 * n for points, n in found.items()) / size
        without, back = cost(edition, cards), cost(edition, cards, put_back=True)
        assert sum(without.chances.values()) == sum(back.chances.values()) == 1
        assert without.mean == back.mean == cards * mean
        assert back.variance == cards * variance
        assert without.variance == cards * variance * Fraction(size - cards, size - 1)


def test_a_small_deck_hand_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_histogram, "prices", lambda name: {5: 4, 10: 3, 25: 2})
    every = Counter(sum(hand) for hand in combinations([5] * 4 + [10] * 3 + [25] * 2, 4))
    found = cost("a small deck", 4)
    assert found.chances == {points: Fraction(n, comb(9, 4)) for points, n in every.items()}
    ordered = sorted(every.elements())
    assert found.median == ordered[(len(ordered) - 1) // 2]
    assert found.mode == every.most_common(1)[0][0]


def test_flip_costs_less_than_its_mean_mostly() -> None:
    figure = ScoreHistogram(edition="flip", cards=1).reveal()
    assert figure.exact.mean == Fraction(95, 13)
    assert (
        "The mean is 7.308 points, though no hand costs exactly that, and the most common cost is 5."
        in figure.view["said"]
    )
    assert "At least half of all hands cost at most 5." in figure.view["said"]
    below = sum(chance for points, chance in figure.exact.chances.items() if points < figure.exact.mean)
    assert f"{float(below):.2%}" == "69.23%", "most cards cost less than the mean"


def test_the_figure_leaves_the_share_below_the_mean_to_a_later_part() -> None:
    """Part 4 of lesson 8 asks for it; the figure stands in part 2."""
    for cards in (1, 5, 10):
        figure = ScoreHistogram(cards=cards).reveal()
        below = sum(chance for points, chance in figure.exact.chances.items() if points < figure.exact.mean)
        assert 0 < below < 1
        assert f"{float(below):.2%}" not in figure.view["said"]
        assert "less than the mean" not in json.dumps(figure.view)


def test_dealt_hands_agree_with_what_was_counted() -> None:
    for edition in EDITIONS:
        figure = ScoreHistogram(edition=edition, cards=6, seed=4).reveal()
        figure.do("deal", 10_000)
        exact, n = figure.exact, figure.dealt
        assert n == 10_000
        for points, chance in exact.chances.items():
            assert abs(figure.costs[points] - n * chance) <= 4 * sqrt(n * chance * (1 - chance)) + 1, points
        mean = sum(points * times for points, times in figure.costs.items()) / n
        assert abs(mean - exact.mean) <= 4 * sqrt(exact.variance / n)
        assert exact.mean == question("points", edition=edition, cards=6).exact()


def test_every_hand_is_in_one_bar() -> None:
    figure = ScoreHistogram(cards=10, put_back=True).reveal()
    figure.do("deal", 10_000)
    rows = part(figure, "bars")["rows"]
    for at in range(3):
        assert sum(row["values"][at]["value"] for row in rows) == pytest.approx(1, abs=0.001)
    assert [row["name"] for row in rows if row["key"] == "mode"] == [str(figure.exact.mode)]
