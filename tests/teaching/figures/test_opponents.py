"""The opponents: Bayes' rule as in the lesson, and as a crowd of a thousand people."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from phase10_widgets.teaching.figures.widgets import Opponents
from phase10_widgets.teaching.lessons.l06_bayes import LEFT, TOOK, TWICE
from tests.teaching.figures.browser import part


def test_the_answer_is_that_of_the_lesson() -> None:
    for (question, seen), seed in product(((TOOK, "took"), (LEFT, "left"), (TWICE, "took twice")), range(8)):
        params = question.params(seed)
        figure = Opponents(collect=params["collect"], hit=params["hit"], other=params["other"], seen=seen).reveal()
        assert figure.answer == question.answer(params)


def test_the_crowd_is_a_thousand() -> None:
    for order in ("mixed", "collects", "did"):
        marks = part(Opponents(order=order).reveal(), "units")
        assert [group["size"] for group in marks["groups"]] == [180, 60, 76, 684]
        assert [marks["order"].count(at) for at in range(4)] == [180, 60, 76, 684]
        runs = 1 + sum(a != b for a, b in zip(marks["order"], marks["order"][1:], strict=False))
        assert runs > 100 if order == "mixed" else runs == 4
        if order == "did":
            assert set(marks["order"][:256]) == {0, 2}, "those who did it come first"


def test_nothing_is_revealed_before_sorting_and_leaving_a_card_is_evidence() -> None:
    figure = Opponents(order="mixed").reveal()
    assert "70.31" not in str(figure.view)
    figure.choose(order="did")
    assert "70.31" in figure.view["said"]
    figure = Opponents(order="did", show="formula", seen="left").reveal()
    assert figure.answer == Fraction(60, 744)
    assert "not taking a card is evidence, too" in str(figure.view["parts"])
    same = Opponents(order="did", show="formula", seen="left", hit=40, other=40).reveal()
    assert same.answer == same.prior
    assert "just as often as others" in str(same.view["parts"])
    figure = Opponents(order="did", hit=0, other=0).reveal()
    assert figure.answer is None
    assert figure.view["said"] == "None of these opponents took the 7."


@pytest.mark.slow
def test_one_pick_gives_whole_opponents() -> None:
    for collect in range(20, 501, 60):
        for hit in range(0, 101, 5):
            assert all(case.denominator == 1 for case in Opponents(collect=collect, hit=hit, other=35).reveal().cases)
