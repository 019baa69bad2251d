"""The board of variants: every number, even if precomputed, matches the odds, and a hand has two sides."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

import phase10_widgets as p10
from phase10_widgets import odds
from phase10_widgets.teaching.figures.variant_board import COLOR_SIDE, DECKS, chance
from phase10_widgets.teaching.figures.widgets import VariantBoard
from tests.teaching.figures.browser import near, part


@pytest.mark.rotating
@pytest.mark.slow
def test_the_stored_counts_of_flip_are_correct() -> None:
    for phase, cards in product(range(1, 11), (10, 11)):
        counted = odds.deal("flip", phase, cards=cards)
        assert Fraction(COLOR_SIDE[cards][phase - 1], comb(104, cards)) == counted
        assert chance("flip", p10.edition("flip").phases[phase - 1], cards) == counted


@pytest.mark.slow
def test_a_list_agrees_with_the_odds() -> None:
    for deck in DECKS:
        name, side = DECKS[deck]
        rows = part(VariantBoard(edition=deck).reveal(), "bars")["rows"]
        for at, row in enumerate(rows, 1):
            assert row["name"].startswith(f"{at}: ")
            if deck != "flip":
                assert row["values"][0]["value"] == float(odds.deal(name, at, side=side))


def test_the_number_is_not_the_difficulty() -> None:
    figure = VariantBoard().reveal()
    assert "Phase 2 is the easiest with 29.81%, and phase 7 is the hardest with 0.3321%." in figure.view["said"]
    chances = [float(odds.deal("classic", phase)) for phase in range(1, 11)]
    wrong = sum(chances[a] < chances[b] for a in range(10) for b in range(a + 1, 10))
    assert f"In {wrong} of the 45 pairs of phases, the one with the higher number is easier." in figure.view["said"]
    figure.choose(order="chance")
    values = [row["values"][0]["value"] for row in part(figure, "bars")["rows"]]
    assert values == sorted(chances, reverse=True)


def test_one_phase_in_every_deck() -> None:
    figure = VariantBoard(show="decks", phase=4, cards=11).reveal()
    rows = part(figure, "bars")["rows"]
    for row, (name, side) in zip(rows, DECKS.values(), strict=True):
        assert row["values"][0]["value"] == float(odds.deal(name, "1 run of 7", cards=11, side=side))
    made = {row["key"]: row["cells"][1:] for row in part(figure, "table")["rows"]}
    assert made["classic"] == ["108", "8", "4", "12", "8"]
    assert made["masters"][:2] == ["110", "12"]
    assert made["standard"][:2] == ["108", "4"]
    assert made["flip"][:3] == made["flip_wild"][:3] == ["104", "8", "0"]


def test_a_hand_of_flip_has_two_sides() -> None:
    figure = VariantBoard(show="flip", seed=4).reveal()
    sides = [row["cards"].split() for row in part(figure, "cards")["rows"]]
    assert [len(side) for side in sides] == [10, 10]
    for at, phase in enumerate(p10.edition("flip").phases):
        lacking = tuple(
            p10.missing(" ".join(codes), phase, edition="flip", side=side)
            for codes, side in zip(sides, ("color", "wild"), strict=True)
        )
        assert figure.lacking[at] == lacking
    first = figure.hand
    figure.do("deal")
    assert figure.hand != first
    figure.choose(seed=4)
    assert figure.hand == first, "the same seed deals the same"
    figure.choose(cards=11)
    assert len(figure.hand) == 11


def test_hands_are_dealt_from_a_whole_deck() -> None:
    figure = VariantBoard(show="flip", seed=1).reveal()
    flips = stars = 0
    for _ in range(200):
        figure._hand += 1
        flips += sum(card.flips for card in figure.hand)
        stars += sum(card.number is None for card in figure.hand)
    # 12 symbols and 8 stars among 104 cards, ten of which are dealt 200 times
    assert near(flips, 2000, 12 / 104)
    assert near(stars, 2000, 8 / 104)
