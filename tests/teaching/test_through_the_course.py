"""A learner goes through the whole course, page by page, and comes back a week later.

Each page is a separate visit; only the browser's storage lasts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from phase10_widgets.teaching import Progress, course, lesson, numbers
from phase10_widgets.teaching.course import MIXED, next_step
from phase10_widgets.teaching.exercises.recall import RECALLED
from phase10_widgets.teaching.progress.played import hands_to_list
from tests.faults import no_faults
from tests.teaching.asked import BY_ID
from tests.teaching.test_earlier_files import CHANGED, STALE, WRITTEN
from tests.teaching.test_lesson_visit import PAGES, Reader
from tests.teaching.test_played import HAND
from tests.teaching.test_recall import old

MERGED = ("questions", "predictions", "reflections", "programs", "recalled", "designs")
ROUNDS = 43
TURN = "learner.your_turn"
CAPSTONE = f"lessons/{course.CAPSTONE}"
EDITION = "learner.design(wilds=9)"
"""The learner's own capstone board."""


@dataclass
class Browser:
    """The storage of one browser, which keeps a learner's work and merges it as ``progress.ts`` does."""

    stored: dict[str, Any] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)

    def keep(self, text: str) -> None:
        """Store the progress that a screen sends."""
        told = json.loads(text)
        merged = dict(told["progress"])
        if not told["all"]:
            for name in MERGED:
                rows = {**self.stored.get(name, {}), **merged[name]}
                merged[name] = {key: row for key, row in rows.items() if row is not None}
        self.stored = merged

    @property
    def progress(self) -> Progress:
        return Progress.from_dict(self.stored)


class OpenPage(Reader):
    """A page of a lesson that a browser has just loaded, with the screens that show the learner's work."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser = browser
        super().__init__(name)
        page = PAGES.read(name)
        codes = {
            at: page.code[at] for at in page.screens if "learner" in page.code[at].uses and not page.code[at].player
        }
        self.cells = {at: code.last or TURN for at, code in codes.items()}
        """The screens' content from top to bottom, by the numbers of their cells."""

    def send(self, message: Any) -> None:
        super().send(message)
        if message.get("kept"):
            self.browser.keep(message["kept"])

    def see(self, cell: int) -> Any:
        """Scroll to a screen, which greets Python; return the card in it."""
        self.look(cell)
        stored = self.browser.stored
        self.tell(cell, "hello", kept=json.dumps(stored) if stored else None, hands=self.browser.rounds)
        visit: Any = self.service.visits._by_line[self]
        return visit._screens[cell]

    def find(self, code: str) -> tuple[int, Any]:
        """Scroll to the screen that this code shows; return its cell and its card."""
        cell = next(at for at, end in self.cells.items() if end == code)
        return cell, self.see(cell)

    def tell(self, cell: int, kind: str, **fields: Any) -> None:
        """Send a message, and check that it is not refused."""
        before = len(self.sent)
        self.say(cell, kind, **fields)
        refused = [each for each in self.sent[before:] if each.get("message", {}).get("kind") == "reject"]
        assert refused == [], (self.cells[cell], kind)

    def view(self, cell: int) -> Any:
        """Return the current view of a screen."""
        return next(each["view"] for each in reversed(self.sent) if "view" in each and each["screen"] == cell)


def right(card: Any) -> str:
    answer = card.exercise.answer
    return answer if isinstance(answer, str) else f"{float(answer):.7g}"


def wrong(card: Any) -> str:
    names = [name for name in card.exercise.choices if name != card.exercise.answer]
    return names[0] if names else "1/1000003"


def warm_up(page: OpenPage, cell: int) -> dict[str, Mapping[str, Any]]:
    """Answer the old questions at the start of a lesson; return their numbers, by their first ids."""
    card = page.see(cell)
    asked: dict[str, Mapping[str, Any]] = {}
    for at in range(RECALLED):
        page.tell(cell, "turn_to", at=at)
        asked[old(card.exercise.question)] = dict(card.exercise.params)
        assert page.view(cell)["outcome"] == "not attempted", card.exercise.question
        page.tell(cell, "answer", typed=right(card))
        assert page.view(cell)["outcome"] == "right"
    return asked


def work(page: OpenPage, cell: int, mistaken: set[str]) -> None:
    """Bet on a question, answer it, and look back."""
    card = page.see(cell)
    question = card.exercise.question
    choice = question.kind == "choice"
    guess = str(card.exercise.answer) if choice else "0.3 to 0.6" if question.interval else "0.5"
    page.tell(cell, "predict", guess=guess, confidence=0.7)
    page.tell(cell, "answer", typed=wrong(card) if question.id in mistaken else right(card))
    if question.id in mistaken:
        page.tell(cell, "solve")
    page.tell(cell, "reflect", sentence=f"About {question.id}.")


def work_through(page: OpenPage, mistaken: set[str]) -> dict[str, Mapping[str, Any]]:
    """Do a lesson from top to bottom; return the numbers of its old questions, by their first ids."""
    asked: dict[str, Mapping[str, Any]] = {}
    for cell, code in page.cells.items():
        if code == "learner.recall()":
            asked = warm_up(page, cell)
        elif code.startswith("learner.ask("):
            work(page, cell, mistaken)
        elif code == TURN:
            page.see(cell)
            page.tell(cell, "choose_program", program="right")
            assert page.view(cell)["outcome"] == "right"
        elif code == EDITION:
            page.see(cell)
            page.tell(cell, "do", name="guess", value=7)
            page.tell(cell, "choose", wilds=8, phase6="4 sets of 2")
        elif code.startswith("learner.hands("):
            page.see(cell)
            assert re.search(rf"\b{ROUNDS}\b", str(page.view(cell))), code
    return asked


def said_at_the_end(page: OpenPage) -> str:
    """Return the text of the progress board."""
    cell, _ = page.find("learner")
    return str(page.view(cell)["said"])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Act as a server's process, which runs no code, for a learner with the same numbers each time."""
    monkeypatch.setenv("PHASE10_VISITED", "1")
    monkeypatch.setattr("phase10_widgets.teaching.learner.base_learner.secrets.randbelow", lambda most: 7)


@pytest.mark.rotating
@pytest.mark.usefixtures("server")
def test_a_learner_goes_through_the_course_and_again_a_week_later(clock: Any) -> None:
    browser = Browser(rounds=hands_to_list({str(at): HAND._replace(day=at) for at in range(ROUNDS)}))
    mistaken = {lesson(n).questions[0].id for n in (2, 5, 9)}
    first = {number: work_through(OpenPage(browser, f"lessons/{number}"), mistaken) for number in numbers()}
    before = browser.progress
    questions = [question for number in numbers() for question in lesson(number).questions]
    tasks = [task for number in numbers() if (task := lesson(number).task)]
    assert all(before.work(question).over for question in questions)
    assert {question.id for question in questions if not before.work(question).right_alone} == mistaken
    assert len(before.predictions) == before.calibration.n == len(questions)
    assert set(before.reflections) == {question.id for question in questions}
    assert all(before.programs[task.id].outcome == "right" for task in tasks)
    assert next_step(before) == (course.CAPSTONE, 1, False), "the capstone is left"
    work_through(OpenPage(browser, CAPSTONE), mistaken)
    assert next_step(browser.progress) is None

    page = OpenPage(browser, CAPSTONE)
    end, _ = page.find("learner")
    page.tell(end, "export")
    text = next(each["message"]["text"] for each in page.sent if each.get("message", {}).get("kind") == "file")
    other = Browser()
    page = OpenPage(other, f"de/{CAPSTONE}")
    end, _ = page.find("learner")
    page.tell(end, "load", text=text)
    assert other.progress == browser.progress, "another browser has everything"
    assert (
        said_at_the_end(page)
        == f"Du hast {len(questions) - len(mistaken)} von {len(questions)} Fragen richtig beantwortet."
    )

    clock.day += 7
    returned: set[str] = set()
    for number in numbers():
        page = OpenPage(other, f"de/lessons/{number}")
        if number > 1:
            again = warm_up(page, page.find("learner.recall()")[0])
            assert len(again) == RECALLED
            same = [name for name in again if again[name] == first[number].get(name)]
            assert not same, "they come back with other numbers"
            returned |= set(again)
            assert {each for each in mistaken if int(each[:2]) < number} <= returned, "mistakes come back first"
        of = len(lesson(number).questions)
        rightly = of - len([each for each in mistaken if int(each[:2]) == number])
        assert f"{rightly} von {of} Fragen" in said_at_the_end(page)
    assert all(other.progress.work(question) == before.work(question) for question in questions)
    _, board = OpenPage(other, f"de/{CAPSTONE}").find(EDITION)
    assert (board.wilds, board.phase6) == (8, "4 sets of 2")


def test_a_mixed_set_comes_back_after_a_reload(clock: Any) -> None:
    for name in MIXED:
        browser = Browser()
        page = OpenPage(browser, f"lessons/mixed-{name.lower()}")
        cell, card = page.find(f"learner.mixed({name!r})")
        page.tell(cell, "turn_to", at=2)
        page.tell(cell, "answer", typed=wrong(card))
        page = OpenPage(browser, f"de/lessons/mixed-{name.lower()}")
        again = page.see(cell)
        page.tell(cell, "turn_to", at=2)
        assert again.exercise.question.id == card.exercise.question.id
        assert again.exercise.params == card.exercise.params


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_file_of_an_earlier_version_is_shown_on_the_pages(language: str) -> None:
    """Answers keep their grades unless the question has changed; code, rounds and the board are there."""
    file = Progress.loads(WRITTEN)
    browser, shown = Browser(stored=json.loads(WRITTEN)), set[str]()
    folder = "" if language == "en" else f"{language}/"
    with no_faults() as faults:
        for number in (*numbers(), course.CAPSTONE):
            page = OpenPage(browser, f"{folder}lessons/{number}")
            for cell, code in page.cells.items():
                card, view = page.see(cell), page.view(cell)
                with faults.of(f"lesson {number}: {code}"):
                    if code.startswith("learner.ask("):
                        shown.add(view["id"])
                        check_question(view, file, language)
                    elif code == TURN:
                        made = file.program(card.task)
                        assert (view["outcome"], view["code"]) == (made.outcome, made.code or view["start"])
                    elif code == EDITION:
                        assert (view["asked"]["wilds"], card._guessed) == (9, 7)
                    elif code == 'learner.hands("wild")':
                        assert "2 " in view["said"]
    assert {name for name in file.works if name in BY_ID} <= shown
    right = [name for name in BY_ID.keys() & file.works if file.work(name).outcome == "right"]
    assert re.search(rf"\b{len(right)} (of|von) ", said_at_the_end(OpenPage(browser, f"{folder}lessons/mixed-a")))


def check_question(view: Any, file: Progress, language: str) -> None:
    """Check a question's card against the file."""
    name, work = view["id"], file.works.get(view["id"])
    made, changed = file.predictions.get(name), name in CHANGED
    assert (view["outcome_text"] == STALE[language]) == (changed and work is not None)
    if work is None or changed:
        assert (view["outcome"], view["typed"]) == ("not attempted", "")
    else:
        assert (view["outcome"], view["typed"]) == (work.outcome, work.answers[-1])
        assert len(view["hints"]) == (view["hints_of"] if work.solved else work.hints)
    came = made.came_true if made and not changed else None
    assert (view["prediction"] or {"came_true": None})["came_true"] == came
    assert view["reflection"]["own"] == file.reflections.get(name, "")
