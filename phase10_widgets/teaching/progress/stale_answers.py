"""Answers and guesses given before a question changed, as found in files from earlier versions.

A progress file contains each answer as typed and its grade, but not the question's numbers. If an answer would be
graded differently today, the numbers or the rules have changed: the old grade is kept, but does not count for today's
question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...base.translatable import Refusal
from ..exercises.exercise import Exercise, Outcome, Verdict
from .predictions import Prediction


def fits(exercise: Exercise, answers: Sequence[str], outcome: Outcome, error: str) -> bool:
    """Return False if the answers were graded with numbers that differ from this exercise's.

    Args:
        exercise: the question with today's numbers.
        answers: everything that was typed, oldest first.
        outcome: the stored outcome of the answers.
        error: the mistake that was recognized in the last one.
    """
    if outcome == "not attempted" or not answers:
        return True
    *earlier, typed = answers
    last = _verdict(exercise, typed)
    if last is None or last.outcome == "right":
        return last is not None and outcome == "right" and not error
    same = last.error == error
    if outcome == "wrong":
        return same or error not in exercise.question.feedbacks  # no mistake, or one that has a different name today
    return same and any(one is not None and one.outcome == "right" for one in map(partial(_verdict, exercise), earlier))


def guess_fits(exercise: Exercise, made: Prediction) -> bool:
    """Return False if a settled guess would be judged differently today because its numbers or rule have changed."""
    if made.came_true is None:
        return True
    try:
        return exercise.near(made.guess) == made.came_true
    except Refusal:
        return False


def _verdict(exercise: Exercise, typed: str) -> Verdict | None:
    """Return today's verdict on an answer, or None if it cannot be graded."""
    try:
        return exercise.check(typed)
    except Refusal:
        return None
