"""The page that plays alone, at a server and on the static site: rounds, reloads, losses, languages, lines of sight."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from devtools.browser.driver import TablePage
from devtools.browser.servers import FileServer, Servers
from tests.browser.conftest import Violations
from tests.helpers import rotating

COLD = 60_000
"""The time that Python may take to start in a browser on a busy machine, in milliseconds."""
COSTLY_DEAL = "56"
"""A deal in which our simple player loses turns."""
SIGHT = (Path(__file__).parent / "sight.js").read_text("utf-8")
SETUP, TABLE = '[data-p10="setup"]', '[data-p10="table"]'
HOMES = ("server", rotating("site"), rotating("site below a path"))


class Home:
    """A place where the page can be."""

    def __init__(self, address: str, servers: Servers | None = None) -> None:
        """Name its address; *servers* run it, if Python is not in the browser."""
        self.address, self.servers = address, servers

    @property
    def game(self) -> str:
        return f"{self.address}play" if self.servers else f"{self.address}play/"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """Start a server without any kernel."""
    servers = Servers(tmp_path_factory.mktemp("solo"))
    yield Home(servers.start("phase10_widgets", "serve", "--ready=0", ready="health"), servers)
    servers.stop()


@pytest.fixture(params=HOMES)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Home]:
    """Yield each place where the page can be."""
    if request.param == "server":
        yield request.getfixturevalue("school")
        return
    site: Path = request.getfixturevalue("site")
    below = "some/where/" if "path" in request.param else ""
    if below:
        (tmp_path / "some").mkdir()
        (tmp_path / "some" / "where").symlink_to(site)
    with FileServer(tmp_path if below else site) as host:
        yield Home(host.address + below)


@pytest.fixture
def visitor(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(COLD)
    page.emulate_media(reduced_motion="reduce")
    return page


def started(page: Page, home: Home, language: str = "en") -> TablePage:
    """Return the table of a game."""
    table = TablePage(page, "classic")
    page.goto(f"{home.game}?language={language}&go=play")
    table.wait()
    return table


def test_a_round_a_reload_and_the_next_game(visitor: Page, home: Home) -> None:
    """Asking nobody but its own host, and without a kernel."""
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url))
    table = started(visitor, home)
    table.draw()
    hand = sorted(table.hand())
    visitor.reload()
    if home.servers is None:  # Python is new, too: the setup screen offers the game
        visitor.locator(f'{SETUP} [data-act="resume"]').first.click()
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
    own = home.address.split("/")[2]
    assert [url for url in asked if own not in url and not url.startswith(("data:", "blob:"))] == []
    assert [url for url in asked if "/voila/" in url or "/api/" in url or "/voici/" in url] == []


def test_the_language_is_the_pages(visitor: Page, home: Home) -> None:
    table = started(visitor, home, "de")
    expect(table.root).to_have_attribute("lang", "de")
    assert visitor.evaluate("document.documentElement.lang") == "de"
    expect(table.act("draw-deck")).to_contain_text("Ziehstapel")


def test_axe_finds_nothing_around_the_screens(visitor: Page, school: Home, violations: Violations) -> None:
    for path in ("play", "history"):
        visitor.goto(school.address + path)
        visitor.locator("section.p10").first.wait_for()
        assert violations(visitor.locator("body")) == []


def test_the_history_lists_a_finished_game_and_opens_it(visitor: Page, home: Home) -> None:
    """A weak spot leads to the page of its lesson."""
    visitor.goto(f"{home.game}?language=en")
    visitor.locator("summary", has_text="Play a given deal").click()
    visitor.locator('[data-field="seed"]').fill(COSTLY_DEAL)
    visitor.locator(f'{SETUP} [data-act="play"]').click()
    table = TablePage(visitor, "classic")
    table.wait()
    table.pace("0")
    table.play_game()
    visitor.goto(f"{home.address}history" + ("" if home.servers else "/"))
    lesson = visitor.locator("a", has_text="Lesson ").first
    title = lesson.inner_text().partition(": ")[2]
    with visitor.context.expect_page() as opened:
        lesson.click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_title(re.compile(re.escape(title)))
    opened.value.close()
    visitor.locator('[data-act="open"]').first.click()
    expect(visitor.locator(TABLE)).to_have_attribute("data-mode", "cell")
    links = visitor.locator("a").evaluate_all("(all) => all.map(({href}) => href)")
    assert any(home.address == link for link in links)


def test_nothing_is_covered_and_nothing_scrolls(browser: Browser, school: Home) -> None:
    """The sight of the game in its own page: a phone, a phone on its side, and a laptop."""
    for width, height in ((360, 640), (390, 844), (844, 390), (1280, 720)):
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=width < 1000, reduced_motion="reduce"
        )
        page = context.new_page()
        table = started(page, school)
        assert page.evaluate(f"({SIGHT})(true)") == [], (width, height)
        table.draw()
        assert page.evaluate(f"({SIGHT})(true)") == [], (width, height)
        context.close()


SMALL = """(root) => [...root.querySelectorAll("*")].filter((node) => {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    return own && node.getClientRects().length && parseFloat(getComputedStyle(node).fontSize) < 13;
}).map((node) => node.textContent.trim())"""
"""The texts of less than 13 px."""


def test_no_word_before_a_game_is_small_or_cut_off(visitor: Page, school: Home) -> None:
    """The setup screen with the longest list of players, and the list of finished games."""
    for width, height in ((360, 640), (1280, 720)):
        visitor.set_viewport_size({"width": width, "height": height})
        for path, screen in (("play", SETUP), ("history", '[data-p10="coach"]')):
            visitor.goto(f"{school.address}{path}?language=en")
            visitor.locator(screen).wait_for()
            while (more := visitor.locator('[data-act="add-seat"]:enabled')).count():
                more.click()
            assert visitor.locator(screen).evaluate(SMALL) == [], (width, path)
            cut = "(all) => all.filter((p) => p.scrollHeight > p.clientHeight + 1).map((p) => p.textContent)"
            assert visitor.locator(f"{screen} p").evaluate_all(cut) == [], (width, path)


def test_a_game_outlives_its_process(visitor: Page, school: Home) -> None:
    """The process that plays it is killed; the table stays, and goes on by itself."""
    table = started(visitor, school)
    table.draw()
    hand = sorted(table.hand())
    table.root.evaluate("(root) => (root.dataset.old = '')")
    for process in psutil.process_iter(["cmdline"]):
        if "phase10_widgets.apps.serve.solo_worker" in (process.info["cmdline"] or ()) and descends(process, school):
            os.kill(process.pid, signal.SIGKILL)
    expect(visitor.locator(f"{TABLE}[data-old]")).to_have_count(0, timeout=COLD)
    table.wait()
    assert sorted(table.hand()) == hand
    table.play_round()


def descends(process: psutil.Process, home: Home) -> bool:
    """Return True if a process belongs to this test's server."""
    assert home.servers is not None
    ours = {server.pid for server in home.servers.running}
    return any(parent.pid in ours for parent in process.parents())


def test_offline_and_back(visitor: Page, school: Home) -> None:
    """A button pressed without a network acts once, when the network is back."""
    table = started(visitor, school)
    visitor.context.set_offline(True)
    table.tap(table.act("draw-deck"))
    visitor.wait_for_timeout(1500)
    assert len(table.hand()) == 10
    visitor.context.set_offline(False)
    table.until("(root) => root.dataset.step === 'play' && root.dataset.busy !== 'true'")
    assert len(table.hand()) == 11
    visitor.wait_for_timeout(3000)  # a second try would come within this time
    assert (len(table.hand()), table.data("step")) == (11, "play")


def test_two_tabs_show_one_game(visitor: Page, school: Home) -> None:
    """A duplicated tab has the first one's visit."""
    table = started(visitor, school)
    visit: dict[str, Any] = visitor.evaluate("({...sessionStorage})")
    other = visitor.context.new_page()
    other.goto(school.game)
    other.add_init_script(f"Object.assign(sessionStorage, {json.dumps(visit)})")
    other.reload()
    twin = TablePage(other, "classic")
    twin.wait()
    twin.draw()
    table.until("(root) => root.dataset.step === 'play'")
    assert sorted(table.hand()) == sorted(twin.hand())
