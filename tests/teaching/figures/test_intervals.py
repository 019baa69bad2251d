"""Named intervals: their ends against textbook values, exact coverage against every outcome, and experiments."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from phase10_widgets import glossary
from phase10_widgets.odds.estimate import wilson
from phase10_widgets.teaching.figures.intervals import METHODS, contains, coverage, interval
from phase10_widgets.teaching.figures.widgets import Intervals
from tests.teaching.figures.browser import near, part

TEXTBOOK = [
    ("wald", 0, 20, (0, 0), "without a hit, a single point"),
    ("wald", 10, 100, (0.0412, 0.1588), "0.1 plus or minus 1.96 times 0.03"),
    ("wilson", 0, 20, (0, 0.1611), "without a hit, z² / (n + z²)"),
    ("wilson", 10, 100, (0.0552, 0.1744), "as in every statistics program"),
    ("plus_four", 10, 100, (0.0540, 0.1768), "12 of 104, as Wald"),
]


def test_an_interval_is_that_of_the_textbook_and_of_the_simulations() -> None:
    for method, hits, n, ends, why in TEXTBOOK:
        assert interval(method, hits, n) == pytest.approx(ends, abs=6e-5), why
    for hits in range(31):
        assert interval("wilson", hits, 30) == pytest.approx(wilson(hits, 30), abs=1e-4)


def test_fractions_agree_with_the_interval() -> None:
    for method, n in product(METHODS, (5, 20, 60)):
        for chance in range(1, 51):
            for hits in range(n + 1):
                low, high = interval(method, hits, n)
                assert contains(method, hits, n, Fraction(chance, 100)) == (low <= chance / 100 <= high)


def test_coverage_counts_every_outcome_and_is_low_for_wald_and_rare_chances() -> None:
    for method in METHODS:
        p = Fraction(30, 100)
        found = sum(
            prod(p if hit else 1 - p for hit in deals)
            for deals in product((0, 1), repeat=6)
            if interval(method, sum(deals), 6)[0] <= 0.3 <= interval(method, sum(deals), 6)[1]
        )
        assert coverage(method, 6, 30) == found
    assert coverage("wald", 20, 3) < 1 - Fraction(97, 100) ** 20 < Fraction(1, 2)
    assert coverage("wilson", 20, 3) > Fraction(95, 100)


@pytest.mark.slow
def test_experiments_agree_with_the_exact_values() -> None:
    for method, (chance, n) in product(METHODS, ((3, 20), (30, 50))):
        figure = Intervals(method=method, chance=chance, n=n, seed=5).reveal()
        figure.do("deal", 10_000)
        assert figure.tried == 10_000
        assert near(figure.caught, 10_000, figure.exact)


def test_a_formula_has_the_letter_of_the_glossary() -> None:
    for method, (language, letter) in product(METHODS, (("en", "p̂"), ("de", "h"))):
        (term,) = glossary("Wald", language=language)
        assert term.symbol.startswith(f"{letter} ±")
        written = str(part(Intervals(method=method, language=language).reveal(), "formula"))
        assert letter in written
        assert ("1.96" if language == "en" else "1,96") in written
        assert not re.search(r"\bs\b", written), "on the page, s is a standard deviation"


def test_the_latest_hundred_are_drawn_and_those_that_miss_stand_out() -> None:
    figure = Intervals(chance=10, n=20, seed=6).reveal()
    figure.do("deal", 100)
    figure.do("deal", 1)
    drawn = part(figure, "lines", "latest")
    assert len(drawn["lines"]) == 100
    assert [line["points"][0][0] for line in drawn["lines"]] == list(range(2, 102))
    missed = [line for line in drawn["lines"] if not line["points"][0][1] <= 0.1 <= line["points"][1][1]]
    assert missed == [line for line in drawn["lines"] if line["role"] == "other"]
    assert sum(int(row[1]) for row in drawn["table"]) == 100
