"""Intervals keep their promise on deals with a known true share, and match sums computed another way."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt
from random import Random
from statistics import NormalDist, fmean

import pytest

from phase10_widgets.arena.intervals import AnyTime, Clusters, student
from phase10_widgets.odds import wilson
from tests.faults import every


def alone(chance: Random, p: float) -> int:
    """Return the wins of two independent games."""
    return (chance.random() < p) + (chance.random() < p)


def alike(chance: Random, p: float) -> int:
    """Return the wins if the cards decide: the winner of one game wins the other."""
    return 2 * (chance.random() < p)


def turned(chance: Random, p: float) -> int:
    """Return the wins if the seat decides most games, so that the two cancel out."""
    return 1 if chance.random() < 0.8 else 2 * (chance.random() < 0.5 + (p - 0.5) / 0.2)


@every("deal", [alone, alike, turned])
def test_95_of_100_intervals_contain_the_true_share(deal: Callable[[Random, float], int]) -> None:
    """Coverage holds for any dependence between a deal's two games: lower coverage is a bug, much higher a waste."""
    for p, deals in [(0.5, 12), (0.55, 40), (0.55, 200)]:
        chance, held, tries = Random(f"{p}/{deals}"), 0, 800
        for _ in range(tries):
            sums = Clusters()
            for _ in range(deals):
                sums.add(deal(chance, p), 2)
            low, high = sums.interval(0.95)
            assert 0 <= low <= sums.share <= high <= 1
            held += low <= p <= high
        assert 0.925 <= held / tries <= 0.99


def test_the_error_is_the_cluster_robust_one() -> None:
    """The error matches the formula written out, with a last deal that is cut short."""
    rows = [(2, 2), (1, 2), (0, 2), (1, 2), (1.5, 2), (1, 1)]
    sums = Clusters()
    for won, games in rows:
        sums.add(won, games)
    n, share = 11, 6.5 / 11
    squares = sum((won - share * games) ** 2 for won, games in rows)
    assert sums.share == pytest.approx(share)
    assert sums.error == pytest.approx(sqrt(squares * 6 / 5) / n)


@every("won, deals", [(2, 1), (0, 3), (2, 50), (1, 50), (1, 2)])
def test_deals_with_equal_results_count_once_each(won: int, deals: int) -> None:
    """With an unknown spread between deals, each deal counts once, and its games do not count separately."""
    sums = Clusters()
    for _ in range(deals):
        sums.add(won, 2)
    assert sums.interval(0.95) == wilson(won / 2 * deals, deals)


TABLE = [(9, 0.95, 2.2622), (12, 0.9, 1.7823), (20, 0.99, 2.8453), (30, 0.95, 2.0423), (120, 0.95, 1.9799)]


@every("freedom, confidence, value", TABLE)
def test_students_quantiles_match_the_tables(freedom: int, confidence: float, value: float) -> None:
    assert student(confidence, freedom) == pytest.approx(value, abs=6e-4)
    assert student(confidence, 10**9) == pytest.approx(NormalDist().inv_cdf(0.5 + confidence / 2), abs=1e-6)


def test_an_any_time_interval_narrows_and_contains_the_mean() -> None:
    chance, look, given, before = Random(3), AnyTime(0.95, guess=0.25), [], inf
    assert look.interval() == (0, 1)
    for n in range(1, 20_001):
        given.append(float(chance.random() < 0.3))
        look.add(given[-1])
        if n in (200, 2000, 20_000):
            low, high = look.interval()
            assert low < 0.3 < high
            assert low < fmean(given) < high
            assert high - low < before / 2
            before = high - low
    assert before < 3 * 2 * 1.96 * sqrt(0.21 / 20_000)


def test_an_any_time_interval_matches_the_paper() -> None:
    """The expected values follow theorem 2 of Waudby-Smith and Ramdas, written out as printed."""
    chance, look, x = Random(11), AnyTime(0.9), [0.0]
    means, spreads, weights = [0.5], [0.25], [0.0]
    for t in range(1, 60):
        x.append(chance.choice([0, 0.5, 0.5, 1]))
        look.add(x[t])
        weights.append(min(sqrt(2 * log(2 / 0.1) / (spreads[t - 1] * t * log(1 + t))), 0.5))
        means.append((0.5 + sum(x[1:])) / (t + 1))
        spreads.append((0.25 + sum((x[i] - means[i]) ** 2 for i in range(1, t + 1))) / (t + 1))
    total = sum(weights)
    middle = sum(w * value for w, value in zip(weights, x, strict=True)) / total
    cost = sum(4 * (x[i] - means[i - 1]) ** 2 * (-log(1 - weights[i]) - weights[i]) / 4 for i in range(1, 60))
    half = (log(2 / 0.1) + cost) / total
    assert look.interval() == pytest.approx((middle - half, middle + half))
