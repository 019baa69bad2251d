"""A lesson's page for its teacher, rendered from ``templates/handouts/teacher.j2``. It is in English only."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from ...teaching import Exercise, Guide, Lesson, numbers
from ...teaching import lesson as known_lesson
from ...text import Text
from .curriculum import SCOPE
from .document import Document
from .exercise_text import answer, exercises_on, lettered, mistakes, title
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
    """
    words = Text()
    name = title(lesson, words)
    values = {
        "name": name,
        "guide": lesson.guide,
        "plan": _plan(lesson.guide) if lesson.guide else [],
        "sheet": sheet,
        "questions": [_question(exercise, words) for _, exercise in exercises_on(lesson, sheet)],
        "standards": _standards(lesson),
    }
    return Document(f"{name} For the teacher", "teacher", words, values)


def _plan(guide: Guide) -> list[tuple[str, str]]:
    """Return the steps, each with its first and last minute."""
    ends = accumulate(step.minutes for step in guide.plan)
    return [(f"{end - step.minutes}\u2013{end}", step.what) for step, end in zip(guide.plan, ends, strict=True)]


def _standards(lesson: Lesson) -> str:
    codes = sorted({code for question in lesson.questions for code in question.standards})
    names = [f"{code}, {STANDARDS[code]}" if code in STANDARDS else code for code in codes]
    return f"{'; '.join(names)}. {_elsewhere(lesson)}{GAISE_STEPS}"


def _elsewhere(lesson: Lesson) -> str:
    """Return a lesson's place in the other curricula; nothing for a lesson of a teacher's own."""
    if lesson.number not in numbers() or lesson != known_lesson(lesson.number) or lesson.number not in SCOPE:
        return ""
    scope = SCOPE[lesson.number]
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
