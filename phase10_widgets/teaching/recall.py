"""Old questions that come back with new numbers: chosen by age and by the learner's own mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from .progress import Progress, Recalled
from .question import Question

RECALLED = 3
"""The number of old questions at the start of a lesson."""
WEAK = 30
"""A question answered wrongly at last counts as so many days older; half as many if the right answer came late."""
OLDEST = 60
"""Days beyond which a question does not get more urgent."""


def today() -> int:
    """Return the day as a number."""
    return date.today().toordinal()


def recalled(progress: Progress, lesson: int, questions: Sequence[Question], day: int | None = None) -> list[Question]:
    """Return the old questions for a lesson's start, the same all day, with numbers that they have not had before.

    Args:
        progress: remembers what was chosen.
        lesson: the number of the lesson that begins.
        questions: the questions of the lessons before.
        day: today, if not given.
    """
    day = today() if day is None else day
    known = {question.id: question for question in questions}
    chosen = progress.recalled.get(f"{lesson:02}")
    if chosen is None or chosen.day < day or not set(chosen.questions) <= set(known):
        names = _most_urgent(progress, lesson, questions, day)
        progress.recalled[f"{lesson:02}"] = Recalled(day, names)
        for name in names:
            copy = _copy(known[name], lesson)
            if progress.work(copy).answers:
                progress.renew(copy)
        chosen = progress.recalled[f"{lesson:02}"]
    return [_copy(known[name], lesson) for name in chosen.questions]


def _copy(question: Question, lesson: int) -> Question:
    """Return the question under another name, which gives it other numbers and answers of its own."""
    return replace(question, id=f"{lesson:02}/recall/{question.id}", interval=False)


def _most_urgent(progress: Progress, lesson: int, questions: Iterable[Question], day: int) -> tuple[str, ...]:
    """Return the ids of the questions most worth asking, at first one of each lesson."""
    chance = Random(f"{progress.seed}/{lesson}/{day}")
    ranked = sorted(questions, key=lambda question: -_urgency(progress, question, day) - chance.random() / 2)
    lessons: set[str] = set()
    first: list[str] = []
    rest: list[str] = []
    for question in ranked:
        number = question.id.partition("/")[0]
        (rest if number in lessons else first).append(question.id)
        lessons.add(number)
    return tuple([*first, *rest][:RECALLED])


def _urgency(progress: Progress, question: Question, day: int) -> float:
    """Return how old a question is, in days, with an extra for mistakes; 0 if it was never attempted."""
    attempts = [
        attempt
        for name, attempt in progress.works.items()
        if name == question.id or name.endswith(f"/recall/{question.id}")
    ]
    attempts = [attempt for attempt in attempts if attempt.answers or attempt.solved]
    if not attempts:
        return 0
    last = max(attempts, key=lambda attempt: attempt.day)
    age = min(OLDEST, max(0, day - last.day)) if last.day else OLDEST // 2
    if last.outcome != "right" or not last.right_alone:
        return 1 + age + WEAK
    return 1 + age + (WEAK / 2 if len(last.answers) > 1 else 0)
