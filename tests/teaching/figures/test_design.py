"""The board of the final task: exact chances, and a near miss as the draft."""

from __future__ import annotations

import pytest

from phase10_widgets import edition
from phase10_widgets.game.hands import read_phase
from phase10_widgets.teaching import check_design
from phase10_widgets.teaching.capstone import chance_with
from phase10_widgets.teaching.figures.design import CHOICES, NAMES
from phase10_widgets.teaching.figures.widgets import DesignBoard
from phase10_widgets.ui.screen import Refused
from tests.teaching.figures.browser import part


def test_it_begins_with_a_near_miss_that_can_be_fixed_here() -> None:
    figure = DesignBoard().reveal()
    assert not figure.design.passes
    assert len(figure.design.amiss) == 1
    rows = part(figure, "table")["rows"]
    assert [row["key"] for row in rows if row["tone"] == "wrong"] == ["phase6"]
    wrong = [each["key"] for each in figure.view["parts"] if each["kind"] == "text" and each["tone"] == "wrong"]
    assert wrong == ["phase6"]
    figure.phase6 = "4 sets of 2"
    assert figure.design.passes
    assert {row["tone"] for row in part(figure, "table")["rows"]} == {"right"}
    assert "Your edition is ready." in figure.view["said"]


def test_bars_match_the_counts() -> None:
    figure = DesignBoard(wilds=12).reveal()
    bars = part(figure, "bars")
    asked = [getattr(figure, name) for name in NAMES]
    chances = [float(each.chance) for each in check_design(12, asked).phases]
    assert [row["values"][0]["value"] for row in bars["rows"]] == chances
    assert [level["value"] for level in bars["levels"]] == [0.02, 0.30]


def test_the_printed_list_is_that_of_the_edition() -> None:
    figure = DesignBoard(wilds=20).reveal()
    figure.do("begin", "printed")
    assert figure.wilds == 8
    assert [getattr(figure, name) for name in NAMES] == [str(phase) for phase in edition("classic").phases]
    figure.do("begin", "draft")
    assert figure.design == DesignBoard().reveal().design
    with pytest.raises(Refused, match="draft, printed"):
        figure.do("begin", "other")


@pytest.mark.slow
def test_there_is_enough_to_choose_from() -> None:
    """With any number of wilds from 4 to 16, more than ten of the phases are within the band."""
    assert len(set(CHOICES)) == len(CHOICES)
    for wilds in (4, 8, 16):
        right = [text for text in CHOICES if 0.02 <= chance_with(wilds, read_phase(text)) <= 0.30]
        assert len(right) > 10
