"""A lesson's questions with one sheet's numbers, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from ...base.translatable import NumberText, Reason, Sentence
from ...languages import ENGLISH
from ...languages.text import Text
from .. import Exercise, Lesson, Progress, Summary


def check_lesson(given: object) -> None:
    """Raise ValueError unless this is a lesson."""
    if not isinstance(given, Lesson):
        raise ValueError(f"{given!r:.40} is not a lesson; give one, such as lesson(3)")


def check_summary(given: object) -> None:
    """Raise ValueError unless this is a class summary."""
    if not isinstance(given, Summary):
        raise ValueError(f"{given!r:.40} is not a summary; give one, such as summary(files)")


def exercises_on(lesson: Lesson, sheet: int) -> Iterator[tuple[int, Exercise]]:
    """Return a sheet's exercises, numbered from 1; they are the same as with ``Progress(seed=sheet)``."""
    progress = Progress(seed=sheet)
    return enumerate(map(progress.exercise, lesson.questions), 1)


def title(lesson: Lesson, words: Text) -> str:
    """Return a lesson's number and name."""
    return words.say("Lesson {number}: {title}", number=lesson.number, title=words.say(lesson.title))


def written(value: Sentence | NumberText, words: Text) -> str:
    """Return a sentence, or a number, as written in this language."""
    return words.tell(value) if isinstance(value, Sentence) else words.number(value)


def lettered(exercise: Exercise, words: Text) -> dict[str, str]:
    """Return the choices by id, each with the letter that selects it."""
    rows = zip(ascii_lowercase, exercise.choices.items(), strict=False)
    return {name: f"{letter}) {words.tell(choice)}" for letter, (name, choice) in rows}


def answer(exercise: Exercise, words: Text) -> str:
    """Return the right answer as text."""
    if isinstance(exercise.answer, str):
        return lettered(exercise, words)[exercise.answer]
    return written(exercise.answer_text, words)


def mistakes(exercise: Exercise, words: Text) -> list[tuple[str, str, str]]:
    """Return the id of each known mistake, the wrong answer it produces, and the feedback on it."""
    if exercise.question.kind == "choice":
        found = [(name, text) for name, text in lettered(exercise, words).items() if name != exercise.answer]
    else:
        found = [(name, written(exercise.said(value), words)) for name, value in exercise.wrong.items()]
    return [(name, text, words.tell(exercise.feedback(name))) for name, text in found]


def reasons(rows: Iterable[tuple[str, Reason]], words: Text) -> list[tuple[str, str]]:
    """Return table rows, each with a missing item and the reason it is missing."""
    return [(name, _reason(why, words)) for name, why in rows]


def _reason(why: Reason, words: Text) -> str:
    if words.language.name == ENGLISH:
        return str(why)
    return words.tell(why.said) if isinstance(why.said, Sentence) else words.say(why.said.template, **why.said.parts)


def names_mistakes(words: Text) -> bool:
    """Return True if a page in this language shows the names of mistakes, which exist only in English."""
    return words.language.name == ENGLISH
