"""A lesson's questions with the numbers of one sheet, in words."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from ...core.messages import NumberText, Sentence
from ...teaching import Exercise, Lesson, Progress
from ...text import Text

ALONE = "{number}"
"""A number that is a whole text."""


def asked_on(lesson: Lesson, sheet: int) -> Iterator[tuple[int, Exercise]]:
    """The questions of a sheet, from 1: those that ``Progress(seed=sheet)`` asks, too."""
    progress = Progress(seed=sheet)
    return enumerate(map(progress.exercise, lesson.questions), 1)


def title(lesson: Lesson, words: Text) -> str:
    """A lesson's number and name."""
    return words.say("Lesson {number}: {title}", number=lesson.number, title=words.say(lesson.title))


def written(value: Sentence | NumberText, words: Text) -> str:
    """A number as it is written in this language, or a sentence."""
    return words.tell(value) if isinstance(value, Sentence) else words.say(ALONE, number=value)


def lettered(asked: Exercise, words: Text) -> dict[str, str]:
    """The choices by id, with the letter by which they may be answered."""
    told = zip(ascii_lowercase, asked.choices.items(), strict=False)
    return {name: f"{letter}) {words.tell(said)}" for letter, (name, said) in told}


def answer(asked: Exercise, words: Text) -> str:
    """The right answer as it is written."""
    if isinstance(asked.answer, str):
        return lettered(asked, words)[asked.answer]
    return written(asked.answer_text, words)


def mistakes(asked: Exercise, words: Text) -> list[tuple[str, str, str]]:
    """Return the wrong answers that known mistakes lead to: the mistake's id, the answer, the feedback."""
    if asked.question.kind == "choice":
        found = [(name, said) for name, said in lettered(asked, words).items() if name != asked.answer]
    else:
        found = [(name, written(asked.said(value), words)) for name, value in asked.wrong.items()]
    return [(name, said, words.tell(asked.feedback(name))) for name, said in found]
