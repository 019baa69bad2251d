"""Objects that render inline in notebooks."""

from __future__ import annotations

import re
from itertools import product

import pytest

import phase10_widgets as p10
from phase10_widgets import EDITIONS, Hand, PhaseCard
from phase10_widgets.text import Text
from phase10_widgets.views.static_html import cards_html, table_html
from tests.stripped import Stripped, cards_drawn, heard, unnamed


def test_a_hand_shows_each_card_with_its_name() -> None:
    hand = Hand("r3 R3 W B7")
    assert repr(hand) == "Hand('R3 R3 W B7')"
    page = hand._repr_html_()
    assert page.count("<img") == 4
    assert Stripped(page).text == "red 3, red 3, wild, blue 7"


def test_a_stripped_page_names_every_card() -> None:
    for language, edition in product(("en", "de"), EDITIONS):
        words = Text(language)
        for side in p10.edition(edition).pack.sides:
            faces = tuple(side.faces.values())
            html = cards_html(faces, text=words)
            assert Stripped(html).text == ", ".join(map(words.card_name, faces))
            assert len(list(cards_drawn(html))) == html.count('alt=""') == len(faces)
            assert not unnamed(html, words)
            silent = cards_html(faces, text=words, named=False)
            assert re.findall('alt="([^"]*)"', silent) == [words.card_name(face) for face in faces]
            assert Stripped(heard(silent)).text == "", "the text beside it names the cards"
            assert unnamed(silent, words), "which is why names of pictures do not count"


def test_a_stripped_table_names_the_hand_and_the_groups() -> None:
    table = p10.Table("classic", ["You", "greedy"], seed=1, pace=0, language="de")
    seen = table.view["observation"]
    laid = [{"cards": "R7 G7 W"}]
    view = {"observation": {**seen, "seats": [{**seen["seats"][0], "laid": laid}, *seen["seats"][1:]]}}
    html = table_html(table.about, view, table.words)
    assert not unnamed(html, table.words)
    assert "rote 7, grüne 7, Joker" in Stripped(html).text.splitlines()
    names = map(table.words.card_name, p10.edition("classic").cards(seen["hand"]))
    assert ", ".join(names) in Stripped(html).text.splitlines()


def test_a_hand_of_flip_shows_one_side() -> None:
    assert ">wild-side 9<" in Hand("R5!/9", edition="flip", side="wild")._repr_html_()
    assert ">red 5 with flip symbol<" in Hand("R5!/9", edition="flip")._repr_html_()


def test_a_phase_card_says_what_is_missing() -> None:
    assert repr(PhaseCard("1 Set of 3 & 1 Run of 4")) == "PhaseCard('1 set of 3 + 1 run of 4')"
    assert "3 more cards needed" in PhaseCard("1 set of 3 + 1 run of 4", Hand("R7 B7 W G2"))._repr_html_()


def test_wrong_words_are_refused() -> None:
    with pytest.raises(ValueError, match="'Q7' is not a card of the classic edition"):
        Hand("Q7")
    with pytest.raises(ValueError, match="is not a group"):
        PhaseCard("a lot of luck")
