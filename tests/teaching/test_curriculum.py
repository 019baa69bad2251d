"""Courses and curricula: the page of the manual is up to date, and every code in it is explained and used."""

from __future__ import annotations

import re

from devtools.generate import curriculum as tool
from devtools.measure import lesson_minutes
from phase10_widgets.teaching import Lesson, lesson, numbers
from phase10_widgets.teaching.course import CAPSTONE, all_before
from phase10_widgets.teaching.exports import curriculum, teacher_page
from phase10_widgets.teaching.exports.curriculum import BRIDGES, COURSES, SCOPE
from phase10_widgets.teaching.exports.standards import STANDARDS
from phase10_widgets.teaching.guide import MINUTES
from tests.faults import every
from tests.repo.pages import code, lesson_page

LISTS = {
    "gcse": curriculum.GCSE,
    "ap": curriculum.AP_TOPICS,
    "skills": curriculum.AP_SKILLS,
    "kmk": curriculum.KMK,
    "gaise": curriculum.GAISE,
}
NAMED = {number: {code for question in lesson(number).questions for code in question.standards} for number in numbers()}
"""The standards of each lesson's questions."""


def said_in(name: str) -> str:
    """Return a page of the manual as one line."""
    return " ".join((tool.PAGE.parent / name).read_text("utf-8").split())


def test_the_manual_is_up_to_date() -> None:
    text = tool.PAGE.read_text("utf-8")
    assert tool.written(text) == text, "run `python -m devtools.generate.curriculum`"
    curricula = text.partition("### Curricula")[2]
    rows = dict(re.findall(r"^\| \[(\d+)\]\(\S+\) \| (.+?) \|", curricula, re.M))
    assert all(set(rows[str(number)].split(", ")) == codes for number, codes in NAMED.items())


def test_every_code_is_explained_and_every_explanation_is_used() -> None:
    for field, explained in LISTS.items():
        used = [code for scope in SCOPE.values() for code in getattr(scope, field)]
        assert set(used) == set(explained)
        assert all(getattr(scope, field) for scope in SCOPE.values())
    levels = [level for scope in SCOPE.values() for level in scope.gaise]
    assert all(re.fullmatch("[ABC] (formulate|collect|analyze|interpret)", level) for level in levels)
    assert set(SCOPE[CAPSTONE].standards).union(*NAMED.values()) <= set(STANDARDS)


@every("number", numbers())
def test_homework_and_check_are_questions_of_the_lesson(number: int) -> None:
    scope = SCOPE[number]
    asked = [*scope.homework, scope.check]
    assert len(asked) == len(set(asked)) > 1, "the check differs from the homework"
    assert set(asked) <= {*range(1, len(lesson(number).questions) + 1)}


@every("weeks", [*COURSES])
def test_a_course_teaches_no_part_twice_and_no_lesson_before_those_it_builds_on(weeks: int) -> None:
    """A lesson that a course omits has a text with the explanation to give instead."""
    taught = [(period.lesson, part) for step in COURSES[weeks] for period in step for part in period.parts]
    assert len(taught) == len(set(taught))
    assert len(COURSES[weeks]) == (5 if weeks == 1 else weeks)
    order = list(dict.fromkeys(number for number, _ in taught))
    missing = {before for at, number in enumerate(order) for before in all_before(number) - set(order[:at])}
    assert missing == set(BRIDGES.get(weeks, {}))
    assert not missing & set(order), "taught, but too late"
    assert all(instead in tool.PAGE.read_text("utf-8") for instead in BRIDGES.get(weeks, {}).values())
    if weeks == 12:
        assert set(taught) == {(number, part) for number in SCOPE for part in tool.every_part(number)}
        assert {*numbers(), CAPSTONE} <= set(SCOPE)


@every("language, weeks", [(language, weeks) for language in ("en", "de") for weeks in COURSES])
def test_a_period_has_time_for_its_parts(language: str, weeks: int) -> None:
    """The warm-up, which opens part 1, is not counted, as the manual says."""
    for period in (period for step in COURSES[weeks] for period in step):
        took = lesson_minutes.parts(lesson_page(period.lesson, language))
        warm_up = lesson_minutes.MINUTES["recall"] if 1 in period.parts else 0
        assert sum(took[part - 1] for part in period.parts) - warm_up <= MINUTES, period


def test_the_manual_names_the_lessons_with_the_learners_own_rounds() -> None:
    opening = [number for number in numbers() if "learner.hands(" in code(lesson_page(number, "en"))]
    assert opening == [3, 7, 8, 10, 12, 13, 14, 15]
    assert "Lessons 3, 7, 8, 10 and 12 to 15 use them" in said_in("lessons.md")
    said = "Lessons 3, 7, 8, 10 and 12 each ask one question about a learner's own rounds, and lessons 13, 14 and 15"
    assert said in said_in("teach.md")


def test_a_teachers_page_names_the_other_curricula_for_our_lessons_alone() -> None:
    ours = teacher_page(lesson(3)).markdown()
    assert all(text in ours for text in ("GCSE mathematics: P4, P8.", "GAISE II: B collect, B analyze."))
    own = Lesson(3, "Sixes", lesson(3).questions)
    assert not re.search("GCSE|GAISE II:", teacher_page(own).markdown())
