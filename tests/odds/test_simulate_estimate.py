"""Estimates: intervals, significant digits, agreement with the exact value."""

from __future__ import annotations

import json
import pickle
import re
from math import inf, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10_widgets import odds
from phase10_widgets.languages.text import Text
from phase10_widgets.odds.estimate import MINUS
from phase10_widgets.odds.simulation.tally import Tally, TrialError, count
from tests.faults import every

NEWCOMBE = [
    # hits, trials, low, high: R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998), method 3
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@every("hits, trials, low, high", NEWCOMBE)
def test_wilsons_interval_matches_the_published_one(hits: int, trials: int, low: float, high: float) -> None:
    assert odds.wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.slow
@given(st.integers(1, 10**9), st.data(), st.floats(0.5, 0.9999))
def test_no_outcome_gives_an_impossible_interval(trials: int, data: st.DataObject, confidence: float) -> None:
    hits = data.draw(st.integers(0, trials))
    low, high = odds.wilson(hits, trials, confidence)
    assert 0 <= low <= hits / trials <= high <= 1
    assert low < high
    assert (low == 0) == (hits == 0)
    assert (high == 1) == (hits == trials)
    assert odds.wilson(trials - hits, trials, confidence) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@every("hits, trials", [(0, 0), (1, 0), (-1, 5), (6, 5)])
def test_more_hits_than_trials_are_refused(hits: int, trials: int) -> None:
    for asked in (odds.wilson, odds.share):
        with pytest.raises(ValueError, match="hits must be from 0 to the number of trials"):
            asked(hits, trials)


def test_a_mean_has_the_textbooks_standard_error_and_one_number_has_none() -> None:
    found = odds.Estimate.of(count([1, 2, 3, 4]))  # variance 5/3, with n - 1 in the denominator
    assert found.value == 2.5
    assert found.error == pytest.approx(sqrt(5 / 3 / 4))
    assert (found.low, found.high) == pytest.approx((2.5 - 1.96 * found.error, 2.5 + 1.96 * found.error), abs=1e-4)
    found = odds.Estimate.of(count([7]))
    assert (found.low, found.high, found.error) == (-inf, inf, inf)
    assert str(found) == f"7 ({MINUS}∞ to ∞)"
    row = found.to_dict()
    assert (row["low"], row["high"], row["error"]) == (None, None, None)
    json.dumps(row, allow_nan=False)


SHOWN = [
    (Tally("chance", 100, 18, 0), "18%", "± 8%: a digit after the point would be noise"),
    (Tally("chance", 10_000, 1828, 0), "18.3%", "standard error 0.4%"),
    (Tally("chance", 1_000_000, 182_751, 0), "18.28%", "standard error 0.04%"),
    (Tally("chance", 10_000_000, 1_827_512, 0), "18.28%", "0.012%"),
    (Tally("chance", 7, 3, 0), "40%", "standard error 17%"),
    (Tally("chance", 1, 1, 0), "100%", "standard error 20%"),
    (Tally("chance", 100, 0, 0), "0%", "none in a hundred"),
    (Tally("chance", 100_000, 0, 0), "0%", "none in a hundred thousand; the interval ends at 0.0039%"),
    (Tally("chance", 5_000, 5_000, 0), "100%", "always"),
    (Tally("chance", 20_000, 1, 0), "0.005%", "once in 20,000 is not never"),
    (Tally("mean", 100, 7963, 17_000), "80", "standard error 1.3"),
    (Tally("mean", 10_000, 796_300, 1_700_000), "79.6", "0.13"),
    (Tally("mean", 100, 1_234_567, 1e9), "12300", "standard error 318"),
    (Tally("mean", 100, -250, 100), f"{MINUS}2.5", "standard error 0.1"),
    (Tally("mean", 100, 250, 0), "2.5", "all the same"),
]


@every("tally, text, why", SHOWN)
def test_only_supported_digits_are_shown(tally: Tally, text: str, why: str) -> None:
    found = odds.Estimate.of(tally)
    assert found.text == text
    assert str(found).startswith(f"{text} (")


FACTS = [
    (29, 40, "72.5% (57% to 84%)"),
    (28, 50, "56% (42% to 69%)"),
    (27, 50, "54% (40% to 68%)"),
    (3, 7, "42.86% (10% to 80%)"),
    (3170, 4000, "79.25% (77.9% to 80.5%)"),
    (40, 40, "100% (91% to 100%)"),
]


@every("hits, n, text", FACTS)
def test_counts_are_not_rounded(hits: int, n: int, text: str) -> None:
    found = odds.Estimate.of(Tally("chance", n, hits, 0), observed=True)
    assert str(found) == text
    assert f"It happened in {found.text} of {n:,} trials. " in str(found.explanation)


def test_ends_are_rounded_outward_to_the_same_decimals_and_by_less_than_a_standard_error() -> None:
    """Only never and always, 0% and 100%, have no decimals."""
    for n in [1, 2, 3, 7, 20, 40, 50, 100, 333, 5_000]:
        for hits in range(0, n + 1, n // 333 or 1):
            found = odds.share(hits, n)
            shown, low, high = (float(text.rstrip(" %")) / 100 for text in (found.text, *found.ends))
            assert found.low - found.error < low <= found.low + 1e-9
            assert found.high - 1e-9 <= high < found.high + found.error
            assert low <= shown <= high
            rounded = {text.rstrip("%").partition(".")[2] for text in {found.text, *found.ends} - {"0%", "100%"}}
            assert len({len(decimals) for decimals in rounded}) <= 1, str(found)
        if n > 2:
            mean = odds.average([k % 7 + k / n for k in range(n)])
            assert len({len(text.partition(".")[2]) for text in (mean.text, *mean.ends)}) == 1, str(mean)


def test_the_ends_of_a_mean_are_rounded_outward_and_zero_has_no_sign() -> None:
    found = odds.Estimate.of(Tally("mean", 100, -250, 5500))
    assert found.low == pytest.approx(-3.961, abs=0.001)
    assert found.high == pytest.approx(-1.039, abs=0.001)
    assert str(found) == f"{MINUS}2.5 ({MINUS}4.0 to {MINUS}1.0)"
    assert odds.Estimate(-0.4, -0.9, -0.03, 100, "mean", error=0.3).ends == (f"{MINUS}0.9", "0.0")
    assert odds.Estimate(0.2, 0.15, 0.29, 100, error=0.04).ends == ("15%", "29%"), "0.15 is not a float"


def test_a_chance_and_its_opposite_add_up() -> None:
    """A tie is rounded away from one half: 54.5% and 45.5% are not 55% and 46%, nor are 52.5% and 47.5% 52% and 48%."""
    for hits in [210, 218]:
        one, other = (float(odds.share(each, 400).supported.removesuffix("%")) for each in (hits, 400 - hits))
        assert one + other == 100
        assert [odds.share(each, 40).supported for each in (0, 20, 40)] == ["0%", "50%", "100%"]


COUNTED = [
    (183, 1000, "18% (16% to 21%)", "two standard errors are 2.5%, so no digit after the point"),
    (81, 200, "40% (33% to 48%)", "not 40.5%"),
    (0, 20, "0% (0% to 17%)", "no hit does not mean no chance"),
    (1985, 78_501, "2.53% (2.42% to 2.65%)", "many trials support a digit more"),
    (2_450, 7_465, "32.8% (31.7% to 33.9%)", "lesson 5: the estimate has the decimals of its interval"),
    (0, 5_000, "0% (0% to 0.08%)", "never needs no decimals"),
]


@every("hits, trials, text, why", COUNTED)
def test_a_counted_share_is_shown_like_a_simulated_one(hits: int, trials: int, text: str, why: str) -> None:
    assert str(odds.share(hits, trials)) == text
    answers = iter([True] * hits + [False] * (trials - hits))
    assert str(odds.simulate(lambda random: next(answers), trials)) == text


def test_an_average_matches_a_simulation_of_the_same_results() -> None:
    chance = Random(1)
    costs = [chance.randrange(25, 126, 5) for _ in range(500)]
    answers = iter(costs)
    again = odds.simulate(lambda random: next(answers), 500)
    assert str(odds.average(costs)) == str(again)
    assert odds.average(costs).error == pytest.approx(again.error)
    assert odds.average([True, False, False, True]) == odds.share(2, 4)
    results: Any
    for results in ([], [True, 3], ["a"]):
        with pytest.raises(TrialError):
            odds.average(results)


PLACES = [
    (4.2049, 0.29, "4.2", "lesson 7: a typical error from a hundred series"),
    (0.2939, 0.01, "0.29", "a correlation from 10,000 players"),
    (48.3, 12, "50", "tens at best"),
    (37_575, 1_900, "38,000", "thousands, with a comma"),
    (-0.02, 0.24, "0.0", "zero has no sign"),
    (-3.46, 0.3, f"{MINUS}3.5", "a real minus sign"),
    (1 / 3, 0, "0.333333333333", "without an error, nothing is rounded"),
]


@every("value, error, text, why", PLACES)
def test_numbers_are_rounded_to_supported_digits(value: float, error: float, text: str, why: str) -> None:
    assert odds.rounded(value, error) == text


AGREES = [
    (Tally("chance", 10_000, 1828, 0), 0.18275, True, "as near as possible"),
    (Tally("chance", 10_000, 1828, 0), 0.2, False, "4.3 standard errors of 0.4%"),
    (Tally("chance", 10_000, 0, 0), 0.0003, True, "three expected, none came: the share's own spread would be zero"),
    (Tally("chance", 10_000, 0, 0), 0.01, False, "a hundred expected, none came"),
    (Tally("chance", 10_000, 0, 0), 0.0, True, "the impossible did not happen"),
    (Tally("chance", 10_000, 1, 0), 0.0, False, "the impossible happened"),
    (Tally("chance", 10_000, 9_999, 0), 1.0, False, "the certain did not happen once"),
    (Tally("chance", 10_000, 10_000, 0), 1.1, False, "there is no such chance"),
    (Tally("mean", 10_000, 796_300, 1_700_000), 79.63 + 0.5, True, "3.8 standard errors"),
    (Tally("mean", 10_000, 796_300, 1_700_000), 79.63 + 0.6, False, "4.6 standard errors"),
    (Tally("mean", 10, 50, 0), 5, True, "always 5 is 5"),
    (Tally("mean", 10, 50, 0), 5.1, False, "always 5 is not 5.1"),
]


@every("tally, exact, agrees, why", AGREES)
def test_agreement_is_within_four_standard_errors(tally: Tally, exact: float, agrees: bool, why: str) -> None:
    assert odds.Estimate.of(tally).agrees_with(exact) is agrees


def test_an_estimate_explains_itself() -> None:
    found = odds.simulate(odds.question("deal", edition="classic", phase=1), 1000, seed=1)
    assert str(found.asked) == "Do 10 cards from the deck of Phase 10 contain phase 1 (2 sets of 3)?"
    assert str(found.assumption) == "Each of the 108 cards not in the hand is equally likely to come next."
    assert str(found.explanation) == ("It happened in 174 of 1,000 trials. 95% confidence interval: 15% to 20%.")
    assert str(odds.share(0, 1).explanation) == "It happened in 0 of 1 trial. 95% confidence interval: 0% to 80%."
    assert str(odds.average([5]).explanation) == "The result of 1 trial is 5."
    assert found.to_dict()["explanation"] == str(found.explanation)
    assert pickle.loads(pickle.dumps(found)) == found
    mean = odds.simulate(odds.question("points", edition="classic"), 10_000, seed=1)
    assert re.search(r"Mittelwert.*79,\d", Text("de").tell(mean.explanation))


def test_more_confidence_widens_the_interval_and_is_stated() -> None:
    for confidence in [0.9, 0.99, 0.999]:
        usual, other = (odds.Estimate.of(Tally("chance", 100, 18, 0), of) for of in (0.95, confidence))
        assert (other.margin > usual.margin) == (confidence > 0.95)
        assert f" {100 * confidence:.12g}% confidence interval: " in str(other.explanation)
