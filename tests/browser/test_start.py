"""The pages around the game: a table before any script, "Continue", the chosen language, accessibility; offline."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from devtools.browser.hosts import PATIENCE
from devtools.browser.markup import PAYLOADS, Watch
from devtools.browser.servers import FileServer
from devtools.browser.waiting import until_stored
from tests.browser.conftest import NewContext, Violations
from tests.faults import every
from tests.helpers import rotating

PLAY = '[data-p10="setup"] [data-act="play"]'
TABLE = '[data-p10="table"]'
MONDAY, THURSDAY = 0, 3
PLAYED = """async (ago) => {
  const opening = indexedDB.open("phase10", 2);
  opening.onupgradeneeded = () => ["days", "challenges"].forEach((name) => opening.result.createObjectStore(name));
  await new Promise((done) => (opening.onsuccess = done));
  const filling = opening.result.transaction("days", "readwrite");
  for (const n of ago) {
    const date = new Date();
    date.setDate(date.getDate() - n);
    filling.objectStore("days").put({ outcome: {} }, date.toLocaleDateString("sv"));
  }
  await new Promise((done) => (filling.oncomplete = done));
  opening.result.close();
}"""
"""A script that stores a finished deal of the day for these numbers of days ago."""
CODES = "(all) => all.map((card) => card.dataset.handCard)"


@pytest.fixture
def german(new_context: NewContext) -> Page:
    return new_context(locale="de-DE", reduced_motion="reduce").new_page()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, rotating(1280)])
def test_the_pages_are_accessible(school: str, page: Page, violations: Violations, scheme: Any, width: int) -> None:
    """axe-core finds nothing, nothing is wider than the screen, and the background follows the system."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    for path in ("en/", "de/", "de/about", "nothing"):
        page.goto(school + path)
        assert violations(page.locator("html")) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", color)[:3])) < 300) == (scheme == "dark")


def test_the_keyboard_reaches_every_entry(school: str, page: Page) -> None:
    """Each entry of the start page is a link whose name begins with its word."""
    page.goto(f"{school}en/")
    for word in ("Play", "With friends", "Today", "Learn", "Set up", "Lessons", "Odds", "Look again"):
        expect(page.get_by_role("link", name=re.compile(f"^{word}")).first).to_be_visible()
    links = page.locator("a:visible")
    for at in range(links.count()):
        page.keyboard.press("Tab")
        expect(links.nth(at)).to_be_focused()
    page.get_by_role("link", name="About these pages").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("About these pages")


def test_markup_in_an_address_is_escaped(school: str, page: Page) -> None:
    watch = Watch(page)
    for path in ("{}", "lessons/{}", "en/?x={}", "play/{}", "play?{}"):
        for payload in ("".join(PAYLOADS[:2]),) if "play?" in path else PAYLOADS:
            page.goto(school + path.format(quote(payload, safe="")))
            assert watch.found() == [], (path, payload)


def test_a_page_uses_the_browsers_language(school: str, german: Page) -> None:
    page = german
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for path in ("", "play", "history"):
        page.goto(school + path)
        expect(page.locator('[lang="de"]').first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert errors == [], path


def test_the_games_own_page_begins_with_a_table(school: str, german: Page, violations: Violations) -> None:
    """The table is there before script and styles, and stays in place until there is a game."""
    held: list[Route] = []
    holding = True
    parts = re.compile(r"/play/.*\.(js|css)")
    german.route(parts, lambda route: held.append(route) if holding else route.continue_())
    german.route_web_socket("**/play/line", lambda _: None)
    german.goto(f"{school}play", wait_until="commit")
    german.wait_for_function("() => document.querySelector('#start img').naturalWidth > 0")
    german.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length === 1")
    picture = german.locator("#start img")
    before = picture.bounding_box()
    assert before is not None
    assert before["width"] > 400
    holding = False
    for route in held:
        route.continue_()
    start = german.locator("#start")
    expect(start.get_by_role("status")).to_contain_text("Verbinde")
    expect(start).to_have_attribute("lang", "de")
    expect(start.get_by_role("progressbar")).to_be_visible()
    assert picture.bounding_box() == before
    assert violations(german.locator("body")) == []
    german.unroute_all(behavior="ignoreErrors")


def test_an_idle_start_page_prefetches_the_scripts(school: str, page: Page) -> None:
    with page.expect_request("**/play/solo.js*"), page.expect_request("**/play/solo.css*"):
        page.goto(f"{school}en/")
    expect(page.locator('link[rel="prefetch"]')).to_have_count(2)


def test_a_reload_brings_a_screen_whose_script_was_lost(school: str, page: Page) -> None:
    """The setup screen's script and styles are loaded separately, and browsers may remember that a script failed."""
    parts = re.compile(r"/play/setup\.(js|css)")
    page.route(parts, lambda route: route.abort())
    page.goto(f"{school}play")
    expect(page.get_by_role("alert")).to_have_text("A part of this page could not be loaded.")
    page.unroute(parts)
    page.locator('[data-act="reload"]').click()
    expect(page.locator(PLAY)).to_be_visible()
    expect(page.locator('[data-p10="setup"] form')).to_have_css("display", "grid")


def test_play_now_deals_and_continue_comes_first(school: str, german: Page) -> None:
    """From the start page to a table in one click; back there, one click continues the game with the same hand."""
    german.goto(school)
    expect(german.locator("a.continue")).to_be_hidden()
    german.locator("a.play").click()
    table = german.locator(TABLE)
    table.locator('[data-act="draw-deck"]:not(:disabled)').first.click()
    cards = german.locator("[data-hand-card]")
    expect(cards).to_have_count(11)
    expect(table).to_have_attribute("lang", "de")
    assert "go=" not in german.url
    hand = cards.evaluate_all(CODES)
    german.goto(school)
    buttons = german.locator(".choices a:visible")
    expect(buttons.first).to_contain_text("Weiterspielen")
    buttons.first.click()
    expect(cards).to_have_count(11)
    assert cards.evaluate_all(CODES) == hand


@every("weekday, first", [(MONDAY, "draw-deck"), (THURSDAY, "choose-phase")])
def test_one_tap_plays_todays_deal(school: str, german: Page, weekday: int, first: str) -> None:
    """It begins with what that day's game asks first: in Masters, the choice of a phase."""
    today = datetime.now(UTC)
    german.clock.set_fixed_time(today - timedelta(days=(today.weekday() - weekday) % 7))
    german.goto(school)
    german.locator("a.today").click()
    expect(german.locator(f'{TABLE} [data-act="{first}"]:not(:disabled)').first).to_be_visible()


def test_the_start_page_shows_the_last_seven_deals(school: str, page: Page) -> None:
    page.goto(f"{school}en/")
    week, today = page.locator(".week"), page.locator("a.today")
    expect(today).to_contain_text("Beat the expert")
    expect(week).to_be_hidden()
    page.evaluate(PLAYED, [1, 2, 4, 9])
    page.reload()
    expect(week).to_have_text("2 days in a row")
    assert week.locator("i").evaluate_all("(all) => all.map((each) => each.className)") == [
        *("", "", "made", "", "made", "made", ""),
    ]
    page.evaluate(PLAYED, [0])
    page.reload()
    expect(week).to_have_text("3 days in a row")
    expect(today).to_contain_text("A new one comes tomorrow")


def test_a_game_that_nobody_played_is_not_offered(school: str, page: Page) -> None:
    """The table was opened and left; if a game was deleted, the setup screen says so."""
    page.goto(f"{school}play?language=en&go=play")
    page.locator(f'{TABLE} [data-act="draw-deck"]:not(:disabled)').first.wait_for()
    page.goto(f"{school}en/")
    expect(page.locator("a.play")).to_be_visible()
    expect(page.locator("a.continue")).to_be_hidden()
    page.evaluate("localStorage.setItem('phase10_widgets', '[\"long ago\"]')")
    page.reload()
    page.locator("a.continue").click()
    expect(page.get_by_text("Nothing is left of your unfinished game")).to_be_visible()


def test_the_start_page_survives_any_stored_value(school: str, page: Page, console: list[str]) -> None:
    page.goto(f"{school}en/")
    for kept in ("[]", "{}", '"x"', "[1]", "[", "null"):
        page.evaluate("(kept) => localStorage.setItem('phase10_widgets', kept)", kept)
        page.reload()
        expect(page.locator("a.play")).to_be_visible()
        expect(page.locator("a.continue")).to_be_hidden()
        assert [line for line in console if line.startswith("uncaught")] == [], kept


def test_a_chosen_language_carries_over(school: str, page: Page, console: list[str]) -> None:
    """From the link on the start page to a game and back; no policy rule is broken, and every requested file exists."""
    page.goto(school)
    page.get_by_role("link", name="Deutsch").click()
    page.wait_for_url(f"{school}de/")
    page.goto(school)
    page.wait_for_url(f"{school}de/")
    page.locator("a.setup").click()
    page.locator(f'section.p10[lang="de"]{PLAY}').click()
    page.locator(TABLE).wait_for()
    for act in ("menu", "leave-game", "leave-confirm"):
        page.locator(f'[data-act="{act}"]').click()
    page.locator(PLAY).wait_for()
    page.get_by_role("banner").get_by_role("link", name="Phase 10").click()
    page.wait_for_url(f"{school}de/")
    assert [line for line in console if line.startswith("error")] == []


@pytest.mark.parametrize("path", ["play/", "lessons/12/#act-2"])
def test_the_site_works_without_a_network_from_the_second_visit(page: Page, site: Path, path: str) -> None:
    """The start page's game and a lesson: Python starts, and no server answers."""
    context = page.context
    with FileServer(site) as host:
        page.goto(host.address + path)
        page.locator(f"{PLAY}, [data-shown]").first.wait_for()
        until_stored(page, host, timeout=PATIENCE)
        assert host.missing == []
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.close()
    page = context.new_page()
    page.goto(host.address)
    expect(page.locator("img")).to_be_visible()
    if path == "play/":
        page.locator("a.play").click()
    else:
        page.goto(host.address + path)
    page.locator('[data-act="draw-deck"]:not(:disabled)').first.wait_for()


def test_the_site_can_be_installed_and_keeps_one_store(page: Page, site: Path) -> None:
    """Chromium finds nothing that prevents it; stores of earlier builds are deleted, and others are left alone."""
    with FileServer(site) as host:
        page.goto(f"{host.address}de/about.html")
        page.evaluate("Promise.all(['phase10-old', 'mine'].map((name) => caches.open(name)))")
        page.goto(host.address)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        found: dict[str, Any] = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        assert found["installabilityErrors"] == []
        page.evaluate("navigator.serviceWorker.getRegistration().then((each) => each.unregister())")
        page.evaluate("caches.open('phase10-old')")
        page.reload()
        page.wait_for_function(
            "() => caches.keys().then((all) => !all.includes('phase10-old') && all.includes('mine'))"
        )


def test_an_address_can_lead_to_a_section(school: str, page: Page) -> None:
    page.goto(f"{school}lessons/7#Part-4")
    expect(page.get_by_role("heading", name="Part 4", exact=True)).to_be_in_viewport()
