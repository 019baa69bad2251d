"""Old questions that come back with new numbers: chosen by age and by the learner's own mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial
from random import Random

from ..lessons import all_numbers
from ..lessons import lesson as lesson_of
from ..progress.progress import DRAWS, Attempt, Progress, Recalled
from .question import Params, Question, Value

RECALLED = 3
"""The number of old questions at the start of a lesson."""
WEAK = 30
"""The days added to the age of a question last answered wrongly; half of them if the right answer came late."""
OLDEST = 60
"""The days after which a question no longer gets more urgent."""


def today() -> int:
    """Return the day as a number."""
    return date.today().toordinal()


def recalled(
    progress: Progress,
    lesson: int,
    questions: Sequence[Question],
    day: int | None = None,
    later: Sequence[Question] = (),
) -> list[Question]:
    """Return the old questions for a lesson's start, the same all day, with numbers that they have not had before.

    A numeric answer is new as well: the learner has not had it for this question, and the lesson that begins
    does not ask for it.

    Args:
        progress: remembers what was chosen.
        lesson: the number of the lesson that begins.
        questions: the questions of the lessons before.
        day: by default, today.
        later: the questions of the lessons after it. Those already tried come back as well.
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
    """Return the ids of the old questions for today; choose them and renew their numbers if the day has just begun.

    Args:
        progress: remembers what was chosen, under *key*.
        key: the name of the lesson or set.
        known: the questions that can be chosen, by their ids.
        day: today.
        choose: returns the ids to ask from now on.
        copies: returns everything that is asked about the question with this id.
        anew: True to choose others even though the day is not over.
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
    """Return the question under another id, which gives it other numbers and answers of its own.

    Args:
        question: the question as its lesson asks it.
        name: the id of the copy.
        progress: the learner's; the copy avoids their numbers in the lesson, and a numeric answer as well.
        others: returns further answers to avoid.
    """
    first = question.params(f"{progress.seed}/0")

    def draw(random: Random) -> Params:
        """Draw numbers that differ from those with which the learner met the question."""
        known = set() if question.kind == "choice" else {question.answer(first), *others()}
        found = drawn = question.draw(random)
        for _ in range(DRAWS):
            if drawn != first:
                found = drawn
                if not known or question.answer(drawn) not in known:
                    break
            drawn = question.draw(random)
        return found

    return replace(question, id=name, draw=draw, interval=False, numbers_of="")


def _answers_had(progress: Progress, question: Question) -> set[Value]:
    """Return the numbers that were the answers when the learner attempted a question: there and in all of its copies.

    It is empty for a choice, which may be right again.
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
    """Return the numbers that a lesson's own questions ask for."""
    asked = lesson_of(number).questions if number in all_numbers() else ()
    return frozenset(one.exercise(f"{seed}/0").answer for one in asked if one.kind != "choice")


def by_urgency(progress: Progress, questions: Iterable[Question], day: int, chance: Random) -> list[str]:
    """Return the ids of the questions, those most worth asking first; chance decides between equals."""
    ranked = sorted(questions, key=lambda question: -_urgency(progress, question, day) - chance.random() / 2)
    return [question.id for question in ranked]


def _copy(question: Question, lesson: int, progress: Progress) -> Question:
    """Return the question under the name that it has in this lesson's warm-up, with other numbers."""
    page = partial(_answers_on_page, lesson, progress.seed)
    return again(question, f"{lesson:02}/recall/{question.id}", progress, page)


def _one_of_each_lesson(ranked: Iterable[str]) -> tuple[str, ...]:
    """Return the ids in the same order, but first one of each lesson."""
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
    """Return how old a question is, in days, with an extra for mistakes; 0 if it was never attempted."""
    own = [attempt for name, attempt in progress.works.items() if name == question.id or _repeats(name, question)]
    attempts = [attempt for attempt in own if _begun(attempt)]
    if not attempts:
        return 0
    latest = max(attempt.day for attempt in attempts)
    age = min(OLDEST, max(0, day - latest)) if latest else OLDEST // 2
    return 1 + age + max(_weakness(attempt) for attempt in attempts if attempt.day == latest)


def _repeats(name: str, question: Question) -> bool:
    """Return True for an attempt at this question, or at the one for its method, in a warm-up or a mixed set."""
    return name.endswith(f"/{question.id}")


def _weakness(attempt: Attempt) -> float:
    if attempt.outcome != "right" or not attempt.right_alone:
        return WEAK
    return WEAK / 2 if len(attempt.answers) > 1 else 0
