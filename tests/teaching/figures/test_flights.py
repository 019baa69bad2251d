"""Cards that fly into a figure's picture: each to the mark that counts it, and never before the guess."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest

from phase10_widgets.editions import edition
from phase10_widgets.game.hands import read_cards
from phase10_widgets.odds.simulation.phase_check import holds
from phase10_widgets.teaching.figures.shared.figure import Figure
from phase10_widgets.teaching.figures.widgets import (
    ChanceTree,
    DealSimulator,
    Opponents,
    RunningMean,
    SecondSeason,
    Series,
)
from tests.faults import every
from tests.teaching.figures.browser import part

CLASSIC = edition("classic")


def flying(figure: Figure) -> dict[str, Any] | None:
    """Return the picture into which cards fly; None if there is none."""
    found = [part for part in figure.view["parts"] if "flight" in part]
    assert len(found) <= 1
    return dict(found[0]) if found else None


def counted(figure: Figure) -> list[tuple[list[str], int]]:
    """Return the cards that fly to each mark, and its position."""
    picture = flying(figure)
    assert picture
    found = groupby(picture["flight"]["counted"], itemgetter("at"))
    return [([each["card"] for each in cards], at) for at, cards in found]


FIGURES = (ChanceTree, DealSimulator, Opponents, RunningMean, SecondSeason, Series)


@every("kind", FIGURES)
def test_no_card_flies_before_the_guess(kind: type[Figure]) -> None:
    figure = kind()
    assert flying(figure) is None
    if kind is RunningMean:  # these deals are what the guess is based on
        figure.do("deal", 1)
        assert flying(figure) is None


def test_cards_fly_again_with_every_new_digit_of_the_trials() -> None:
    figure = DealSimulator()
    figure.do("guess", 50)
    moments = []
    for n in [1] * 12:
        figure.do("deal", n)
        picture = flying(figure)
        assert picture
        moments.append(picture["flight"]["moment"])
    assert [len(set(moments[:n])) for n in (1, 2, 9, 10, 12)] == [1, 1, 1, 2, 2]
    figure.do("deal", 100)
    assert flying(figure) is None, "a curve replaces the marks"


def test_a_hand_becomes_the_mark_with_its_number_of_wilds() -> None:
    figure = DealSimulator()
    figure.do("guess", 50)
    for _ in range(5):
        figure.do("deal", 1)
        [(cards, at)] = counted(figure)
        order = part(figure, "units")["order"]
        assert (len(cards), at) == (10, len(order) - 1)
        assert order[at] == min(3, cards.count("W"))


@pytest.mark.parametrize("known", [True, False])
def test_a_hand_of_each_case_becomes_a_mark_of_this_case(known: bool) -> None:
    figure = ChanceTree(known=known)
    figure.do("guess", 29)
    order = part(figure, "units")["order"]
    wilds = {order[at]: cards.count("W") for cards, at in counted(figure)}
    assert wilds.keys() == {0, 1, 2}
    assert wilds[0] >= 2
    assert (wilds[1], wilds[2]) == (1, 0)


@pytest.mark.parametrize(("seen", "cards"), [("took", 1), ("left twice", 2)])
def test_face_up_sevens_become_opponents_who_did_the_same(seen: str, cards: int) -> None:
    figure = Opponents(collect=100, hit=80, other=15, seen=seen)
    figure.do("guess", 80)
    order = part(figure, "units")["order"]
    assert {order[at] for _, at in counted(figure)} == {0, 2}
    assert all(len(sevens) == cards and {seven[1:] for seven in sevens} == {"7"} for sevens, _ in counted(figure))
    figure.order = "collects"
    assert flying(figure) is None


def test_the_last_hand_becomes_the_last_point() -> None:
    figure = RunningMean(phase=1, seed=7)
    figure.do("guess", 20)
    held = holds(CLASSIC.phase(1), CLASSIC.pack.sides[0])
    for _ in range(12):
        before = part(figure, "lines")["lines"]
        hits = round(figure.shares[0] * figure.deals) if before and figure.deals else 0
        figure.do("deal", 1)
        [(cards, at)] = counted(figure)
        assert at == -1
        hit = bool(held(read_cards(" ".join(cards), "classic", "color")))
        assert hit == round(figure.shares[0] * figure.deals) - hits


def test_each_contest_becomes_a_part_of_its_column() -> None:
    figure = Series(games=100, seed=12)
    figure.do("guess", 10)
    figure.do("play", 100)
    rows = (flying(figure) or {})["rows"]
    results = [(card, at) for cards, at in counted(figure) for card in cards]
    for card, at in results:
        wins, (first, _, last) = int(card[1:]), rows[at]["name"].partition("–")  # noqa: RUF001
        assert first in {"< ", "≥ "} or int(first.lstrip("<≥ ")) <= wins <= int((last or first).lstrip("<≥ "))
        assert card[0] == ("R" if wins >= 59 else "B")
    assert len(results) == 20


def test_the_second_season_becomes_the_points_of_the_ranks() -> None:
    figure = SecondSeason(players=12, games=20, seed=15).reveal()
    figure.do("play", 1)
    rows = (flying(figure) or {})["rows"]
    assert [at for _, at in counted(figure)] == [*range(12)]
    assert [int(card[1:]) / 20 for [card], _ in counted(figure)] == [row["values"][2]["value"] for row in rows]
