"""Lessons on pages without cells: every screen of every notebook is built on demand, and the browser keeps progress."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.server.lesson_html import written
from phase10_widgets.server.notebooks import LESSONS, NOTEBOOKS
from phase10_widgets.teaching import Lesson, lesson
from phase10_widgets.teaching.learner.learner import Learner
from phase10_widgets.teaching.lessons import REGISTERED
from phase10_widgets.teaching.pages.cells import CARDS
from phase10_widgets.teaching.pages.page import WIDGET, LessonPage
from phase10_widgets.teaching.pages.pages import LessonPages
from phase10_widgets.teaching.pages.visit import LessonVisit
from phase10_widgets.ui.screen import PlayScreen
from tests.faults import no_faults
from tests.ui.visiting import Service, in_a_loop

PAGES = LessonPages(NOTEBOOKS / LESSONS)
FILES = {name: name for name in ("de.js", "page.js", "page.css", "acts.js", "aloud.js", "lesson.js", "lesson.css")}
NEED_MORE = {
    "lessons/12": [1, 62, 70],
    "lessons/16": [1, 61, 62],
    "de/lessons/12": [1, 56, 62],
    "de/lessons/16": [1, 54, 55],
}
"""The cells that need more than the one that makes the learner: a player, and another learner's answers."""
NOT_HERE = ("ipywidgets", "traitlets", "anywidget", "IPython", "numpy")
"""The packages that a server's process for lessons and a browser's worker do not load."""


class Reader:
    """A reader's page of a lesson."""

    def __init__(self, page: str, service: Service | None = None, *, visit: str | None = None) -> None:
        self.service = service or Service(open_page=PAGES.open)
        self.address, self.closed, self.count = "", 0, 0
        self.sent: list[Any] = []
        self.hear({"kind": "hello", "v": 1, "visit": visit, "start": "setup", "page": page, "language": None})

    def send(self, message: Any) -> None:
        json.dumps(message)
        self.sent.append(message)

    def close(self, code: int) -> None:
        self.closed = code

    def hear(self, message: Any) -> None:
        self.service.visits.hear(self, message)

    def look(self, screen: int) -> Any:
        """Report that a screen is in sight; return it."""
        self.hear({"kind": "look", "screen": screen})
        return self.sent[-1]

    def say(self, screen: int, kind: str, **fields: Any) -> Any:
        """Send a message to a screen with its latest view; return the last answer."""
        self.count += 1
        rev = next(each["view"]["rev"] for each in reversed(self.sent) if "view" in each and each["screen"] == screen)
        message = {"kind": kind, "v": 1, "id": f"{id(self)}:{self.count}", "rev": rev, **fields}
        self.hear({"kind": "say", "screen": screen, "message": message})
        return self.sent[-1]


def test_every_screen_of_every_page_is_built_and_needs_few_cells(capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing is printed, since a server's process communicates over its standard output."""
    needed: dict[str, list[int]] = {}
    with no_faults() as faults:
        for name in PAGES:
            page, reader = PAGES.read(name), Reader(name)
            for screen, cells in page.screens.items():
                with faults.of(f"{name}, cell {screen}"):
                    found = reader.look(screen)
                    assert (found["kind"], found["screen"]) == ("screen", screen)
                    assert found["about"]["language"] == page.language
                    assert found["view"]["rev"] > 0
                if len(cells) > 2:
                    needed[name] = cells
            order = [*page.screens][::-1]  # cells that a later one needs have run before anyone looks at them
            back = Reader(name)
            visit: Any = back.service.visits._by_line[back]
            assert [back.look(screen)["screen"] for screen in order] == order
            assert len({*visit._screens.values()}) == len(order)
            visit.end()
    assert needed == NEED_MORE
    assert capfd.readouterr() == ("", "")


@in_a_loop
async def test_computer_players_stop_with_their_visit(caplog: pytest.LogCaptureFixture) -> None:
    reader = Reader("lessons/1")
    while legal := reader.look(3)["view"]["legal"]:
        reader.say(3, "action", action=legal[-1])
    reader.service.visits._by_line[reader].end()
    await asyncio.sleep(0.7)
    assert caplog.text == ""


@in_a_loop
async def test_a_tournament_is_played_while_someone_watches() -> None:
    page = "de/tournament"
    reader = Reader(page)
    (cell,) = PAGES.read(page).screens
    assert reader.look(cell)["about"]["language"] == "de"
    visit: Any = reader.service.visits._by_line[reader]

    async def until(reader: Reader, is_so: Callable[[Any], bool]) -> None:
        while not is_so(next(each["view"] for each in reversed(reader.sent) if "view" in each)):
            await asyncio.sleep(0.01)

    async with asyncio.timeout(60):
        reader.say(cell, "choose", players=["greedy", "random"], games=10_000)
        reader.say(cell, "start")
        await until(reader, lambda view: view["done"] > 0)
        reader.service.visits.gone(reader)
        played = visit._screens[cell].results.games
        await asyncio.sleep(0.5)
        assert visit._screens[cell].results.games == played < 10_000, "nobody watches"
        back = Reader(page, reader.service, visit=visit.name)
        assert back.look(cell)["view"]["state"] == "running"
        await until(back, lambda view: view["done"] > played)
        back.say(cell, "choose", games=4)
        back.say(cell, "start")
        await until(back, lambda view: view["state"] == "over" and view["done"] == 4)
    visit.end()


def test_a_page_has_a_place_for_each_output_with_a_screen_and_keeps_the_others() -> None:
    kinds = [part.kind for part in PAGES.read("gallery").parts()]
    counted = {"markdown": 12, "code": 18, "screen": 9, "elsewhere": 2, "html": 3, "plain": 4}
    assert {kind: kinds.count(kind) for kind in kinds} == counted
    elsewhere = {
        (name, part.content) for name in PAGES for part in PAGES.read(name).parts() if part.kind == "elsewhere"
    }
    assert elsewhere == {("gallery", "play"), ("gallery", "history")}, "these have separate pages"


def test_a_plugins_lesson_has_a_page_that_names_notebook_only_outputs(tmp_path: Path) -> None:
    slider = [{"output_type": "display_data", "data": {WIDGET: {}, "text/plain": "IntSlider()"}}]
    code = ["table = p10.Table()", "table", "%pip list", "import this_is_missing", "IntSlider()", "1 + 1;"]
    cells = [
        {"cell_type": "code", "metadata": {}, "source": text, "outputs": slider if text[:3] == "Int" else []}
        for text in code
    ]
    path = tmp_path / "18_reihen.ipynb"
    path.write_text(json.dumps({"cells": cells}), "utf-8")
    REGISTERED.add(Lesson(18, "Reihen", lesson(3).questions, notebooks={"de": path}))
    try:
        pages = LessonPages(NOTEBOOKS / LESSONS)
    finally:
        REGISTERED.remove("18")
    page = pages.read("de/lessons/18")
    assert [(part.kind, part.cell) for part in page.parts()] == [("screen", 1), ("elsewhere", 2), ("elsewhere", 4)]
    assert Reader("de/lessons/18", Service(open_page=pages.open)).look(1)["name"] == "table"
    assert pages.notebooks("en")["18_reihen"] == "de/lessons/18"
    shown = written(pages, "de/lessons/18", lambda to: f"/{to}", FILES)
    assert "Was hier kommt, zeigt nur das Notebook: 18_reihen.ipynb." in shown
    assert '"03_mindestens_ein_joker": "/de/lessons/3"' in shown


def cards_of_a_learner() -> set[str]:
    """Return the methods of a learner that return a screen."""
    kinds, names = [PlayScreen], set[str]()
    while kinds:
        kind = kinds.pop()
        names.add(kind.__name__)
        kinds += kind.__subclasses__()
    methods = {name: made for name, made in vars(Learner).items() if callable(made) and name[0] != "_"}
    return {name for name, made in methods.items() if made.__annotations__["return"] in names}


def test_only_cells_that_show_a_screen_have_one() -> None:
    """Equal cells have separate screens, names imported from the package work too, and a learner's number is text."""
    assert cards_of_a_learner() == CARDS
    twin = 'p10.Table("classic", players=["You", "random"], seed=7)'
    code = [
        "learner = p10.Learner(3)",
        twin,
        twin,
        "from phase10_widgets.figures import OddsTable\nOddsTable(cards=10)",
    ]
    code += ["learner.number(0.5)", "half = learner.number(0.5)", "half", "learner.ask('table')", "learner"]
    cells = [{"cell_type": "code", "metadata": {}, "source": text, "outputs": []} for text in code]
    page = LessonPage({"cells": cells})
    assert [*page.screens] == [1, 2, 3, 7, 8]
    visit = LessonVisit(page, None)
    reader = Reader("lessons")
    visit.greet(reader, new=True)
    for at in page.screens:
        visit.hear({"kind": "look", "screen": at})
    assert [each["name"] for each in reader.sent if each["kind"] == "screen"] == [
        *("table", "table", "odds", "lesson", "lesson")
    ]
    assert len({*visit._screens.values()}) == 5
    visit.end()


def test_a_link_between_languages_leads_to_the_page() -> None:
    for name, other in (("lessons/glossary", "de/lessons/glossary"), ("de/lessons/glossary", "lessons/glossary")):
        article = written(PAGES, name, lambda to: f"/{to}", FILES).partition("<article>")[2]
        assert f'href="/{other}"' in article


@pytest.mark.slow
def test_neither_ipywidgets_nor_numpy_is_loaded() -> None:
    code = (
        "import sys\nfrom phase10_widgets.server.notebooks import NOTEBOOKS\n"
        "from phase10_widgets.teaching.pages.pages import LessonPages\n"
        "from tests.teaching.test_lesson_visit import Reader\n"
        "for at in LessonPages(NOTEBOOKS / 'lessons').read('lessons/12').screens: Reader('lessons/12').look(at)\n"
        f"print([name for name in {NOT_HERE!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip().endswith("[]")


def test_unknown_pages_and_screens() -> None:
    for page in ("lessons/99", "../lessons/3", "", 3, ["lessons/3"]):
        assert Reader(page).closed == 4410  # type: ignore[arg-type]
    reader = Reader("lessons/3")
    for screen in (0, 10_000, -1, True, "10", None, 10.0, [10]):
        reader.hear({"kind": "look", "screen": screen})
        reader.hear({"kind": "say", "screen": screen, "message": {"kind": "ping", "v": 1, "id": "a", "rev": 1}})
    assert [each["kind"] for each in reader.sent] == ["welcome"]
