"""Exact answers are fractions that explain themselves in every language."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest

from phase10_widgets.base.translatable import Sentence
from phase10_widgets.languages.text import Text
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
    results = [THIRD + 1, 1 - THIRD, THIRD * THIRD, THIRD / 2, -THIRD, abs(THIRD), THIRD**2, round(THIRD, 2)]
    results += [Exact.from_float(0.5), Exact.from_decimal(Decimal("0.5")), THIRD.limit_denominator(2)]
    assert {type(result) for result in results} == {Fraction}


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
