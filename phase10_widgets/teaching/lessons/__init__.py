"""The lessons' questions, with one file or folder per lesson; plugins may add lessons with other numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...base.integers import integer
from ...base.registry import RegistrationError, Registry
from ...base.translatable import phrase

if TYPE_CHECKING:
    from ..code.code_task import CodeTask
    from ..exercises.question import Question
    from ..guide import Guide

FILES = {
    1: "groups",
    2: "hands",
    3: "at_least_one",
    4: "triples",
    5: "wild",
    6: "bayes",
    7: "trust",
    8: "cost",
    9: "futures",
    10: "length",
    11: "harder",
    12: "better",
    13: "independence",
    14: "normal",
    15: "champions",
    16: "stakes",
}
"""Each lesson's file or folder, keyed by lesson number."""
TITLES = {
    1: phrase("What is a set, a run, a color?"),
    2: phrase("How many hands are there?"),
    3: phrase("At least one wild?"),
    4: phrase("Three fives? Any triple?"),
    5: phrase("What is a wild worth?"),
    6: phrase("What does their pick tell you?"),
    7: phrase("How many deals until I can believe it?"),
    8: phrase("What will a hand cost me?"),
    9: phrase("Take the pair or draw?"),
    10: phrase("How long is a game?"),
    11: phrase("Which phase and which game are hardest?"),
    12: phrase("Is my player better?"),
    13: phrase("Does one tell you about the other?"),
    14: phrase("Why does everything look like a bell?"),
    15: phrase("How good is the champion?"),
    16: phrase("Would you bet on it?"),
}
"""Each lesson's title, keyed by lesson number."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its title, its questions and its materials.

    >>> import phase10_widgets as p10
    >>> third = p10.teaching.lesson(3)
    >>> third.number, third.title, third.questions[0].id
    (3, 'At least one wild?', '03/at-least-one')
    """

    number: int
    title: str
    questions: tuple[Question, ...]
    guide: Guide | None = None
    """The teacher's guide."""
    task: CodeTask | None = None
    """The coding task for this lesson."""
    notebooks: Mapping[str, Path] = field(default_factory=dict, hash=False)
    """A plugin lesson's notebook files, keyed by language, such as ``{"en": Path(__file__).with_name("21.ipynb")}``."""

    def question(self, name: str) -> Question:
        """Return the question with this ID, or with this name (the part of the ID after the slash).

        Raises:
            ValueError: the lesson has no such question.
        """
        for one in self.questions:
            if name in (one.id, one.id.partition("/")[2]):
                return one
        names = ", ".join(one.id for one in self.questions)
        raise ValueError(f"lesson {self.number} has no question {name!r:.60}; it has {names}")


REGISTERED: Registry[Lesson] = Registry("lessons")
"""Plugin lessons, keyed by the lesson number as a string."""


def _accepted(lesson: Any, name: str | None) -> tuple[str, Lesson]:
    """Check that a lesson can be registered; return its number as a string and the lesson itself."""
    if not isinstance(lesson, Lesson):
        raise RegistrationError(f"a lesson must be a Lesson, not {lesson!r:.60}")
    number, last = integer(lesson.number), max(FILES) + 1  # the last number is reserved for the capstone
    if number is None or number <= last:
        raise RegistrationError(
            f"the lesson {lesson.title!r:.60} needs a number above {last}, not {lesson.number!r:.20}"
        )
    ids = [question.id for question in lesson.questions]
    if not ids or len(set(ids)) < len(ids):
        raise RegistrationError(f"lesson {number} needs questions with different ids, not {', '.join(ids) or 'none'}")
    for language, path in lesson.notebooks.items():
        if Path(path).suffix != ".ipynb" or not Path(path).is_file():
            raise RegistrationError(
                f"lesson {number} has no notebook {str(path)!r:.200} for the language {language!r:.20}"
            )
    return str(number), lesson


REGISTERED.accept = _accepted


def numbers() -> tuple[int, ...]:
    """Return the numbers of the built-in lessons, in order.

    >>> numbers()[:3], numbers()[-1]
    ((1, 2, 3), 16)
    """
    return tuple(sorted(FILES))


def all_numbers() -> tuple[int, ...]:
    """Return the numbers of all lessons in order, first the built-in ones and then those from installed plugins.

    >>> all_numbers()[:3]
    (1, 2, 3)
    """
    return (*numbers(), *sorted(map(int, REGISTERED)))


def added() -> tuple[Lesson, ...]:
    """Return the lessons from installed plugins, in order."""
    return tuple(REGISTERED[number] for number in sorted(REGISTERED, key=int))


def lesson(number: int) -> Lesson:
    """Return the built-in or plugin lesson with this number.

    >>> [question.id for question in lesson(3).questions][:2]
    ['03/at-least-one', '03/table']

    Raises:
        ValueError: the lesson is unknown.
    """
    known = integer(number)
    if known is not None and known in FILES:
        return _built_in(known)
    if known == max(FILES) + 1:
        raise ValueError(f"lesson {known} is the capstone, a project; it asks no questions")
    if str(known) not in REGISTERED:
        raise ValueError(f"there is no lesson {number!r:.20}; the lessons are {', '.join(map(str, all_numbers()))}")
    return REGISTERED[str(known)]


@cache
def _built_in(known: int) -> Lesson:
    module = import_module(f".l{known:02}_{FILES[known]}", __name__)
    return Lesson(known, TITLES[known], module.QUESTIONS, getattr(module, "GUIDE", None), getattr(module, "TASK", None))
