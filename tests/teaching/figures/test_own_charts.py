"""The charts of a learner's own numbers: columns, and two events as circles that overlap."""

from __future__ import annotations

import re
from typing import Any

import pytest

from phase10_widgets.figures import Columns, Venn
from tests.stripped import Stripped, drawings

VALUES = [0, 0, 5, 9, 31, 35, -1]


def test_every_value_is_in_one_column_and_empty_columns_are_kept() -> None:
    assert repr(Columns(VALUES, width=10)) == "<Columns of 7 values, 5 of width 10>"
    assert Columns(VALUES, width=10).counts == {-10: 1, 0: 4, 10: 0, 20: 0, 30: 2}
    assert Columns([3, 5]).counts == {3: 1, 4: 0, 5: 1}


def test_the_numbers_are_seen_and_read() -> None:
    html = Columns(VALUES, width=10)._repr_html_()
    page = Stripped(html)
    (drawing,) = drawings(html)
    assert drawing.count("<rect") >= 3
    assert page.above.startswith("7 values in steps of 10\nThe highest column is 0 to 9, with 60%.")
    ((summary, numbers),) = page.folds
    assert summary == "The numbers as a table"
    for words in ("-10 to -1", "10%", "0 to 9", "60%", "10 to 19", "30 to 39", "30%"):
        assert words in numbers
    assert "#" not in page.text
    assert "The highest column is 3, with 70%." in Columns([3, 3, 5])._repr_html_(), "a column for one number"


def test_numbers_and_shares_have_the_usual_format() -> None:
    """A share of 1,600 values supports whole percent; English groups four digits, and German does not."""
    values = [1000, 1050] * 667 + [1060] * 266
    english, german = (Stripped(Columns(values, 50, language=name)._repr_html_()).text for name in ("en", "de"))
    assert "1,600 values in steps of 50" in english
    assert "The highest column is 1,050 to 1,099, with 58%." in english
    assert "1600 Werte" in german
    assert "1050 bis 1099" in german


def test_invalid_columns_are_refused() -> None:
    rows: list[Any] = [
        ([], 1, "there are no values"),
        ([1, 2.5], 1, "values must be whole numbers, not 2.5"),
        ([1], 0, "width must be a whole number above 0, not 0"),
        ([1], 2.5, "width must be a whole number above 0, not 2.5"),
        ([0, 1000], 10, "101 columns are too many; choose a larger width"),
    ]
    for values, width, why in rows:
        with pytest.raises(ValueError, match=f"^{why}$"):
            Columns(values, width)


# a Venn diagram

RED_OR_FIVE = {"red": 24, "5": 8}


def test_every_case_is_in_one_part() -> None:
    venn = Venn(RED_OR_FIVE, both=2, of=108)
    assert venn.counts == (22, 2, 6, 78)
    assert repr(venn) == "<Venn diagram of red and 5>"


def test_without_its_picture_it_is_a_sentence_and_a_table() -> None:
    html = Venn(RED_OR_FIVE, both=2, of=108)._repr_html_()
    page = Stripped(html)
    (drawing,) = drawings(html)
    assert drawing.count("<circle") == 2
    assert re.findall(r"<text[^>]*>([^<]*)<", drawing) == ["red", "5", "22", "2", "6", "78"]
    title, sentence, summary = page.above.splitlines()
    assert (title, summary) == ("Venn diagram: red and 5", "The numbers as a table")
    assert sentence == "Two circles overlap: only red, 22; both, 2; only 5, 6; neither, 78."
    ((_, table),) = page.folds
    assert all(number in table for number in ("22", "2", "6", "78"))
    assert "beides, 2; nur 5, 6" in Venn(RED_OR_FIVE, both=2, of=108, language="de")._repr_html_()


def test_invalid_circles_are_refused() -> None:
    rows: list[Any] = [
        ({"red": 24}, 2, 108, "a Venn diagram needs two events, not 1"),
        *((RED_OR_FIVE, both, 108, "the numbers of cases are impossible") for both in (9, -1, 2.5)),
        (RED_OR_FIVE, 2, 29, "the numbers of cases are impossible"),
        ({"red": "24", "5": 8}, 2, 108, "the numbers of cases are impossible"),
    ]
    for events, both, of, why in rows:
        with pytest.raises(ValueError, match=f"^{why}"):
            Venn(events, both, of)
