"""The table fits every screen: nothing overflows at its side, whatever is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from tests.browser.conftest import table_in
from tests.browser.test_moves import rest
from tests.helpers import rotating

WIDTHS = (320, 360, 768, 1280)
# A card in flight was aimed for the page width at its start; what does not fit in a part with less detail is cut off.
STICKING_OUT = """(root) => {
    const end = (node) => node ? node.getBoundingClientRect().right : Infinity;
    const right = end(root) + 1;
    return [...root.querySelectorAll("*")]
        .filter((node) => !node.closest(".sr, svg, [data-flight]"))
        .filter((node) => Math.min(end(node), end(node.parentElement.closest("[data-fit]"))) > right)
        .map((node) => node.outerHTML.slice(0, 120));
}"""
MASTERS = "from phase10_widgets import Table\ntable = Table('masters', ['You', 'greedy', 'greedy'], seed=5, pace=0"


def assert_fits(table: TablePage) -> None:
    for width in WIDTHS:
        table.page.set_viewport_size({"width": width, "height": 740})
        rest(table)
        assert table.root.evaluate(STICKING_OUT) == [], f"at {width} px"
        assert table.root.evaluate("(root) => root.scrollWidth <= root.clientWidth"), f"at {width} px"


@pytest.mark.parametrize("in_page", [False, rotating(True)], ids=["cell", "page"])
def test_nothing_sticks_out(page: Page, here: Host, *, in_page: bool) -> None:
    """A masters table has the most to show: a choice of phases, a place for saved cards; then a phase, and a hit."""
    home = ", home=lambda: None)" if in_page else ")"
    table = table_in(TablePage, here, page, MASTERS + home, edition="masters")
    assert_fits(table)
    table.click("choose-phase", ":enabled")
    table.settle()
    assert_fits(table)
    for name in ("help", "menu"):
        table.press(name)
        assert_fits(table)
        table.close()
    for name in ("scores", "log", "rules"):
        table.sheet(name)
        assert_fits(table)
        table.close()
    table.draw()
    table.select(table.hand()[0])
    assert_fits(table)

    table = table_in(TablePage, here, page, scenes.code(scenes.laying(), page=in_page))
    table.press("arrange")
    assert_fits(table)
    table.click("lay-down-confirm")
    assert_fits(table)

    hitting = scenes.classic("R1 Y9 B1 G4 Y7 R11 B12", laid=scenes.SETS)
    table = table_in(TablePage, here, page, scenes.code(hitting, page=in_page))
    table.aim_hit()
    assert_fits(table)
