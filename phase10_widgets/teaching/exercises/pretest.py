"""Pretests and posttests: the same questions with different numbers, before the lessons and after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from ...base.translatable import Refusal
from ..lessons import FILES, lesson
from ..progress.progress import Progress
from .question import Question
from .recall import again

PRETEST, POSTTEST = "pretest", "posttest"
WHOLE = "course"
"""The name of the test about the whole course."""
WHOLE_COURSE = (
    "01/bigger-set",
    "02/one-color",
    "03/at-least-one",
    "04/mean",
    "05/first-wild",
    "06/took",
    "07/due",
    "09/some-draws",
    "10/two-kinds",
    "13/table",
)
"""The questions about the whole course: each needs one idea, a calculator at most, and about two minutes."""
SIZE = len(WHOLE_COURSE)
SELECTED = 3
"""The number of lessons that a shorter test is about."""
LONG = frozenset({"05/phase-with-a-wild", "11/wild-side", "11/first-draw"})
"""The questions that need a computer."""


def scope_of(lessons: Iterable[int]) -> str:
    """Return the name of the test about these lessons, as it appears in ids; no lessons mean the whole course.

    >>> scope_of([6, 3, 5]), scope_of([])
    ('03-05-06', 'course')

    Raises:
        ValueError: there are not three different lessons with questions.
    """
    numbers = sorted({*lessons})
    if numbers and (len(numbers) != SELECTED or not set(numbers) <= set(FILES)):
        raise Refusal("a test is about the whole course or about three lessons, such as 3, 5 and 6")
    return "-".join(f"{number:02}" for number in numbers) or WHOLE


def asked_in(scope: str) -> list[str]:
    """Return the ids of a test's questions, at most ten: the first ones of each of its lessons.

    >>> asked_in("03-05-06")[:4]
    ['03/at-least-one', '05/given-one', '06/took', '03/table']
    """
    if scope == WHOLE:
        return [*WHOLE_COURSE]
    columns = [[one.id for one in lesson(int(number)).questions if one.id not in LONG] for number in scope.split("-")]
    return [name for row in zip_longest(*columns) for name in row if name is not None][:SIZE]


def questions_in(progress: Progress, when: str, scope: str) -> list[Question]:
    """Return a test's questions with this learner's numbers, which the other test and the lessons do not use.

    >>> [one.id for one in questions_in(Progress(seed=1), "pretest", "course")][2]
    'pretest/course/03/at-least-one'

    Args:
        progress: the learner's progress.
        when: "pretest" or "posttest".
        scope: the test's name, as :func:`scope_of` returns it.
    """
    return [_copy(name, progress, when, scope) for name in asked_in(scope)]


def is_tested(name: str) -> bool:
    """Return True if this is the id of a question in a pretest or posttest."""
    return name.startswith((f"{PRETEST}/", f"{POSTTEST}/"))


def scopes(people: Sequence[Progress]) -> list[str]:
    """Return the names of the tests that any of these learners began, the whole course first."""
    names = {name.split("/")[1] for one in people for name in one.works if is_tested(name)}
    return sorted(names & _possible(names), key=lambda name: (name != WHOLE, name))


def _possible(names: Iterable[str]) -> set[str]:
    """Return those of these names that tests can have; a file may contain any other."""
    found = set()
    for name in names:
        try:
            if name == WHOLE or scope_of(map(int, name.split("-"))) == name:
                found.add(name)
        except ValueError:
            continue
    return found


def _copy(name: str, progress: Progress, when: str, scope: str) -> Question:
    question = next(one for one in lesson(int(name.partition("/")[0])).questions if one.id == name)
    copy = again(question, f"{when}/{scope}/{name}", progress)
    if when == PRETEST:
        return copy
    before = progress.exercise(again(question, f"{PRETEST}/{scope}/{name}", progress)).answer
    return again(question, copy.id, progress, lambda: (before,))
