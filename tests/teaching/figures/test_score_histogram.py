"""The cost of hands: the exact distribution against all hands of a small deck, sums of single cards, and deals."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from phase10_widgets.odds.simulation.registry import question
from phase10_widgets.teaching.figures import score_histogram
from phase10_widgets.teaching.figures.score_histogram import cost, prices
from phase10_widgets.teaching.figures.widgets import ScoreHistogram
from tests.teaching.figures.browser import near, part

EDITIONS = ["classic", "flip", "standard", "masters"]
C7 = {5: 72, 10: 24, 15: 4, 25: 8}
"""The number of cards in the classic deck by points (C2, C7)."""


def test_means_and_variances_are_those_of_the_formulas_and_prices_those_of_the_rules() -> None:
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
    assert prices("classic") == C7
    assert prices("flip") == {5: 72, 10: 24, 20: 8}  # F1, F11, the same on both sides


def test_a_small_deck_agrees_hand_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_histogram, "prices", lambda name: {5: 4, 10: 3, 25: 2})
    every = Counter(sum(hand) for hand in combinations([5] * 4 + [10] * 3 + [25] * 2, 4))
    found = cost("a small deck", 4)
    assert found.chances == {points: Fraction(n, comb(9, 4)) for points, n in every.items()}
    ordered = sorted(every.elements())
    assert found.median == ordered[(len(ordered) - 1) // 2]
    assert found.mode == every.most_common(1)[0][0]


def test_flip_mostly_costs_less_than_its_mean() -> None:
    figure = ScoreHistogram(edition="flip", cards=1).reveal()
    assert figure.exact.mean == Fraction(95, 13)
    mean = "The mean is 7.308 points, though no hand costs exactly that, and the most common cost is 5."
    assert mean in figure.view["said"]
    assert "At least half of all hands cost at most 5." in figure.view["said"]
    below = sum(chance for points, chance in figure.exact.chances.items() if points < figure.exact.mean)
    assert f"{float(below):.2%}" == "69.23%", "most cards cost less than the mean"
    assert "less than the mean" not in json.dumps(figure.view), "which part 4 of lesson 8 asks for"
    (mode,) = [row["name"] for row in part(figure, "bars")["rows"] if row["key"] == "mode"]
    assert mode == str(figure.exact.mode)


@pytest.mark.slow
def test_dealt_hands_agree_with_the_exact_values() -> None:
    for edition in EDITIONS:
        figure = ScoreHistogram(edition=edition, cards=6, seed=4).reveal()
        figure.do("deal", 10_000)
        exact, n = figure.exact, figure.dealt
        assert n == 10_000
        for points, chance in exact.chances.items():
            assert near(figure.costs[points], n, chance), points
        assert exact.mean == question("points", edition=edition, cards=6).exact()
