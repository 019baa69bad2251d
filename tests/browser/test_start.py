"""The start: a table with card backs before Python answers, real progress, "Continue", the chosen language; offline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from devtools.browser.hosts import PATIENCE
from devtools.browser.servers import FileServer
from devtools.browser.waiting import until_stored
from phase10_widgets import teaching
from phase10_widgets.apps.serve.pages import STATIC
from tests.browser.conftest import COLD, Violations
from tests.helpers import rotating

APP = "voila/render/app.ipynb"
SITE_APP = "voici/render/notebooks/app.html"
PLAY = '[data-p10="setup"] [data-act="play"]'
TABLE = '[data-p10="table"]'
CODES = "(all) => all.map((card) => card.dataset.handCard)"


@pytest.fixture
def german(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="de-DE", reduced_motion="reduce")
    yield context.new_page()
    context.close()


def assert_no_script_came_alone(page: Page, requested: list[str]) -> None:
    """If one did: `python -m devtools.generate.first_scripts`."""
    page.wait_for_load_state("networkidle")
    scripts = [url for each in requested if (url := each.partition("?")[0]).endswith(".js")]
    expected = ("/phase10-", "/remoteEntry", "/no-formulas")
    assert [url for url in scripts if not any(name in url for name in expected)] == []
    assert any("/phase10-" in url for url in scripts)


def test_a_table_is_there_before_any_script_and_the_parts_that_have_come_are_counted(school: str, german: Page) -> None:
    """Card backs, a sentence in the visitor's language, and a bar that waits for a joined file that is held back."""
    held: list[Route] = []
    last: list[Route] = []
    requested: list[str] = []
    holding = True

    def hold(route: Route) -> None:
        if holding:
            held.append(route)
        elif not last and "/phase10-" in route.request.url:
            last.append(route)
        else:
            route.continue_()

    german.on("request", lambda request: requested.append(request.url))
    german.route("**/voila/static/*.js", hold)
    german.goto(school + APP, wait_until="commit")
    start, bar = german.locator("#start"), "document.querySelector('#start progress').value"
    expect(start.get_by_role("status")).to_have_text("Das Spiel wird geladen …")
    expect(start).to_have_attribute("lang", "de")
    expect(german.locator("main")).to_have_attribute("aria-busy", "true")
    german.wait_for_function("() => document.querySelector('#start img').naturalWidth > 0")
    box = start.bounding_box()
    assert box is not None
    assert box["height"] > 500
    assert german.evaluate(bar) == 0
    german.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length === 1")
    german.wait_for_function("() => document.querySelectorAll('script[data-part]').length > 2")
    parts = german.locator("script[data-part]").count()
    holding = False
    for route in held:
        hold(route)
    expect(start.locator("p").nth(1)).to_have_text(f"{parts - 1} von {parts} Teilen")
    assert 0 < float(german.evaluate(bar)) < 70
    last[0].continue_()
    german.locator(PLAY).wait_for(timeout=PATIENCE)
    expect(start).to_have_count(0)
    expect(german.locator("main#rendered_cells")).not_to_have_attribute("aria-busy", "true")
    assert_no_script_came_alone(german, requested)


@pytest.mark.parametrize("where", ["server", rotating("site")])
def test_the_games_own_page_begins_with_a_table_too(
    school: str, german: Page, where: str, violations: Violations, request: pytest.FixtureRequest
) -> None:
    """Before its script and its styles; once the script speaks, the table is where it was, until there is a game."""
    with FileServer(request.getfixturevalue("site") if where == "site" else STATIC) as host:
        url = f"{host.address}play/" if where == "site" else f"{school}play"
        held: list[Route] = []
        holding = True
        parts = re.compile(r"/play/.*\.(js|css)")
        german.route(parts, lambda route: held.append(route) if holding else route.continue_())
        german.route("**/page-worker.mjs", lambda _: None)
        german.route_web_socket("**/play/line", lambda _: None)
        german.goto(url, wait_until="commit")
        german.wait_for_function("() => document.querySelector('#start img').naturalWidth > 0")
        german.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length === 1")
        picture = german.locator("#start img")
        before = picture.bounding_box()
        assert before is not None
        assert before["width"] > 400
        holding = False
        for route in held:
            route.continue_()
        said = "Python startet in deinem Browser" if where == "site" else "Verbinde"
        start = german.locator("#start")
        expect(start.get_by_role("status")).to_contain_text(said)
        expect(start).to_have_attribute("lang", "de")
        expect(start.get_by_role("progressbar")).to_be_visible()
        assert picture.bounding_box() == before
        assert violations(german.locator("body")) == []
        german.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("path", [rotating("odds.ipynb"), rotating("lessons/01_set_run_color.ipynb")])
def test_no_script_comes_alone(school: str, page: Page, requested: list[str], path: str) -> None:
    page.goto(f"{school}voila/render/{path}")
    page.locator("section.p10").first.wait_for(timeout=PATIENCE)
    expect(page.locator("#start")).to_have_count(0)
    assert_no_script_came_alone(page, requested)


def test_an_idle_start_page_has_the_scripts_fetched(school: str, page: Page) -> None:
    """Those of the game, and those of the lessons."""
    with page.expect_request("**/play/solo.js*"), page.expect_request("**/voila/static/phase10-*.js"):
        page.goto(f"{school}en/")
    expect(page.locator('link[rel="prefetch"]').first).to_be_attached()
    prefetched = page.locator('link[rel="prefetch"]').evaluate_all("(all) => all.map(({href}) => href)")
    assert any("index.css" in url for url in prefetched)


def test_play_now_deals_and_continue_comes_first(school: str, german: Page) -> None:
    """From the start page to a table in one click; back there, the game goes on in one click, with the same hand."""
    german.goto(school)
    expect(german.locator("a.continue")).to_be_hidden()
    german.locator("a.play").click()
    table = german.locator(TABLE)
    table.locator('[data-act="draw-deck"]:not(:disabled)').first.click(timeout=PATIENCE)
    cards = german.locator("[data-hand-card]")
    expect(cards).to_have_count(11)
    expect(table).to_have_attribute("lang", "de")
    assert "go=" not in german.url
    hand = cards.evaluate_all(CODES)
    german.goto(school)
    buttons = german.locator(".buttons a:visible")
    expect(buttons.first).to_have_text("Dein Spiel fortsetzen")
    buttons.first.click()
    expect(cards).to_have_count(11, timeout=PATIENCE)
    assert cards.evaluate_all(CODES) == hand


def test_a_game_that_nobody_played_is_not_offered(school: str, page: Page) -> None:
    """The table was opened and left; and of a game that is stored no more, its setup screen says so."""
    page.goto(f"{school}play?language=en&go=play")
    page.locator(f'{TABLE} [data-act="draw-deck"]:not(:disabled)').first.wait_for(timeout=PATIENCE)
    page.goto(f"{school}en/")
    expect(page.locator("a.play")).to_be_visible()
    expect(page.locator("a.continue")).to_be_hidden()
    page.evaluate("localStorage.setItem('phase10_widgets', '[\"long ago\"]')")
    page.reload()
    page.locator("a.continue").click()
    expect(page.get_by_text("Nothing is left of your unfinished game")).to_be_visible(timeout=PATIENCE)


def test_whatever_is_stored_the_start_page_stands(school: str, page: Page, console: list[str]) -> None:
    page.goto(f"{school}en/")
    for kept in ("[]", "{}", '"x"', "[1]", "[", "null"):
        page.evaluate("(kept) => localStorage.setItem('phase10_widgets', kept)", kept)
        page.reload()
        expect(page.locator("a.play")).to_be_visible()
        expect(page.locator("a.continue")).to_be_hidden()
        assert [line for line in console if line.startswith("uncaught")] == [], kept


def test_a_chosen_language_carries_over(school: str, page: Page) -> None:
    """From the link on the start page to the first page, to a game's page, and back."""
    page.goto(school)
    page.get_by_role("link", name="Deutsch").click()
    page.wait_for_url(f"{school}de/")
    page.goto(school)
    page.wait_for_url(f"{school}de/")
    page.goto(school + APP)
    page.locator('section.p10[lang="de"]').wait_for(timeout=PATIENCE)
    page.get_by_role("banner").get_by_role("link", name="Phase 10").click()
    page.wait_for_url(f"{school}de/")


@pytest.mark.parametrize("path", ["play/", "lessons/12/"])
def test_the_site_works_without_a_network_from_the_second_visit(browser: Browser, site: Path, path: str) -> None:
    """The game that the start page leads to, and a lesson: Python starts, though no file server answers any more."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    with FileServer(site) as host:
        page.goto(host.address + path)
        page.locator(f"{PLAY}, [data-shown]").first.wait_for(timeout=COLD)
        until_stored(page, host, timeout=COLD)
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
        page.locator("[data-confined]").last.scroll_into_view_if_needed()
    page.locator('[data-act="draw-deck"]:not(:disabled)').first.wait_for(timeout=COLD)
    context.close()


def test_the_site_can_be_installed_and_keeps_one_store(browser: Browser, site: Path) -> None:
    """Chromium finds nothing that prevents it; stores of earlier builds are deleted, and others are left alone."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    with FileServer(site) as host:
        page.goto(f"{host.address}de/about.html")
        page.evaluate("Promise.all(['phase10-old', 'mine'].map((name) => caches.open(name)))")
        page.goto(host.address)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        found: dict[str, Any] = context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        assert found["installabilityErrors"] == []
        page.evaluate("navigator.serviceWorker.getRegistration().then((each) => each.unregister())")
        page.evaluate("caches.open('phase10-old')")
        page.reload()
        page.wait_for_function(
            "() => caches.keys().then((all) => !all.includes('phase10-old') && all.includes('mine'))"
        )
    context.close()


def test_the_site_tells_what_has_arrived(browser: Browser, site: Path) -> None:
    """Scripts are counted, then Python's megabytes; neither number ever shrinks."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
      window.told = [];
      new MutationObserver(() => {
        const [stage, detail] = document.querySelectorAll("#start p");
        const line = `${stage?.textContent}|${detail?.textContent}`;
        if (stage && window.told.at(-1) !== line) window.told.push(line);
      }).observe(document.getElementById("start"), { subtree: true, childList: true, characterData: true });
    })""")
    with FileServer(site) as host:
        page.goto(host.address + SITE_APP)
        page.locator(PLAY).wait_for(timeout=COLD)
        told: list[str] = page.evaluate("window.told")
    context.close()
    files = [int(line.split("|")[1].split()[0]) for line in told if "files so far" in line]
    megabytes = [int(line.split("|")[1].split()[0]) for line in told if " MB" in line]
    assert files == sorted(files)
    assert len({*files}) > 3
    assert megabytes == sorted(megabytes)
    assert megabytes[-1] > 15


def test_the_map_of_the_course_leads_into_it(school: str, page: Page, console: list[str]) -> None:
    page.goto(f"{school}voila/render/lessons/index.ipynb")
    board = page.locator('section.p10[data-kind="progress"]')
    board.wait_for(timeout=PATIENCE)
    links = board.locator("h3 a")
    expect(links).to_have_count(len(teaching.numbers()) + 1)  # and the capstone
    expect(links.first).to_have_css("text-decoration-line", "underline")
    assert board.locator('[data-act="forget"]').count() == 0, "there is nothing to forget yet"
    assert [line for line in console if line.startswith("uncaught")] == []
    with page.expect_response("**/01_set_run_color.ipynb", timeout=PATIENCE) as lesson:
        board.locator('[data-p10="next"] a').click()
    assert lesson.value.ok


def test_an_address_can_lead_to_a_part(school: str, page: Page) -> None:
    page.goto(f"{school}voila/render/lessons/07_how_many_deals.ipynb#Part-4")
    page.locator('section.p10[data-kind="progress"]').wait_for(timeout=PATIENCE)
    expect(page.get_by_role("heading", name="Part 4", exact=True)).to_be_in_viewport()
