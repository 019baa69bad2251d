"""Old questions repeated with new numbers, chosen by age and by the learner's mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial
from random import Random

from ..lessons import all_numbers
from ..lessons import lesson as lesson_of
from ..progress.attempt import Attempt, Recalled
from ..progress.progress import DRAWS, Progress
from .question import Params, Question, Value

RECALLED = 2
"""The number of old questions in a lesson's warm-up."""
WEAK = 30
"""The number of days added to a question's age after a wrong answer (half as many if success took several tries)."""
OLDEST = 60
"""The number of days after which a question stops becoming more urgent."""


def today() -> int:
    """Return today's date as a number."""
    return date.today().toordinal()


def recalled(
    progress: Progress,
    lesson: int,
    questions: Sequence[Question],
    day: int | None = None,
    later: Sequence[Question] = (),
) -> list[Question]:
    """Return the old questions for the start of a lesson, with new numbers; they stay the same all day.

    Numeric answers are new, too: none of them was right for any version of the question that the learner tried, and
    the lesson being started does not ask for them.

    Args:
        progress: the learner's progress, which stores the choice.
        lesson: the number of the lesson being started.
        questions: the questions from earlier lessons.
        day: the day; today by default.
        later: the questions from later lessons; those already tried are repeated as well.
    """
    day = today() if day is None else day
    tried = [question for question in later if _begun(progress.work(question))]
    known = {question.id: question for question in (*questions, *tried)}

    def choose() -> tuple[str, ...]:
        ranked = by_urgency(progress, known.values(), day, Random(f"{progress.seed}/{lesson}/{day}"))
        return _one_of_each_lesson(ranked)[:RECALLED]

    def copies(name: str) -> tuple[Question, ...]:
        return (_copy(known[name], lesson, progress),)

    names = chosen_today(progress, f"{lesson:02}", known, day, choose, copies)
    return [_copy(known[name], lesson, progress) for name in names]


def chosen_today(
    progress: Progress,
    key: str,
    known: Mapping[str, Question],
    day: int,
    choose: Callable[[], tuple[str, ...]],
    copies: Callable[[str], Iterable[Question]],
    *,
    anew: bool = False,
) -> tuple[str, ...]:
    """Return the ids of today's old questions; choose them and give them new numbers if a new day has begun.

    Args:
        progress: the learner's progress, which stores the choice under *key*.
        key: the name of the lesson or set.
        known: the questions that can be chosen, keyed by id.
        day: today.
        choose: a function that returns the ids of the questions to ask from now on.
        copies: a function that returns the questions asked in place of the one with this id.
        anew: True to choose different questions even if the day is not over.
    """
    kept = progress.recalled.get(key)
    if anew or kept is None or kept.day < day or not set(kept.questions) <= set(known):
        kept = Recalled(day, choose())
        progress.recalled[key] = kept
        for name in kept.questions:
            had = _answers_had(progress, known[name])
            for copy in copies(name):
                if _begun(progress.work(copy)) or (had and progress.exercise(copy).answer in had):
                    progress.renew(copy, had)
    return kept.questions


def again(
    question: Question, name: str, progress: Progress, others: Callable[[], Collection[Value]] = tuple
) -> Question:
    """Return the question under a different id, so that it has different numbers and separate answers.

    Args:
        question: the question as its lesson asks it.
        name: the id of the copy.
        progress: the learner's progress; the copy avoids the numbers used in the lesson and, if the answer is
            a number, that answer.
        others: a function that returns further answers to avoid.
    """
    first = question.params(f"{progress.seed}/0")

    def draw(random: Random) -> Params:
        """Draw numbers that differ from those that the learner has seen in the question."""
        known = set() if question.kind == "choice" else {question.answer(first), *others()}
        found = drawn = question.drawn(random)
        for _ in range(DRAWS):
            if drawn != first:
                found = drawn
                if not known or question.answer(drawn) not in known:
                    break
            drawn = question.drawn(random)
        return found

    return replace(question, id=name, draw=draw, interval=False, numbers_of="")


def _answers_had(progress: Progress, question: Question) -> set[Value]:
    """Return the right answers to all versions of a question that the learner attempted, in its lesson or as a copy.

    The result is empty for a choice question, because the same choice may be right again.
    """
    if question.kind == "choice":
        return set()
    own = (question,) if _begun(progress.work(question)) else ()
    had: set[Value] = {progress.exercise(one).answer for one in own}
    for name, attempt in progress.works.items():
        if _begun(attempt) and (warm_up := re.fullmatch(rf"(\d+)/recall/{re.escape(question.id)}", name)):
            had.add(progress.exercise(_copy(question, int(warm_up[1]), progress)).answer)
        elif _begun(attempt) and re.fullmatch(rf"\w+/mixed/{re.escape(question.id)}", name):
            had.add(progress.exercise(again(question, name, progress)).answer)
    return had


@lru_cache
def _answers_on_page(number: int, seed: int | str) -> frozenset[Value]:
    """Return the numeric answers to a lesson's own questions."""
    asked = lesson_of(number).questions if number in all_numbers() else ()
    return frozenset(one.exercise(f"{seed}/0").answer for one in asked if one.kind != "choice")


def by_urgency(progress: Progress, questions: Iterable[Question], day: int, chance: Random) -> list[str]:
    """Return the question ids, starting with those most worth asking; ties are broken at random."""
    ranked = sorted(questions, key=lambda question: -_urgency(progress, question, day) - chance.random() / 2)
    return [question.id for question in ranked]


def _copy(question: Question, lesson: int, progress: Progress) -> Question:
    """Return the question under the name that it has in this lesson's warm-up, with different numbers."""
    page = partial(_answers_on_page, lesson, progress.seed)
    return again(question, f"{lesson:02}/recall/{question.id}", progress, page)


def _one_of_each_lesson(ranked: Iterable[str]) -> tuple[str, ...]:
    """Return the ids in the same order, but starting with one from each lesson."""
    lessons: set[str] = set()
    first: list[str] = []
    rest: list[str] = []
    for name in ranked:
        number = name.partition("/")[0]
        (rest if number in lessons else first).append(name)
        lessons.add(number)
    return (*first, *rest)


def _begun(attempt: Attempt) -> bool:
    return bool(attempt.answers or attempt.solved)


def _urgency(progress: Progress, question: Question, day: int) -> float:
    """Return a question's age in days, with extra days for mistakes; 0 if it was never attempted."""
    own = [attempt for name, attempt in progress.works.items() if name == question.id or _repeats(name, question)]
    attempts = [attempt for attempt in own if _begun(attempt)]
    if not attempts:
        return 0
    latest = max(attempt.day for attempt in attempts)
    age = min(OLDEST, max(0, day - latest)) if latest else OLDEST // 2
    return 1 + age + max(_weakness(attempt) for attempt in attempts if attempt.day == latest)


def _repeats(name: str, question: Question) -> bool:
    """Return True for an attempt at this question, or at the one about its method, in a warm-up or a mixed set."""
    return name.endswith(f"/{question.id}")


def _weakness(attempt: Attempt) -> float:
    if attempt.outcome != "right" or not attempt.right_alone:
        return WEAK
    first = attempt.first_here
    tried = len(attempt.answers) > 1 if first is None else first.outcome == "wrong"
    return WEAK / 2 if tried else 0
