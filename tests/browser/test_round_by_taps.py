"""Whole rounds by taps at points of the screen: whatever is needed is on top there, and nothing ever scrolls."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

import phase10_widgets as p10
from devtools.browser.driver import TouchPage
from devtools.browser.hosts import Host
from tests.browser.conftest import table_in
from tests.helpers import rotating

SIZES = ((360, 640), (844, 390), (1280, 720))
WINDOWS = ((1024, 768), (1280, 720), (1366, 768))
"""Windows with a notebook, in which a table has a cell."""
CODE = """
from phase10_widgets import Table
table = Table("{}", players=["You", "greedy", "greedy"], seed=4, pace=0.02, home=lambda: None)
"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True)
    page = context.new_page()
    page.set_default_navigation_timeout(60_000)
    yield page
    context.close()


@pytest.mark.parametrize(
    "edition",
    ["masters", *(rotating(name) for name in p10.EDITIONS if name != "masters")],
)
def test_a_round_at_each_size_needs_no_scrolling(phone: Page, voila: Host, edition: str) -> None:
    phone.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    table = table_in(TouchPage, voila, phone, CODE.format(edition), edition)
    assert table.data("mode") == "page"
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        table.done.clear()
        table.play_round()
        assert {"draw-deck", "discard"} & table.done
        table.click("continue")
        table.settle()


def standing_still(it: Locator) -> object:
    """Return the box of something after a new size of the window has reached it."""
    box, last = it.bounding_box(), None
    while box != last:
        it.page.wait_for_timeout(1000)
        box, last = it.bounding_box(), box
    return box


@pytest.mark.parametrize(
    ("where", "edition"), [("jupyterlab", "flip"), ("notebook", "standard"), ("marimo", "masters")]
)
def test_a_round_in_a_cell_moves_nothing(phone: Page, hosts: dict[str, Host], where: str, edition: str) -> None:
    """The notebook is scrolled once, to the table; from then on everything is in sight."""
    phone.set_viewport_size({"width": WINDOWS[0][0], "height": WINDOWS[0][1]})
    table = table_in(TouchPage, hosts[where], phone, CODE.format(edition), edition)
    assert table.data("mode") == "cell"
    for width, height in WINDOWS:
        phone.set_viewport_size({"width": width, "height": height})
        table.root.evaluate("(root) => root.scrollIntoView({ block: 'end' })")
        before = standing_still(table.root)
        table.done.clear()
        table.play_round()
        assert {"draw-deck", "discard"} & table.done
        assert table.root.bounding_box() == before
        table.click("continue")
        table.settle()


def test_the_back_gesture_closes_what_is_open(phone: Page, voila: Host) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    table = table_in(TouchPage, voila, phone, CODE.format("classic"))
    address = phone.url
    table.press("menu")
    table.press("scores")
    table.root.locator('[data-p10="scores"]').wait_for()
    phone.evaluate("history.back()")
    table.root.locator('[role="dialog"]').wait_for(state="detached")
    table.press("help")
    table.close()
    table.press("help")
    table.root.locator('[data-p10="help"]').wait_for()
    phone.evaluate("history.back()")
    table.root.locator('[role="dialog"]').wait_for(state="detached")
    assert phone.url == address
    table.click("draw-deck")
