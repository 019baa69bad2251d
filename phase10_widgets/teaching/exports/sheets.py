"""The sheets that learners write on, each with its own numbers, and the answer key.

Rendered from ``sheets.j2`` and ``key.j2`` in the ``templates`` folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...languages import ENGLISH
from ...languages.text import Text
from .. import Exercise, Lesson
from .document import Document
from .exercise_text import answer, check_lesson, exercises_on, lettered, mistakes, title

SURE = range(0, 101, 10)
MANY = 5
"""The smallest number of questions for which a sheet leaves less space for each."""
ROOM, LITTLE = 28, 16
"""The space for working out an answer, in millimeters, chosen so that a sheet fits on two pages."""
TO = "\u2013"


def sheets(lesson: Lesson, seeds: Iterable[int] = range(1, 31), language: str = ENGLISH) -> Document:
    """Return a sheet for each seed, each starting on a new page; the same seed always gives the same numbers.

    >>> import phase10_widgets as p10
    >>> p10.handouts.sheets(p10.teaching.lesson(3), range(1, 4)).title
    'Lesson 3: At least one wild?'

    Raises:
        ValueError: the language is unknown, or *lesson* is not a lesson.
    """
    words = Text(language)
    check_lesson(lesson)
    values = {
        "sheets": [_sheet(lesson, seed, words) for seed in seeds],
        "sure": [words.number(f"{sure}%") for sure in SURE],
        "room": ROOM if len(lesson.questions) < MANY else LITTLE,
    }
    return Document(title(lesson, words), "sheets", words, values)


def _sheet(lesson: Lesson, seed: int, words: Text) -> dict[str, Any]:
    name = f"{title(lesson, words)} {words.say('Sheet {number}', number=seed)}"
    questions = [
        {
            "prompt": words.tell(exercise.prompt),
            "choices": list(lettered(exercise, words).values()) if exercise.question.kind == "choice" else [],
            "reflection": words.tell(exercise.reflection),
        }
        for _, exercise in exercises_on(lesson, seed)
    ]
    # A page's footer is a CSS string, so it must not contain a quote or a backslash.
    foot = "".join(sign for sign in name if sign.isalnum() or sign in " .:?!,-")
    return {"number": seed, "name": name, "foot": foot, "questions": questions}


def key(lesson: Lesson, seeds: Iterable[int] = range(1, 31), language: str = ENGLISH) -> Document:
    """Return the answer key for these seeds' sheets, with the mistakes behind wrong answers to each question.

    >>> import phase10_widgets as p10
    >>> p10.handouts.key(p10.teaching.lesson(3), range(1, 4)).title
    'Lesson 3: At least one wild? Key'

    Raises:
        ValueError: the language is unknown, or *lesson* is not a lesson.
    """
    words = Text(language)
    check_lesson(lesson)
    say = words.say
    given = {seed: [exercise for _, exercise in exercises_on(lesson, seed)] for seed in seeds}
    numbers = range(len(lesson.questions)) if given else ()
    values = {
        "head": [say("Sheet"), *(say("Question {n}", n=at + 1) for at in range(len(lesson.questions)))],
        "answers": [(str(seed), *(_short(exercise, words) for exercise in row)) for seed, row in given.items()],
        "questions": [_wrong({seed: row[at] for seed, row in given.items()}, words) for at in numbers],
    }
    return Document(say("{title} Key", title=title(lesson, words)), "key", words, values)


def _short(exercise: Exercise, words: Text) -> str:
    """Return the right answer; for a choice, its letter."""
    text = answer(exercise, words)
    return text.partition(")")[0] if exercise.question.kind == "choice" else text


def _wrong(given: Mapping[int, Exercise], words: Text) -> dict[str, Any]:
    """Return the mistakes behind wrong answers to a question, with one row for all sheets that share them."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for seed, exercise in given.items():
        # Choices are not computed, and their letters are the same on all sheets.
        wrong = () if exercise.question.kind == "choice" else (text for _, text, _ in mistakes(exercise, words))
        alike.setdefault((answer(exercise, words), *wrong), []).append(seed)
    seed, first = next(iter(given.items()))
    found = mistakes(first, words) if first.question.kind != "choice" else []
    names = [words.say("Mistake {letter}", letter=chr(ord("A") + at)) for at in range(len(found))]
    return {
        "mistakes": names,
        "rows": [(runs(same), *values) for values, same in alike.items()],
        "feedback": [f"{name}: {feedback}" for name, (_, _, feedback) in zip(names, found, strict=True)],
        "numbers_of": seed if any("{" in one.feedback for one in first.question.wrong) else None,
    }


def runs(numbers: Sequence[int]) -> str:
    """Return numbers as a compact list.

    >>> runs([1, 2, 3, 7, 9, 10]).replace(TO, "-")
    '1-3, 7, 9, 10'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]}{TO}{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in found)
