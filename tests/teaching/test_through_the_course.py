"""A learner goes through the whole course, page by page, and comes back a week later.

Each page has a kernel of its own; what lasts is what the browser keeps.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.teaching import Progress, course, lesson, numbers
from phase10_widgets.teaching.course import MIXED, next_step
from phase10_widgets.teaching.played import hands_to_list
from phase10_widgets.teaching.recall import RECALLED
from tests.teaching.test_played import HAND
from tests.teaching.test_recall import old
from tests.widgets.page import Page

MERGED = ("questions", "predictions", "reflections", "programs", "recalled", "designs")
OWN_HANDS = {3: "wild", 7: "dealt", 8: "points", 10: "waited", 12: "out"}
"""The lessons that open the learner's own rounds, and what they ask of them."""
ROUNDS = 43


@dataclass
class Browser:
    """Where a learner's work lasts: the storage of one browser, merged as ``progress.ts`` does."""

    stored: dict[str, Any] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)

    def open(self, widget: Any) -> Page:
        """Show a widget on a page that has just been loaded."""
        page = Page(widget)
        assert page.tell("hello", kept=json.dumps(self.stored) if self.stored else None, hands=self.rounds) == ""
        return page

    def keep(self, widget: Any) -> None:
        """Store what the widget tells the browser to keep."""
        told = json.loads(widget.kept)
        merged = dict(told["progress"])
        if not told["all"]:
            for name in MERGED:
                rows = {**self.stored.get(name, {}), **merged[name]}
                merged[name] = {key: row for key, row in rows.items() if row is not None}
        self.stored = merged

    @property
    def progress(self) -> Progress:
        return Progress.from_dict(self.stored)


def right(card: Any) -> str:
    answer = card.exercise.answer
    return answer if isinstance(answer, str) else f"{float(answer):.7g}"


def wrong(card: Any) -> str:
    names = [name for name in card.exercise.choices if name != card.exercise.answer]
    return names[0] if names else "1/1000003"


def warm_up(browser: Browser, number: int) -> dict[str, Mapping[str, Any]]:
    """Answer the old questions at the start of a lesson; return their numbers, by their first ids."""
    card = Learner(number).recall()
    page = browser.open(card)
    asked: dict[str, Mapping[str, Any]] = {}
    for at in range(RECALLED):
        assert page.tell("turn_to", at=at) == ""
        asked[old(card.exercise.question)] = dict(card.exercise.params)
        assert card.view["outcome"] == "not attempted", card.exercise.question
        assert page.tell("answer", typed=right(card)) == ""
        browser.keep(card)
    return asked


def work_through(browser: Browser, number: int, mistaken: set[str]) -> None:
    """Do one lesson: bet on each question, answer it, look back, and write the program."""
    for question in lesson(number).questions:
        card = Learner(number).ask(question.id.partition("/")[2])
        page = browser.open(card)
        choice = question.kind == "choice"
        guess = str(card.exercise.answer) if choice else "0.3 to 0.6" if question.interval else "0.5"
        assert page.tell("predict", guess=guess, confidence=0.7) == "", question
        if question.id in mistaken:
            assert page.tell("answer", typed=wrong(card)) == ""
            assert page.tell("solve") == ""
        else:
            assert page.tell("answer", typed=right(card)) == ""
        assert page.tell("reflect", sentence=f"About {question.id}.") == ""
        browser.keep(card)
    task = lesson(number).task
    assert task is not None
    card = Learner(number).your_turn(task)
    assert browser.open(card).tell("choose_program", program="right") == ""
    assert card.view["outcome"] == "right"
    browser.keep(card)


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a page on which no code can be run, for a learner whose numbers are the same each time."""
    monkeypatch.setattr("phase10_widgets.course.lesson.learner.secrets.randbelow", lambda most: 7)
    monkeypatch.setattr("phase10_widgets.course.lesson.code_card.code_home", lambda: "nowhere")


@pytest.mark.rotating
@pytest.mark.usefixtures("nowhere")
def test_a_learner_goes_through_the_course_and_again_a_week_later(clock: Any) -> None:
    browser = Browser(rounds=hands_to_list({str(at): HAND._replace(day=at) for at in range(ROUNDS)}))
    mistaken = {lesson(n).questions[0].id for n in (2, 5, 9)}
    first: dict[int, dict[str, Mapping[str, Any]]] = {}
    for number in numbers():
        if number > 1:
            first[number] = warm_up(browser, number)
        work_through(browser, number, mistaken)
        if number in OWN_HANDS:
            figure = Learner(number, progress=browser.progress).hands(OWN_HANDS[number])
            assert "95% confidence interval" in str(figure.view)
            assert str(ROUNDS) in str(figure.view)
    before = browser.progress
    questions = [question for number in numbers() for question in lesson(number).questions]
    assert all(before.work(question).over for question in questions)
    assert {question.id for question in questions if not before.work(question).right_alone} == mistaken
    assert len(before.predictions) == len(questions)
    assert before.calibration.n == len(questions)
    assert set(before.reflections) == {question.id for question in questions}
    assert all(before.programs[lesson(number).task.id].outcome == "right" for number in numbers())  # type: ignore[union-attr]
    assert next_step(before) == (course.CAPSTONE, 1, False), "the capstone is left"

    exported = Browser(rounds=[])
    board = Learner().overview()
    assert exported.open(board).tell("load", text=before.dumps()) == ""
    exported.keep(board)
    assert exported.progress == before, "another browser has everything"

    clock.day += 7
    returned: set[str] = set()
    for number in numbers():
        if number == 1:
            continue
        again = warm_up(exported, number)
        assert len(again) == RECALLED
        same = [name for name in again if again[name] == first[number].get(name)]
        assert not same, "they come back with other numbers"
        returned |= set(again)
        assert {each for each in mistaken if int(each[:2]) < number} <= returned, "mistakes come back first"
    assert all(exported.progress.work(question) == before.work(question) for question in questions)


def test_a_mixed_set_comes_back_after_a_reload(clock: Any) -> None:
    for name in MIXED:
        browser = Browser()
        card = Learner().mixed(name)
        page = browser.open(card)
        page.tell("turn_to", at=2)
        page.tell("answer", typed=wrong(card))
        browser.keep(card)
        again = Learner().mixed(name)
        browser.open(again).tell("turn_to", at=2)
        assert again.exercise.question.id == card.exercise.question.id
        assert again.exercise.params == card.exercise.params
