"""Objects that render inline in notebooks."""

from __future__ import annotations

import pytest

from phase10_widgets import Hand, PhaseCard


def test_a_hand_shows_each_card_with_its_name() -> None:
    hand = Hand("r3 R3 W B7")
    assert repr(hand) == "Hand('R3 R3 W B7')"
    page = hand._repr_html_()
    assert [page.count(f'aria-label="{name}"') for name in ("red 3", "wild", "blue 7")] == [2, 1, 1]


def test_a_hand_of_flip_shows_one_side() -> None:
    assert 'aria-label="wild-side 9"' in Hand("R5!/9", edition="flip", side="wild")._repr_html_()
    assert 'aria-label="red 5 with flip symbol"' in Hand("R5!/9", edition="flip")._repr_html_()


def test_a_phase_card_says_what_is_missing() -> None:
    assert repr(PhaseCard("1 Set of 3 & 1 Run of 4")) == "PhaseCard('1 set of 3 + 1 run of 4')"
    assert "3 more cards needed" in PhaseCard("1 set of 3 + 1 run of 4", Hand("R7 B7 W G2"))._repr_html_()


def test_wrong_words_are_refused() -> None:
    with pytest.raises(ValueError, match="'Q7' is not a card of the classic edition"):
        Hand("Q7")
    with pytest.raises(ValueError, match="is not a group"):
        PhaseCard("a lot of luck")
