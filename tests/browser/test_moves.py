"""Only cards move, and everything pressable can also be dragged."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Locator, Page

from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from tests.browser.conftest import table_in
from tests.helpers import rotating

SIZES = ((1280, 900), rotating((768, 1000)), (360, 740))
PACE = 5
"""The pause of computer players, in seconds: nobody else moves during the checks."""
RESTS = 150
"""The milliseconds of rest before a card is put down; without a rest, the card is thrown."""
BOXES = """(root) => {
    const top = root.getBoundingClientRect().top;
    const all = "header, [data-seat-box], [data-pile], section[data-own], [data-own] [data-p10], [data-p10=phase],"
        + " [data-p10=laid], .actions";
    return Object.fromEntries([...root.querySelectorAll(all)].map((node) => {
        const { y, width, height } = node.getBoundingClientRect();
        const { seatBox, pile, p10, fit } = node.dataset;
        const name = [node.localName, seatBox, pile, p10, node.classList[0]].join(" ");
        return [name, [fit, ...[y - top, width, height].map(Math.round)]];
    }));
}"""
STILL = "(root) => root.getAnimations({ subtree: true }).every(({ effect }) => effect.getTiming().iterations > 9)"


def opened(page: Page, host: Host, step: str) -> TablePage:
    """Open a table where you have laid down and one of your cards fits."""
    code = scenes.code(scenes.classic("R1 Y9 B1 G4 Y7 R11 B12", step=step, laid=scenes.SETS), pace=PACE)
    return table_in(TablePage, host, page, code)


def rest(table: TablePage) -> None:
    """Wait until nothing moves."""
    table.page.wait_for_function(STILL, arg=table.root.element_handle())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_nothing_jumps_while_cards_move(page: Page, here: Host, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table = opened(page, here, "draw")
    before = table.root.evaluate(BOXES)
    assert len(before) > 6

    def check(deed: str) -> None:
        rest(table)
        assert table.root.evaluate(BOXES) == before, f"after {deed} at {size[0]} px"

    table.click("draw-deck")
    check("drawing")
    table.select("Y9")
    check("selecting")
    table.put()
    check("a hit")
    table.select("B12")
    table.click("discard")
    check("discarding")


def middle(box: Locator, part: float = 0.5) -> tuple[float, float]:
    """Return the center of an element, or a point further left or right in it."""
    found = box.bounding_box()
    assert found
    return found["x"] + found["width"] * part, found["y"] + found["height"] / 2


def carry(table: TablePage, what: Locator, to: Locator) -> None:
    """Lift something with the mouse, and carry it to a place, in steps like a hand."""
    table.page.mouse.move(*middle(what))
    table.page.mouse.down()
    table.page.mouse.move(*middle(to), steps=6)


def drag(table: TablePage, what: Locator, to: Locator) -> None:
    """Carry something to a place, and put it down there."""
    carry(table, what, to)
    table.page.wait_for_timeout(RESTS)
    table.page.mouse.up()


def throw(table: TablePage, what: Locator) -> None:
    """Throw something upward within a tenth of a second, even on a machine too busy to send the events that fast."""
    (x, y), now = middle(what), time.time()
    mouse = table.page.context.new_cdp_session(table.page)
    path = (
        ("mouseMoved", 0),
        ("mousePressed", 0),
        *(("mouseMoved", up) for up in (33, 67, 100)),
        ("mouseReleased", 100),
    )
    for at, (kind, up) in enumerate(path):
        event = {"type": kind, "x": x, "y": y - up, "timestamp": now + at / 50}
        mouse.send("Input.dispatchMouseEvent", {**event, "button": "left", "buttons": int(at > 0), "clickCount": 1})


def test_cards_are_dragged_and_thrown(page: Page, here: Host) -> None:
    """From the draw pile to the hand, to a group, within the hand, and to the discard pile; the rest goes back."""
    page.set_viewport_size({"width": 1280, "height": 900})
    table = opened(page, here, "draw")
    rest(table)
    hand, group, pile = map(table.root.locator, ('[data-p10="hand"]', '[data-group="2-0"]', '[data-pile="discard"]'))
    table.answered(lambda: drag(table, table.act("draw-deck"), hand))
    assert table.data("step") == "play"
    rest(table)

    rev, card, order = table.data("rev"), table.card("R1"), table.hand()
    before = card.bounding_box()
    drag(table, card, group)  # the card does not fit there
    page.mouse.move(5, 5)  # only a move tells the card that the pointer has left it
    rest(table)
    assert card.bounding_box() == before
    carry(table, card, pile)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.mouse.move(5, 5)
    rest(table)
    assert (card.bounding_box(), table.data("rev")) == (before, rev)
    drag(table, table.card(order[0]), table.card(order[2]))
    rest(table)
    assert table.hand() == [order[1], order[2], order[0], *order[3:]]

    table.answered(lambda: drag(table, table.card("Y9"), group))
    assert "Y9" not in table.hand()
    rest(table)
    table.answered(lambda: drag(table, table.card("B12"), pile))
    assert table.data("to-act") == "1"
    table.click("undo")
    rest(table)
    table.answered(lambda: throw(table, table.card("B12")))
    assert "B12" not in table.hand()
    assert table.data("to-act") == "1"
