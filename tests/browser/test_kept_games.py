"""Games kept by the site in the browser: they go on after a reload, are listed once over, and can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.driver import TablePage
from devtools.browser.servers import FileServer
from tests.browser.conftest import COLD

APP = "play/"
HISTORY = "history/"
DATABASES = "async () => (await indexedDB.databases()).map(({name}) => name).filter((each) => /^phase10/.test(each))"
KEYS = "() => Object.keys(localStorage).filter((key) => /^(p10-|phase10)/.test(key))"


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with FileServer(site) as host:
        yield host.address


@pytest.fixture
def visitor(page: Page) -> Page:
    page.set_default_navigation_timeout(COLD)
    page.set_default_timeout(COLD)
    page.emulate_media(reduced_motion="reduce")
    return page


def test_a_game_is_kept_listed_and_forgotten(visitor: Page, address: str) -> None:
    page, table = visitor, TablePage(visitor, "classic")
    page.goto(f"{address}{APP}?language=en&go=play")
    table.wait()
    table.draw()
    table.settle()
    hand = sorted(table.hand())
    assert len(hand) == 11

    page.goto(f"{address}index.html")
    page.locator("a.continue").click()
    table.wait()
    assert sorted(table.hand()) == hand, "the start page offers the game, with the same cards"

    page.goto(f"{address}{APP}")
    page.locator('[data-p10="setup"] [data-act="resume"]').first.click()
    table.wait()
    assert sorted(table.hand()) == hand, "the setup screen offers it, too"

    table.play_game()
    page.goto(f"{address}{HISTORY}")
    page.locator('[data-act="open"]').first.wait_for()
    expect(page.locator("main")).to_contain_text("1 round: You, Ada, Blaise")

    assert sorted(page.evaluate(DATABASES)) == ["phase10", "phase10-games"]
    assert page.evaluate(KEYS) != []
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{address}about.html")
    page.get_by_role("button", name="Forget everything").click()
    expect(page.get_by_role("status")).to_have_text("Done. This browser stores nothing for these pages any more.")
    assert page.evaluate(DATABASES) == page.evaluate(KEYS) == []
    assert page.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('phase10'))") == []
