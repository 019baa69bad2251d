"""Hands turned over card by card: the learner chooses the fractions, and every wrong one has its own feedback."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod

import pytest

from phase10_widgets.teaching.figures.card_by_card import BY_HAND, HANDS, SLIPS
from phase10_widgets.teaching.figures.widgets import CardByCard
from phase10_widgets.ui.screen import Refused
from tests.teaching.figures.browser import lines, part, words


def right(figure: CardByCard) -> str:
    """Return the right fraction for the next card, found without the figure's own list."""
    at = figure._turned_over
    return f"{100 - at}/{108 - at}"


def offered(figure: CardByCard) -> list[str]:
    return [deed["value"] for deed in part(figure, "controls")["deeds"] if deed["name"] == "place"]


def finished(cards: int = 10) -> CardByCard:
    figure = CardByCard(cards=cards)
    while figure._turned_over < cards:
        figure.do("place", right(figure))
    return figure


def test_the_product_of_the_fractions_is_counted_at_once_too() -> None:
    for cards in (2, 3, 10, 40):
        figure = finished(cards)
        counted = Fraction(comb(100, cards), comb(108, cards))
        assert prod(Fraction(100 - n, 108 - n) for n in range(cards)) == counted == 1 - figure.exact
        left, gone = (group["size"] for group in part(figure, "units")["groups"])
        assert left == round(HANDS * counted)
        assert left + gone == HANDS
        figure.do("end", "minus")
        assert figure.exact == 1 - counted
        assert lines(figure)[1].startswith("1 − ")  # noqa: RUF001


def test_every_wrong_choice_has_its_own_feedback_and_changes_nothing_else() -> None:
    figure, said = CardByCard(), set[str]()
    for at in range(BY_HAND):
        options = offered(figure)
        assert len(options) == len(set(options)) == 3
        assert options.count(right(figure)) == 1
        for wrong in set(options) - {right(figure)}:
            figure.do("place", wrong)
            assert figure._turned_over == at
            said.add(figure.view["said"])
            assert figure.view["said"] in words(figure)
        figure.do("place", right(figure))
    assert offered(figure).index(right(figure)) != 0, "the right one is not always the first"
    figure.do("rest")
    for wrong in ("none", "times"):
        figure.do("end", wrong)
        said.add(figure.view["said"])
    assert said == set(SLIPS.values())


def test_a_choice_that_is_not_offered_now_is_refused() -> None:
    figure = CardByCard()
    for name, value in (("place", "99/107"), ("rest", None), ("end", "minus"), ("end", []), ("place", 1)):
        with pytest.raises(Refused, match="not offered now"):
            figure.do(name, value)
    figure = finished()
    with pytest.raises(Refused, match="not offered now"):
        figure.do("place", "90/98")


def test_other_hands_can_be_tried_once_the_chance_is_found() -> None:
    figure = finished()
    assert not part(figure, "controls")["fields"]
    figure.do("end", "minus")
    assert [field["name"] for field in part(figure, "controls")["fields"]] == ["cards"]
    figure.cards = 40
    assert "97.9% of all hands have at least one wild." in words(figure)
    assert "296.3%" in words(figure), "the wrong sum"
    figure.do("again")
    assert figure.view["parts"] == CardByCard(cards=40).view["parts"]
