"""The parts of figures: in the form the browser expects, and on a page without a kernel."""

from __future__ import annotations

import re
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from phase10_widgets.languages.text import Text
from phase10_widgets.rules.cards import CardError
from phase10_widgets.teaching.figures.shared import parts
from phase10_widgets.teaching.figures.shared.parts import Branch, Crowd, Curve, Held, Level, TableRow, Value
from phase10_widgets.teaching.figures.shared.static import part_html
from tests.demo_figure import Demo
from tests.faults import no_faults
from tests.stripped import Stripped, cards_drawn, drawings, plain, unnamed
from tests.teaching.figures.test_every_figure import FIGURES
from tests.ui.page import notebook_html

ENGLISH = Text()


@pytest.fixture(scope="module")
def shown() -> list[dict[str, Any]]:
    demo = Demo()
    demo.do("move", "2/0")
    found: list[dict[str, Any]] = demo.view["parts"]
    return found


def test_every_kind_of_part_is_shown(shown: list[dict[str, Any]]) -> None:
    kinds = "controls text cards bars lines units tree formula table ladder sorter guess"
    assert {part["kind"] for part in shown} == {*kinds.split()}


def test_cards_are_named_in_any_edition_and_language() -> None:
    part = parts.with_names(parts.cards(Held("", "R5 W QH JK *!")), ENGLISH)
    assert part["kind"] == "cards"
    assert part["rows"][0]["names"] == "red 5, wild, queen of hearts, joker, wild-side star with flip symbol"
    with pytest.raises(CardError, match="not a card in any edition"):
        parts.with_names(parts.cards(Held("", "R5 Q9")), ENGLISH)
    for language, names in (("en", "red 7, wild, blue 12, skip"), ("de", "rote 7, Joker, blaue 12, Aussetzen-Karte")):
        html = part_html(parts.cards(Held("Your hand", "R7 W B12 S", note="")), Text(language))
        assert Stripped(html).text.splitlines() == ["Your hand", names]
        assert [card.code for card in cards_drawn(html)] == ["R7", "W", "B12", "S"]


# Without a kernel


def words_of(part: Any) -> list[str]:
    if part["kind"] == "controls":
        return [field["label"] for field in part["fields"]]
    if part["kind"] == "tree":
        return [part["title"], *(row[2] for row in part["table"])]
    if part["kind"] == "formula":
        return ["".join(piece["text"] for piece in row) for row in part["lines"]]
    if part["kind"] == "cards":
        return [word for row in part["rows"] for word in (row["title"], row["note"], *row["names"].split(", "))]
    if part["kind"] == "sorter":
        return [*part["names"], *(group["verdict"] for group in part["groups"])]
    if part["kind"] == "text":
        return [str(part["text"])]
    if part["kind"] == "guess":
        return [str(part["prompt"])]
    rows = part["table"] if "table" in part else [row["cells"] for row in part["rows"]]
    return [part["title"], *(cell.replace(" %", "\u00a0%") for row in rows for cell in row)]


def test_each_part_is_there_without_a_kernel(shown: list[dict[str, Any]]) -> None:
    """It is well-formed HTML without scripts or files, with all its texts; the sentence of a chart names its image."""
    for part in shown:
        html = part_html(part, ENGLISH)
        page = ElementTree.fromstring(f"<div>{html}</div>")
        read = " ".join(page.itertext())
        seen = [text for one in drawings(html) for text in ElementTree.fromstring(one).itertext()]
        content = " ".join([read, *seen])
        for words in words_of(part):
            assert words in content, part["kind"]
        assert not re.search(r"<script|https?:|url\((?!%23)", html)
        if part["kind"] in ("bars", "lines", "units"):
            image = page.find(".//img")
            assert image is not None
            assert image.attrib["alt"] == part["label"]
            assert part["label"] not in read, "nothing is read aloud twice"


def test_a_thousand_marks_do_not_make_a_page_heavy() -> None:
    crowd = [Crowd("one", 500, ""), Crowd("other", 500, "")]
    part = parts.units("A crowd", "Half and half.", crowd, [at % 2 for at in range(1000)], head=("", "", ""))
    html = part_html(part, ENGLISH)
    assert html.count("h0") == 2 + 2 * 500 + 1 + 500, "a mark each, and a hole in every second one; the same in the key"
    assert len(html) < 20_000


def test_an_axis_has_german_labels() -> None:
    curve = Curve("sample", "", [(0, 0.001), (10, 0.002)])
    part = parts.lines("", "", x="", y="", curves=[curve], head=[], table=[], levels=[Level("truth", "", 0.0015, "")])
    assert ">0,15\xa0%<" in drawings(part_html(part, Text("de")))[0]
    assert ">0.15%<" in drawings(part_html(part, ENGLISH))[0]


def test_few_points_can_be_drawn() -> None:
    for points, log in product([[], [(1, 0.5)], [(1, 0.5), (2, 0.5)]], (True, False)):
        part = parts.lines("", "", x="", y="", curves=[Curve("sample", "", points)], head=[], table=[], log=log)
        assert "nan" not in part_html(part, ENGLISH).lower()


def test_empty_bars_can_be_drawn() -> None:
    for upright, rows in product((True, False), ([], [TableRow("no", [Value(0, "0%")])])):
        part = parts.bars("", "", series=[("truth", "")], rows=rows, axis="", head="", upright=upright)
        html = part_html(part, ENGLISH)
        assert len(drawings(html)) == 1
        assert not rows or "0%" in html


# On a page that strips styles and drawings


def facts(part: Any) -> list[str]:
    """Return all facts in a part's drawing: its sentence, its numbers, the lines across it."""
    across = [f"{each['name']}: {each['written']}" for each in (*part.get("levels", ()), *part.get("marks", ()))]
    listed = [cell for row in part.get("table", ()) for cell in row]
    sentence = [part["label"]] if part["kind"] in ("bars", "lines", "units", "ladder") else []
    return [*sentence, *across, *(listed if part["kind"] != "tree" else ())]


@pytest.mark.slow
def test_a_figure_without_drawings_has_all_facts_exactly_once() -> None:
    with no_faults() as faults:
        for kind, language in product(FIGURES, ("en", "de")):
            for made in (kind(language), kind(language).reveal()):
                with faults.of((kind.__name__, language)):
                    html = notebook_html(made)
                    stripped = Stripped(html)
                    assert stripped.repeated == []
                    assert not unnamed(html, made.words)
                    for part in made.view["parts"]:
                        for fact in facts(part):
                            assert plain(fact) in stripped.text, part["kind"]
                        if part["kind"] == "guess" and part["field"]["field"] == "list":
                            assert {name for _, name in part["field"]["options"]} <= set(stripped.above.splitlines())


def test_a_tree_is_a_list_of_its_paths() -> None:
    leaves = [Branch("wild", "8 of 108", "7%"), Branch("natural", "96 of 108", "89%")]
    drawn = parts.tree("Tree", "", Branch("no card yet", children=leaves), head=["way", "chance", "product"])
    told = ["Tree", "no card yet", "8 of 108 wild = 7%", "96 of 108 natural = 89%"]
    assert Stripped(part_html(drawn, ENGLISH)).text.splitlines() == told
