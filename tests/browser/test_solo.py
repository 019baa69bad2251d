"""The page for playing alone at a server; test_site.py covers the site."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.driver import TablePage
from tests.browser.conftest import NewContext, Violations
from tests.browser.test_app import AppPage
from tests.browser.test_one_screen import SIGHT

COSTLY_DEAL = "56"
"""A deal in which our simple player loses turns."""
SETUP, TABLE = '[data-p10="setup"]', '[data-p10="table"]'


@pytest.fixture
def visitor(page: Page) -> Page:
    page.emulate_media(reduced_motion="reduce")
    return page


def started(page: Page, school: str, language: str = "en") -> TablePage:
    """Return the table of a game."""
    table = TablePage(page, "classic")
    page.goto(f"{school}play?language={language}&go=play")
    table.wait()
    return table


def test_a_round_a_reload_and_the_next_game(visitor: Page, school: str, requested: list[str]) -> None:
    """The page is in German, and sends requests only to its own host."""
    table = started(visitor, school, "de")
    expect(table.root).to_have_attribute("lang", "de")
    assert visitor.evaluate("document.documentElement.lang") == "de"
    expect(table.act("draw-deck")).to_contain_text("Ziehstapel")
    table.draw()
    hand = sorted(table.hand())
    visitor.reload()
    table.wait()
    assert sorted(table.hand()) == hand
    table.play_round()
    if not table.shows("over"):
        table.click("continue")
        table.settle()
        table.press("menu")
        table.press("leave-game")
        if table.sees("leave-confirm"):
            table.press("leave-confirm")
        expect(visitor.locator(SETUP)).to_be_visible()
    assert [url for url in requested if not url.startswith((school, "data:", "blob:"))] == []


@pytest.mark.rotating
def test_the_history_lists_a_finished_game_and_opens_it(visitor: Page, school: str) -> None:
    """A weak spot leads to the page of its lesson."""
    visitor.goto(f"{school}play?language=en")
    app = AppPage(visitor)
    app.deal(COSTLY_DEAL)
    table = app.start()
    table.pace("0")
    table.play_game()
    visitor.goto(f"{school}history")
    lesson = visitor.locator("a", has_text="Lesson ").first
    title = lesson.inner_text().partition(": ")[2]
    with visitor.context.expect_page() as opened:
        lesson.click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_title(re.compile(re.escape(title)))
    opened.value.close()
    visitor.locator('[data-act="open"]').first.click()
    expect(visitor.locator(TABLE)).to_have_attribute("data-mode", "cell")
    links = visitor.locator("a").evaluate_all("(all) => all.map(({href}) => href)")
    assert school in links


def test_nothing_is_covered_and_nothing_scrolls(new_context: NewContext, school: str) -> None:
    """The game in its own page, on a phone, a phone in landscape, and a laptop."""
    for width, height in ((360, 640), (390, 844), (844, 390), (1280, 720)):
        size = {"width": width, "height": height}
        page = new_context(viewport=size, has_touch=width < 1000, reduced_motion="reduce").new_page()
        table = started(page, school)
        assert page.evaluate(f"({SIGHT})(true)") == [], (width, height)
        table.draw()
        assert page.evaluate(f"({SIGHT})(true)") == [], (width, height)


SMALL = """(root) => [...root.querySelectorAll("*")].filter((node) => {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    return own && node.getClientRects().length && parseFloat(getComputedStyle(node).fontSize) < 13;
}).map((node) => node.textContent.trim())"""
"""A script that returns the texts smaller than 13 px."""


def test_no_text_before_a_game_is_small_or_cut_off(visitor: Page, school: str, violations: Violations) -> None:
    """The setup screen with the longest list of players, and the list of finished games; axe finds nothing there."""
    for width, height in ((360, 640), (1280, 720)):
        visitor.set_viewport_size({"width": width, "height": height})
        for path, screen in (("play", SETUP), ("history", '[data-p10="coach"]')):
            visitor.goto(f"{school}{path}?language=en")
            visitor.locator(screen).wait_for()
            while (more := visitor.locator('[data-act="add-seat"]:enabled')).count():
                more.click()
            assert visitor.locator(screen).evaluate(SMALL) == [], (width, path)
            cut = "(all) => all.filter((p) => p.scrollHeight > p.clientHeight + 1).map((p) => p.textContent)"
            assert visitor.locator(f"{screen} p").evaluate_all(cut) == [], (width, path)
            assert violations(visitor.locator("body")) == [], (width, path)


def test_offline_and_back(visitor: Page, school: str) -> None:
    """A button pressed without a network acts once, when the network is back."""
    table = started(visitor, school)
    visitor.context.set_offline(True)
    table.tap(table.act("draw-deck"))
    visitor.wait_for_timeout(1500)
    assert len(table.hand()) == 10
    visitor.context.set_offline(False)
    table.until("(root) => root.dataset.step === 'play' && root.dataset.busy !== 'true'")
    assert len(table.hand()) == 11
    visitor.wait_for_timeout(3000)  # a second attempt would happen within this time
    assert (len(table.hand()), table.data("step")) == (11, "play")


def test_two_tabs_show_one_game(visitor: Page, school: str) -> None:
    """A duplicated tab has the first one's visit."""
    table = started(visitor, school)
    visit: dict[str, Any] = visitor.evaluate("({...sessionStorage})")
    other = visitor.context.new_page()
    other.goto(f"{school}play")
    other.add_init_script(f"Object.assign(sessionStorage, {json.dumps(visit)})")
    other.reload()
    twin = TablePage(other, "classic")
    twin.wait()
    twin.draw()
    table.until("(root) => root.dataset.step === 'play'")
    assert sorted(table.hand()) == sorted(twin.hand())
