"""Questions whose numbers differ for each learner and whose right and wrong answers are computed."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import signature
from itertools import chain, product
from random import Random
from string import Formatter
from typing import Any, Literal, TypeAlias

from ...base.integers import check_seed
from ...base.names import checked_name
from ...base.translatable import Refusal
from ...odds.simulation.experiment import Experiment, Trial
from .answer_parser import FORMS, Form
from .exercise import DefinitionError, Exercise

Params: TypeAlias = Mapping[str, Any]
Value: TypeAlias = Fraction | int | str
"""An answer: a number, or the id of a choice."""
Kind = Literal["chance", "number", "choice"]

MIN_HINTS = 3
MAX_ID = 60
CHECKED = range(5)
"""The seeds used to test a question when it is defined."""
LEVELS = (0, -1, 1)
"""The levels of a question's numbers: the usual ones, easier ones, and harder ones."""


@dataclass(frozen=True, slots=True)
class Distractor:
    """A wrong answer, computed the way a learner who makes a particular mistake would compute it.

    >>> import phase10_widgets as p10
    >>> exercise = p10.teaching.Exercise(p10.teaching.lesson(3).questions[0], seed=7)
    >>> exercise.wrong["none"]
    Fraction(494086184, 852952373)
    """

    id: str
    compute: Callable[[Params], Fraction | int] = field(repr=False)
    feedback: str
    """The explanation of the mistake, addressed to the learner, with gaps as in the prompt."""
    close: bool = False
    """True if the wrong answer may round to the right one; it is then recognized only if more digits are given."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice in a multiple-choice question.

    >>> import phase10_widgets as p10
    >>> p10.teaching.Choice("yes", "Yes, always.", feedback="Try it with two cards.").text
    'Yes, always.'
    """

    id: str
    text: str
    feedback: str
    """The reason this choice is wrong, if it is."""


@dataclass(frozen=True, slots=True)
class Reflection:
    """A prompt to reflect on afterward, with a model answer.

    >>> import phase10_widgets as p10
    >>> p10.teaching.Exercise(p10.teaching.lesson(3).questions[0], seed=7).reflection
    <Sentence 'Why is it wrong to add the probabilities of the individual cards? When does it almost work?'>
    """

    prompt: str
    model: str


def _nothing(_: Params) -> Params:
    return {}


def _none(_: Params) -> Iterable[Fraction]:
    return ()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Question:
    """A question. Its text can have gaps ``{like_this}``, filled from *draw* and *shown*; ``{answer}`` is the answer.

    Write your own question:

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
    >>> exercise = skips.exercise(seed=1)
    >>> str(exercise.prompt)
    'You are dealt 10 of 108 cards, 4 of them skips. How likely is it that you get no skip?'
    >>> exercise.check("67%").outcome, exercise.check("33%").error, exercise.check("").outcome
    ('right', 'opposite', 'not attempted')
    >>> exercise.simulate(1000, seed=2).agrees_with(exercise.answer)
    True

    Raises:
        DefinitionError: some text is missing, a wrong answer is right, a hint reveals too much, and so on; the question
            is tried with a few seeds (see :meth:`check`).
    """

    id: str
    prompt: str
    draw: Callable[..., Params]
    """The numbers for one learner's question; they fill the gaps and determine the answer.

    It gets a random generator, and -1 for easier numbers, 0 for the usual ones or 1 for harder ones if it has a
    parameter named ``level``.
    """
    answer: Callable[[Params], Value]
    """The right answer: an exact number, or the id of a choice."""
    hints: tuple[str, ...]
    """Three or more hints, from a nudge to nearly the whole solution; the first must not contain the answer."""
    solution: str
    experiment: Callable[[Params], Experiment | Trial]
    """One trial of a simulation that does not use the formula: True or False for a chance, otherwise a number."""
    reflect: Reflection
    wrong: tuple[Distractor, ...] = ()
    choices: tuple[Choice, ...] = ()
    reads: Callable[[Params, float], str | float] | None = None
    """A function that returns the answer supported by a simulated value; None if the value itself is that answer."""
    tries: bool = True
    """True if a simulation is instructive; False if chance plays no part."""
    kind: Kind = "chance"
    """The kind of answer: a chance (0 to 1), any number, or a choice."""
    goals: tuple[str, ...] = ()
    standards: tuple[str, ...] = ()
    """Standards codes, such as ``"HSS-CP.A.2"``."""
    digits: int = 2
    """The minimum number of significant digits in a rounded answer."""
    exact: bool = False
    """True if only the exact number is right, as for a count; a rounded one is wrong."""
    tolerance: Fraction = Fraction(0)
    """The error allowed in an answer, in addition to rounding."""
    measured: bool = False
    """True if a simulated value is an answer, because the question asks learners to count or to simulate."""
    also: Callable[[Params], Iterable[Fraction]] = _none
    """Right answers that are not exact, such as those that a table of the normal curve gives.

    With four decimals, such an answer need not be more exact, even if it fits the trials.
    """
    near: Fraction | None = None
    """The error allowed in a prediction; None allows 5 percentage points, or a fifth of the number."""
    accepts: tuple[Form, ...] = FORMS
    interval: bool = False
    """True if learners predict an interval instead of a number; it is correct if it contains the answer."""
    shown: Callable[[Params], Params] = _nothing
    """Additional values for the gaps, computed from the parameters."""
    numbers_of: str = ""
    """The id of the question with which this one shares its numbers; empty if there is none."""
    tested: bool = False
    """True if a test calls :meth:`check`, so that defining the question computes nothing."""
    levels: tuple[int, ...] = field(init=False, default=LEVELS[:1])
    """The levels of the numbers that *draw* can return."""

    def __copy__(self) -> Question:
        return self

    def __deepcopy__(self, memo: object) -> Question:
        return self

    def __post_init__(self) -> None:
        for fault in self._faults_of_form():
            raise DefinitionError(f"question {self.id!r:.60}: {fault}")
        object.__setattr__(self, "levels", LEVELS if "level" in signature(self.draw).parameters else LEVELS[:1])
        if not self.tested:
            self.check()

    def params(self, seed: int | str, level: int = 0) -> Params:
        """Return the parameters for this seed and level; the same seed always gives the same ones."""
        return self.drawn(Random(f"{self.numbers_of or self.id}/{seed}"), level)

    def drawn(self, random: Random, level: int = 0) -> Params:
        """Return random parameters of this level, or the usual ones if the question has no such level."""
        return self.draw(random) if len(self.levels) == 1 else self.draw(random, level=level)

    def exercise(self, seed: int | str = 0, level: int = 0) -> Exercise:
        """Return the exercise with this seed's numbers: easier ones (-1), the usual ones (0) or harder ones (1).

        Raises:
            Refusal: the seed is neither an integer nor a string, or it is too long.
        """
        return Exercise(self, check_seed(seed), level if level in self.levels else 0)

    def texts(self) -> Mapping[str, str]:
        """Return the question's strings, keyed by role, with the gaps unfilled."""
        found = {"prompt": self.prompt, "solution": self.solution}
        found |= {f"hint {at}": hint for at, hint in enumerate(self.hints, 1)}
        found |= {f"feedback of {name!r}": text for name, text in self.feedbacks.items()}
        found |= {f"text of {one.id!r}": one.text for one in self.choices}
        return found | {"reflection": self.reflect.prompt, "model answer": self.reflect.model}

    @property
    def feedbacks(self) -> Mapping[str, str]:
        """The feedback for each known mistake or choice, by id, with the gaps unfilled."""
        return {**{one.id: one.feedback for one in self.wrong}, **{one.id: one.feedback for one in self.choices}}

    def check(self, seeds: Iterable[int | str] = CHECKED, *, trials: int | None = None) -> None:
        """Raise an error unless the question can be asked with every one of these seeds.

        Args:
            seeds: the seeds to try.
            trials: the number of trials to run for each seed and compare with the answer; None to run none.

        Raises:
            DefinitionError: the first fault found, with its seed.
        """
        for seed, level in product(seeds, self.levels):
            exercise = self.exercise(seed, level)
            for fault in chain(exercise.faults(), exercise.faults_of_experiment(trials) if trials is not None else ()):
                at = f"seed {seed}, level {level}" if level else f"seed {seed}"
                raise DefinitionError(f"question {self.id!r:.60}, {at}: {fault}")

    def _faults_of_form(self) -> Iterable[str]:
        try:
            checked_name(self.id, MAX_ID)
        except Refusal as error:
            yield f"its id must be a name of 1 to {MAX_ID} characters, but {error}"
        if len(self.hints) < MIN_HINTS:
            yield f"{len(self.hints)} hints are too few; give at least {MIN_HINTS}, from a nudge to nearly everything"
        for name, text in self.texts().items():
            if not text.strip():
                yield f"the {name} is empty"
            try:
                list(Formatter().parse(text))
            except ValueError as error:
                yield f"the {name} has a gap that is not closed ({error})"
        names = [*(one.id for one in self.wrong), *(one.id for one in self.choices)]
        if len(set(names)) < len(names):
            yield f"two wrong answers or choices have the same id; the ids are {', '.join(names)}"
        if self.kind == "choice":
            if len(self.choices) < 2 or self.wrong:
                yield "a choice question needs two or more choices, each with feedback, and no computed wrong answers"
            if self.reads is None:
                yield "'reads' is missing: which choice does a simulated value support?"
        elif self.choices or not self.wrong:
            yield "a number question needs at least one computed wrong answer, and no choices"
        if not self.accepts or set(self.accepts) - set(FORMS):
            yield f"'accepts' must list some of {', '.join(FORMS)}"
        if self.interval and self.kind == "choice":
            yield "only a number can be predicted as an interval"
        if self.digits < 1 or self.tolerance < 0:
            yield "'digits' must be at least 1, and 'tolerance' at least 0"
        if self.measured and not self.tolerance:
            yield "a simulated value can only be an answer if there is a tolerance"
        if self.exact and (self.kind != "number" or self.tolerance):
            yield "only a number without a tolerance can be required exactly"

    def __repr__(self) -> str:
        return f"<Question {self.id}>"


def _reduced(question: Question) -> Any:
    """Pickle a lesson's question by its name; any other question can be pickled if its functions can."""
    from ..lessons import all_numbers, lesson

    number = next((number for number in all_numbers() if question in lesson(number).questions), None)
    return question.__reduce_ex__(2) if number is None else (_arrived, (number, question.id))


def _arrived(number: int, name: str) -> Question:
    """Return the lesson's question that was pickled by name."""
    from ..lessons import lesson

    return lesson(number).question(name)


copyreg.pickle(Question, _reduced)
