"""What can be simulated: a question says what one trial gives. The named ones travel as a name and parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, TypeAlias

from ...core.messages import Sentence

Answer: TypeAlias = bool | int | float
Trial: TypeAlias = Callable[[Random], Answer]


class QuestionError(ValueError):
    """A question that there is not, or a parameter that it cannot take."""


class Question:
    """What each trial of a simulation answers. Subclasses are frozen dataclasses of plain values, so they travel."""

    name: ClassVar[str]
    chunk: ClassVar[int] = 1000
    """Trials per chunk, a tenth of a second or so: what a killed worker loses, and how often "until" is looked at."""
    in_batches: ClassVar[bool] = False
    """Whether many trials at a time can be answered by table (``engine="numpy"``)."""
    batch: ClassVar[int] = 50_000
    """Trials per chunk, where they are."""

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

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Question:
        """The question with these parameters, checked and in their plain form; those not given are as usual.

        Raises:
            ValueError: a parameter cannot have this value.
        """
        return cls(**given)

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters as JSON."""
        return {"name": self.name, "parameters": self.parameters}


@lru_cache(maxsize=4)  # what is worked out for flip's colour side takes some megabytes
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


def _known() -> Mapping[str, type[Question]]:
    from .deals import DEALT_QUESTIONS
    from .draws import DRAWN_QUESTIONS

    return {kind.name: kind for kind in (*DEALT_QUESTIONS, *DRAWN_QUESTIONS)}


def questions() -> tuple[str, ...]:
    """The names of all questions that :func:`question` knows.

    >>> "deal" in questions()
    True
    """
    return tuple(sorted(_known()))


def question(name: str, /, **parameters: Any) -> Question:
    """The question of this name.

    ============= ======================================= ===================================================
    name          what a trial gives                      its own parameters
    ============= ======================================= ===================================================
    deal          do the dealt cards hold the phase?      phase, cards=10
    distance      cards that they lack for the phase      phase, cards=10
    points        what they cost at the end of a round    cards=10
    wilds         are there so many wilds among them?     at_least=1, given=0, cards=10
    same number   have so many of them one number?        at_least=3, number=None (any), cards=10
    within        is the phase complete after the draws?  phase, hand, draws=1, seen="", nothing is discarded
    wait          draws until the phase is complete       phase, hand, seen="", nothing is discarded
    ============= ======================================= ===================================================

    All take edition, and seats, side, hand (cards held, which count among *cards*) and deck (other cards than the
    edition's own, as a text), with the meaning that they have in ``odds.deal``.

    >>> str(question("deal", edition="classic", phase=1).asked)
    'Do 10 cards from the deck of Phase 10 hold phase 1 (2 sets of 3)?'

    Raises:
        QuestionError: no such question, or a parameter that it does not have; ValueError for a value it cannot take.
    """
    known = _known()
    if not isinstance(name, str) or name not in known:
        raise QuestionError(f"there is no question {name!r:.60}; the questions are {', '.join(sorted(known))}")
    takes = {one.name: one for one in fields(known[name])}  # type: ignore[arg-type]
    for given in parameters:
        if given not in takes:
            raise QuestionError(f"the question {name!r} has no parameter {given!r:.60}; it has {', '.join(takes)}")
    for needed, one in takes.items():
        if one.default is MISSING and needed not in parameters:
            raise QuestionError(f"the question {name!r} needs the parameter {needed}")
    return known[name].of(parameters)


def read_question(asked: Question | Trial) -> Question:
    """A question, or somebody's own function ``f(random)`` as one.

    Raises:
        QuestionError: it is neither.
    """
    if isinstance(asked, Question):
        return asked
    if isinstance(asked, str | type) or not callable(asked):
        raise QuestionError(f"a simulation takes a question, or a function of a random generator, not {asked!r:.80}")
    return Own(asked)
