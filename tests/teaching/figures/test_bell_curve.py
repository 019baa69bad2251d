"""Sums of many results: counted against single combinations, simulated within four standard errors, hidden at first."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod, sqrt
from statistics import NormalDist

import pytest

from phase10_widgets import odds
from phase10_widgets.odds.simulation.deals import at_least
from phase10_widgets.odds.sums import sums
from phase10_widgets.teaching.figures.bell_curve.totals import MEASURED, totals
from phase10_widgets.teaching.figures.widgets import BellCurve
from tests.teaching.figures.browser import lines, near, part, words


def test_sums_and_maxima_are_those_of_every_combination() -> None:
    for measured, n in product(MEASURED, (1, 2, 3)):
        ways = MEASURED[measured].ways()
        added, largest = Counter[int](), Counter[int]()
        for results in product(ways, repeat=n):
            count = prod(ways[result] for result in results)
            added[sum(results)] += count
            largest[max(results)] += count
        assert dict(totals(measured, n).ways) == dict(sorted(added.items()))
        assert dict(totals(measured, n, largest=True).ways) == dict(sorted(largest.items()))


def test_sums_refuse_invalid_arguments() -> None:
    for ways, n in (({}, 2), ({1: 1}, 0), ({-1: 1}, 2), ({1: 0}, 2)):
        with pytest.raises(ValueError, match="n must be at least 1"):
            sums(ways, n)


def test_means_and_variances_are_those_of_the_deck_and_add_up() -> None:
    for measured in MEASURED:
        one, many = totals(measured, 1), totals(measured, 40)
        assert many.mean == 40 * one.mean
        assert many.variance == 40 * one.variance
        assert many.skewness == pytest.approx(one.skewness / sqrt(40), abs=1e-6)
    assert totals("cost", 1).mean == Fraction(860, 108)
    assert totals("number", 1).mean == Fraction(13, 2)
    assert totals("wilds", 1).mean == Fraction(80, 108)
    assert totals("phase", 1).mean == odds.deal("classic", 8)
    assert totals("wilds", 1).chance(lambda wilds: wilds > 0) == at_least(1, 8, 108, 10)


def test_sums_of_many_cards_follow_the_rule_and_single_cards_do_not() -> None:
    shares = [float(totals("cost", 100).within(z)) for z in (1, 2, 3)]
    rule = [2 * NormalDist().cdf(z) - 1 for z in (1, 2, 3)]
    assert max(abs(share - normal) for share, normal in zip(shares, rule, strict=True)) < 0.01
    assert float(totals("cost", 1).within(1)) - rule[0] > 0.2


@pytest.mark.slow
def test_trials_agree_with_the_exact_values() -> None:
    for measured, how in product(MEASURED, ("sum", "largest")):
        figure = BellCurve(measured=measured, how=how, n=6, seed=4).reveal()
        figure.do("deal", 10_000)
        exact, n = figure.exact, figure.tried
        assert n == 10_000
        assert set(figure.counts) <= set(exact.ways)
        for value, ways in exact.ways.items():
            assert near(figure.counts[value], n, Fraction(ways, exact.of)), value


@pytest.mark.slow
def test_the_rule_has_three_rows_with_the_trials_beside_it() -> None:
    figure = BellCurve(measured="win", n=100, seed=2).reveal()
    figure.do("deal", 10_000)
    rows = [row["cells"] for row in part(figure, "table", "68, 95")["rows"]]
    assert [row[1] for row in rows] == ["72.87%", "96.48%", "99.82%"]
    assert [row[3] for row in rows] == ["68.27%", "95.45%", "99.73%"]
    assert rows[0][0] == "1: from 45 to 55"


def test_the_largest_is_not_bell_shaped() -> None:
    figure = BellCurve(measured="cost", how="largest", n=30).reveal()
    assert f"= {float(100 * Fraction(100, 108) ** 30):.3f}%" in str(lines(figure))
    assert "not a sum" in words(figure)


def test_a_mean_is_a_sum_on_another_scale() -> None:
    one, other = (BellCurve(measured="cost", how=how, n=10, seed=3).reveal() for how in ("sum", "mean"))
    for figure in (one, other):
        figure.do("deal", 100)
    assert one.counts == other.counts
    cells = part(other, "table", "more results")["rows"][3]["cells"]
    assert cells[:3] == ["10", "17.35", "1.735"]
