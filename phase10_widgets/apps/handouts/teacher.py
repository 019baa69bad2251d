"""A lesson's page for its teacher, out of ``templates/handouts/teacher.j2``. It is in English only."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from ...teaching import Exercise, Guide, Lesson
from ...text import Text
from .document import Document
from .exercise_text import answer, asked_on, lettered, mistakes, title
from .standards import GAISE, STANDARDS

SHEET = 1
"""The numbers that the questions have on a teacher's page."""


def teacher_page(lesson: Lesson, sheet: int = SHEET) -> Document:
    """Return what a teacher needs for a lesson: the plan, what to talk about, every question with all its answers.

    Args:
        lesson: the lesson; without a guide its page has the questions only.
        sheet: the numbers of which sheet the questions have.

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
        "questions": [_question(asked, words) for _, asked in asked_on(lesson, sheet)],
        "standards": _standards(lesson),
    }
    return Document(f"{name} For the teacher", "teacher", words, values)


def _plan(guide: Guide) -> list[tuple[str, str]]:
    """The steps with their minutes, from when to when."""
    ends = accumulate(step.minutes for step in guide.plan)
    return [(f"{end - step.minutes}\u2013{end}", step.what) for step, end in zip(guide.plan, ends, strict=True)]


def _standards(lesson: Lesson) -> str:
    codes = sorted({code for question in lesson.questions for code in question.standards})
    told = [f"{code}, {STANDARDS[code]}" if code in STANDARDS else code for code in codes]
    return f"{'; '.join(told)}. {GAISE}"


def _question(asked: Exercise, words: Text) -> dict[str, Any]:
    """Return a question with its answer, the mistakes behind wrong answers, and its hints."""
    question, choice = asked.question, asked.question.kind == "choice"
    return {
        "id": question.id,
        "prompt": words.tell(asked.prompt),
        "choices": list(lettered(asked, words).values()) if choice else [],
        "answer": answer(asked, words),
        "goals": " ".join(question.goals),
        "form": f"{', '.join(question.standards)}. {words.tell(asked.rules)}",
        "wrong": [
            (said, feedback) if choice else (said, name, feedback) for name, said, feedback in mistakes(asked, words)
        ],
        "hints": [words.tell(hint) for hint in asked.hints],
        "solution": words.tell(asked.solution),
        "reflection": words.tell(asked.reflection),
        "model": words.tell(asked.model),
    }
