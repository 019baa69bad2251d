"""The table fits every width with any part open, and keeps its height in a cell."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from phase10_widgets.ui.table.view_parts import HEIGHT
from tests.browser.conftest import table_in
from tests.browser.test_moves import rest
from tests.helpers import rotating

WIDTHS = (320, 360, 768, 1280)
# A flying card was aimed for the page width at its start; parts with less detail cut off any excess.
STICKING_OUT = """(root) => {
    const end = (node) => node ? node.getBoundingClientRect().right : Infinity;
    const right = end(root) + 1;
    return [...root.querySelectorAll("*")]
        .filter((node) => !node.closest(".sr, svg, [data-flight]"))
        .filter((node) => Math.min(end(node), end(node.parentElement.closest("[data-fit]"))) > right)
        .map((node) => node.outerHTML.slice(0, 120));
}"""
MASTERS = "from phase10_widgets import Table\ntable = Table('masters', ['You', 'greedy', 'greedy'], seed=5, pace=0"
PLACES = """(root) => {
    const { x, y, width, height } = root.getBoundingClientRect();
    const parts = "header, [data-seat-box], [data-pile], [data-p10], [data-hand-card], [data-own] button";
    const found = [...root.querySelectorAll(parts)].filter((node) => node.checkVisibility() && !node.closest(".sr"));
    const boxes = found.map((node) => node.getBoundingClientRect());
    return [width, height, ...boxes.map((box) => [box.x - x, box.y - y, box.width, box.height])].flat().map(Math.round);
}"""


def assert_fits(table: TablePage) -> None:
    for width in WIDTHS:
        table.page.set_viewport_size({"width": width, "height": 740})
        rest(table)
        assert table.root.evaluate(STICKING_OUT) == [], f"at {width} px"
        assert table.root.evaluate("(root) => root.scrollWidth <= root.clientWidth"), f"at {width} px"


@pytest.mark.parametrize("in_page", [False, rotating(True)], ids=["cell", "page"])
def test_nothing_overflows(page: Page, here: Host, *, in_page: bool) -> None:
    """A masters table has the most to show; for the other moments of a turn, see test_one_screen.py."""
    home = ", home=lambda: None)" if in_page else ")"
    table = table_in(TablePage, here, page, MASTERS + home, edition="masters")
    assert_fits(table)
    table.click("choose-phase", ":enabled")
    table.settle()
    for name in ("help", "menu"):
        table.press(name)
        assert_fits(table)
        table.close()
    for name in ("scores", "log", "rules"):
        table.sheet(name)
        assert_fits(table)
        table.close()


def test_in_a_document_the_table_stays_in_its_cell(page: Page, here: Host) -> None:
    """In a lesson, the table has its height and scrolls with the text."""
    page.set_viewport_size({"width": 390, "height": 844})
    table = table_in(TablePage, here, page, scenes.code(scenes.laying()))
    page.evaluate("document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 1500px' }))")
    rest(table)
    before = table.root.evaluate(PLACES)
    assert before[1] == HEIGHT
    for top in (200, 600, 1500):
        page.evaluate("(top) => scrollTo(0, top)", top)
        assert table.root.evaluate(PLACES) == before, f"scrolled to {top}"
