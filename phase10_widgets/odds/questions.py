"""What can be simulated: a question says what one trial gives. The named ones travel as a name and parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, TypeAlias

from ..core.said import Refusal, Sentence

Answer: TypeAlias = bool | int | float
Trial: TypeAlias = Callable[[Random], Answer]


class QuestionError(Refusal):
    """A question that there is not, or a parameter that it cannot take."""


class Question:
    """What each trial of a simulation answers. Subclasses are frozen dataclasses of plain values, so they travel."""

    name: ClassVar[str]
    chunk: ClassVar[int] = 1000
    """Trials per chunk, a tenth of a second or so: what a killed worker loses, and how often "until" is looked at."""
    in_batches: ClassVar[bool] = False
    """Whether many trials at a time can be answered by table."""

    def prepare(self) -> Trial:
        """What makes one trial; everything that all trials share is worked out here."""
        raise NotImplementedError

    def prepared(self) -> Trial:
        """What makes one trial, as worked out the first time."""
        return _prepared(self)

    def trial(self, random: Random) -> Answer:
        """What one trial gives: True or False for a chance, a number for a mean."""
        return self.prepared()(random)

    def exact(self) -> Fraction | None:
        """The exact answer, where it can be counted."""
        return None

    @property
    def asked(self) -> Sentence:
        """The question in one sentence."""
        raise NotImplementedError

    @property
    def assumption(self) -> Sentence:
        """What every trial takes for granted."""
        raise NotImplementedError

    @property
    def parameters(self) -> dict[str, Any]:
        """What :func:`question` makes this question of, as JSON values."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters as JSON."""
        return {"name": self.name, "parameters": self.parameters}


@lru_cache(maxsize=64)
def _prepared(question: Question) -> Trial:
    return question.prepare()


@dataclass(frozen=True, repr=False)
class Own(Question):
    """Somebody's own function as a question."""

    function: Trial

    @property
    def name(self) -> str:  # type: ignore[override]
        """What the function is called."""
        return str(getattr(self.function, "__qualname__", None) or type(self.function).__name__)

    @property
    def parameters(self) -> dict[str, Any]:
        return {}

    def prepare(self) -> Trial:
        return self.function

    def prepared(self) -> Trial:
        return self.function

    def __repr__(self) -> str:
        return f"<Own {self.name}>"

    @property
    def asked(self) -> Sentence:
        return Sentence("What does the function {name} give?", name=self.name)

    @property
    def assumption(self) -> Sentence:
        return Sentence("Each trial is one call of the function, with random numbers of its own.")


Maker: TypeAlias = Callable[..., Question]
"""Makes a question of its parameters, and checks them."""


def _makers() -> Mapping[str, Maker]:
    from .dealt import MAKERS

    return MAKERS


def questions() -> tuple[str, ...]:
    """The names of all questions that :func:`question` knows.

    >>> "deal" in questions()
    True
    """
    return tuple(sorted(_makers()))


def question(name: str, /, **parameters: Any) -> Question:
    """The question of this name.

    >>> str(question("deal", edition="classic", phase=1).asked)
    'Do 10 cards from the deck of Phase 10 hold 2 sets of 3?'

    Raises:
        QuestionError: no such question, or a parameter that it does not have; ValueError for a value it cannot take.
    """
    known = _makers()
    if not isinstance(name, str) or name not in known:
        told = {"name": repr(name)[:60], "listed": ", ".join(sorted(known))}
        raise QuestionError("there is no question {name}; the questions are {listed}", **told)
    _check_names(name, known[name], parameters)
    return known[name](**parameters)


def _check_names(name: str, maker: Maker, parameters: Mapping[str, Any]) -> None:
    """Nothing, if the question takes parameters of these names, and needs no others."""
    from inspect import Parameter, signature

    takes = signature(maker).parameters
    for given in parameters:
        if given not in takes:
            told = {"name": name, "given": str(given)[:60], "listed": ", ".join(takes)}
            raise QuestionError("the question {name} has no parameter {given}; it has {listed}", **told)
    for needed, one in takes.items():
        if one.default is Parameter.empty and needed not in parameters:
            raise QuestionError("the question {name} needs the parameter {needed}", name=name, needed=needed)


def read_question(asked: Question | Trial) -> Question:
    """A question, or somebody's own function ``f(random)`` as one.

    Raises:
        QuestionError: it is neither.
    """
    if isinstance(asked, Question):
        return asked
    if isinstance(asked, str | type) or not callable(asked):
        raise QuestionError(
            "a simulation takes a question or a function of a random generator, not {asked}", asked=repr(asked)[:80]
        )
    return Own(asked)
