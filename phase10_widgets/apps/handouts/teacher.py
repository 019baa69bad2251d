"""A lesson's page for its teacher, rendered from ``templates/handouts/teacher.j2``. It is in English only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from ...teaching import Exercise, Lesson, Step, numbers
from ...teaching import lesson as known_lesson
from ...text import Text
from .curriculum import SCOPE, Scope
from .document import Document
from .exercise_text import answer, check_lesson, exercises_on, lettered, mistakes, title
from .standards import GAISE_STEPS, STANDARDS

SHEET = 1
"""The sheet whose numbers a teacher's page shows."""


def teacher_page(lesson: Lesson, sheet: int = SHEET) -> Document:
    """Return a lesson's plan, its topics to discuss, and every question with all its answers.

    Args:
        lesson: the lesson; without a guide, its page has only the questions.
        sheet: the sheet whose numbers the questions have.

    >>> from phase10_widgets.teaching import lesson
    >>> teacher_page(lesson(3)).title
    'Lesson 3: At least one wild? For the teacher'

    Raises:
        ValueError: *lesson* is no lesson.
    """
    words = Text()
    check_lesson(lesson)
    name = title(lesson, words)
    values = {
        "name": name,
        "guide": lesson.guide,
        "plan": plan_of(lesson.guide.plan) if lesson.guide else [],
        "sheet": sheet,
        "questions": [_question(exercise, words) for _, exercise in exercises_on(lesson, sheet)],
        "standards": standards_of(_named(lesson), _scope(lesson)),
        "project": None,
    }
    return Document(f"{name} For the teacher", "teacher", words, values)


def plan_of(steps: Sequence[Step]) -> list[tuple[str, str]]:
    """Return the steps, each with its first and last minute."""
    ends = accumulate(step.minutes for step in steps)
    return [(f"{end - step.minutes}\u2013{end}", step.what) for step, end in zip(steps, ends, strict=True)]


def standards_of(codes: Iterable[str], scope: Scope | None) -> str:
    """Return the Common Core standards with these codes in words, and a lesson's place in the other curricula."""
    names = [f"{code}, {STANDARDS[code]}" if code in STANDARDS else code for code in codes]
    return f"{'; '.join(names)}. {_elsewhere(scope) if scope else ''}{GAISE_STEPS}"


def _named(lesson: Lesson) -> list[str]:
    return sorted({code for question in lesson.questions for code in question.standards})


def _scope(lesson: Lesson) -> Scope | None:
    """Return a lesson's place in the curricula; None for a lesson of a teacher's own."""
    ours = lesson.number in numbers() and lesson == known_lesson(lesson.number)
    return SCOPE.get(lesson.number) if ours else None


def _elsewhere(scope: Scope) -> str:
    return (
        f"GCSE mathematics: {', '.join(scope.gcse)}. AP Statistics (2020): topics {', '.join(scope.ap)}; skills "
        f"{', '.join(scope.skills)}. Bildungsstandards, Daten und Zufall: {'; '.join(scope.kmk)}. "
        f"GAISE II: {', '.join(scope.gaise)}. "
    )


def _question(exercise: Exercise, words: Text) -> dict[str, Any]:
    """Return a question with its answer, the mistakes behind wrong answers, and its hints."""
    question, choice = exercise.question, exercise.question.kind == "choice"
    return {
        "id": question.id,
        "prompt": words.tell(exercise.prompt),
        "choices": list(lettered(exercise, words).values()) if choice else [],
        "answer": answer(exercise, words),
        "goals": " ".join(question.goals),
        "form": f"{', '.join(question.standards)}. {words.tell(exercise.rules)}",
        "wrong": [
            (text, feedback) if choice else (text, name, feedback) for name, text, feedback in mistakes(exercise, words)
        ],
        "hints": [words.tell(hint) for hint in exercise.hints],
        "solution": words.tell(exercise.solution),
        "reflection": words.tell(exercise.reflection),
        "model": words.tell(exercise.model),
    }
