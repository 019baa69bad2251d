"""It feels like cards: a deal is visible but never in the way, and the last card lands before points are counted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from tests.browser.conftest import table_in
from tests.browser.test_moves import PACE, STILL

DEALING = """(root) => {
    const dealt = root.getAnimations({ subtree: true }).filter(({ id }) => id === "deal");
    const away = [...root.querySelectorAll(".slot[data-at]")].filter((slot) => {
        const [place, card] = [slot, slot.querySelector("[data-look]")].map((node) => node.getBoundingClientRect());
        return Math.hypot(place.x - card.x, place.y - card.y) > 20;
    });
    const shown = away.filter((slot) => Number(getComputedStyle(slot.querySelector("[data-look]")).opacity) === 1);
    const telling = [...root.querySelectorAll("[data-after-deal]")];
    const told = telling.filter((node) => Number(getComputedStyle(node).opacity) === 1);
    return { motions: dealt.length, away: away.length, shown: shown.length, told: told.length };
}"""
"""A script that returns a deal's motions, the cards out of place, the visible ones of these, and the announcement."""
HALFWAY = """(root) => {
    const frame = () => {
        const dealt = root.getAnimations({ subtree: true }).filter(({ id }) => id === "deal");
        for (const motion of dealt.filter(({ playState }) => playState === "running")) {
            motion.pause();
            motion.currentTime = 500;
        }
        requestAnimationFrame(frame);
    };
    frame();
}"""
"""A script that stops each motion of a deal halfway, as soon as it begins."""
FALLING = """(root) => {
    const seen = window.seen = [];
    const box = (name) => root.querySelector(name)?.getBoundingClientRect();
    const frame = () => {
        const [card, pile] = [box("[data-flight]"), box('[data-at="discard"]')];
        const landed = card && pile && Math.hypot(card.x - pile.x, card.y - pile.y) < 4;
        const totals = [...root.querySelectorAll('[data-p10="summary"] .count')].map((each) => each.textContent.trim());
        seen.push({ flies: Boolean(card), landed: Boolean(landed), totals, counts: Boolean(box(".strip")) });
        requestAnimationFrame(frame);
    };
    frame();
}"""


@pytest.fixture
def table(page: Page, here: Host) -> TablePage:
    """Return a table of four where your last card ends the round."""
    found = table_in(TablePage, here, page, scenes.code(scenes.going_out(), pace=PACE, page=True))
    found.select(found.hand()[0])
    return found


def stop_halfway(table: TablePage) -> None:
    """Continue to the next round, and stop in the middle of its deal."""
    table.click("discard")
    table.root.evaluate(HALFWAY)
    table.click("continue")
    table.root.locator("[data-flight]").first.wait_for(state="attached")


def seen(table: TablePage) -> dict[str, Any]:
    found: dict[str, Any] = table.root.evaluate(DEALING)
    return found


def test_a_deal_is_visible_and_any_press_ends_it(table: TablePage) -> None:
    """Halfway through a deal, some cards are on their way; a card can be pressed where it will be."""
    stop_halfway(table)
    halfway = seen(table)
    assert halfway["away"] >= 8
    assert 0 < halfway["shown"] < 10
    assert halfway["told"] == 0
    place = table.root.locator(".slot[data-at]").nth(7).bounding_box()
    assert place
    table.page.mouse.click(place["x"] + 6, place["y"] + 40)
    expect(table.root.locator("[data-hand-card]").nth(7)).to_have_attribute("aria-pressed", "true")
    assert seen(table) == {"motions": 0, "away": 0, "shown": 0, "told": 3}
    expect(table.root.locator("[data-flight]")).to_have_count(0)


def test_a_key_ends_a_deal_and_is_not_lost(table: TablePage) -> None:
    stop_halfway(table)
    table.root.locator("[data-hand-card][tabindex='0']").press("End")
    assert seen(table)["away"] == 0
    expect(table.root.locator("[data-hand-card]").last).to_be_focused()


def test_the_last_card_lands_before_the_points_are_counted(table: TablePage) -> None:
    table.root.evaluate(FALLING)
    table.click("discard")
    table.root.locator('[data-p10="summary"]').wait_for()
    table.page.wait_for_function(STILL, arg=table.root.element_handle())
    frames: list[dict[str, Any]] = table.page.evaluate("window.seen")
    before = [frame for frame in frames if not frame["totals"]]
    assert any(frame["flies"] and not frame["landed"] for frame in before)
    assert any(frame["landed"] for frame in before)
    assert not any(frame["flies"] for frame in frames if frame["totals"])
    after = [frame for frame in frames if frame["totals"]]
    assert any(frame["counts"] for frame in after)
    assert not after[-1]["counts"]
    # The text for a screen reader never changes. A strip of numbers has no text.
    assert {tuple(frame["totals"]) for frame in after} == {tuple(after[-1]["totals"])}


def test_reduced_motion_stops_every_animation(page: Page, here: Host) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = table_in(TablePage, here, page, scenes.code(scenes.winning(), pace=PACE, page=True))
    table.select(table.hand()[0])
    for act in ("discard", "continue"):
        table.click(act)
        assert table.root.evaluate("(root) => root.getAnimations({ subtree: true }).length") == 0
    assert table.shows("winner")
