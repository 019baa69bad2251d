"""Every lesson on its page by keyboard alone, in page order; results are spoken."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from phase10_widgets import teaching
from phase10_widgets.teaching import Design, Exercise, Progress, Question, course
from phase10_widgets.teaching.code.code_task import translated
from phase10_widgets.teaching.exercises.recall import recalled
from phase10_widgets.teaching.figures.card_by_card import BY_HAND, CardByCard
from phase10_widgets.teaching.figures.steps import Steps
from tests.browser.conftest import Violations
from tests.browser.test_lessons import (
    DEAL,
    ENGLISH,
    GERMAN,
    IN_GERMAN,
    RELOADED,
    SENTENCE,
    Lesson,
    Served,
    assert_it_comes_back,
    in_turn,
    mistake,
    stays_here,
    written,
)

__all__ = ["stays_here"]

STORAGE = "localStorage['phase10_widgets.progress']"
SEED, DAY = 7, 1_000_000
"""The learner's seed, and the day on which the old questions were chosen, far in the future to keep them the same."""
CAPSTONE = (6, 9, 28, 47)
"""The cells of the capstone with the warm-up, both boards, and the table that plays the second one."""
MOST_TABS = 150
"""The most presses of Tab from one control to the next; a table or a figure may be between them."""
STEP = """(wanted) => {
    const now = document.activeElement;
    if (wanted.includes(now)) return "";
    const above = now.compareDocumentPosition(wanted[0]) === Node.DOCUMENT_POSITION_PRECEDING;
    return above ? "Shift+Tab" : "Tab";
}"""
"""A script that returns the key that leads to one of these elements, or nothing if one has the focus."""
TOWARD = """(place) => {
    const act = place.closest(".act");
    const now = act?.parentElement.querySelector(".act[data-now]");
    if (!act || act === now) return 0;
    return act.compareDocumentPosition(now) === Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
}"""
"""A script that returns where the act with a place is: 1 for later, -1 for earlier, 0 for the one that is shown."""
ARRIVED = "(place) => Boolean(place.dataset.shown) || place.contains(document.activeElement)"


def expression(exercise: Exercise) -> str:
    """Return the right answer as an expression, which counts also after trials; else a choice or a rounded number."""
    exact = written(exercise.answer)
    if isinstance(exercise.answer, str) or exact != str(exercise.answer):
        return exact
    return f"1 - {1 - exercise.answer}" if exercise.question.kind == "chance" else f"{exercise.answer + 1} - 1"


class Keys:
    """A learner who never touches a pointer: Tab leads from one control to the next, through the page and back."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, control: Locator) -> None:
        """Press Tab until the focus is there."""
        control.first.wait_for()
        for _ in range(MOST_TABS):
            key = control.evaluate_all(STEP)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not reach {control}")

    def see(self, number: int) -> None:
        """Press Tab until a screen exists or its place has the focus, after going to its act; then wait for it."""
        place = self.page.locator(f'[data-screen="{number}"]')
        while step := place.evaluate(TOWARD):
            before = self.page.locator(".act[data-now]").get_attribute("id") or ""
            self.press(self.page.locator(f'.acts [data-step="{step}"]'))
            expect(self.page.locator(".act[data-now]")).not_to_have_id(before)
        for _ in range(MOST_TABS):
            if place.evaluate(ARRIVED):
                break
            self.page.keyboard.press("Tab")
        expect(place).to_have_attribute("data-shown", re.compile("."))

    def press(self, button: Locator) -> None:
        self.to(button)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self.to(field)
        self.page.keyboard.type(text)

    def more(self, slider: Locator) -> None:
        self.to(slider)
        self.page.keyboard.press("ArrowRight")

    def choose(self, options: Locator, value: str) -> None:
        """Choose one of several options."""
        self.to(options)
        self.page.keyboard.press("Space")
        values: list[str] = options.evaluate_all("(all) => all.map(({value}) => value)")
        now = options.evaluate_all("(all) => all.findIndex(({checked}) => checked)")
        for _ in range(abs(values.index(value) - now)):
            self.page.keyboard.press("ArrowDown" if values.index(value) > now else "ArrowUp")

    def answer(self, card: Locator, exercise: Exercise, value: str) -> None:
        """Type or choose an answer, and check it."""
        enter = self.choose if exercise.question.kind == "choice" else self.write
        enter(card.locator('[data-field="answer"]'), value)
        self.press(card.locator('[data-act="check"]'))

    def answer_rightly(self, card: Locator, exercise: Exercise) -> None:
        self.answer(card, exercise, expression(exercise))
        expect(card.locator('[data-p10="feedback"][data-outcome="right"]')).to_be_visible()

    def warm_up(self, old: list[Exercise]) -> None:
        """Answer the old questions in order."""
        card = self.page.locator('section.p10[data-kind="question"]:has([data-p10="recall"])')
        for at, exercise in enumerate(old):
            if at:
                self.press(card.locator('[data-act="next"]'))
            expect(card.locator(f'[data-question="{exercise.question.id}"]')).to_be_visible()
            self.answer_rightly(card, exercise)

    def guess_in(self, figure: Locator, *, deals: bool = False) -> None:
        """Place a guess in a figure, and deal as often as necessary; the comparison with the guess is spoken."""
        guess = figure.locator('[data-field="guess"]')
        if guess.first.get_attribute("type") == "radio":
            self.choose(guess, guess.first.get_attribute("value") or "")
        else:
            self.more(guess)
        self.press(figure.locator('[data-deed="guess"]'))
        expect(figure.locator('[data-p10="guess"]')).to_have_count(0)
        if deals:
            self.press(figure.locator(DEAL))
        expect(figure.locator('[data-deed="guess_again"]')).to_be_visible()
        told = figure.locator('[data-part="text"] [data-key="guess"]').inner_text()
        expect(self.page.locator("#live")).to_contain_text(told)

    def build(self, figure: Locator) -> None:
        """Put a fraction on each card, and go from none to at least one; a wrong choice is spoken."""
        self.press(figure.locator('[data-value="8/108"]'))
        expect(self.page.locator("#live")).to_contain_text("Those hands drop out.")
        for at in range(BY_HAND):
            self.press(figure.locator(f'[data-value="{100 - at}/{108 - at}"]'))
        self.press(figure.locator('[data-deed="rest"]'))
        self.press(figure.locator('[data-value="minus"]'))
        expect(self.page.locator("#live")).to_contain_text("55.3%")

    def take_steps(self, figure: Locator, made: Steps) -> None:
        """Choose what comes next until nothing does; a wrong choice is spoken."""
        for step in made.steps:
            wrong, why = next(iter(step.wrong.items()))
            self.press(figure.locator(f'[data-value="{wrong}"]'))
            expect(self.page.locator("#live")).to_have_text(made.words.say(why))
            self.press(figure.locator(f'[data-value="{step.right}"]'))
        expect(figure.locator('p[data-tone="right"]')).to_be_visible()


def old_questions(page: Page, number: int) -> list[Exercise]:
    """Return the old questions for a lesson; the browser will know them from an earlier visit."""
    pool = [one for n in teaching.numbers() if n < number for one in teaching.lesson(n).questions]
    progress = Progress(seed=SEED)
    old = [progress.exercise(one) for one in recalled(progress, number, pool, DAY)] if pool else []
    page.add_init_script(f"{STORAGE} ??= {json.dumps(progress.dumps())}")
    return old


class KeyboardLesson(Lesson):
    """A lesson that is done with the keyboard, from top to bottom."""

    def __init__(self, page: Page, address: str, path: Path) -> None:
        super().__init__(page, Served(address), path)
        self.keys = Keys(page)
        self.old = old_questions(page, self.lesson.number)

    def see(self, cell: int) -> None:
        self.keys.see(cell)

    def go_through(self) -> None:
        """Do everything in the lesson; the first question with every step."""
        every_step = True
        figures = dict(self.figures())
        for cell, text in enumerate(self.code):
            if text == "learner.recall()":
                self.see(cell)
                self.keys.warm_up(self.old)
            elif found := re.fullmatch(r'learner\.ask\("([^"]+)"\)', text):
                self.work_through(self.lesson.question(found[1]), every_step=every_step)
                every_step = False
            elif "@learner.your_turn" in text:
                self.see(cell)
                self.complete_code()
            elif cell in figures and isinstance(figures[cell], CardByCard):
                self.see(cell)
                self.keys.build(self.figure(figures[cell]))
            elif cell in figures and isinstance(made := figures[cell], Steps):
                self.see(cell)
                self.keys.take_steps(self.page.locator(f'[data-screen="{cell}"]'), made)
            elif cell in figures and figures[cell]._question() is not None:
                self.see(cell)
                self.keys.guess_in(self.figure(figures[cell]), deals=bool(figures[cell].ENOUGH))

    def work_through(self, question: Question, *, every_step: bool) -> None:
        """Predict, answer and reflect; with *every_step* trials, a mistake and two hints come before the answer."""
        card, keys, words = self.card(question), self.keys, self.words
        self.foretell(card, question)
        exercise = self.asked(question)
        if question.tries:
            expect(card.locator('[data-act="simulate"][data-n="10000"]')).to_be_focused()
        if every_step:
            if question.tries:
                self.page.keyboard.press("Enter")
                expect(card.locator('[data-p10="try"]')).to_have_attribute("data-trials", "10000")
            error, wrong = mistake(exercise)
            keys.answer(card, exercise, wrong)
            expect(self.page.locator("#live")).to_have_text(words.tell(exercise.feedback(error)))
            for at in (0, 1):
                keys.press(card.locator('[data-act="hint"]'))
                expect(card.locator('[data-p10="hint"][aria-live]')).to_have_text(words.tell(exercise.hints[at]))
            keys.press(card.locator('[data-act="hint-back"]'))
            expect(card.locator('[data-p10="hint"]')).to_have_text(words.tell(exercise.hints[0]))
        keys.answer_rightly(card, exercise)
        if (text := expression(exercise)) != written(exercise.answer):
            said = exercise.reading(text)
            assert said is not None
            expect(self.page.locator("#live")).to_contain_text(words.tell(said))
        keys.write(card.locator('[data-field="sentence"]'), SENTENCE)
        keys.press(card.locator('[data-act="reflect"]'))
        expect(card.locator('[data-p10="model"]')).to_have_text(words.tell(exercise.model))

    def foretell(self, card: Locator, question: Question) -> None:
        """Enter a guess, with a confidence a little above half."""
        guess = card.locator('[data-field="guess"]')
        if question.kind == "choice":
            self.keys.choose(guess, next(iter(question.exercise(0).choices)))
        else:
            self.keys.write(guess, "0.4" if question.interval else "0.5")
        if question.interval:
            self.keys.write(card.locator('[data-field="upper"]'), "0.6")
        self.keys.more(card.locator('[data-field="sure"]'))
        self.keys.press(card.locator('[data-act="predict"]'))
        expect(card.locator('[data-p10="guess"]')).to_contain_text(self.words.number("55%"))

    def complete_code(self) -> None:
        """Replace the code with the solution, and run it."""
        card, task = self.page.locator('section.p10[data-kind="code"]'), self.lesson.task
        assert task
        self.keys.to(card.locator('[data-field="code"]'))
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(translated(task.solution, self.words.say))
        self.page.keyboard.press("Shift+Enter")
        expect(card.locator('[data-p10="feedback"][data-outcome="right"]')).to_be_visible()


@pytest.mark.usefixtures("stays_here")
@pytest.mark.parametrize("path", in_turn([*ENGLISH, *(path for path in GERMAN if path.stem in IN_GERMAN)]))
def test_a_lesson_with_the_keyboard_alone(page: Page, school: str, path: Path, violations: Violations) -> None:
    """Warm-up, questions, figures and code; the first question of a lesson is completed with every step."""
    lesson = KeyboardLesson(page, school, path)
    lesson.show()
    lesson.go_through()
    board = lesson.board()
    right = len(lesson.cells) + sum("@learner.your_turn" in text for text in lesson.code)
    expect(board.locator('[data-outcome="right"]')).to_have_count(right)
    assert violations(page.locator('section.p10[data-kind="code"]').first) == []
    if path.stem in RELOADED:
        assert_it_comes_back(lesson, right)


@pytest.mark.usefixtures("stays_here")
def test_the_capstone_with_the_keyboard_alone(page: Page, school: str, tmp_path: Path, violations: Violations) -> None:
    """Warm-up, both boards, a change to the design, and its file; a reload loses nothing, and the game is played."""
    keys, old = Keys(page), old_questions(page, course.CAPSTONE)
    page.goto(f"{school}lessons/{course.CAPSTONE}")
    draft, board, table = (page.locator(f'[data-screen="{cell}"]') for cell in CAPSTONE[1:])
    keys.see(CAPSTONE[0])
    keys.warm_up(old)
    keys.see(CAPSTONE[1])
    keys.guess_in(draft)
    for cell in CAPSTONE[2:]:
        keys.see(cell)
    expect(table.locator("h2")).to_have_text("Your edition, 9 wilds")
    keys.see(CAPSTONE[2])
    keys.guess_in(board)
    keys.more(board.locator('[data-field="wilds"]'))
    expect(table.locator("h2")).to_have_text("Your edition, 10 wilds")
    with page.expect_download() as waiting:
        keys.press(board.locator('[data-deed="save"]'))
    waiting.value.save_as(tmp_path / "design.json")
    assert Design.loads((tmp_path / "design.json").read_text("utf-8")).wilds == 10
    assert violations(board) == []

    page.reload()
    for cell in CAPSTONE:
        keys.see(cell)
    guesses = board.locator('[data-part="table"]').last.locator("tbody tr")
    expect(guesses).to_have_count(1)
    expect(board.locator('[data-field="wilds"]')).to_have_value("10")
    expect(table.locator("h2")).to_have_text("Your edition, 10 wilds")
    keys.press(table.locator('[data-act="draw-deck"]'))
    expect(table.locator("[data-hand-card]")).to_have_count(11)
