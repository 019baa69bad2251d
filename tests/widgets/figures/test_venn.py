"""Two events as circles that overlap."""

from __future__ import annotations

import re
from typing import Any

import pytest

from phase10_widgets import Venn
from tests.stripped import Stripped, drawings

RED_OR_FIVE = {"red": 24, "5": 8}


def test_every_case_is_in_one_part() -> None:
    venn = Venn(RED_OR_FIVE, both=2, of=108)
    assert venn.counts == (22, 2, 6, 78)
    assert sum(venn.counts) == 108


def test_without_its_picture_it_is_a_sentence_and_a_table() -> None:
    for language, above in [
        (
            "en",
            "Venn diagram: red and 5\nTwo circles overlap: only red, 22; both, 2; only 5, 6; neither, 78.\n"
            "The numbers as a table",
        ),
        (
            "de",
            "Venn-Diagramm: red und 5\nZwei Kreise überschneiden sich: nur red, 22; beides, 2; nur 5, 6; "
            "keins von beiden, 78.\nDie Zahlen als Tabelle",
        ),
    ]:
        html = Venn(RED_OR_FIVE, both=2, of=108, language=language)._repr_html_()
        page = Stripped(html)
        (drawing,) = drawings(html)
        assert drawing.count("<circle") == 2
        assert re.findall(r"<text[^>]*>([^<]*)<", drawing) == ["red", "5", "22", "2", "6", "78"]
        assert page.above == above
        ((_, table),) = page.folds
        for words in ("22", "2", "6", "78"):
            assert words in table


def test_what_cannot_be_drawn_is_refused() -> None:
    rows: list[Any] = [
        ({"red": 24}, 2, 108, "a Venn diagram needs two events, not 1"),
        (RED_OR_FIVE, 9, 108, "no cases can be counted like that"),
        (RED_OR_FIVE, -1, 108, "no cases can be counted like that"),
        (RED_OR_FIVE, 2, 29, "no cases can be counted like that"),
        (RED_OR_FIVE, 2.5, 108, "no cases can be counted like that"),
        ({"red": "24", "5": 8}, 2, 108, "no cases can be counted like that"),
    ]
    for events, both, of, why in rows:
        with pytest.raises(ValueError, match=f"^{why}"):
            Venn(events, both, of)


def test_it_says_what_it_shows() -> None:
    assert repr(Venn(RED_OR_FIVE, both=2, of=108)) == "<Venn diagram of red and 5>"
