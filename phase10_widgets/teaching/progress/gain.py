"""The gain of a class: how many more questions it answers right in the posttest than in the pretest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from ...arena.intervals import student
from ..exercises.pretest import POSTTEST, PRETEST, questions_in
from ..exercises.question import Question
from .progress import Progress

FEWEST = 12
"""The number of learners below which there is no interval."""
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Gain:
    """The results of learners who took both tests, in one question or in all of them.

    >>> Gain.of([0, 1, 0, 0], [1, 1, 0, 1])
    Gain(learners=4, before=0.25, after=0.75, low=None, high=None)
    """

    learners: int
    before: float
    """The mean share of right answers in the pretest, from 0 to 1."""
    after: float
    """The mean share of right answers in the posttest, from 0 to 1."""
    low: float | None
    """The lower end of the 95% interval for the gain; None if there are fewer than 12 learners, or if all gained the
    same."""
    high: float | None
    """The upper end of that interval, or None."""

    @property
    def gain(self) -> float:
        """The difference between the means, from -1 to 1."""
        return self.after - self.before

    @classmethod
    def of(cls, before: Sequence[float], after: Sequence[float]) -> Gain:
        """Compare the shares of right answers of the same learners, in the same order.

        The interval is Student's for paired differences: learners vary, and each is compared with themselves.

        Raises:
            ValueError: there are no learners, or not equally many in both tests.
        """
        gains = [late - early for early, late in zip(before, after, strict=True)]
        if not gains:
            raise ValueError("a gain needs at least one learner")
        found = cls(len(gains), mean(before), mean(after), None, None)
        spread = stdev(gains) if len(gains) >= FEWEST else 0.0
        if not spread:
            return found
        most = student(CONFIDENCE, len(gains) - 1) * spread / sqrt(len(gains))
        return cls(found.learners, found.before, found.after, found.gain - most, found.gain + most)


@dataclass(frozen=True, slots=True)
class QuestionGain:
    """A question of a test, and the class's gain in it."""

    question: Question
    """The question as the posttest asks it."""
    gain: Gain


def gains(people: Iterable[Progress], scope: str) -> tuple[Gain | None, list[QuestionGain]]:
    """Return the gain in a whole test, and in each of its questions.

    A question counts for the learners who dealt with it in both tests; "I do not know" counts as not right. The whole
    test counts for those who dealt with all questions in both; it is None if nobody did.

    Args:
        people: the learners' progress.
        scope: the test's name, such as "course" or "03-05-06".
    """
    people = list(people)
    marks = [_marks(one, scope) for one in people]
    asked = questions_in(Progress(), POSTTEST, scope)
    whole = [mark for mark in marks if all(pair is not None for pair in mark)]
    pairs = [[mean(pair[at] for pair in mark if pair is not None) for mark in whole] for at in (0, 1)]
    rows = []
    for at, question in enumerate(asked):
        both = [mark[at] for mark in marks]
        known = [pair for pair in both if pair is not None]
        if known:
            rows.append(QuestionGain(question, Gain.of(*zip(*known, strict=True))))
    return Gain.of(*pairs) if whole else None, rows


def _marks(progress: Progress, scope: str) -> list[tuple[bool, bool] | None]:
    """Return for each question whether it was right before and after, or None if one of the two is missing."""
    tests = [[_mark(progress, one) for one in questions_in(progress, when, scope)] for when in (PRETEST, POSTTEST)]
    return [None if before is None or after is None else (before, after) for before, after in zip(*tests, strict=True)]


def _mark(progress: Progress, question: Question) -> bool | None:
    """Return whether the answer is right; None if there is none, or if the question has changed since."""
    attempt = progress.work(question)
    if not (attempt.answers or attempt.solved) or not progress.fits(progress.exercise(question)):
        return None
    return attempt.outcome == "right"
