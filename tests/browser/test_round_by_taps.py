"""Whole rounds by taps at points of the screen, where every needed control is on top without scrolling."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from devtools.browser.driver import TouchPage
from devtools.browser.hosts import Host
from tests.browser.conftest import NewContext, table_in

SIZES = ((360, 640), (844, 390), (1280, 720))
SKIP = 3
"""The seed of a game that deals the first person a skip."""
IN_EACH_RUN = (("masters", (360, 640)), ("standard", (1280, 720)))
"""The rounds of each run; the others rotate."""
WINDOWS = ((1024, 768), (1280, 720), (1366, 768))
"""Windows with a notebook that shows a table in a cell."""


def code(edition: str, **options: Any) -> str:
    """Return code for a table that fills its page, if the host allows it."""
    more = "".join(f", {name}={value!r}" for name, value in ({"seed": 4} | options).items())
    made = f"Table({edition!r}, ['You', 'greedy', 'greedy'], pace=0.02, home=lambda: None{more})"
    return f"from phase10_widgets import Table\ntable = {made}"


class Flipping(TouchPage):
    """A player who discards a card with the flip symbol as soon as there is one."""

    def end_turn(self) -> None:
        before, active = self.data("side"), 0 if self.data("side") == "color" else 1
        flips = [word for word in self.hand() if word.split("/")[active].endswith("!")]
        if flips and "flip" not in self.done:
            self.discard(flips[0])
            self.done.add("flip")
            assert self.data("side") != before
        else:
            super().end_turn()


class Saving(TouchPage):
    """A player who saves a card and aims a skip as soon as possible."""

    def end_turn(self) -> None:
        if "S" in self.hand() and "target" not in self.done:
            self.discard("S")
            return
        if "save" not in self.done:
            self.unselect_all()
            self.select(self.least())
            if self.can("save"):
                self.click("save")
                return
        super().end_turn()


ROUNDS: dict[str, tuple[type[TouchPage], dict[str, Any], set[str]]] = {
    "masters": (Saving, {"seed": SKIP}, {"choose-phase", "save", "target"}),
    "flip": (Flipping, {"seed": 3}, {"flip"}),
    "standard": (TouchPage, {"seed": 1, "phases": [8]}, {"lay-down"}),
    "classic": (TouchPage, {}, set()),
}
"""The player, the table's options, and the actions unique to the edition, by edition."""


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    return new_context(has_touch=True).new_page()


@pytest.mark.parametrize(
    ("edition", "size"),
    [
        pytest.param(edition, size, marks=() if (edition, size) in IN_EACH_RUN else pytest.mark.rotating)
        for edition in ROUNDS
        for size in SIZES
    ],
    ids=str,
)
def test_a_round_needs_no_scrolling(phone: Page, here: Host, edition: str, size: tuple[int, int]) -> None:
    player, options, deeds = ROUNDS[edition]
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    table = table_in(player, here, phone, code(edition, **options), edition)
    assert table.data("mode") == "page"
    table.play_round()
    assert {"discard", *deeds} <= table.done
    if table.shows("summary"):
        table.click("continue")
        table.settle()


def standing_still(it: Locator) -> object:
    """Return the box of an element after it has adapted to a new window size."""
    box, last = it.bounding_box(), None
    while box != last:
        it.page.wait_for_timeout(1000)
        box, last = it.bounding_box(), box
    return box


@pytest.mark.rotating
@pytest.mark.parametrize(("where", "edition"), [("jupyterlab", "flip"), ("marimo", "masters")])
def test_a_round_in_a_cell_moves_nothing(phone: Page, hosts: dict[str, Host], where: str, edition: str) -> None:
    """The notebook is scrolled once, to the table; from then on everything is in sight."""
    phone.set_viewport_size({"width": WINDOWS[0][0], "height": WINDOWS[0][1]})
    table = table_in(TouchPage, hosts[where], phone, code(edition), edition)
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


def test_the_back_gesture_closes_what_is_open(phone: Page, here: Host) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    table = table_in(TouchPage, here, phone, code("classic"))
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
