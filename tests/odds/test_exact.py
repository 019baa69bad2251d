"""Exact answers are fractions that explain themselves in every language."""

from __future__ import annotations

import copy
import pickle
import statistics
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from phase10_widgets.base.translatable import Sentence
from phase10_widgets.languages.text import Text
from phase10_widgets.odds.estimate import Estimate, share
from phase10_widgets.odds.exact import Exact, figure, percent
from tests.faults import every

THIRD = Exact(2, 6, assumption=Sentence("All are equally likely."), explanation=Sentence("One card in {n} fits.", n=3))


def test_it_is_a_fraction_in_lowest_terms() -> None:
    assert Fraction(1, 3) == THIRD
    assert hash(THIRD) == hash(Fraction(1, 3))
    assert (THIRD.numerator, THIRD.denominator) == (1, 3)
    assert 0.3 < THIRD < 0.4
    assert pytest.approx(5 / 6) == THIRD + 0.5


def test_arithmetic_gives_plain_fractions() -> None:
    results = [THIRD + 1, 1 - THIRD, THIRD * THIRD, THIRD / 2, -THIRD, abs(THIRD), THIRD**2]
    results += [Exact.from_float(0.5), Exact.from_decimal(Decimal("0.5")), THIRD.limit_denominator(2)]
    assert {type(result) for result in results} == {Fraction}


def test_it_behaves_as_a_number() -> None:
    estimate = share(174, 1000)
    number: Any
    for number in (THIRD, estimate):
        floats = [number - 0.5, 0.5 - number, number + estimate, estimate + number, round(number, 2)]
        assert {type(result) for result in floats} == {float}
        assert (number < 0.6, number > 0.6, max(number, 0.1) is number) == (True, False, True)
        assert number == number + 0
        means = [statistics.mean([number] * 2), statistics.mean([number, 0.5]), statistics.fmean([number])]
        assert sum([number, number]) == pytest.approx(2 * means[0]) == pytest.approx(2 * means[2])
    assert type(statistics.mean([THIRD, Fraction(1)])) is Fraction
    assert estimate == 0.174 == round(estimate, 3)
    assert estimate != share(87, 500), "equal estimates have equal intervals, too"
    assert (hash(estimate), copy.copy(estimate), pickle.loads(pickle.dumps(estimate))) == (hash(0.174), *[estimate] * 2)
    assert {type(copied) for copied in (copy.deepcopy(estimate), replace(estimate, seed=1))} == {Estimate}


def test_pickling_keeps_everything() -> None:
    for again in [pickle.loads(pickle.dumps(THIRD)), copy.copy(THIRD), copy.deepcopy(THIRD)]:
        assert type(again) is Exact
        assert again.to_dict() == THIRD.to_dict()


def test_a_row_of_a_table() -> None:
    assert THIRD.to_dict() == {
        "value": pytest.approx(1 / 3),
        "fraction": "1/3",
        "percent": "33.33%",
        "assumption": "All are equally likely.",
        "explanation": "One card in 3 fits.",
    }


PERCENT = [
    (Fraction(0), "0%", "nothing"),
    (Fraction(1), "100%", "certainty"),
    (Fraction(1, 2), "50%", "no trailing zeros"),
    (Fraction(18275229, 10**8), "18.28%", "four digits"),
    (Fraction(352300, 10**8), "0.3523%", "below one percent as well"),
    (Fraction(3, 10**7), "0.00003%", "no exponent"),
    (Fraction(9, 10), "90%", "near certainty"),
    (Fraction(91788, 10**5), "91.79%", "two decimals"),
    (1 - Fraction(1, 10**6), "99.9999%", "uncertain values do not look certain"),
]


@every("chance, text, why", PERCENT)
def test_percent(chance: Fraction, text: str, why: str) -> None:
    assert percent(chance) == text


def test_sentences_in_german() -> None:
    """Decimal points become commas; a sentence within a sentence is translated as well."""
    text = Text("de")
    assert text.tell(Sentence("{n}", n=figure(Fraction(11, 2)))) == "5,5"
    assert text.tell(Sentence("{part}", part=Sentence("{n}", n=figure(Fraction(1, 8))))) == "0,125"
    counted = Sentence.plural("{n} set of {size}", "{n} sets of {size}", 2, size=3)
    assert (str(counted), text.tell(counted)) == ("2 sets of 3", "2 Sätze aus je 3")
    assert text.tell(Sentence.plural("{n} set of {size}", "{n} sets of {size}", 1, size=3)) == "1 Satz aus 3"
