"""The parts of figures: in the form the browser expects, and on a page without a kernel."""

from __future__ import annotations

import re
from itertools import product
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest

from devtools.generate.demo_figure import Demo
from phase10_widgets.core.cards import CardError
from phase10_widgets.text import Text
from phase10_widgets.widgets.figures import parts
from phase10_widgets.widgets.figures.parts import Crowd, Curve, Held, Level, TableRow, Value
from phase10_widgets.widgets.figures.static import part_html
from tests.stripped import drawings

ENGLISH = Text()


@pytest.fixture(scope="module")
def shown() -> list[dict[str, Any]]:
    demo = Demo()
    demo.do("move", "2/0")
    found: list[dict[str, Any]] = demo.view["parts"]
    return found


def test_every_kind_of_part_is_shown(shown: list[dict[str, Any]]) -> None:
    assert {part["kind"] for part in shown} == {
        *(
            "controls",
            "text",
            "cards",
            "bars",
            "lines",
            "units",
            "tree",
            "formula",
            "table",
            "ladder",
            "sorter",
            "guess",
        )
    }


def test_cards_are_named_in_any_edition() -> None:
    part = parts.with_names(parts.cards(Held("", "R5 W QH JK *!")), ENGLISH)
    assert part["kind"] == "cards"
    assert part["rows"][0]["names"] == "red 5, wild, queen of hearts, joker, wild-side star with flip symbol"
    with pytest.raises(CardError, match="not a card of any edition"):
        parts.with_names(parts.cards(Held("", "R5 Q9")), ENGLISH)


def test_a_tree_tells_its_leaves_as_a_table(shown: list[dict[str, Any]]) -> None:
    tree = next(part for part in shown if part["kind"] == "tree")
    assert tree["table"][1] == ["wild → no wild", "8/108 × 100/107", "6.9%"]  # noqa: RUF001


def test_bars_tell_their_values_as_a_table() -> None:
    rows = [
        TableRow("few", [Value(0.1, "10%"), None]),
        TableRow("many", [Value(0.9, "90%"), Value(0.8, "80%", 0.7, 0.9)]),
    ]
    part = parts.bars("", "", series=[("truth", "counted"), ("sample", "dealt")], rows=rows, axis="", head="cards")
    assert part["head"] == ["cards", "counted", "dealt"]
    assert part["table"] == [["few", "10%", "–"], ["many", "90%", "80%"]]  # noqa: RUF001
    first = part["rows"][0]["values"][0]
    assert first is not None
    assert "low" not in first


# Without a kernel


def words_of(part: Any) -> list[str]:
    """Return the readable texts of a part."""
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


def test_an_axis_speaks_german() -> None:
    curve = Curve("sample", "", [(0, 0.001), (10, 0.002)])
    part = parts.lines("", "", x="", y="", curves=[curve], head=[], table=[], levels=[Level("truth", "", 0.0015, "")])
    assert ">0,15 %<" in drawings(part_html(part, Text("de")))[0]
    assert ">0.15%<" in drawings(part_html(part, ENGLISH))[0]


def test_few_points_can_be_drawn() -> None:
    for points, log in product([[], [(1, 0.5)], [(1, 0.5), (2, 0.5)]], (True, False)):
        part = parts.lines("", "", x="", y="", curves=[Curve("sample", "", points)], head=[], table=[], log=log)
        assert "nan" not in part_html(part, ENGLISH).lower()


def test_bounds_that_are_not_known_are_left_out() -> None:
    """One trial has no spread, and infinity is not a JSON number."""
    value = Value(3, "3", -inf, inf)
    (bar,) = parts.bars("", "", series=[("sample", "")], rows=[TableRow("", [value])], axis="", head="")["rows"]
    assert bar["values"] == [{"value": 3, "written": "3"}]
    band = [(1, -inf, inf), (2, 0.25, 0.75)]
    drawn = parts.lines("", "", x="", y="", curves=[], head=[], table=[], band=band)
    assert drawn["band"] == [(2, 0.25, 0.75)]


def test_bars_of_nothing_can_be_drawn() -> None:
    for upright in (True, False):
        part = parts.bars("", "", series=[("truth", "")], rows=[], axis="", head="", upright=upright)
        assert len(drawings(part_html(part, ENGLISH))) == 1
        zero = parts.bars(
            "", "", series=[("truth", "")], rows=[TableRow("no", [Value(0, "0%")])], axis="", head="", upright=upright
        )
        assert "0%" in part_html(zero, ENGLISH)
