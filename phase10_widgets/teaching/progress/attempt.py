"""Keep what a learner did with one question or one task, and validate its rows in a progress file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ...base.integers import integer_from
from ...base.translatable import Refusal
from ..code.code_task import LARGEST, MAX_CODE
from ..exercises.exercise import Outcome
from ..exercises.question import LEVELS, MAX_ID, Question
from ..exercises.seen import KEPT as MOST_SEEN
from .predictions import Prediction

MAX_THINGS = 1000
"""The maximum number of questions stored; predictions and reflections have the same limit."""
MAX_TEXT = 2000
"""The maximum length of a reflection, in characters."""
MAX_DAY = 10**7
MAX_RECALLED = 20
KEPT = 50
"""The maximum number of answers stored for one question; older ones are dropped."""
IN_A_ROW = 2
"""The number of right (or wrong) answers in a row after which the next numbers are harder (or easier)."""
OUTCOMES: tuple[Outcome, ...] = ("not attempted", "wrong", "right")


class ProgressError(Refusal):
    """Raised when a file does not contain valid progress, or when a step is not currently available.

    >>> import phase10_widgets as p10
    >>> p10.teaching.Progress.loads("{}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.teaching.progress.attempt.ProgressError: this is not a progress file: its 'format' ...
    """


@dataclass(frozen=True, slots=True)
class First:
    """A learner's first answer to a question, or their first code for a task, whatever came later."""

    typed: str
    outcome: Outcome
    error: str = ""
    """The mistake recognized in it, or the wrong choice."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A learner's attempt at one question.

    >>> import phase10_widgets as p10
    >>> progress = p10.teaching.Progress(name="Ana", seed=7)
    >>> exercise = progress.exercise(p10.teaching.lesson(3).questions[0])
    >>> progress.answer(exercise, "0.501").outcome, progress.works[exercise.question.id].answers
    ('wrong', ('0.501',))
    """

    seed: int = 0
    """The number of times that new numbers were requested."""
    outcome: Outcome = "not attempted"
    """The outcome of the last answer; "right" is permanent."""
    answers: tuple[str, ...] = ()
    """The answers exactly as typed, oldest first."""
    error: str = ""
    """The mistake recognized in the last answer, or the wrong choice."""
    hints: int = 0
    """The number of hints opened."""
    solved: bool = False
    """True if the solution was opened."""
    right_alone: bool = False
    """True if the right answer came before the solution was opened."""
    day: int = 0
    """The day of the last answer, as in :meth:`datetime.date.toordinal`; 0 if unknown."""
    first: First | None = None
    """The first answer of all, also after new numbers; None if there is none, or if an older file does not tell."""
    seen: tuple[float, ...] = ()
    """The estimates seen for these numbers; empty if there are none."""
    level: int = 0
    """The level of these numbers: -1 for easier ones, 1 for harder ones, otherwise 0."""
    streak: int = 0
    """The number of right answers in a row, earlier numbers included; negative for wrong answers."""

    def __post_init__(self) -> None:
        """Take the only answer as the first one."""
        if self.first is None and len(self.answers) == 1 and self.outcome != "not attempted":
            object.__setattr__(self, "first", First(self.answers[0], self.outcome, self.error))

    @property
    def over(self) -> bool:
        """True if the learner knows the answer."""
        return self.solved or self.outcome == "right"

    def judged(self, outcome: Outcome) -> int:
        """Return the streak after one more answer with this outcome; an answer that the learner knew is ignored."""
        if self.over:
            return self.streak
        return max(0, self.streak) + 1 if outcome == "right" else min(0, self.streak) - 1

    def renewed(self, question: Question) -> Attempt:
        """Return the attempt at new numbers, which are easier or harder after `IN_A_ROW` like answers in a row."""
        step = (self.streak >= IN_A_ROW) - (self.streak <= -IN_A_ROW)
        level = self.level + step if self.level + step in question.levels else self.level
        return Attempt(self.seed + 1, first=self.first, level=level, streak=0 if step else self.streak)

    @property
    def first_here(self) -> First | None:
        """The first answer if it was given with the current numbers."""
        here = self.first is not None and self.answers[:1] == (self.first.typed,)
        return self.first if here and len(self.answers) < KEPT else None


@dataclass(frozen=True, slots=True)
class Program:
    """A learner's code for one task.

    >>> Program("def hit(random): return True", outcome="wrong").solved
    False
    """

    code: str = ""
    """The code as it was last run; empty if a program was chosen instead."""
    outcome: Outcome = "not attempted"
    """The outcome of the last run; "right" is permanent."""
    error: str = ""
    """The mistake recognized in the last run, or the wrong program that was chosen."""
    hints: int = 0
    """The number of hints opened."""
    solved: bool = False
    """True if the solution was opened."""
    first: First | None = None
    """The first code that ran to completion, with its outcome; None as for an attempt."""

    @property
    def attempt(self) -> Attempt:
        """The code as an attempt at a question, with one answer if it ever ran to completion."""
        right, answers = self.outcome == "right", (self.code,) * (self.outcome != "not attempted")
        error, alone = "" if right else self.error, right and not self.solved
        return Attempt(0, self.outcome, answers, error, self.hints, self.solved, alone, first=self.first)


@dataclass(frozen=True, slots=True)
class Recalled:
    """The old questions chosen for a lesson."""

    day: int
    questions: tuple[str, ...]
    """The ids of the questions."""


def checked_text(text: str) -> str:
    """Return the text.

    Raises:
        ProgressError: it is too long.
    """
    if len(text) > MAX_TEXT:
        raise ProgressError("a sentence can have at most {most} characters", most=MAX_TEXT)
    return text


def read_attempt(row: Any) -> Attempt:
    """Return the attempt in a file's row.

    Raises:
        ProgressError: the row is damaged; this holds for every reader below.
    """
    given = _row(row, Attempt())
    answers = given["answers"]
    if not isinstance(answers, list) or len(answers) > KEPT or given["outcome"] not in OUTCOMES:
        raise damaged("answers")
    given["answers"] = tuple(read_text(text) for text in answers)
    if min(given["seed"], given["hints"]) < 0 or max(given["seed"], given["hints"]) > 10**6:
        raise damaged("hints")
    if not 0 <= given["day"] <= MAX_DAY:
        raise damaged("hints")
    if given["level"] not in LEVELS or abs(given["streak"]) > 10**6:
        raise damaged("level")
    seen = given["seen"]
    numbers = all(isinstance(one, int | float) and abs(one) < LARGEST for one in seen)
    if len(seen) not in (0, *range(2, 3 + MOST_SEEN)) or not numbers or min(seen[1:2], default=0) < 0:
        raise damaged("seen")
    return Attempt(**{**given, "error": read_text(given["error"]), "seen": tuple(map(float, seen))})


def attempt_to_dict(work: Attempt) -> dict[str, Any]:
    """Return the row that :func:`read_attempt` reads."""
    return {**asdict(work), "answers": list(work.answers), "seen": list(work.seen)}


def read_program(row: Any) -> Program:
    """Return the code in a file's row."""
    given = _row(row, Program(), MAX_CODE)
    if len(given["code"]) > MAX_CODE or given["outcome"] not in OUTCOMES or not 0 <= given["hints"] <= 10**6:
        raise damaged("programs")
    return Program(**{**given, "error": read_text(given["error"])})


def read_recalled(row: Any) -> Recalled:
    """Return the old questions in a file's row."""
    if not isinstance(row, list) or not 1 <= len(row) <= MAX_RECALLED or integer_from(0, row[0], MAX_DAY) is None:
        raise damaged("recalled")
    if any(not isinstance(name, str) or len(name) > MAX_ID for name in row[1:]):
        raise damaged("recalled")
    return Recalled(row[0], tuple(row[1:]))


def read_prediction(row: Any) -> Prediction:
    """Return the prediction in a file's row."""
    if not isinstance(row, dict) or set(row) != {"guess", "confidence", "came_true"}:
        raise damaged("predictions")
    if row["came_true"] is not None and not isinstance(row["came_true"], bool):
        raise damaged("came_true")
    return Prediction(read_text(row["guess"]), row["confidence"], row["came_true"])


def read_text(text: Any) -> str:
    """Return a text in a file."""
    if not isinstance(text, str):
        raise damaged("text")
    return checked_text(text)


def read_table(data: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> dict[str, Any]:
    """Return a file's table with each of its rows read."""
    table = data.get(name, {})
    if not isinstance(table, dict) or len(table) > MAX_THINGS or any(len(key) > MAX_ID for key in table):
        raise damaged(name)
    return {key: read(row) for key, row in table.items()}


def damaged(name: str) -> ProgressError:
    """Return the error for a file that is damaged at this place."""
    return ProgressError("this progress file is damaged at '{name}'", name=name)


def _row(row: Any, usual: Attempt | Program, most: int = MAX_TEXT) -> dict[str, Any]:
    """Return the fields of an attempt, with their types checked and defaults for missing ones."""
    if not isinstance(row, dict):
        raise damaged("questions")
    known = {key: [] if isinstance(value, tuple) else value for key, value in asdict(usual).items()}
    given = {**known, **row}
    first = _first(given.pop("first"), most)
    for key, value in given.items():
        if key not in known or type(value) is not type(known[key]):
            raise damaged(str(key)[:40])
    return {**given, "first": first}


def _first(row: Any, most: int) -> First | None:
    if row is None:
        return None
    if not isinstance(row, dict) or set(row) != {"typed", "outcome", "error"} or row["outcome"] not in OUTCOMES[1:]:
        raise damaged("first")
    if not isinstance(row["typed"], str) or len(row["typed"]) > most:
        raise damaged("first")
    return First(row["typed"], row["outcome"], read_text(row["error"]))
