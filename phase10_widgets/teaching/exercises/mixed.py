"""Mixed sets: old questions from many lessons, each preceded by a question about which method fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from random import Random

from ...base.translatable import phrase
from ..lessons import lesson
from ..progress.progress import Progress
from .method_fits import FITS
from .methods import METHODS
from .question import Choice, Question, Reflection
from .recall import again, by_urgency, chosen_today, today

SETS = {"A": range(1, 7), "B": range(1, 13), "C": range(9, 17)}
"""The lessons that each set draws on, keyed by set name."""
SIZE = 6
"""The number of questions in a set."""
MOST_ALIKE = 2
"""The maximum number of questions from one lesson or with one method."""
ASKED, METHOD = "mixed", "method"
"""The parts of an id that mark a question in a set and the question about its method."""


def mixed(progress: Progress, name: str, day: int | None = None, *, anew: bool = False) -> list[Question]:
    """Return a mixed set's questions with new numbers; both stay the same all day.

    >>> [question.id for question in mixed(Progress(seed=1), "A", day=738_000)][:2]
    ['A/mixed/01/longer-run', 'A/mixed/01/page']

    Args:
        progress: the learner's progress, which stores the questions chosen.
        name: "A" (lessons 1 to 6), "B" (lessons 1 to 12) or "C" (lessons 9 to 16).
        day: the day; today by default.
        anew: True to replace the current questions even if the day is not over.

    Raises:
        ValueError: the set is unknown.
    """
    day, pool = today() if day is None else day, _pool(name)
    before = progress.recalled[name].questions if name in progress.recalled else ()

    def choose() -> tuple[str, ...]:
        chance = Random(f"{progress.seed}/{name}/{day}/{before}")
        ranked = by_urgency(progress, pool.values(), day, chance)
        if anew:
            ranked.sort(key=before.__contains__)
        found = _varied(ranked)
        chance.shuffle(found)
        return tuple(found)

    def copies(old: str) -> tuple[Question, Question]:
        copy = _copy(pool[old], name, progress)
        return copy, method_question(copy, progress)

    names = chosen_today(progress, name, pool, day, choose, copies, anew=anew)
    return [_copy(pool[old], name, progress) for old in names]


def opened(progress: Progress, name: str) -> list[Question]:
    """Return the most recently chosen questions in a set; empty if it was never opened."""
    pool = _pool(name)
    chosen = progress.recalled[name].questions if name in progress.recalled else ()
    return [_copy(pool[old], name, progress) for old in chosen if old in pool]


def method_question(question: Question, progress: Progress) -> Question:
    """Return the question that asks which method fits a question in a set, with the same numbers."""
    found = FITS[old_id(question)]
    return Question(
        id=question.id.replace(f"/{ASKED}/", f"/{METHOD}/", 1),
        kind="choice",
        prompt=phrase("{question} Which method fits?"),
        draw=lambda _: progress.exercise(question).params,
        shown=lambda p: {**question.shown(p), "question": progress.exercise(question).prompt},
        answer=lambda _: found.right,
        choices=tuple(Choice(one, METHODS[one], found.wrong.get(one, found.why)) for one in found.choices),
        hints=(
            phrase("What is it about: a number of ways, a chance, an average, or how far luck can go?"),
            phrase("Does anything come back or start over? Do you know something already that rules cases out?"),
            phrase("Say in one sentence what each of these methods would find. One of the sentences is your question."),
        ),
        solution=found.why,
        experiment=_no_experiment,
        reads=lambda p, value: found.right,
        tries=False,
        reflect=Reflection(phrase("Which words of the question told you the method?"), found.why),
        tested=True,
    )


def old_id(question: Question) -> str:
    """Return the id that a set's question has in its lesson.

    >>> old_id(mixed(Progress(seed=1), "A", day=738_000)[0])
    '01/longer-run'
    """
    return question.id.partition(f"/{ASKED}/")[2]


@cache
def _pool(name: str) -> dict[str, Question]:
    """Return the questions that a set draws on, keyed by id."""
    if name not in SETS:
        raise ValueError(f"there is no mixed set {name!r:.20}; the sets are {', '.join(SETS)}")
    questions = (question for number in SETS[name] for question in lesson(number).questions)
    return {question.id: question for question in questions if question.id in FITS}


def _copy(question: Question, name: str, progress: Progress) -> Question:
    """Return a copy of the question with different numbers and the id that it has in this set."""
    copy = again(question, f"{name}/{ASKED}/{question.id}", progress)
    return replace(copy, prompt=FITS[question.id].asks or question.prompt)


def _varied(ranked: Iterable[str]) -> list[str]:
    """Return the first ids, limiting the number from any one lesson and with any one method."""
    found: list[str] = []
    kinds: Counter[str] = Counter()
    for name in ranked:
        own = (name.partition("/")[0], FITS[name].right)
        if len(found) < SIZE and all(kinds[kind] < MOST_ALIKE for kind in own):
            found.append(name)
            kinds.update(own)
    return found


def _no_experiment(_: object) -> Callable[[Random], bool]:
    return lambda random: True
