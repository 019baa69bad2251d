"""A question with numbers of its own for every learner, its computed answer, and its computed wrong answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..odds.simulation.experiment import Experiment, Trial
from .answer_parser import FORMS, Form

if TYPE_CHECKING:
    from .exercise import Exercise

Params: TypeAlias = Mapping[str, Any]
Value: TypeAlias = Fraction | int | str
"""An answer: a number, or the id of a choice."""
Kind = Literal["chance", "number", "choice"]

MIN_HINTS = 3
MAX_ID = 60
CHECKED = range(5)
"""The seeds that a question is tried with when it is defined."""


class DefinitionError(ValueError):
    """A question that cannot be asked as it is written; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Distractor:
    """A wrong answer that is computed as somebody computes who makes one certain mistake."""

    id: str
    compute: Callable[[Params], Fraction | int]
    feedback: str
    """What the mistake is, said to the one who made it; with gaps as in the prompt."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to choose from."""

    id: str
    text: str
    feedback: str
    """Why it is not this one, where it is not."""


@dataclass(frozen=True, slots=True)
class Reflection:
    """What to think about afterwards, and what somebody might answer."""

    prompt: str
    model: str


def _nothing(_: Params) -> Params:
    return {}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Question:
    """A question. All texts have gaps ``{like_this}``, which *draw* and *shown* fill; ``{answer}`` is the answer.

    A teacher's own question:

    >>> from math import comb
    >>> skips = Question(
    ...     id="my/skips",
    ...     prompt="You are dealt {cards} of 108 cards, 4 of them skips. How likely is it that you get no skip?",
    ...     draw=lambda random: {"cards": random.randint(5, 10)},
    ...     answer=lambda p: Fraction(comb(104, p["cards"]), comb(108, p["cards"])),
    ...     wrong=(
    ...         Distractor("replaced", lambda p: Fraction(104, 108) ** 2, "You looked at two cards, not at {cards}."),
    ...         Distractor("opposite", lambda p: 1 - Fraction(comb(104, p["cards"]), comb(108, p["cards"])),
    ...                    "That is how likely it is to get at least one skip."),
    ...     ),
    ...     hints=(
    ...         "Imagine that the cards come one by one.",
    ...         "The first card is no skip in 104 of 108 cases, the next one in 103 of 107.",
    ...         "Multiply {cards} such fractions.",
    ...     ),
    ...     solution="104/108 times 103/107 and so on, {cards} factors: {answer}.",
    ...     experiment=lambda p: lambda random: min(random.sample(range(108), p["cards"])) >= 4,
    ...     reflect=Reflection("Why do the fractions change?", "A card that was dealt cannot come again."),
    ... )
    >>> asked = skips.ask(seed=1)
    >>> str(asked.prompt)
    'You are dealt 10 of 108 cards, 4 of them skips. How likely is it that you get no skip?'
    >>> asked.check("67 %").outcome, asked.check("33 %").error, asked.check("").outcome
    ('right', 'opposite', 'not attempted')
    >>> asked.simulate(1000, seed=2).agrees_with(asked.answer)
    True

    Raises:
        DefinitionError: a text is missing, a wrong answer is right, a hint tells too much ...; all is tried for a few
            seeds, see :meth:`check`.
    """

    id: str
    prompt: str
    draw: Callable[[Random], Params]
    """The numbers of one learner's question: what fills the gaps, and what the answer is computed from."""
    answer: Callable[[Params], Value]
    """The right answer: a number, exactly, or the id of a choice."""
    hints: tuple[str, ...]
    """Three or more, from a nudge to nearly all; the first must not hold the answer."""
    solution: str
    experiment: Callable[[Params], Experiment | Trial]
    """What one trial of a simulation does, not by the formula: True or False for a chance, else a number."""
    reflect: Reflection
    wrong: tuple[Distractor, ...] = ()
    choices: tuple[Choice, ...] = ()
    reads: Callable[[Params, float], str | float] | None = None
    """What a simulated value speaks for, where it is not the answer itself: a choice, or a number."""
    tries: bool = True
    """Whether trying it out shows a learner something; False where chance plays no part."""
    kind: Kind = "chance"
    """What is asked for: a chance (0 to 1), any number, or a choice."""
    goals: tuple[str, ...] = ()
    standards: tuple[str, ...] = ()
    """As in ``"HSS-CP.A.2"``."""
    digits: int = 2
    """So many digits must count at least in an answer that is rounded."""
    tolerance: Fraction = Fraction(0)
    """An answer may be so far off besides."""
    near: Fraction | None = None
    """How far a prediction may be off to count as come true; None: 5 percentage points, or a fifth of the number."""
    accepts: tuple[Form, ...] = FORMS
    shown: Callable[[Params], Params] = _nothing
    """What else fills gaps, computed from the parameters."""
    tested: bool = False
    """True where a test calls :meth:`check`: nothing is computed before somebody asks."""

    def __post_init__(self) -> None:
        for fault in self._faults_of_form():
            raise DefinitionError(f"question {self.id!r:.60}: {fault}")
        if not self.tested:
            self.check()

    def params(self, seed: int | str) -> Params:
        """The parameters of this seed, always the same."""
        return self.draw(Random(f"{self.id}/{seed}"))

    def ask(self, seed: int | str = 0) -> Exercise:
        """The question with the numbers of this seed."""
        from .exercise import Exercise

        return Exercise(self, seed)

    def texts(self) -> Mapping[str, str]:
        """Every text of the question by what it is, before its gaps are filled."""
        found = {"prompt": self.prompt, "solution": self.solution}
        found |= {f"hint {at}": hint for at, hint in enumerate(self.hints, 1)}
        found |= {f"feedback of {name!r}": text for name, text in self.feedbacks.items()}
        found |= {f"text of {one.id!r}": one.text for one in self.choices}
        return found | {"reflection": self.reflect.prompt, "model answer": self.reflect.model}

    @property
    def feedbacks(self) -> Mapping[str, str]:
        """What is said of each known mistake or choice, by its id, before its gaps are filled."""
        return {**{one.id: one.feedback for one in self.wrong}, **{one.id: one.feedback for one in self.choices}}

    def check(self, seeds: Iterable[int | str] = CHECKED) -> None:
        """Nothing, if the question can be asked with each of these seeds.

        Raises:
            DefinitionError: the first thing that is wrong, and with which seed.
        """
        for seed in seeds:
            for fault in self.ask(seed).faults():
                raise DefinitionError(f"question {self.id!r:.60}, seed {seed}: {fault}")

    def _faults_of_form(self) -> Iterable[str]:
        if not isinstance(self.id, str) or not 0 < len(self.id) <= MAX_ID or not self.id.isprintable():
            yield f"its id is a text of 1 to {MAX_ID} characters"
        if len(self.hints) < MIN_HINTS:
            yield f"{len(self.hints)} hints are too few; {MIN_HINTS} at least, the first a nudge, the last nearly all"
        for name, text in self.texts().items():
            if not text.strip():
                yield f"the {name} is empty"
            try:
                list(Formatter().parse(text))
            except ValueError as error:
                yield f"the {name} has a gap that does not close ({error})"
        names = [*(one.id for one in self.wrong), *(one.id for one in self.choices)]
        if len(set(names)) < len(names):
            yield f"two wrong answers or choices have one id; they are {', '.join(names)}"
        if self.kind == "choice":
            if len(self.choices) < 2 or self.wrong:
                yield "a choice needs two or more choices, each with its feedback, and no computed wrong answers"
            if self.reads is None:
                yield "'reads' is missing: which choice does a simulated value speak for?"
        elif self.choices or not self.wrong:
            yield "a question for a number needs at least one computed wrong answer, and no choices"
        if not self.accepts or set(self.accepts) - set(FORMS):
            yield f"'accepts' lists some of {', '.join(FORMS)}"
        if self.digits < 1 or self.tolerance < 0:
            yield "'digits' is at least 1, 'tolerance' at least 0"

    def __repr__(self) -> str:
        return f"<Question {self.id}>"
