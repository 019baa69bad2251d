"""Shared behavior of the figures: formatted numbers, and sample shares."""

from __future__ import annotations

from fractions import Fraction

from phase10_widgets.odds.estimate import wilson
from phase10_widgets.widgets.figures.urns import Urns


def test_numbers_are_written_in_the_language() -> None:
    for language, point in (("en", "."), ("de", ",")):
        figure = Urns(language=language).reveal()
        percent = "12.5%" if language == "en" else "12,5 %"
        assert figure._percent(Fraction(1, 8)) == percent
        assert figure._number(1_234_567) == ("1,234,567" if language == "en" else "1\u202f234\u202f567")
        written = ["1,600", "10,000"] if language == "en" else ["1600", "10\u202f000"]
        assert [figure._number(n) for n in (1600, 10_000)] == written
        assert figure._number(Fraction(1, 3)) == f"0{point}3333"
        assert figure._counted(Fraction(1, 8)) == (0.125, percent, None, None)


def test_a_share_of_trials_has_the_digits_that_its_error_supports() -> None:
    figure = Urns().reveal()
    found = figure._found(290, 400)
    assert found is not None
    assert (found.value, found.written) == (0.725, "73%")
    assert [figure._found_written(hits, 40) for hits in (0, 29, 40)] == ["0 of 40", "29 of 40", "40 of 40"]
    assert [figure._found_written(hits, 100) for hits in (0, 54, 100)] == ["0%", "54%", "100%"]
    assert figure._found_written(1226, 10_000) == "12.3%"
    assert figure._found_written(0, 0) == "\N{EN DASH}"
    assert (found.low, found.high) == wilson(290, 400)
    assert figure._found(0, 0) is None
