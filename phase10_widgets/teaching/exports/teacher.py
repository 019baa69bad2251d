"""A lesson's page for its teacher, rendered from ``templates/handouts/teacher.j2``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from ...languages import ENGLISH
from ...languages.text import Text
from .. import Exercise, Guide, Lesson, Step, numbers
from .. import lesson as known_lesson
from .curriculum import SCOPE, Scope
from .document import Document
from .exercise_text import answer, check_lesson, exercises_on, lettered, mistakes, names_mistakes, title
from .standards import GAISE_STEPS, GAISE_WORDS, STANDARDS

SHEET = 1
"""The sheet whose numbers appear on a teacher's page."""


def teacher_page(lesson: Lesson, sheet: int = SHEET, language: str = ENGLISH) -> Document:
    """Return a lesson's plan, its discussion topics, and every question with all its answers.

    Args:
        lesson: the lesson; without a guide, its page has only the questions.
        sheet: the sheet whose numbers appear in the questions.
        language: the language's name; a guide missing from that language's catalog is left untranslated.

    >>> from phase10_widgets.teaching import lesson
    >>> teacher_page(lesson(3)).title
    'Lesson 3: At least one wild? For the teacher'

    Raises:
        ValueError: the language is unknown, or *lesson* is not a lesson.
    """
    words = Text(language)
    check_lesson(lesson)
    name = title(lesson, words)
    values = {
        "name": name,
        **guide_values(lesson.guide, words),
        "sheet": sheet,
        "questions": [_question(exercise, words) for _, exercise in exercises_on(lesson, sheet)],
        "standards": standards_of(_named(lesson), _scope(lesson), words),
        "project": None,
    }
    return Document(page_title(name, words), "teacher", words, values)


def page_title(name: str, words: Text) -> str:
    """Return the title of a lesson's teacher page, given the lesson's name."""
    return words.say("{title} For the teacher", title=name)


def guide_values(guide: Guide | None, words: Text) -> dict[str, Any]:
    """Return a guide's values for the template, in the language of *words*."""
    if guide is None:
        return {"guide": None, "plan": []}
    parts = {
        "aim": told(guide.aim, words),
        "before": told(guide.before, words),
        "talks": told_rows(guide.talks, words),
        "misconceptions": told_rows(guide.misconceptions, words),
        "without": told(guide.without, words),
    }
    return {"guide": parts, "plan": plan_of(guide.plan, words)}


def plan_of(steps: Sequence[Step], words: Text) -> list[tuple[str, str]]:
    """Return the steps, each with its first and last minute."""
    ends = accumulate(step.minutes for step in steps)
    spans = (f"{end - step.minutes}\u2013{end}" for step, end in zip(steps, ends, strict=True))
    return list(zip(spans, [told(step.what, words) for step in steps], strict=True))


def told(text: str, words: Text) -> str:
    """Return a guide's text in the language of *words*; braces have no special meaning.

    >>> told("The set {1, 2}", Text("de"))
    'The set {1, 2}'
    """
    return words.say(text.replace("{", "{{").replace("}", "}}"))


def told_rows(rows: Iterable[Iterable[str]], words: Text) -> list[tuple[str, ...]]:
    """Return the rows of a guide's table in the language of *words*."""
    return [tuple(told(text, words) for text in row) for row in rows]


def standards_of(codes: Iterable[str], scope: Scope | None, words: Text) -> str:
    """Describe the Common Core standards that have these codes, and a lesson's place in other curricula."""
    names = [f"{code}, {words.say(STANDARDS[code])}" if code in STANDARDS else code for code in codes]
    return f"{'; '.join(names)}. {_elsewhere(scope, words) if scope else ''}{words.say(GAISE_STEPS)}"


def _named(lesson: Lesson) -> list[str]:
    return sorted({code for question in lesson.questions for code in question.standards})


def _scope(lesson: Lesson) -> Scope | None:
    """Return a lesson's place in the curricula; None for a teacher's own lesson."""
    ours = lesson.number in numbers() and lesson == known_lesson(lesson.number)
    return SCOPE.get(lesson.number) if ours else None


def _elsewhere(scope: Scope, words: Text) -> str:
    steps = [f"{level} {words.say(GAISE_WORDS[step])}" for level, step in map(str.split, scope.gaise)]
    others = words.say(
        "GCSE mathematics: {gcse}. AP Statistics (2020): topics {topics}; skills {skills}. Bildungsstandards, Daten "
        "und Zufall: {kmk}. GAISE II: {gaise}.",
        gcse=", ".join(scope.gcse),
        topics=", ".join(scope.ap),
        skills=", ".join(scope.skills),
        kmk="; ".join(scope.kmk),
        gaise=", ".join(steps),
    )
    return f"{others} "


def _question(exercise: Exercise, words: Text) -> dict[str, Any]:
    """Return a question with its answer, the mistakes behind wrong answers, and its hints."""
    question, choice = exercise.question, exercise.question.kind == "choice"
    named = not choice and names_mistakes(words)
    return {
        "id": question.id,
        "prompt": words.tell(exercise.prompt),
        "choices": list(lettered(exercise, words).values()) if choice else [],
        "answer": answer(exercise, words),
        "goals": " ".join(map(words.say, question.goals)),
        "form": f"{', '.join(question.standards)}. {words.tell(exercise.rules)}",
        "named": named,
        "wrong": [
            (text, name, feedback) if named else (text, feedback) for name, text, feedback in mistakes(exercise, words)
        ],
        "hints": [words.tell(hint) for hint in exercise.hints],
        "solution": words.tell(exercise.solution),
        "reflection": words.tell(exercise.reflection),
        "model": words.tell(exercise.model),
    }
