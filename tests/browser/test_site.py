"""The static site: built, served by a plain file server, and used in a browser that reaches nothing else.

P10_SITE=_site uses a site that is already built.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.driver import TablePage
from devtools.browser.servers import ROOT, FileServer
from phase10_widgets.course.lesson.pages import own_pages
from tests.browser.conftest import COLD, Violations
from tests.browser.test_lessons import KEPT, Lesson, Served, answer_rightly, work_through
from tests.browser.test_your_turn import card, try_everything
from tests.packages import CHECKOUT

MOST_TO_FETCH = 7_000_000
"""The maximum size of a first visit on a host that compresses, in bytes."""
MOST_FOR_A_LESSON = 8_500_000
"""The same for a lesson's page."""
SHORT_DEAL = "56"
"""A deal in which two experts soon go out."""
LESSON = ROOT / "lessons" / "06_what_their_pick_tells.ipynb"
GERMAN = ROOT / "lessons" / "de" / "03_mindestens_ein_joker.ipynb"
NOTEBOOKS = sorted(path for folder in ("notebooks", "lessons") for path in (ROOT / folder).rglob("*.ipynb"))
GERMANS = ("01_satz_folge_farbe", "gemischt_a", "glossar")
OPENED = [path for path in NOTEBOOKS if path.parent.name != "de" or path.stem in GERMANS]
"""The notebooks whose page is seen to run: all in English, and some in German, whose cells are the same."""
BELOW = "a/school/phase10/"
at_the_root = pytest.param("", id="root")
in_a_folder = pytest.param(BELOW, id="subpath")


def page_of(notebook: Path) -> str:
    """Return the site's page for one of our notebooks."""
    return f"voici/render/{notebook.relative_to(ROOT).with_suffix('.html').as_posix()}"


@pytest.fixture
def below(request: pytest.FixtureRequest) -> str:
    """Return the site's path on its host; a folder by default."""
    return str(getattr(request, "param", BELOW))


@pytest.fixture
def host(site: Path, below: str, tmp_path: Path) -> Iterator[FileServer]:
    """Serve the site from a plain file server; fail on missing files."""
    if below:
        (tmp_path / below).parent.mkdir(parents=True)
        (tmp_path / below).symlink_to(site, target_is_directory=True)
    with FileServer(tmp_path if below else site) as server:
        yield server
    assert server.missing == []


@pytest.fixture
def address(host: FileServer, below: str, page: Page) -> Iterator[str]:
    """Return the site's address; fail on external requests and errors."""
    asked: set[str | None] = set()
    errors: list[str] = []
    page.on("request", lambda request: asked.add(urlsplit(request.url).hostname))
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield host.address + below
    assert asked <= {"127.0.0.1", None}
    assert errors == []


@pytest.mark.parametrize("below", [in_a_folder, at_the_root], indirect=True)
def test_a_round_against_the_expert(page: Page, address: str, host: FileServer) -> None:
    """From the start page to the end of a round; the downloaded size is what the start page promises."""
    page.goto(address)
    page.locator("a.card0").click()
    setup = page.locator('[data-p10="setup"]')
    setup.wait_for(timeout=COLD)
    for seat in (1, 2):
        setup.locator('[data-field="player"]').nth(seat).select_option("expert:10")
    setup.locator("summary", has_text="Play a given deal").click()
    setup.locator('[data-field="seed"]').fill(SHORT_DEAL)
    setup.locator('[data-act="play"]').click()
    table = TablePage(page, "classic")
    table.wait()
    table.pace("0")
    table.play_round()
    assert table.shows("summary")
    assert {"draw-deck", "discard"} <= table.done
    assert 5_000_000 < host.compressed() < MOST_TO_FETCH


@pytest.mark.parametrize("path", [pytest.param(LESSON, id="en"), pytest.param(GERMAN, id="de")])
def test_a_lesson_is_done_and_remembered(page: Page, address: str, path: Path) -> None:
    """The first question is completed with every step, the others are answered; a reloaded page restores it all."""
    lesson = Lesson(page, Served(address), path).show()
    first, *others = lesson.questions()
    work_through(lesson, first)
    for question in others:
        answer_rightly(lesson, question)
    right = lesson.board().locator('[data-outcome="right"]')
    expect(right).to_have_count(len(lesson.cells))
    kept = page.evaluate(KEPT)
    page.reload()
    lesson.board()
    expect(right).to_have_count(len(lesson.cells), timeout=COLD)
    assert page.evaluate(KEPT) == kept


def test_code_runs_on_the_site(page: Page, address: str) -> None:
    """In a worker beside the page's own: what goes wrong gets a sentence, and what is right is judged."""
    try_everything(card(page, f"{address}lessons/", 3, "lucky"))


@pytest.mark.parametrize("name", [*own_pages()])
def test_every_lesson_shows_its_screens(page: Page, address: str, host: FileServer, name: str) -> None:
    """Also what plays the learner's own player; a first visit, without code, is no larger than the site says."""
    page.goto(f"{address}{name}/")
    for place in page.locator("[data-screen]").all():
        place.scroll_into_view_if_needed()
        expect(place).to_have_attribute("data-shown", re.compile("."), timeout=COLD)
    assert host.compressed() < MOST_FOR_A_LESSON


@pytest.mark.parametrize("below", [at_the_root], indirect=True)
def test_a_lesson_as_a_notebook(page: Page, address: str) -> None:
    """It is opened in JupyterLite and run to its last cell, which shows the progress."""
    page.goto(f"{address}notebooks/index.html?path={LESSON.relative_to(ROOT).as_posix()}")
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(timeout=COLD)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    page.locator('section.p10[data-kind="progress"]').wait_for(timeout=COLD)


@pytest.mark.parametrize("path", OPENED, ids=lambda path: path.stem)
def test_every_page_runs_to_its_end(page: Page, address: str, path: Path) -> None:
    """Every cell with output in a notebook has output here, and no cell an error."""
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    kept = [cell for cell in cells if cell["outputs"]]
    page.goto(address + page_of(path))
    shown = page.locator(":is(.jp-CodeCell, .guess-first):has(.jp-OutputArea-output)")
    expect(shown).to_have_count(len(kept or cells), timeout=COLD)
    if not path.stem.startswith("gloss"):  # a glossary is a table, not a widget
        page.locator(".p10").first.wait_for()
    assert page.locator('[data-mime-type*="error"], [data-mime-type*="stderr"]').count() == 0


@pytest.mark.parametrize("name", ["index.html", "about.html", "de/index.html", "de/about.html"])
def test_the_pages_before_it(page: Page, address: str, site: Path, violations: Violations, name: str) -> None:
    """Every link leads somewhere, and axe finds nothing, wide and narrow."""
    page.goto(address + name)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert violations(page.locator("html")) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    links = page.locator("a[href]").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    assert links
    places = {link: (site / name).parent.joinpath(re.sub(r"\?.*", "", link)) for link in links}
    assert [link for link, at in places.items() if not (at / "index.html" if at.is_dir() else at).is_file()] == []


def test_every_notebook_has_its_page(site: Path) -> None:
    """Each page links back to the start page in its language, and knows where the lessons are."""
    for path in NOTEBOOKS:
        page = site / page_of(path)
        text = page.read_text("utf-8")
        (home,) = re.findall(r'<header><a href="([^"]+)"', text)
        (lessons,) = re.findall(r'<body [^>]*data-lessons="([^"]+)"', text)
        assert (page.parent / lessons.replace("*", LESSON.stem)).resolve() == (site / page_of(LESSON)).resolve()
        start = "de/index.html" if path.parent.name == "de" else "index.html"
        assert (page.parent / home).resolve() == (site / start).resolve()


def test_nothing_is_left_behind_by_the_environment(site: Path) -> None:
    """No path and no address of the build machine remains."""
    home = str(CHECKOUT).encode()
    found = [path for path in site.rglob("*.[hj]*") if path.is_file() and home in path.read_bytes()]
    assert found == []
