"""The course: prerequisites, the places of its notebooks, and where a learner continues."""

from __future__ import annotations

import re
from itertools import product

from phase10_widgets import languages, teaching
from phase10_widgets.base.translatable import Sentence
from phase10_widgets.teaching import Progress, course, lesson
from phase10_widgets.teaching.code.code_task import CodeVerdict
from phase10_widgets.teaching.course import CAPSTONE, COURSE, OWN, Next, next_step
from phase10_widgets.teaching.exercises.exercise import Outcome
from phase10_widgets.teaching.figures.design import DRAFT
from phase10_widgets.teaching.progress.design_work import DesignWork
from tests.faults import every
from tests.repo.pages import cells, folder, lesson_page, prose, source


def answered(progress: Progress, number: int, at: int) -> None:
    """Let the learner answer a question of a lesson correctly; *at* counts from 1."""
    exercise = progress.exercise(lesson(number).questions[at - 1])
    assert progress.answer(exercise, str(exercise.answer)).outcome == "right"


def test_each_lesson_builds_on_earlier_ones() -> None:
    assert list(COURSE) == [*teaching.numbers(), course.CAPSTONE]
    for number, stage in COURSE.items():
        assert all(before < number for before in stage.after)
        assert bool(stage.after) == (number > 1)
        assert course.title(number)


MENTIONED = {
    5: {6},  # where its last question continues
    9: {6},  # an aside: others see what you take
    12: {10},  # its cell repeats the climb from step to step
    16: {9},  # the mixed set of lessons 9 to 16
}
"""The lessons that a page mentions without needing them."""


@every("language, number", [*product(languages.names(), COURSE)])
def test_a_page_draws_only_on_lessons_that_it_builds_on(language: str, number: int) -> None:
    text = prose(lesson_page(number, language))
    places = re.findall(r"(?:[Ll]essons?|Lektion(?:en)?)((?:(?: |, | and | und )\d+)+)", text)
    named = {int(name) for place in places for name in re.findall(r"\d+", place)} - {number}
    assert named - course.all_before(number) <= MENTIONED.get(number, set())


def test_the_index_says_what_each_lesson_builds_on() -> None:
    for language in languages.names():
        rows = re.findall(r"(?m)^\| (\w+) \|.*\| ([\d, ]+|\u2013) \|$", prose(folder(language) / "index.ipynb"))
        stages = {**{str(number): stage for number, stage in COURSE.items()}, **course.MIXED}
        assert dict(rows) == {name: ", ".join(map(str, stage.after)) or "\u2013" for name, stage in stages.items()}


def test_the_index_begins_with_the_continue_button() -> None:
    for language in languages.names():
        first, button = cells(folder(language) / "index.ipynb")[:2]
        assert "|" not in source(first)
        assert button["cell_type"] == "code"
        assert "Learner(" in source(button)


def test_each_lesson_has_its_notebook() -> None:
    for language in languages.names():
        there = {path.stem for path in folder(language).glob("*.ipynb")}
        assert {stage.notebooks[language] for stage in COURSE.values()} == {name for name in there if name[0].isdigit()}
        assert {stage.notebooks[language] for stage in course.MIXED.values()} <= there


def test_a_learner_continues_after_the_last_answer() -> None:
    progress = Progress(seed=1)
    assert next_step(progress) == Next(1)
    answered(progress, 3, 1)
    assert next_step(progress) == Next(3, 4, begun=True)  # the first part with another question
    for at in range(2, len(lesson(3).questions) + 1):
        answered(progress, 3, at)
    assert next_step(progress) == Next(1)


def test_a_finished_course_has_no_next_step() -> None:
    progress = Progress(seed=1)
    for number in teaching.numbers():
        for question in lesson(number).questions:
            progress.solution(progress.exercise(question))
    assert next_step(progress) == Next(CAPSTONE)
    progress.keep_design(OWN, DesignWork(8, DRAFT, right=9))
    assert next_step(progress) == Next(CAPSTONE, 4, begun=True)
    progress.keep_design(OWN, DesignWork(8, DRAFT, right=10))
    assert next_step(progress) is None


def code(progress: Progress, number: int, outcome: Outcome) -> None:
    """Let the learner run the code of a lesson."""
    task = lesson(number).task
    assert task is not None
    progress.ran(task, "return 1", CodeVerdict(outcome, Sentence("judged")))


LEFT: list[tuple[int, tuple[str, ...], int, str]] = [
    (7, (), 1, "nothing is done"),
    (7, ("guess small-series",), 2, "the guess ends part 1, and its answer belongs to part 3"),
    (7, ("guess small-series", "answer small-series"), 4, "part 3 ends with the answer"),
    (7, ("guess small-series", "answer small-series", "wrong due"), 4, "a mistake"),
    (7, ("guess small-series", "answer small-series", "answer due"), 5, "the question ends part 4"),
    (7, ("guess small-series", "wrong code"), 5, "the code is not right yet"),
    (7, ("guess small-series", "right code"), 5, "a question is in part 5, too"),
    (7, ("answer error", "answer due"), 6, "part 5 is done, and what came before was left out"),
    (7, ("answer at-least-once",), 1, "at the end of the page, the first question is still open"),
    (5, ("answer given-one",), 1, "answering a question at once does not skip the parts between"),
    (8, ("guess cost",), 2, "part 1 ends with a guess"),
    (8, ("guess cost", "answer cost"), 4, "part 3 ends with its answer"),
    (5, ("guess given-one",), 1, "the other guess is in the same part"),
    (5, ("guess given-one", "guess first-wild"), 2, "part 2 begins without a question"),
    (15, ("guess again",), 2, "part 2 has another question"),
    (15, ("guess again", "answer blame"), 3, "part 2 is done"),
    (1, ("guess which-group",), 1, "it is answered where it is guessed"),
    (3, ("guess at-least-one",), 2, "the guess ends part 1, and its answer belongs to part 3"),
]


@every("number, did, part, why", LEFT)
def test_a_learner_continues_in_the_part_they_left(number: int, did: tuple[str, ...], part: int, why: str) -> None:
    progress = Progress(seed=1)
    for act in did:
        verb, _, name = act.partition(" ")
        if name == "code":
            code(progress, number, "right" if verb == "right" else "wrong")
            continue
        exercise = progress.exercise(lesson(number).question(name))
        if verb == "guess":
            progress.predict(exercise, str(next(iter(exercise.choices), "0.5")), 0.5)
        elif verb == "answer":
            progress.solution(exercise)
        else:
            wrong = next((name for name in exercise.choices if name != exercise.answer), "1/1000003")
            assert progress.answer(exercise, wrong).outcome == "wrong"
    assert course.part_to_go_on(progress, number) == part, why
    if did:
        assert next_step(progress) == Next(number, part, begun=True), why
