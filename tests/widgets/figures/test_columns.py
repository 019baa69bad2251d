"""Numbers as columns."""

from __future__ import annotations

from typing import Any

import pytest

from phase10_widgets import Columns
from tests.stripped import Stripped, drawings

VALUES = [0, 0, 5, 9, 31, 35, -1]


def test_every_value_is_in_one_column_and_empty_columns_are_kept() -> None:
    assert Columns(VALUES, width=10).counts == {-10: 1, 0: 4, 10: 0, 20: 0, 30: 2}
    assert Columns([3, 5]).counts == {3: 1, 4: 0, 5: 1}


def test_the_numbers_are_seen_and_read() -> None:
    """One picture, and beside it a sentence and a folded table with all its numbers; nothing is read as signs."""
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


def test_a_column_of_one_number_has_its_name() -> None:
    assert "The highest column is 3, with 70%." in Columns([3, 3, 5])._repr_html_()


def test_numbers_and_shares_are_written_as_everywhere() -> None:
    """A share of 1,600 values supports whole percent; English groups four digits, and German does not."""
    values = [1000, 1050] * 667 + [1060] * 266
    english, german = (Stripped(Columns(values, 50, language=name)._repr_html_()).text for name in ("en", "de"))
    assert "1,600 values in steps of 50" in english
    assert "The highest column is 1,050 to 1,099, with 58%." in english
    assert "1600 Werte" in german
    assert "1050 bis 1099" in german


def test_what_cannot_be_drawn_is_refused() -> None:
    rows: list[Any] = [
        ([], 1, "there are no values"),
        ([1, 2.5], 1, "columns need whole numbers, not 2.5"),
        ([1], 0, "width must be a whole number above 0, not 0"),
        ([1], 2.5, "width must be a whole number above 0, not 2.5"),
        ([0, 1000], 10, "101 columns are too many; choose a larger width"),
    ]
    for values, width, why in rows:
        with pytest.raises(ValueError, match=f"^{why}$"):
            Columns(values, width)


def test_it_says_how_much_it_holds() -> None:
    assert repr(Columns(VALUES, width=10)) == "<Columns of 7 values, 5 of width 10>"
