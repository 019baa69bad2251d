"""What widgets leave in a saved notebook: written by one helper, which escapes whatever is no HTML yet."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from phase10_widgets import widgets
from phase10_widgets.text import Text
from phase10_widgets.views.static_html import joined, table_html, tag
from phase10_widgets.widgets.figures.static import part_html

WIDGETS = Path(widgets.__file__).parent
HOSTILE = "</p><script>harm('\"')</script>&amp;"


def test_a_text_never_becomes_an_element() -> None:
    for made in [tag("p", HOSTILE), tag("p", title=HOSTILE), joined([HOSTILE]), tag("p", [HOSTILE])]:
        assert "<script" not in made
        assert "&amp;amp;" in made


def test_html_within_html_stays_html() -> None:
    assert tag("ul", tag("li", "a & b"), tag("li", 2)) == "<ul><li>a &amp; b</li><li>2</li></ul>"
    assert tag("p", tag("b", "x") + HOSTILE) == tag("p", f"<b>x</b>{HOSTILE}"), "text put beside HTML is no HTML"


def test_an_attribute_that_is_none_is_left_out() -> None:
    assert tag("th", "", scope=None, aria_label="", data_at=0) == '<th aria-label="" data-at="0"></th>'


def test_an_edition_of_any_name_is_shown() -> None:
    about = {"edition": {"name": HOSTILE}, "notice": HOSTILE}
    assert "<script" not in table_html(about, {"observation": None}, Text())


def test_a_figure_of_any_words_is_shown() -> None:
    for tone in ("right", "strong", "plain"):
        assert "<script" not in part_html({"kind": "text", "text": HOSTILE, "tone": tone}, Text())


def by_hand(source: str) -> list[int]:
    """The lines in which a text with gaps has an element in it."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.JoinedStr)
        and any(isinstance(part, ast.Constant) and re.search(r"</?[a-z]", str(part.value)) for part in node.values)
    ]


def test_nobody_writes_elements_by_hand() -> None:
    """But for the helper itself, whose three gaps are a name and two texts that are escaped already."""
    found = {path.relative_to(WIDGETS).as_posix(): by_hand(path.read_text("utf-8")) for path in WIDGETS.rglob("*.py")}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert by_hand('f"<p>{words}</p>"') == [1]
