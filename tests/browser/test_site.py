"""The site that needs no server: built, put on a plain file server, and used in a browser that reaches nothing else."""

from __future__ import annotations

import functools
import gzip
import http.server
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Violations
from tests.browser.driver import TablePage
from tests.browser.hosts import Notebooks
from tests.browser.servers import ROOT
from tests.browser.test_lessons import KEPT, Lesson, answer_rightly, work_through

SITE = ROOT / "_site"
MOST_TO_FETCH = 14_000_000
"""Bytes of a first visit, as a host sends them that compresses."""
COLD = 120_000
"""Milliseconds that a page may take until Python runs in it, on a busy machine."""
LESSON = ROOT / "lessons" / "03_at_least_one_wild.ipynb"
GERMAN = ROOT / "lessons" / "de" / "03_mindestens_ein_joker.ipynb"


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site() -> Path:
    """The site: the one that P10_SITE names, or with P10_SITE=build one from the sources as they are."""
    built = os.environ.get("P10_SITE")
    if not built:
        pytest.skip(
            "The site takes minutes to build and to use: P10_SITE=build builds it, P10_SITE=_site takes it as it is."
        )
    if built != "build":
        return Path(built).resolve()
    done = subprocess.run(
        [sys.executable, "tools/website.py"], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return SITE


@pytest.fixture(params=["", "a/school/phase10/"], ids=["root", "subpath"])
def below(request: pytest.FixtureRequest) -> str:
    """Where on its host the site is."""
    return str(request.param)


@pytest.fixture
def address(site: Path, below: str, tmp_path: Path) -> Iterator[str]:
    """The site on a plain file server."""
    if below:
        (tmp_path / below).parent.mkdir(parents=True)
        (tmp_path / below).symlink_to(site, target_is_directory=True)
    handler = functools.partial(Quiet, directory=str(tmp_path if below else site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{below}"
        server.shutdown()


@pytest.fixture
def asked(page: Page) -> Iterator[list[str]]:
    """The paths that the page asks for; it asks nobody else, finds all of them, and throws no error."""
    paths: list[str] = []
    hosts: set[str] = set()
    missing: list[str] = []
    errors: list[str] = []

    def note(url: str) -> None:
        parts = urlsplit(url)
        hosts.add(parts.hostname or "")
        if parts.scheme == "http":
            paths.append(parts.path)

    page.on("request", lambda request: note(request.url))
    page.on("response", lambda found: missing.append(found.url) if found.status >= 400 else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield paths
    assert hosts <= {"127.0.0.1", ""}
    assert missing == []
    assert errors == []


class Voici(Notebooks):
    """The site's pages as a host of the lessons."""

    name = "voici"

    def __init__(self, address: str) -> None:
        self._address = address

    def start(self) -> str:
        return self._address

    def show(self, page: Page, notebook: Path) -> None:
        page.goto(f"{self.address}voici/render/{notebook.relative_to(ROOT).with_suffix('.html').as_posix()}")

    def open(self, page: Page, code: str, *shown: str) -> None:
        raise NotImplementedError("the site's pages are made when it is built")


def test_a_round_against_the_expert(page: Page, address: str, asked: list[str], site: Path, below: str) -> None:
    """From the start page to the end of a round; what was fetched for it is what the start page promises."""
    page.goto(address)
    page.get_by_role("link", name="Play", exact=True).click()
    setup = page.locator('[data-p10="setup"]')
    setup.wait_for(timeout=COLD)
    for seat in (1, 2):
        setup.locator('[data-field="player"]').nth(seat).select_option("expert:10")
    setup.locator('[data-act="play"]').click()
    table = TablePage(page, "classic")
    table.wait()
    table.play_round()
    assert table.shows("summary")
    assert {"draw-deck", "discard"} <= table.done
    files = {site / path.removeprefix(f"/{below}") for path in asked}
    fetched = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files if file.is_file())
    assert 10_000_000 < fetched < MOST_TO_FETCH


@pytest.mark.parametrize("below", ["a/school/phase10/"], indirect=True)
@pytest.mark.parametrize("path", [LESSON, GERMAN], ids=["en", "de"])
@pytest.mark.usefixtures("asked")
def test_a_lesson_is_done_and_remembered(page: Page, address: str, path: Path) -> None:
    """One question with all that belongs to it, the others rightly; the page loaded again knows it all."""
    lesson = Lesson(page, Voici(address), path)
    first, *others = lesson.questions()
    work_through(lesson, first)
    for question in others:
        answer_rightly(lesson, question)
    right = lesson.board().locator('[data-outcome="right"]')
    expect(right).to_have_count(len(lesson.cells))
    kept = page.evaluate(KEPT)
    page.reload()
    expect(right).to_have_count(len(lesson.cells), timeout=COLD)
    assert page.evaluate(KEPT) == kept


@pytest.mark.parametrize("below", [""], ids=["root"], indirect=True)
@pytest.mark.usefixtures("asked")
def test_a_lesson_as_a_notebook(page: Page, address: str) -> None:
    """Opened in JupyterLite and run; its cells can be changed there."""
    page.goto(f"{address}notebooks/index.html?path=lessons/03_at_least_one_wild.ipynb")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=COLD)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    page.locator('[data-p10="table"]').first.wait_for(timeout=COLD)


@pytest.mark.parametrize("below", ["a/school/phase10/"], indirect=True)
@pytest.mark.usefixtures("asked")
def test_the_pages_before_it(page: Page, address: str, site: Path, violations: Violations) -> None:
    """Every link leads somewhere, and axe finds nothing, wide and narrow."""
    for name in ("index.html", "service.html"):
        page.goto(address + name)
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert violations(page.locator("html")) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        links = page.locator("a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
        assert links
        assert [link for link in links if not (site / re.sub(r"\?.*", "", link)).is_file()] == []
    lessons = [path.relative_to(ROOT) for path in (ROOT / "lessons").rglob("*.ipynb")]
    assert lessons
    assert [path for path in lessons if not (site / "voici/render" / path.with_suffix(".html")).is_file()] == []


def test_nothing_is_left_behind_by_the_environment(site: Path) -> None:
    """No path and no address of the machine that built it."""
    home = str(ROOT).encode()
    found = [path for path in site.rglob("*.[hj]*") if path.is_file() and home in path.read_bytes()]
    assert found == []
