"""Notebooks as pages, with Voilà: ``phase10 voila`` opens all of ours, and the template also suits others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from devtools.browser.hosts import Host, Voila, write_notebook
from devtools.browser.servers import Servers
from phase10_widgets.server import notebooks
from phase10_widgets.teaching.pages.page import LessonPage
from tests.browser.conftest import NewContext
from tests.browser.test_app import AppPage
from tests.browser.test_lessons import Lesson, assert_it_comes_back, work_through
from tests.browser.test_reading_aloud import ENGLISH, said, with_voices
from tests.browser.test_your_turn import ENDLESS, try_out
from tests.helpers import rotating

LESSON_1, LESSON_3, LESSON_7 = (
    notebooks.NOTEBOOKS / "lessons" / f"{name}.ipynb"
    for name in ("01_set_run_color", "03_at_least_one_wild", "07_how_many_deals")
)
SHORT_DEAL = "52"
"""The seed of a round that ends soon with the app's usual players."""
SETUP = '[data-p10="setup"] [data-act="play"]'
GONE = "(kernel) => fetch(kernel).then(({ status }) => status === 404)"
FAULT = '[data-mime-type="application/vnd.jupyter.stderr"], [data-mime-type="application/vnd.jupyter.error"]'


class Pages(Voila):
    """The pages of ``phase10 voila``."""

    def __init__(self, servers: Servers) -> None:
        super().__init__(servers)
        servers.start("phase10_widgets", "voila", "--no-browser", ready="voila/static/voila.js")
        self.opened = servers.opened()
        """The printed address, with its token."""
        self._address = self.opened.partition("voila/")[0]

    def show(self, page: Page, notebook: Path) -> None:
        page.goto(f"{self.page_of(notebook)}#whole")

    def page_of(self, notebook: Path) -> str:
        """Return the address of a notebook's page."""
        return f"{self._address}voila/render/{notebook.relative_to(notebooks.NOTEBOOKS).as_posix()}"


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    servers = Servers(tmp_path_factory.mktemp("own"))
    yield Pages(servers)
    servers.stop()


@pytest.fixture
def own(started: Pages, page: Page) -> Pages:
    """Open the printed address, as the command does."""
    page.goto(started.opened)
    page.locator(SETUP).wait_for()
    return started


def test_a_round_is_played_and_the_list_leads_to_every_page(own: Pages, page: Page) -> None:
    """From the game to the list of all notebooks, to the map of the course, and to its first lesson."""
    app = AppPage(page)
    app.deal(SHORT_DEAL)
    table = app.start()
    table.pace("0")
    table.play_round()
    assert table.shows("summary")
    kernel = re.search(r'"kernelId": "([0-9a-f-]{36})"', page.content())
    assert kernel, "a page names its kernel"
    page.goto(f"{own.address}voila/render/{notebooks.APP}")
    page.wait_for_function(GONE, arg=f"{own.address}api/kernels/{kernel[1]}")
    page.locator(SETUP).wait_for()
    page.get_by_role("banner").get_by_role("link", name="Phase 10").click()
    page.get_by_role("link", name="lessons").click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="index.ipynb").click()
    board = opened.value.locator('section.p10[data-kind="progress"]')
    board.wait_for()
    with opened.value.expect_response(f"**/{LESSON_1.name}") as lesson:
        board.locator('[data-p10="next"] a').click()
    assert lesson.value.ok


def test_answers_and_code_of_a_lesson_are_restored(own: Pages, page: Page) -> None:
    """Code runs beside the kernel."""
    lesson = Lesson(page, own, LESSON_3).show()
    work_through(lesson, lesson.questions()[0])
    try_out(page.locator('section.p10[data-kind="code"]:has-text("lucky")'), ENDLESS)
    assert_it_comes_back(lesson, 2)


@pytest.mark.parametrize("name", [*map(rotating, notebooks.pages())])
def test_a_page_opens_without_an_error(
    own: Pages, page: Page, requested: list[str], console: list[str], name: str
) -> None:
    """Every screen appears, no cell fails, every file comes from this server, and nothing is wider than a phone."""
    screens = LessonPage.of_file(notebooks.pages()[name]).screens
    missing: list[str] = []
    page.on("response", lambda found: missing.append(found.url) if found.status >= 400 else None)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{own.address}voila/render/{name}#whole")
    page.locator("section.p10, main h1").first.wait_for()
    if screens:
        expect(page.locator("section.p10").nth(len(screens) - 1)).to_be_visible()
    expect(page.locator("#start")).to_have_count(0)
    assert page.locator(FAULT).all_inner_texts() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert missing == []
    assert {urlsplit(url).hostname for url in requested} <= {"127.0.0.1", "", None}
    assert [line for line in console if line.startswith(("uncaught", "error"))] == []


def test_a_card_table_appears_before_any_script(started: Pages, new_context: NewContext) -> None:
    """It shows card backs, a sentence in the visitor's language, and the progress of the files."""
    page, held = new_context(locale="de-DE", reduced_motion="reduce").new_page(), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/voila/static/*.js", hold)
    page.goto(started.opened, wait_until="commit")
    start = page.locator("#start")
    expect(start.get_by_role("status")).to_have_text("Das Spiel wird geladen …")
    expect(start).to_have_attribute("lang", "de")
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    page.wait_for_function("() => document.querySelector('#start img').naturalWidth > 0")
    page.unroute_all()
    for route in held:
        route.continue_()
    expect(start.locator("p").nth(1)).to_contain_text("bisher")
    page.locator(SETUP).wait_for()
    expect(start).to_have_count(0)
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")


def test_a_lesson_is_a_page_like_any_other(own: Pages, page: Page, requested: list[str]) -> None:
    """It has a title and a language, prints as a whole, and opens at any of its parts."""
    page.goto(f"{own.address}voila/render/lessons/de/03_mindestens_ein_joker.ipynb#whole")
    page.locator(".p10").first.wait_for()
    assert page.title() == "3. Mindestens ein Joker?"
    assert page.locator("html").get_attribute("lang") == "de"
    assert len(page.locator('meta[name="description"]').get_attribute("content") or "") > 60
    assert page.evaluate("document.documentElement.scrollHeight > 2 * innerHeight")
    assert not [url for url in requested if "voila-style" in url], "no formula needs the styles of MathJax"
    page.goto(f"{own.address}voila/render/lessons/{LESSON_7.name}#Part-4")
    page.locator('section.p10[data-kind="progress"]').wait_for(state="attached")
    expect(page.get_by_role("heading", name="Part 4", exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("where", ["a light page", "Voilà"])
def test_a_learner_who_leaves_in_act_9_returns_there(page: Page, request: pytest.FixtureRequest, where: str) -> None:
    """An act has the figure of the act before, with what was entered; it can be read aloud."""
    with_voices(page, ENGLISH)
    lesson = f"{request.getfixturevalue('school')}lessons/3"
    if where == "Voilà":
        lesson = request.getfixturevalue("own").page_of(LESSON_3)
    page.goto(f"{lesson}#act-7")
    figure, place = page.locator(".act[data-now] .screen"), page.locator(".acts summary")
    figure.locator('[data-field="guess"]').fill("60")
    figure.locator('[data-deed="guess"]').click()
    for number in (8, 9):
        page.locator(".acts .next").click()
        expect(place).to_have_text(f"Act {number} of 27")
        expect(page.locator(".act:visible")).to_have_count(1)
        expect(figure).to_contain_text("Your guess: 60%.")

    page.goto("about:blank")
    page.goto(lesson)
    expect(place).to_have_text("Act 9 of 27")
    expect(page.locator(".act:visible").get_by_role("heading", name="Break his sum")).to_be_in_viewport()
    expect(figure.locator("section.p10")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(place).to_have_text("Act 8 of 27")
    page.get_by_role("button", name="Read aloud").click()
    assert said(page)[0] == page.locator(".act:visible h3").first.inner_text()


# Other notebooks in our template

COUNTER = '''
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = document.createElement("button");
      const show = () => { button.textContent = `count ${model.get("count")}`; };
      button.onclick = () => model.send("more");
      model.on("change:count", show); show(); el.append(button);
    } }"""
    count = traitlets.Int(0).tag(sync=True)

counter = Counter()
counter.on_msg(lambda widget, message, buffers: widget.set_trait("count", widget.count + 1))
counter
'''
"""A button whose presses are counted by Python."""


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a notebook with that button and a formula."""
    path = tmp_path_factory.mktemp("counter") / "counter.ipynb"
    return write_notebook(path, COUNTER, r"Half the time: $\frac{1}{2}$")


def test_a_widget_fits_a_narrow_page_follows_the_system_and_contacts_no_other_host(
    page: Page,
    voila: Host,
    counter: Path,
    requested: list[str],
) -> None:
    """The error page does not contact other hosts either."""
    assert isinstance(voila, Voila)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 640})
    voila.show(page, counter)
    page.get_by_role("button", name="count 0").click()
    expect(page.get_by_role("button", name="count 1")).to_be_visible()
    expect(page.locator("mjx-container")).to_be_visible()
    body = page.locator("body")
    expect(body).to_have_attribute("data-jp-theme-light", "false")
    background = body.evaluate("body => getComputedStyle(body).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", background)[:3])) < 300
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(f"{voila.address}voila/render/no-such-notebook.ipynb")
    assert [url for url in requested if not url.startswith((voila.address, f"blob:{voila.address}", "data:"))] == []
