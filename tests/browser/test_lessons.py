"""A learner in a lesson: predicts, errs, reads feedback, succeeds, and returns.

The whole journey of every lesson runs on its page, without a pointer, in `test_lessons_by_keys.py`. Here the first
question is answered with a pointer, in JupyterLab.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Locator, Page, expect

import phase10_widgets as p10
from devtools.browser.hosts import Host, Jupyter, Lab, Notebooks
from devtools.browser.servers import ROOT
from phase10_widgets import teaching
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import Exercise, Progress, Question, course
from phase10_widgets.teaching.figures.shared.figure import Figure
from tests.browser.conftest import Violations
from tests.helpers import rotating

FOLDER = ROOT / "lessons"
ENGLISH, GERMAN = (
    [FOLDER / folder / f"{course.COURSE[number].notebooks[language]}.ipynb" for number in teaching.numbers()]
    for language, folder in (("en", ""), ("de", "de"))
)
"""The lessons that have questions."""
IN_EACH_RUN = {
    "03_at_least_one_wild": "numbers and code",
    "12_is_my_player_better": "a player",
    "13_does_one_tell_you": "a table of two ways",
}
"""The lessons that every run goes through by keyboard, with their kinds of content; the others rotate."""
IN_GERMAN = ("01_satz_folge_farbe", "12_ist_mein_spieler_besser")
"""The German lessons that are completed: choices, numbers and a player."""
RELOADED = ("01_satz_folge_farbe", "03_at_least_one_wild", "12_ist_mein_spieler_besser")
"""The lessons whose page is also reloaded: a choice, a number in English, and a lesson with other figures."""
FIGURES = {name for name in dir(p10.figures) if issubclass(getattr(p10.figures, name), Figure)}
DEAL = '[data-deed="deal"][data-value="100"], [data-deed="play"][data-value="100"]'
LONG = 60
SENTENCE = "I had counted something twice."
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KEPT = "localStorage.getItem('phase10_widgets.progress')"


def in_turn(paths: Iterable[Path]) -> list[ParameterSet]:
    """Return lessons as parameters: every run goes through some of them, and the others rotate."""
    marks = {path: () if path.stem in IN_EACH_RUN else pytest.mark.rotating for path in paths}
    return [pytest.param(path, id=path.stem, marks=marks[path]) for path in marks]


OPEN_ACT = """async (place) => {
    const act = place.closest(".act");
    if (!act || act.hasAttribute("data-now")) return;
    location.hash = act.id;
    await new Promise((done) => addEventListener("hashchange", () => setTimeout(done), { once: true }));
}"""
"""A script that opens the act of a place, if its lesson has acts."""


def reach(place: Locator) -> None:
    """Scroll to a place on a page, whose content appears only then."""
    place.evaluate(OPEN_ACT)
    place.scroll_into_view_if_needed()


class Served:
    """The lesson pages of a server."""

    def __init__(self, address: str) -> None:
        self._address = address

    def show(self, page: Page, notebook: Path) -> None:
        page.goto(f"{self._address}{'de/' * (notebook.parent.name == 'de')}lessons/{int(notebook.stem[:2])}")

    def reload(self, page: Page) -> None:
        page.reload()


class Lesson:
    """A lesson in a page."""

    def __init__(self, page: Page, host: Host | Served, path: Path) -> None:
        assert isinstance(host, Notebooks | Served)
        self.page, self.host, self.path = page, host, path
        cells = json.loads(path.read_text("utf-8"))["cells"]
        self.code = ["".join(cell["source"]) if cell["cell_type"] == "code" else "" for cell in cells]
        asked = [
            (cell, found[1]) for cell, text in enumerate(self.code) if (found := re.search(r'ask\("([^"]+)"\)', text))
        ]
        self.lesson = teaching.lesson(int(path.stem[:2]))
        self.cells = {self.lesson.question(name).id: cell for cell, name in asked}
        self.progress_cell = max(cell for cell, text in enumerate(self.code) if text == "learner")
        self.words = Text("de" if path.parent.name == "de" else "en")

    def show(self) -> Lesson:
        """Open and run the lesson."""
        self.host.show(self.page, self.path)
        return self

    def questions(self) -> list[Question]:
        """Return the questions in page order."""
        return [self.lesson.question(name) for name in self.cells]

    def figures(self) -> Iterator[tuple[int, Figure]]:
        """Yield each cell that shows a figure, with an equal figure."""
        for cell, text in enumerate(self.code):
            if (found := re.fullmatch(r"p10\.figures\.(\w+)\(.*\)", text)) and found[1] in FIGURES:
                yield cell, eval(text, {"p10": p10})

    def see(self, cell: int) -> None:
        """Scroll to a cell, whose content appears only then."""
        if isinstance(self.host, Jupyter):
            self.host.see(self.page, cell)
        elif isinstance(self.host, Served):
            reach(self.page.locator(f'[data-screen="{cell}"]'))

    def card(self, question: Question) -> Locator:
        """Scroll a question's widget into view."""
        self.see(self.cells[question.id])
        card = self.page.locator(f'section.p10[data-kind="question"]:has([data-question="{question.id}"])')
        card.wait_for()
        return card

    def figure(self, made: Figure) -> Locator:
        """Return the page's figure that is equal to *made*."""
        return self.page.locator('section.p10[data-kind="figure"]', has_text=self.words.say(made.TITLE)).first

    def board(self) -> Locator:
        """Return the progress board at the end."""
        self.see(self.progress_cell)
        board = self.page.locator('section.p10[data-kind="progress"]')
        board.wait_for()
        return board

    def asked(self, question: Question) -> Exercise:
        """Return the question with this learner's numbers, from the browser's storage."""
        return Progress.loads(self.page.evaluate(KEPT)).exercise(question)


def give(card: Locator, field: str, value: str) -> None:
    """Type an answer, or choose it."""
    card.locator(f'[data-field="{field}"]').first.wait_for()
    choice = card.locator(f'input[type="radio"][data-field="{field}"][value="{value}"]')
    if choice.count():
        choice.check()
    else:
        card.locator(f'[data-field="{field}"]').fill(value)


def written(value: Fraction | str) -> str:
    """Return an answer as a person would type it: a fraction, or a rounded number if the fraction is long."""
    exact = str(value)
    return exact if isinstance(value, str) or len(exact) <= LONG else f"{float(value):.6g}"


def mistake(asked: Exercise) -> tuple[str, str]:
    """Return a typical wrong answer, and the feedback on it."""
    if asked.question.kind == "choice":
        wrong = next(name for name in asked.choices if name != asked.answer)
        return wrong, wrong
    error = next(iter(asked.wrong))
    return error, written(asked.wrong[error])


def work_through(lesson: Lesson, question: Question) -> None:
    """Predict, err, answer correctly and reflect; hints and trials are in `test_lessons_by_keys.py`."""
    card, words = lesson.card(question), lesson.words
    expect(card.locator('[data-act="check"]')).to_have_count(0)
    give(card, "guess", "0.4" if question.interval else next(iter(question.exercise(0).choices), "0.5"))
    if question.interval:
        give(card, "upper", "0.6")
    card.locator('[data-field="sure"]').fill("70")
    card.locator('[data-act="predict"]').click()
    expect(card.locator('[data-p10="guess"]')).to_contain_text(words.number("70%"))
    asked = lesson.asked(question)
    error, wrong = mistake(asked)
    for answer, said in ((wrong, words.tell(asked.feedback(error))), (written(asked.answer), "")):
        give(card, "answer", answer)
        card.locator('[data-act="check"]').click()
        expect(card.locator('[data-p10="feedback"]')).to_contain_text(said)
    expect(card.locator('[data-p10="feedback"][data-outcome="right"]')).to_be_visible()
    expect(card.locator('[data-p10="solution"]')).to_have_text(words.tell(asked.solution))
    card.locator('[data-field="sentence"]').fill(SENTENCE)
    card.locator('[data-act="reflect"]').click()
    expect(card.locator('[data-p10="model"]')).to_have_text(words.tell(asked.model))


@pytest.fixture
def stays_here(requested: list[str]) -> Iterator[None]:
    """Fail if the page sends a request to another machine."""
    yield
    assert {urlsplit(url).hostname for url in requested} <= {"127.0.0.1", "", None}


def assert_it_comes_back(lesson: Lesson, right: int) -> None:
    """Reload a finished lesson: the first question's prediction, answer and sentence are there, and all progress."""
    first = lesson.questions()[0]
    kept = lesson.page.evaluate(KEPT)
    guess = lesson.card(first).locator('[data-p10="guess"]').inner_text()
    lesson.host.reload(lesson.page)
    card = lesson.card(first)
    expect(card.locator('[data-outcome="right"]').first).to_be_visible()
    expect(card.locator('[data-p10="guess"]')).to_have_text(guess)
    expect(card.locator('[data-field="sentence"]')).to_have_value(SENTENCE)
    expect(lesson.board().locator('[data-outcome="right"]')).to_have_count(right)
    assert lesson.page.evaluate(KEPT) == kept


@pytest.mark.usefixtures("stays_here")
@pytest.mark.parametrize("path", [ENGLISH[2], rotating(ENGLISH[11])], ids=lambda path: path.stem)
def test_a_lesson_in_jupyterlab(page: Page, hosts: dict[str, Host], path: Path, violations: Violations) -> None:
    """Every cell runs without an error, every widget mounts, and the first question's answer is restored."""
    lab = hosts["jupyterlab"]
    assert isinstance(lab, Lab)
    lesson = Lesson(page, lab, path).show()
    for cell, outputs in enumerate(lab.outputs(page)):
        assert not [one for one in outputs if one in ("error", "stderr")], f"cell {cell}"
        if views := outputs.count(WIDGET_VIEW):
            lab.see(page, cell)
            mounted = lab.cell(page, cell).locator(".p10")
            expect(mounted).to_have_count(views)
            mounted.last.wait_for()
    first = lesson.questions()[0]
    work_through(lesson, first)
    assert violations(lesson.card(first)) == violations(lesson.board()) == []
    assert_it_comes_back(lesson, 1)


@pytest.mark.parametrize("name", ["marimo", "notebook"])
def test_a_question_and_a_figure_in_other_hosts(page: Page, hosts: dict[str, Host], name: str) -> None:
    """The building blocks of lessons also work in other hosts."""
    made = (
        "import phase10_widgets as p10",
        "card = p10.Learner(3).ask('table')",
        "deals = p10.figures.DealSimulator()",
    )
    hosts[name].open(page, "\n".join(made), "card", "deals")
    card = page.locator('section.p10[data-kind="question"]').first
    card.wait_for()
    give(card, "guess", "0.5")
    card.locator('[data-field="sure"]').fill("50")
    card.locator('[data-act="predict"]').click()
    card.locator('[data-act="simulate"][data-n="100"]').click()
    expect(card.locator('[data-p10="try"]')).to_have_attribute("data-trials", "100")
    figure = page.locator('section.p10[data-kind="figure"]').first
    figure.locator('input[type="range"][data-field="guess"]').click()
    figure.locator('[data-deed="guess"]').click()
    figure.locator(DEAL).click()
    expect(figure.locator('[data-deed="guess_again"]')).to_be_visible()
    expect(figure.locator("svg").first).to_be_visible()
