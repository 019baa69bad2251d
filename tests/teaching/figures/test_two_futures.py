"""Two futures of a hand: exact chances against the experiment, independent counting and simulated futures."""

from __future__ import annotations

import pytest

from phase10_widgets import odds
from phase10_widgets.odds import Situation
from phase10_widgets.teaching.figures.two_futures import CASES, TURNS, futures
from phase10_widgets.teaching.figures.widgets import TwoFutures
from tests.teaching.figures.browser import near, part


def test_the_lines_agree_with_the_odds() -> None:
    for case in CASES:
        phase, hand, top = CASES[case]
        drawing = Situation.with_cards("classic", phase, hand, seen=top)
        taking = Situation.with_cards("classic", phase, f"{hand} {top}")
        for turns in (1, 2, 5, TURNS):
            assert futures(case).draw(turns) == odds.within(drawing, turns)
            assert futures(case).take(turns) == odds.within(taking, turns - 1)
        take, draw = futures(case).means
        assert (take - 1, draw) == (odds.wait(taking).mean, odds.wait(drawing).mean)


def test_each_choice_is_right_once_and_the_faster_way_is_marked() -> None:
    turns = range(2, TURNS + 1)
    assert all(futures(case).take(n) > futures(case).draw(n) for case in ("first", "gap") for n in turns)
    assert all(futures("open").take(n) < futures("open").draw(n) for n in turns)
    third = [futures("third").take(n) > futures("third").draw(n) for n in turns]
    assert third == [False] * 4 + [True] * 5, "it depends on how long the round lasts"
    for case, right in (("first", "take"), ("third", "draw"), ("open", "draw"), ("gap", "take")):
        rows = part(TwoFutures(case=case).reveal(), "table")["rows"]
        assert [row["key"] for row in rows if row["tone"] == "right"] == [right]


@pytest.mark.slow
def test_trials_agree_with_the_exact_values() -> None:
    for case in CASES:
        figure = TwoFutures(case=case, seed=6).reveal()
        figure.do("play", 10_000)
        for done, chance in zip(figure.done, (figure.exact.draw, figure.exact.take), strict=True):
            assert all(near(done[turn], figure.tried, chance(turn)) for turn in range(1, TURNS + 1)), case
