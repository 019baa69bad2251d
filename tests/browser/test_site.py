"""The static site: built, served by a plain file server, and used in a browser that reaches nothing else.

P10_SITE=_site uses an existing build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.driver import TablePage
from devtools.browser.servers import ROOT, FileServer
from phase10_widgets.teaching.pages.pages import own_pages
from tests.browser.test_app import AppPage
from tests.browser.test_lessons import Lesson, Served, assert_it_comes_back, reach, work_through
from tests.browser.test_your_turn import ENDLESS, card, try_out
from tests.packages import CHECKOUT

MOST_TO_FETCH = 7_000_000
"""The maximum size of a first visit on a host that compresses, in bytes."""
MOST_FOR_A_PAGE = 8_500_000
"""The same for a notebook's page."""
SHORT_DEAL = "56"
"""A deal in which two experts soon go out."""
LESSON = ROOT / "lessons" / "06_what_their_pick_tells.ipynb"
GERMAN = ROOT / "lessons" / "de" / "03_mindestens_ein_joker.ipynb"
DATABASES = "async () => (await indexedDB.databases()).map(({name}) => name).filter((each) => /^phase10/.test(each))"
KEYS = "() => Object.keys(localStorage).filter((key) => /^(p10-|phase10)/.test(key))"
BELOW = "a/school/phase10/"


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[FileServer]:
    """Serve the site in a folder of a plain file server; fail on missing files."""
    (tmp_path / BELOW).parent.mkdir(parents=True)
    (tmp_path / BELOW).symlink_to(site, target_is_directory=True)
    with FileServer(tmp_path) as server:
        yield server
    assert server.missing == []


@pytest.fixture
def address(host: FileServer, page: Page) -> Iterator[str]:
    """Return the site's address; fail on external requests and errors."""
    asked: set[str | None] = set()
    errors: list[str] = []
    page.on("request", lambda request: asked.add(urlsplit(request.url).hostname))
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield host.address + BELOW
    assert asked <= {"127.0.0.1", None}
    assert errors == []


def test_a_round_against_the_expert(page: Page, address: str, host: FileServer) -> None:
    """From the start page to the end of a round; the downloaded size is what the start page promises."""
    page.goto(address)
    page.locator("a.setup").click()
    app = AppPage(page)
    for seat in (1, 2):
        app.player(seat).select_option("expert:10")
    app.deal(SHORT_DEAL)
    table = app.start()
    table.pace("0")
    table.play_round()
    assert table.shows("summary")
    assert {"draw-deck", "discard"} <= table.done
    assert 5_000_000 < host.compressed() < MOST_TO_FETCH


def test_a_finished_lesson_is_restored(page: Page, address: str) -> None:
    """A reloaded page restores the lesson."""
    lesson = Lesson(page, Served(address), GERMAN).show()
    work_through(lesson, lesson.questions()[0])
    assert_it_comes_back(lesson, 1)


def test_code_runs_on_the_site(page: Page, address: str) -> None:
    """It runs in a separate worker; errors get a sentence, and correct code is judged."""
    try_out(card(page, address, 3, "lucky"), ENDLESS)


@pytest.mark.parametrize("name", [*own_pages()])
def test_every_page_shows_its_screens(page: Page, address: str, host: FileServer, name: str) -> None:
    """This includes the learner's own player; a first visit, without code, is no larger than the site says."""
    page.goto(f"{address}{name}/")
    places = page.locator("[data-screen]").all()
    for place in places:
        reach(place)
        expect(place).to_have_attribute("data-shown", re.compile("."))
    assert (5_000_000 if places else 0) < host.compressed() < MOST_FOR_A_PAGE


def test_a_lesson_as_a_notebook(page: Page, address: str) -> None:
    """It is opened in JupyterLite and run to its last cell, which shows the progress."""
    page.goto(f"{address}notebooks/index.html?path={LESSON.relative_to(ROOT).as_posix()}")
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    page.locator('section.p10[data-kind="progress"]').wait_for()


@pytest.mark.parametrize("name", ["index.html", "about.html", "de/index.html", "de/about.html"])
def test_every_link_on_the_outer_pages_leads_somewhere(page: Page, address: str, site: Path, name: str) -> None:
    page.goto(address + name)
    links = page.locator("a[href]").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    assert links
    places = {link: (site / name).parent.joinpath(re.sub(r"\?.*", "", link)) for link in links}
    assert [link for link, at in places.items() if not (at / "index.html" if at.is_dir() else at).is_file()] == []


def test_no_trace_of_the_build_machine_remains(site: Path) -> None:
    """No path and no address of the build machine remains."""
    home = str(CHECKOUT).encode()
    found = [path for path in site.rglob("*.[hj]*") if path.is_file() and home in path.read_bytes()]
    assert found == []


def test_a_game_is_stored_listed_and_forgotten(page: Page, site: Path) -> None:
    """At the root of a host, it continues after a reload, is listed once it is over, and can be forgotten."""
    page.emulate_media(reduced_motion="reduce")
    table = TablePage(page, "classic")
    with FileServer(site) as host:
        address = host.address
        page.goto(f"{address}play/?language=en&go=play")
        table.wait()
        table.draw()
        table.settle()
        hand = sorted(table.hand())
        assert len(hand) == 11

        page.goto(f"{address}index.html")
        page.locator("a.continue").click()
        table.wait()
        assert sorted(table.hand()) == hand, "the start page offers the game, with the same cards"

        page.goto(f"{address}play/")
        page.locator('[data-p10="setup"] [data-act="resume"]').first.click()
        table.wait()
        assert sorted(table.hand()) == hand, "the setup screen also offers it"

        table.play_game()
        page.goto(f"{address}history/")
        page.locator('[data-act="open"]').first.wait_for()
        expect(page.locator("main")).to_contain_text("1 round: You, Ada, Blaise")

        assert sorted(page.evaluate(DATABASES)) == ["phase10", "phase10-games"]
        assert page.evaluate(KEYS) != []
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(f"{address}about.html")
        page.get_by_role("button", name="Forget everything").click()
        said = page.get_by_role("status").filter(has_text="Done.")
        expect(said).to_have_text("Done. This browser no longer stores anything for these pages.")
        assert page.evaluate(DATABASES) == page.evaluate(KEYS) == []
        assert page.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('phase10'))") == []
