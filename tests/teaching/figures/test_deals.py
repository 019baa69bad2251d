"""The deal simulator: exact chances, and the same deals as odds.simulate."""

from __future__ import annotations

from itertools import product

from phase10_widgets import odds
from phase10_widgets.teaching.figures.deals import GAMES
from phase10_widgets.teaching.figures.widgets import DealSimulator
from tests.teaching.figures.browser import part, words


def test_the_counts_agree_with_the_odds_and_the_lesson() -> None:
    for edition, (cards, at_least) in product(GAMES, ((1, 1), (10, 1), (10, 2), (20, 3))):
        figure = DealSimulator(edition=edition, cards=cards, at_least=at_least).reveal()
        assert figure.exact == odds.question("wilds", edition=edition, cards=cards, at_least=at_least).exact()
    figure = DealSimulator().reveal()
    assert round(float(figure.exact), 4) == 0.5530
    assert round(float(figure.added), 4) == 0.7407


def test_the_deals_are_those_of_the_simulation() -> None:
    figure = DealSimulator(edition="masters", seed=7).reveal()
    for n in (1, 100, 1, 10_000):
        figure.do("deal", n)
    estimate = odds.simulate(odds.question("wilds", edition="masters", cards=10), 10_102, 7)
    assert figure._sample.estimate().value == estimate.value
    assert estimate.agrees_with(figure.exact)
    wilds = sum(wilds * n for wilds, n in figure._having.items())
    assert abs(wilds / 10_102 - float(figure.added)) < 4 * 0.92 / 10_102**0.5, "the wrong sum is the mean"


def test_the_last_hands_are_drawn() -> None:
    figure = DealSimulator(cards=10).reveal()
    figure.do("deal", 1)
    codes = " ".join(row["cards"] for row in part(figure, "cards")["rows"]).split()
    assert len(codes) == 10
    assert part(figure, "units")["order"] == [min(codes.count("W"), 3)]
    figure.do("deal", 10_000)
    assert part(figure, "lines")["table"][-1][0] == "10,001", "the share takes the place of so many hands"
    figure.do("again")
    assert "No hands have been dealt yet" in words(figure)


def test_the_formula_and_the_wrong_sum_wait_until_they_are_asked_for() -> None:
    figure = DealSimulator().reveal()
    figure.do("deal", 100)
    assert "74.07%" not in words(figure)
    figure.do("compute")
    assert "74.07%" in words(figure)
    assert part(figure, "formula")
    figure.do("compute")
    assert "74.07%" not in words(figure)


def test_wanted_wilds_do_not_exceed_the_cards_dealt() -> None:
    figure = DealSimulator(at_least=3).reveal()
    figure.choose(cards=1)
    assert figure.at_least == 1
    figure.choose(at_least=2)
    assert figure.cards == 2
