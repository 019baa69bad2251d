"""All lesson questions with the numbers for many seeds, computed once for all tests."""

from __future__ import annotations

from functools import cache

from phase10_widgets.teaching import Exercise, Question, lesson, numbers

SEEDS = range(200)
QUESTIONS = [question for number in numbers() for question in lesson(number).questions]
BY_ID = {question.id: question for question in QUESTIONS}


AT_LEVELS = {
    f"{question.id} {level:+}" if level else question.id: (question, level)
    for question in QUESTIONS
    for level in question.levels
}
"""Each question with each of its levels, by name."""


@cache
def versions(question: Question, level: int = 0) -> list[Exercise]:
    """Return an exercise for each set of numbers that the seeds produce at a level."""
    return list({repr(sorted((one := question.exercise(seed, level)).params.items())): one for seed in SEEDS}.values())
