"""Exercises: questions with one learner's numbers filled in, and the grading of answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from ...base.errors import Phase10Error
from ...base.translatable import NumberText, Sentence, phrase
from ...languages.number_text import number, percent
from ...odds.estimate import Estimate
from ...odds.simulation.simulate import simulate
from ...rules.cards import Card
from .answer_parser import ParsedAnswer, numbers_in, parse_answer
from .expression_text import Node, nodes, spoken
from .nearness import is_near, missed, near_rule
from .numerals import AnswerError
from .seen import TABLE, Seen
from .structure import BY_ACCIDENT, TELLS, methods_in

if TYPE_CHECKING:  # questions create exercises, so this import would be circular
    from .question import Params, Question

TO = " to "
"""The text between the ends of a predicted interval."""
Outcome = Literal["not attempted", "wrong", "right"]


class DefinitionError(Phase10Error, ValueError):
    """Raised for a question that cannot be asked as written; the message says what to change.

    >>> issubclass(DefinitionError, ValueError)
    True
    """


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of an answer, and the feedback on it.

    >>> Verdict("right", Sentence("Right.")).outcome
    'right'
    """

    outcome: Outcome
    feedback: Sentence
    error: str = ""
    """The id of the recognized mistake, or of the choice; empty otherwise."""


class Exercise:
    """A question with numbers generated from one seed. Everything is computed lazily.

    >>> from phase10_widgets import teaching
    >>> teaching.Exercise(teaching.lesson(3).questions[0], seed=7).check("0.579").error
    'none'
    """

    def __init__(self, question: Question, seed: int | str, level: int = 0) -> None:
        self.question = question
        self.seed = seed
        self.level = level  # -1 for easier numbers, 1 for harder ones, otherwise 0

    def __eq__(self, other: object) -> bool:
        """Return True for the same question with the same numbers."""
        if not isinstance(other, Exercise):
            return NotImplemented
        return (self.question, self.seed, self.level) == (other.question, other.seed, other.level)

    def __hash__(self) -> int:
        return hash((self.question.id, self.seed, self.level))

    @cached_property
    def params(self) -> Params:
        """The numbers in this exercise."""
        return self.question.params(self.seed, self.level)

    @cached_property
    def answer(self) -> Fraction | str:
        """The right answer: a number, or the id of a choice."""
        value = self.question.answer(self.params)
        return value if isinstance(value, str) else Fraction(value)

    @cached_property
    def also(self) -> tuple[Fraction, ...]:
        """The right answers that a table or a calculator gives, beside the exact one."""
        return tuple(self.question.also(self.params))

    @cached_property
    def wrong(self) -> Mapping[str, Fraction]:
        """The wrong answer that each known mistake produces, keyed by the mistake's id."""
        return {one.id: Fraction(one.compute(self.params)) for one in self.question.wrong}

    @property
    def prompt(self) -> Sentence:
        """The question, in words."""
        return self._tell(self.question.prompt)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards named in the prompt, hand by hand."""
        named = self.prompt.parts.values()
        return tuple([part for part in named if isinstance(part, tuple) and part and isinstance(part[0], Card)])

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """All hints, starting with the gentlest."""
        return tuple(map(self._tell, self.question.hints))

    @property
    def solution(self) -> Sentence:
        """The worked solution."""
        return self._tell(self.question.solution)

    @property
    def choices(self) -> Mapping[str, Sentence]:
        """The choices by id; empty if the answer is a number."""
        return {one.id: self._tell(one.text) for one in self.question.choices}

    @property
    def reflection(self) -> Sentence:
        """A prompt to reflect on afterward."""
        return self._tell(self.question.reflect.prompt)

    @property
    def model(self) -> Sentence:
        """A model answer to the reflection prompt."""
        return self._tell(self.question.reflect.model)

    @property
    def answer_text(self) -> Sentence | NumberText:
        """The right answer in words or digits."""
        return self.choices[self.answer] if isinstance(self.answer, str) else self.said(self.answer)

    @property
    def rules(self) -> Sentence:
        """The requirements for a right answer, in words."""
        question = self.question
        if question.kind == "choice":
            return Sentence("Choose one of the answers.")
        if question.exact:
            return Sentence("Give the exact number.")
        if not question.tolerance:
            return Sentence.plural(
                "A fraction must be exact. A rounded answer must be correct to at least {n} significant digit.",
                "A fraction must be exact. A rounded answer must be correct to at least {n} significant digits.",
                question.digits,
            )
        if question.kind != "chance":
            return Sentence("An answer is right if it is off by {by} at most.", by=number(question.tolerance))
        points = 100 * question.tolerance
        return Sentence.plural(
            "An answer is right if it is off by {points} percentage point at most.",
            "An answer is right if it is off by {points} percentage points at most.",
            1 if points == 1 else 2,
            points=number(points),
        )

    def said(self, value: Fraction) -> NumberText:
        """Return a value in this question's notation; a chance becomes a percentage."""
        return percent(value) if self.question.kind == "chance" else number(value)

    def check(self, text: str, seen: Sequence[float] = ()) -> Verdict:
        """Grade a typed answer, or a choice given by id or position (a, b, c).

        An empty string counts as "not attempted".

        Args:
            text: the answer.
            seen: the estimates that the learner has seen; empty if there are none.

        Raises:
            AnswerError: the answer cannot be read, is not a chance, has a form not accepted here, is rounded
                too coarsely to be graded, or may be the estimate. None of these counts as wrong.
        """
        if isinstance(text, str) and not text.strip():
            return Verdict("not attempted", Sentence("Not answered yet."))
        if self.question.kind == "choice":
            return self._chosen(self.choice(text))
        try:
            found = self.read(text)
        except AnswerError:
            if self.question.kind == "chance" and (mistake := self._recognized(parse_answer(text), above=1)):
                return mistake
            raise
        if seen and not self.question.measured:
            self._ask_for_more(found[0], Seen.of(seen), text.strip())
        return self._judged(found, text.strip())

    def choice(self, text: str) -> str:
        """Return the id of the choice that a typed answer refers to.

        Raises:
            AnswerError: no choice matches.
        """
        word = text.strip().casefold() if isinstance(text, str) else ""
        for at, one in enumerate(self.question.choices):
            if word in (one.id.casefold(), chr(ord("a") + at)):
                return one.id
        raise AnswerError("'{typed}' is not one of the choices", typed=str(text)[:40])

    def read(self, text: str) -> tuple[ParsedAnswer, ...]:
        """Return the number entered, or two readings if it is ambiguous.

        Raises:
            AnswerError: as for :meth:`check`.
        """
        found = parse_answer(text)
        if self.question.kind == "chance":
            found = tuple(read for read in (one.as_chance() for one in found) if 0 <= read.value <= 1)
            if not found:
                raise AnswerError("a chance must be between 0 and 1 (0% and 100%); {typed} is not", typed=text.strip())
        allowed = tuple(read for read in found if read.form in self.question.accepts or read.value == int(read.value))
        if not allowed:
            if self.question.accepts == ("fraction",):
                raise AnswerError("this question asks for a fraction, such as 3/7")
            raise AnswerError("this question does not accept answers in that form; write yours another way")
        return allowed

    def reading(self, typed: str) -> Sentence | None:
        """Return how an expression, or a chance typed without a unit, is read; None for other answers."""
        try:
            read, plain = self.read(typed)[0], parse_answer(typed)[0]
        except AnswerError:
            return None
        if read.term is not None:
            words = spoken(read.term, read.notation)
            return Sentence("Read as {expression}: {value}.", expression=words, value=self.said(read.value))
        if self.question.kind != "chance" or plain.form != "decimal":
            return None
        return Sentence("Read as {chance}.", chance=percent(read.value))

    def typeset(self, typed: str) -> list[Node]:
        """Return the MathML elements for an expression and its value; none for other answers."""
        try:
            read = self.read(typed)[0]
        except AnswerError:
            return []
        if read.term is None:
            return []
        value = self.said(read.value)
        exact = any(one.value == read.value for one in parse_answer(value))
        return [*nodes(read.term, read.notation), ("mo", "=" if exact else "≈"), ("mn", value)]

    def guessed(self, guess: str) -> tuple[Fraction, Fraction]:
        """Return the ends of a predicted interval, such as "40% to 60%"; for a single number, return it twice.

        Raises:
            AnswerError: as for :meth:`check`, or the ends are in the wrong order.
        """
        low, between, high = guess.partition(TO)
        first = self.read(low)[0].value
        last = self.read(high)[0].value if between else first
        if first > last:
            raise AnswerError("the lower end of your interval must come first")
        return first, last

    def near(self, guess: str) -> bool:
        """Return True if a prediction came true (the right choice, a close number, or an interval around the answer).

        Raises:
            AnswerError: as for :meth:`guessed`.
        """
        if isinstance(self.answer, str):
            return self.choice(guess) == self.answer
        if TO in guess:
            low, high = self.guessed(guess)
            return low <= self.answer <= high
        return any(self._near(read.value, self.answer) for read in self.read(guess))

    def _near(self, guess: Fraction, answer: Fraction) -> bool:
        within = self.question.near
        if within is not None:
            return abs(guess - answer) <= within
        return is_near(guess, answer, chance=self.question.kind == "chance")

    @property
    def near_rule(self) -> Sentence | None:
        """The condition for a prediction to count as correct; None for a choice. It does not depend on the answer."""
        if self.question.interval:
            return Sentence("Choose your interval so that you are about 80% sure that the exact value lies within.")
        return near_rule(self.question.kind, self.question.near)

    def missed(self, guess: str) -> Sentence | None:
        """Return how far a prediction is from the answer, such as "3 times too high"; None for a choice.

        Raises:
            AnswerError: as for :meth:`guessed`.
        """
        if isinstance(self.answer, str):
            return None
        low, high = self.guessed(guess)
        if low < high and low <= self.answer <= high:
            return Sentence("the exact value lies within")
        nearest = low if self.answer < low else high
        return missed(nearest, self.answer, chance=self.question.kind == "chance")

    def looking_back(self, guess: str) -> Sentence | None:
        """Return a prompt that gives both numbers and asks about the learner's prediction; None for a right choice.

        Raises:
            AnswerError: as for :meth:`guessed`.
        """
        if isinstance(self.answer, str):
            chosen = self.choice(guess)
            if chosen == self.answer:
                return None
            return Sentence("Why did you expect “{guess}”?", guess=self.choices[chosen])
        low, high = self.guessed(guess)
        parts = {"guess": self.said(low), "to": self.said(high), "answer": self.said(self.answer)}
        off = {"off": self.missed(guess)}
        if low == high and self.near(guess):
            return Sentence(
                "You guessed {guess}, and it is {answer}: {off}. What did you base your guess on?", **parts | off
            )
        if low == high:
            return Sentence(
                "You guessed {guess}, and it is {answer}: {off}. Where does the difference come from?", **parts | off
            )
        if self.near(guess):
            return Sentence(
                "You guessed {guess} to {to}, and it is {answer}. Could your interval have been narrower?", **parts
            )
        return Sentence(
            "You guessed {guess} to {to}, and it is {answer}: even the nearer end is {off}. What did you leave out?",
            **parts | off,
        )

    def simulate(self, n: int = 10_000, seed: int | str = 0) -> Estimate:
        """Estimate the answer by simulation, with *n* trials of the experiment instead of the formula."""
        return simulate(self.question.experiment(self.params), n, seed)

    def agrees(self, estimate: Estimate, standard_errors: float = 4) -> bool:
        """Return True if a simulation supports the answer."""
        reads = self.question.reads
        if reads is None:
            return isinstance(self.answer, Fraction) and estimate.agrees_with(self.answer, standard_errors)
        if isinstance(self.answer, str):
            return reads(self.params, estimate.value) == self.answer
        off = standard_errors * estimate.error
        low, high = sorted(float(reads(self.params, end)) for end in (estimate.value - off, estimate.value + off))
        return low <= self.answer <= high

    def feedback(self, error: str) -> Sentence:
        """Return the feedback on a known mistake or a wrong choice, or an empty sentence if there is none."""
        return self._tell(self.question.feedbacks.get(error, ""))

    def faults(self) -> Iterator[str]:
        """Yield this exercise's faults; see :meth:`Question.check`."""
        ids = [one.id for one in self.question.choices]
        if isinstance(self.answer, str) != (self.question.kind == "choice"):
            yield f"the answer {self.answer!r:.40} is not valid for a question of kind {self.question.kind!r}"
        if isinstance(self.answer, str) and self.answer not in ids:
            yield f"the answer {self.answer!r:.40} is not one of the choices"
        self._check_gaps()
        if isinstance(self.answer, Fraction):
            yield from self._faults_of_values(self.answer)
        if self._tells(self.hints[0]):
            yield f"hint 1 contains the answer, {self.answer_text}: {self.hints[0]}"

    def faults_of_experiment(self, trials: int) -> Iterator[str]:
        """Yield a fault if this many trials of the experiment support a different answer."""
        estimate = self.simulate(trials, self.seed)
        if not self.agrees(estimate):
            yield f"{estimate.trials:,} trials of the experiment give {estimate}, but the answer is {self.answer_text}"

    def _check_gaps(self) -> None:
        for name, text in self.question.texts().items():
            try:
                str(self._tell(text))
            except (KeyError, IndexError) as error:
                fault = f"the {name} has a gap {error}, which neither draw nor shown fills"
                raise DefinitionError(f"question {self.question.id!r:.60}: {fault}") from error

    def _faults_of_values(self, answer: Fraction) -> Iterator[str]:
        if self.question.kind == "chance" and not 0 <= answer <= 1:
            yield f"the answer {answer} is not a chance"
        seen: dict[str, str] = {}
        close = {one.id for one in self.question.wrong if one.close}
        for name, value in self.wrong.items():
            if value == answer if name in close else self._right(self._rounded(value), answer):
                yield f"the wrong answer {name!r} is (nearly) the right one: {self.said(value)}"
            if (twin := seen.setdefault(self.said(value), name)) != name:
                yield f"the wrong answers {twin!r} and {name!r} are both {self.said(value)}"

    def _rounded(self, value: Fraction) -> ParsedAnswer:
        """Return the value rounded as coarsely as the question allows."""
        size = 0
        while abs(value) >= Fraction(10) ** size:
            size += 1
        while value and abs(value) < Fraction(10) ** (size - 1):
            size -= 1
        unit = Fraction(10) ** (size - self.question.digits)
        typed = round(value / unit) * unit
        return ParsedAnswer(typed, typed - unit / 2, typed + unit / 2, self.question.digits, "decimal")

    def _tells(self, hint: Sentence) -> bool:
        """Return True if a hint gives the answer away, in any notation."""
        text = str(hint)
        if isinstance(self.answer, str):
            return str(self.choices[self.answer]).casefold() in text.casefold()
        answers = {self.answer, 100 * self.answer} if self.question.kind == "chance" else {self.answer}
        return any(self._right(read, answer) for read in numbers_in(text) for answer in answers)

    def _right(self, read: ParsedAnswer, answer: Fraction) -> bool:
        """Return True if the number entered is the answer, within this question's tolerance, or one of a table."""
        near = abs(read.value - answer) <= self.question.tolerance
        return near or any(self._rounds(read, one) for one in (answer, *self.also))

    def _rounds(self, read: ParsedAnswer, answer: Fraction) -> bool:
        """Return True if the number entered is *answer*, rounded no more coarsely than allowed."""
        if read.value == answer or self.question.exact:
            return read.value == answer
        certain = self.question.kind == "chance" and read.value in (0, 1)
        rounded = read.up_to(self.question.digits)
        return rounded.digits >= self.question.digits and rounded.is_rounding_of(answer) and not certain

    def _ask_for_more(self, read: ParsedAnswer, seen: Seen, typed: str) -> None:
        """Refuse an answer that may have been read off the trials; an exact fraction or expression never is.

        A tolerance allows for rounding on the way, so it accepts expressions, and other answers far from the trials.
        """
        tolerance = self.question.tolerance
        exact = read.form in ("fraction", "expression") and abs(read.value - Fraction(self.answer)) <= tolerance
        table = read.high - read.low <= TABLE and any(map(read.is_rounding_of, self.also))
        if exact or table or (self.question.kind == "chance" and read.value in (0, 1)):
            return
        unit = seen.may_be(read, digits=self.question.digits, exact=self.question.exact)
        if unit is not None:
            raise AnswerError(
                "{typed} fits the trials, but they only estimate; give the exact answer as a fraction or an "
                "expression, or round it to {unit}",
                typed=typed,
                unit=self.said(unit),
            )
        found = seen.is_source(read) or (tolerance and seen.fits(read))
        if found and not self._rounds(read, Fraction(self.answer)):
            raise AnswerError(
                "{typed} fits the trials, but it is not exact; give the answer as a fraction or an expression",
                typed=typed,
            )

    def _chosen(self, chosen: str) -> Verdict:
        if chosen == self.answer:
            return Verdict("right", Sentence("Right: {answer}", answer=self.answer_text), chosen)
        return Verdict("wrong", self.feedback(chosen), chosen)

    def _judged(self, found: tuple[ParsedAnswer, ...], typed: str) -> Verdict:
        answer = self.answer
        assert isinstance(answer, Fraction)
        right = next((read for read in found if self._right(read, answer)), None)
        if right is not None:
            told = BY_ACCIDENT.get(self._accident(right), phrase("Right: it is {answer}."))
            return Verdict("right", Sentence(told, answer=self.said(answer)))
        if mistake := self._recognized(found):
            return mistake
        read = found[0]
        certain = self.question.kind == "chance" and read.value in (0, 1)
        coarse = read.digits < self.question.digits and not self.question.exact and not certain
        if coarse and any(map(read.is_rounding_of, (answer, *self.also, *self.wrong.values()))):
            raise AnswerError(
                "{typed} is rounded too much to check; give at least {digits} significant digits",
                typed=typed,
                digits=self.question.digits,
            )
        return Verdict(
            "wrong", Sentence("{typed} is not right. Begin smaller: {hint}", typed=typed, hint=self.hints[0])
        )

    def _recognized(self, found: tuple[ParsedAnswer, ...], above: int = -1) -> Verdict | None:
        """Return the verdict on a known mistake: by its value, or else by the method that the expression shows."""
        large = [read for read in found if read.value > above]
        for read in large:
            for error, value in self.wrong.items():
                if self._rounds(read, value):
                    return Verdict("wrong", self.feedback(error), error)
        shown = next((one for read in large for one in methods_in(read) if one in self.wrong), None)
        return None if shown is None else Verdict("wrong", Sentence(TELLS[shown]), shown)

    def _accident(self, read: ParsedAnswer) -> str:
        """Return the wrong method that a right expression shows if this method gives the same number; or ""."""
        fits = (one for one in methods_in(read) if one in self.wrong and self._rounds(read, self.wrong[one]))
        return next(fits, "")

    @cached_property
    def _parts(self) -> Params:
        """The values that may stand in sentences, by name."""
        return {**self.params, **self.question.shown(self.params)}

    def _tell(self, text: str) -> Sentence:
        parts = {**self._parts}
        if "{answer}" in text:
            parts["answer"] = self.answer_text
        return Sentence(text, **{name: part for name, part in parts.items() if f"{{{name}" in text})

    def __repr__(self) -> str:
        return f"<Exercise {self.question.id}, seed {self.seed}>"
