"""The table fits every screen: nothing overflows at its side, whatever is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host

WIDTHS = (320, 360, 768, 1280)
# A card in flight was aimed for the page width at its start.
STICKING_OUT = """(root) => {
    const right = root.getBoundingClientRect().right + 1;
    return [...root.querySelectorAll("*")]
        .filter((node) => !node.closest(".sr, svg, [data-flight]") && node.getBoundingClientRect().right > right)
        .map((node) => node.outerHTML.slice(0, 120));
}"""


@pytest.fixture
def table(page: Page, voila: Host) -> TablePage:
    """Open a masters table, which has the most to show: a choice of phases, and a place for saved cards."""
    players = "['You', 'greedy', 'greedy']"
    voila.open(page, f"from phase10_widgets import Table\ntable = Table('masters', {players}, seed=5, pace=0)")
    found = TablePage(page, "masters")
    found.wait()
    return found


def assert_fits(table: TablePage) -> None:
    for width in WIDTHS:
        table.page.set_viewport_size({"width": width, "height": 740})
        assert table.root.evaluate(STICKING_OUT) == [], f"at {width} px"


def test_nothing_sticks_out(table: TablePage) -> None:
    assert_fits(table)
    table.click("choose-phase", ":enabled")
    table.settle()
    table.act("help").click()
    assert_fits(table)
    table.act("help").click()
    table.draw()
    table.act("lay-down").click()
    assert_fits(table)
    table.act("lay-down").click()
    table.select(table.hand()[0])
    assert_fits(table)
