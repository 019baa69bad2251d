"""The HTML of widgets in a saved notebook, written by one helper that escapes everything that is not yet HTML."""

from __future__ import annotations

import ast
import re
from itertools import product
from pathlib import Path

import pytest

import phase10_widgets as p10
from phase10_widgets import EDITIONS, Hand, PhaseCard
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching.figures.shared.static import part_html
from phase10_widgets.ui.drawn.markup import joined, tag
from phase10_widgets.ui.drawn.static_html import cards_html, table_html
from tests.stripped import Stripped, cards_drawn, heard, unnamed

PACKAGE = Path(p10.__file__).parent
FOLDERS = ("ui", "rooms", "teaching/figures", "teaching/learner", "teaching/pages")
"""The folders whose code writes HTML."""
HOSTILE = "</p><script>harm('\"')</script>&amp;"


def test_text_never_becomes_an_element() -> None:
    for made in [tag("p", HOSTILE), tag("p", title=HOSTILE), joined([HOSTILE]), tag("p", [HOSTILE])]:
        assert "<script" not in made
        assert "&amp;amp;" in made
    assert tag("ul", tag("li", "a & b"), tag("li", 2)) == "<ul><li>a &amp; b</li><li>2</li></ul>"
    assert tag("p", tag("b", "x") + HOSTILE) == tag("p", f"<b>x</b>{HOSTILE}"), "text added to HTML is not HTML"
    assert tag("th", "", scope=None, aria_label="", data_at=0) == '<th aria-label="" data-at="0"></th>'


def test_any_edition_name_and_figure_text_is_shown() -> None:
    about = {"edition": {"name": HOSTILE}, "notice": HOSTILE}
    assert "<script" not in table_html(about, {"observation": None}, Text())
    for tone in ("right", "strong", "plain"):
        assert "<script" not in part_html({"kind": "text", "text": HOSTILE, "tone": tone}, Text())


def by_hand(source: str) -> list[int]:
    """Return the lines in which a format string contains an element."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.JoinedStr)
        and any(isinstance(part, ast.Constant) and re.search(r"</?[a-z]", str(part.value)) for part in node.values)
    ]


@pytest.mark.slow
def test_no_code_writes_elements_by_hand() -> None:
    """The exception is the helper itself, whose three placeholders are a name and two escaped texts."""
    paths = [path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*.py")]
    found = {path.relative_to(PACKAGE).as_posix(): by_hand(path.read_text("utf-8")) for path in paths}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert by_hand('f"<p>{words}</p>"') == [1]


# hands, tables and phases


def test_a_hand_shows_each_card_with_its_name() -> None:
    hand = Hand("r3 R3 W B7")
    assert repr(hand) == "Hand('R3 R3 W B7')"
    page = hand._repr_html_()
    assert page.count("<img") == 4
    assert Stripped(page).text == "red 3, red 3, wild, blue 7"
    assert ">wild-side 9<" in Hand("R5!/9", edition="flip", side="wild")._repr_html_()
    assert ">red 5 with flip symbol<" in Hand("R5!/9", edition="flip")._repr_html_()


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
            assert unnamed(silent, words), "names of pictures do not count"


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


def test_a_phase_card_counts_missing_cards_and_refuses_invalid_text() -> None:
    assert repr(PhaseCard("1 Set of 3 & 1 Run of 4")) == "PhaseCard('1 set of 3 + 1 run of 4')"
    assert "3 more cards needed" in PhaseCard("1 set of 3 + 1 run of 4", Hand("R7 B7 W G2"))._repr_html_()
    with pytest.raises(ValueError, match="'Q7' is not a card in the classic edition"):
        Hand("Q7")
    with pytest.raises(ValueError, match="is not a group"):
        PhaseCard("a lot of luck")
