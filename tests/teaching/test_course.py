"""The course: what builds on what, where its notebooks are, and where a learner goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from phase10_widgets import languages, teaching
from phase10_widgets.teaching import Progress, course, lesson
from phase10_widgets.teaching.course import CAPSTONE, COURSE, Next, next_step
from phase10_widgets.teaching.design_work import OWN, DesignWork
from phase10_widgets.widgets.figures.design import DRAFT

LESSONS = Path(__file__).parents[2] / "lessons"


def answered(progress: Progress, number: int, at: int) -> None:
    """Let the learner answer a question of a lesson correctly; *at* counts from 1."""
    exercise = progress.exercise(lesson(number).questions[at - 1])
    answer = exercise.answer
    assert progress.answer(exercise, str(answer)).outcome == "right"


def test_each_lesson_builds_on_earlier_ones() -> None:
    assert list(COURSE) == [*teaching.numbers(), course.CAPSTONE]
    for number, stage in COURSE.items():
        assert all(before < number for before in stage.after)
        assert bool(stage.after) == (number > 1)
        assert course.title(number)


@pytest.mark.parametrize("language", languages.names())
def test_each_lesson_has_its_notebook(language: str) -> None:
    folder = LESSONS if language == languages.ENGLISH else LESSONS / language
    named = {f"{stage.notebooks[language]}.ipynb" for stage in COURSE.values()}
    moved = f"{course.MOVED[language]}.ipynb"
    assert named | {moved} == {path.name for path in folder.glob("[0-9]*.ipynb")}
    assert f"{COURSE[course.CAPSTONE].notebooks[language]}.ipynb" in (folder / moved).read_text("utf-8")
    assert all((folder / f"{stage.notebooks[language]}.ipynb").is_file() for stage in course.MIXED.values())


def test_a_learner_goes_on_where_the_last_answer_was() -> None:
    progress = Progress(seed=1)
    assert next_step(progress) == Next(1, 0)
    answered(progress, 3, 1)
    assert next_step(progress) == Next(3, 2, begun=True)
    for at in range(2, len(lesson(3).questions) + 1):
        answered(progress, 3, at)
    assert next_step(progress) == Next(1, 0)


def test_after_everything_there_is_nothing_to_go_on_with() -> None:
    progress = Progress(seed=1)
    for number in teaching.numbers():
        for question in lesson(number).questions:
            progress.solution(progress.exercise(question))
    assert next_step(progress) == Next(CAPSTONE, 0)
    progress.keep_design(OWN, DesignWork(8, DRAFT, right=9))
    assert next_step(progress) == Next(CAPSTONE, 0, begun=True)
    progress.keep_design(OWN, DesignWork(8, DRAFT, right=10))
    assert next_step(progress) is None


def test_a_learner_goes_on_with_the_capstone_that_was_begun() -> None:
    progress = Progress(seed=1)
    answered(progress, 3, 1)
    progress.keep_design("capstone/draft", DesignWork(8, DRAFT, guess=5, right=9))
    assert next_step(progress) == Next(CAPSTONE, 0, begun=True)
    progress.keep_design(OWN, DesignWork(8, DRAFT, right=10))
    assert next_step(progress) == Next(3, 2, begun=True)
