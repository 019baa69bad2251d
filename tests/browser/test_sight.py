"""Important elements are on top and in view on common screens, and nothing scrolls."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from devtools.browser.servers import ROOT
from phase10_widgets import Game
from phase10_widgets.views.table import HEIGHT
from tests.browser.conftest import UrlFor
from tests.browser.test_moves import rest
from tests.helpers import rotating

APP = ROOT / "notebooks" / "app.ipynb"
SIZES = (rotating((1280, 800)), (1366, 768), rotating((390, 844)), (360, 740))
PHONES = SIZES[2:]
SETS = [{"kind": "set", "cards": "R5 B5 W", "number": 5}, {"kind": "set", "cards": "R10 G10 Y10", "number": 10}]
COVERED = """(node) => {
    // The share of a grid of points over the element at which something else lies on top, or which is out of sight.
    const { x, y, width, height } = node.getBoundingClientRect();
    const root = node.getRootNode();
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const points = steps.flatMap((a) => steps.map((b) => [x + a * width, y + b * height]));
    return points.filter(([a, b]) => !node.contains(root.elementFromPoint(a, b))).length / points.length;
}"""


def assert_in_sight(what: Locator) -> None:
    assert what.count(), f"there is no {what}"
    for at in range(what.count()):
        covered = what.nth(at).evaluate(COVERED)
        assert covered == 0, f"{covered:.0%} of {what} number {at} is covered or out of sight"


def opened(page: Page, voila: Host, size: tuple[int, int], session: Any, edition: str = "classic") -> TablePage:
    """Open this session's table as in the app."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    voila.open(page, scenes.code(session, page=True))
    table = TablePage(page, edition)
    table.wait()
    return table


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_hints_and_refusals_are_in_sight(page: Page, voila: Host, size: tuple[int, int]) -> None:
    table = opened(page, voila, size, scenes.laying())
    table.act("hint").click()
    hint = table.root.locator(".refused[data-hint]")
    hint.wait_for()
    assert_in_sight(hint)
    table.press("arrange")
    assert_in_sight(table.act("lay-down-confirm"))
    table.root.locator("[data-hand-card][data-placed]").first.click()
    table.card("B1").click()
    table.act("lay-down-add", '[data-draft-group="0"]').click()
    table.press("lay-down-confirm")
    refusal = table.root.get_by_role("alert")
    refusal.wait_for()
    assert_in_sight(refusal)
    assert_in_sight(table.root.locator("[data-hand-card]"))


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_on_a_phone_a_phase_is_chosen_without_scrolling(page: Page, voila: Host, size: tuple[int, int]) -> None:
    session = scenes.seated(Game.new("masters", ["You", "Ada", "Blaise"], seed=4))
    while not session.waits_for_person:
        session.step()
    table = opened(page, voila, size, session, "masters")
    rest(table)
    choices = table.root.locator('[data-act="choose-phase"]:enabled')
    expect(choices).to_have_count(10)
    assert_in_sight(choices)
    assert_in_sight(table.root.locator("[data-hand-card]"))


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_on_a_phone_a_card_is_hit_without_scrolling(page: Page, voila: Host, size: tuple[int, int]) -> None:
    table = opened(page, voila, size, scenes.classic("R1 Y9 B1 G4 Y7 R11 B12", laid=SETS))
    table.select("Y9")
    rest(table)
    place = table.act("hit", '[data-owner="2"]:visible')
    assert_in_sight(place)
    assert_in_sight(table.act("hit-card"))
    box = place.bounding_box()
    assert box
    assert box["height"] >= 44
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    table.answered(lambda: page.mouse.click(*middle))
    assert "Y9" not in table.hand()
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game_begins_at_its_top(page: Page, voila_url: UrlFor, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(voila_url(APP))
    play = page.locator('[data-p10="setup"] [data-act="play"]')
    play.wait_for(timeout=60_000)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    play.click()
    table = TablePage(page, "classic")
    table.wait()
    for part in (".status", "[data-seat-box]", "[data-pile]", "[data-hand-card]", '[data-act="draw"]'):
        assert_in_sight(table.root.locator(part))
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), "the page does not scroll"
    page.keyboard.press("d")
    table.until("(root) => root.dataset.step === 'play'")


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_a_round_ends_at_the_top_of_its_summary(page: Page, voila: Host, size: tuple[int, int]) -> None:
    table = opened(page, voila, size, scenes.going_out())
    table.select("B1")
    table.press("discard")
    table.root.locator('[data-p10="summary"]').wait_for()
    assert_in_sight(table.root.locator('[data-p10="summary"] h3'))
    assert_in_sight(table.act("continue"))


PARTS = "header, [data-seat-box], [data-pile], [data-p10], [data-hand-card], [data-own] button"
PLACES = """(root, parts) => {
    const { x, y, width, height } = root.getBoundingClientRect();
    const inside = ({ x: left, y: top, right, bottom }) =>
        left >= x - 1 && top >= y - 1 && right <= x + width + 1 && bottom <= y + height + 1;
    const found = [...root.querySelectorAll(parts)].filter((node) => node.checkVisibility() && !node.closest(".sr"));
    const boxes = found.map((node) => node.getBoundingClientRect());
    return {
        height: Math.round(height),
        outside: found.filter((_, i) => !inside(boxes[i])).map((node) => node.outerHTML.slice(0, 120)),
        places: boxes.map((box) => [box.x - x, box.y - y, box.width, box.height].map(Math.round)),
    };
}"""


@pytest.mark.parametrize("size", [rotating((1280, 800)), (390, 844)], ids=str)
def test_in_a_document_the_table_stays_in_its_cell(page: Page, voila: Host, size: tuple[int, int]) -> None:
    """In a lesson, the table has its height, scrolls with the text, and covers nothing else."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    voila.open(page, scenes.code(scenes.laying()))
    table = TablePage(page, "classic")
    table.wait()
    page.evaluate("document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 1500px' }))")
    rest(table)
    before = table.root.evaluate(PLACES, PARTS)
    assert before["height"] == HEIGHT
    assert before["outside"] == []
    for top in (200, 400, 600, 1000, 1500):
        page.evaluate("(top) => scrollTo(0, top)", top)
        assert table.root.evaluate(PLACES, PARTS) == before, f"scrolled to {top}"
    own = table.root.locator("[data-own]").bounding_box()
    assert own
    for part in ("[data-pile]", "[data-seat-box]", '[data-p10="phase"]', '[data-p10="laid"]'):
        box = table.root.locator(part).last.bounding_box()
        assert box
        assert box["y"] + box["height"] <= own["y"], part


def test_a_language_once_chosen_stays(browser: Browser, voila_url: UrlFor) -> None:
    """The start page's language carries over to the game, and a choice made there outlives the page."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()

    def speaks(language: str) -> None:
        page.locator(f'section.p10[data-p10="setup"][lang="{language}"]').wait_for(timeout=60_000)

    page.goto(f"{voila_url(APP)}?language=de")
    speaks("de")
    page.reload()
    speaks("de")
    page.locator('[data-field="language"]').select_option("en")
    speaks("en")
    page.reload()
    speaks("en")
    context.close()
