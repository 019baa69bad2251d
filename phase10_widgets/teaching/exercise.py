"""A question as one learner gets it: its numbers filled in, its answer judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from ..core.messages import NumberText, Sentence
from ..odds.estimate import Estimate
from ..odds.simulation.simulate import simulate
from .answer_parser import AnswerError, ParsedAnswer, numbers_in, parse_answer
from .number_text import number, percent
from .question import DefinitionError, Params, Question

Outcome = Literal["not attempted", "wrong", "right"]
NEAR_CHANCE = Fraction(1, 20)
NEAR_NUMBER = Fraction(1, 5)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth, and what to say of it."""

    outcome: Outcome
    feedback: Sentence
    error: str = ""
    """The id of the mistake that was recognised, or of the choice; empty otherwise."""


class Exercise:
    """A question with the numbers of one seed. Nothing is computed before it is needed."""

    def __init__(self, question: Question, seed: int | str) -> None:
        self.question = question
        self.seed = seed

    @cached_property
    def params(self) -> Params:
        """The numbers of this question."""
        return self.question.params(self.seed)

    @cached_property
    def answer(self) -> Fraction | str:
        """The right answer: a number, or the id of a choice."""
        value = self.question.answer(self.params)
        return value if isinstance(value, str) else Fraction(value)

    @cached_property
    def wrong(self) -> Mapping[str, Fraction]:
        """The wrong answer that each known mistake leads to, by the mistake's id."""
        return {one.id: Fraction(one.compute(self.params)) for one in self.question.wrong}

    @property
    def prompt(self) -> Sentence:
        """The question in words."""
        return self._tell(self.question.prompt)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """All hints, the gentlest first."""
        return tuple(map(self._tell, self.question.hints))

    @property
    def solution(self) -> Sentence:
        """The worked solution."""
        return self._tell(self.question.solution)

    @property
    def choices(self) -> Mapping[str, Sentence]:
        """What there is to choose from, by id; empty where a number is asked for."""
        return {one.id: self._tell(one.text) for one in self.question.choices}

    @property
    def reflection(self) -> Sentence:
        """What to think about afterwards."""
        return self._tell(self.question.reflect.prompt)

    @property
    def model(self) -> Sentence:
        """What somebody might answer to that."""
        return self._tell(self.question.reflect.model)

    @property
    def answer_text(self) -> Sentence | NumberText:
        """The right answer as it is written."""
        return self.choices[self.answer] if isinstance(self.answer, str) else self.said(self.answer)

    @property
    def rules(self) -> Sentence:
        """Which answers count as right, in words."""
        asked = self.question
        if asked.kind == "choice":
            return Sentence("Choose one of the answers.")
        rounded = Sentence.plural(
            "A fraction must be exact. A rounded number counts if it is rounded rightly to {n} digit or more.",
            "A fraction must be exact. A rounded number counts if it is rounded rightly to {n} digits or more.",
            asked.digits,
        )
        if not asked.tolerance:
            return rounded
        if asked.kind == "chance":
            points = number(100 * asked.tolerance)
            return Sentence(
                "{rounded} Percentage points by which it may be off: {points}.", rounded=rounded, points=points
            )
        return Sentence("{rounded} It may be off by {by}.", rounded=rounded, by=number(asked.tolerance))

    def said(self, value: Fraction) -> NumberText:
        """A value as this question writes it: a chance in percent."""
        return percent(value) if self.question.kind == "chance" else number(value)

    def check(self, text: str) -> Verdict:
        """Judge what was typed, or the id (or place: a, b, c) of a choice. Nothing typed is not attempted.

        Raises:
            AnswerError: it cannot be read, is no chance, stands in a form not asked for, or is rounded so far that
                nobody can tell whether it is right. None of these is wrong.
        """
        if isinstance(text, str) and not text.strip():
            return Verdict("not attempted", Sentence("Not answered yet."))
        if self.question.kind == "choice":
            return self._chosen(self.choice(text))
        return self._judged(self.read(text), text.strip())

    def choice(self, text: str) -> str:
        """The id of the choice that is meant.

        Raises:
            AnswerError: there is none like that.
        """
        word = text.strip().casefold() if isinstance(text, str) else ""
        for at, one in enumerate(self.question.choices):
            if word in (one.id.casefold(), chr(ord("a") + at)):
                return one.id
        raise AnswerError("'{typed}' is none of the choices", typed=str(text)[:40])

    def read(self, text: str) -> tuple[ParsedAnswer, ...]:
        """What was typed as a number, or two where it can be read in two ways.

        Raises:
            AnswerError: as for :meth:`check`.
        """
        found = parse_answer(text)
        if self.question.kind == "chance":
            possible = tuple(read for read in found if 0 <= read.value <= 1)
            if not possible:
                told = {"typed": text.strip()}
                if 1 < found[0].value <= 100 and found[0].form == "decimal":
                    raise AnswerError("a chance is between 0 and 1; did you mean {typed} %?", **told)
                raise AnswerError("a chance is between 0 and 1 (or 0 % and 100 %), which {typed} is not", **told)
            found = possible
        allowed = tuple(read for read in found if read.form in self.question.accepts or read.value == int(read.value))
        if not allowed:
            if self.question.accepts == ("fraction",):
                raise AnswerError("here a fraction is asked for, such as 3/7")
            raise AnswerError("this question takes no answer of this form; write it in another way")
        return allowed

    def near(self, guess: str) -> bool:
        """Whether a prediction has come true: the right choice, or a number that is near enough.

        Raises:
            AnswerError: as for :meth:`check`.
        """
        if isinstance(self.answer, str):
            return self.choice(guess) == self.answer
        answer = self.answer
        return any(abs(read.value - answer) <= self.margin for read in self.read(guess))

    @property
    def margin(self) -> Fraction:
        """How far off a prediction may be to count as come true."""
        if self.question.near is not None or isinstance(self.answer, str):
            return self.question.near or Fraction(0)
        return NEAR_CHANCE if self.question.kind == "chance" else abs(self.answer) * NEAR_NUMBER

    def simulate(self, n: int = 10_000, seed: int | str = 0) -> Estimate:
        """What so many trials of the experiment give: the answer again, not by the formula."""
        return simulate(self.question.experiment(self.params), n, seed)

    def agrees(self, estimate: Estimate, standard_errors: float = 4) -> bool:
        """Whether a simulation speaks for the answer."""
        reads = self.question.reads
        if reads is None:
            return isinstance(self.answer, Fraction) and estimate.agrees_with(self.answer, standard_errors)
        if isinstance(self.answer, str):
            return reads(self.params, estimate.value) == self.answer
        off = standard_errors * estimate.error
        low, high = sorted(float(reads(self.params, end)) for end in (estimate.value - off, estimate.value + off))
        return low <= self.answer <= high

    def feedback(self, error: str) -> Sentence:
        """What is said of a known mistake, or of a choice that is wrong; an empty sentence if there is none such."""
        return self._tell(self.question.feedbacks.get(error, ""))

    def faults(self) -> Iterator[str]:
        """What is wrong with the question as it is asked here; see :meth:`Question.check`."""
        ids = [one.id for one in self.question.choices]
        if isinstance(self.answer, str) != (self.question.kind == "choice"):
            yield f"the answer {self.answer!r:.40} does not suit a question of kind {self.question.kind!r}"
        if isinstance(self.answer, str) and self.answer not in ids:
            yield f"the answer {self.answer!r:.40} is none of the choices"
        self._check_gaps()
        if isinstance(self.answer, Fraction):
            yield from self._faults_of_values(self.answer)
        if self._tells(self.hints[0]):
            yield f"hint 1 holds the answer, {self.answer_text}: {self.hints[0]}"

    def _check_gaps(self) -> None:
        for name, text in self.question.texts().items():
            try:
                str(self._tell(text))
            except (KeyError, IndexError) as error:
                fault = f"the {name} has a gap {error}, which neither draw nor shown fills"
                raise DefinitionError(f"question {self.question.id!r:.60}: {fault}") from error

    def _faults_of_values(self, answer: Fraction) -> Iterator[str]:
        if self.question.kind == "chance" and not 0 <= answer <= 1:
            yield f"the answer {answer} is no chance"
        seen: dict[str, str] = {}
        for name, value in self.wrong.items():
            if self._right(self._rounded(value), answer):
                yield f"the wrong answer {name!r} is (nearly) the right one: {self.said(value)}"
            if (twin := seen.setdefault(self.said(value), name)) != name:
                yield f"the wrong answers {twin!r} and {name!r} are both {self.said(value)}"

    def _rounded(self, value: Fraction) -> ParsedAnswer:
        """The value as somebody writes it who rounds as far as one may."""
        size = 0
        while abs(value) >= Fraction(10) ** size:
            size += 1
        while value and abs(value) < Fraction(10) ** (size - 1):
            size -= 1
        unit = Fraction(10) ** (size - self.question.digits)
        typed = round(value / unit) * unit
        return ParsedAnswer(typed, typed - unit / 2, typed + unit / 2, self.question.digits, "decimal")

    def _tells(self, hint: Sentence) -> bool:
        """Whether a hint holds the answer, in any notation."""
        said = str(hint)
        if isinstance(self.answer, str):
            return str(self.choices[self.answer]).casefold() in said.casefold()
        answers = {self.answer, 100 * self.answer} if self.question.kind == "chance" else {self.answer}
        return any(self._right(read, answer) for read in numbers_in(said) for answer in answers)

    def _right(self, read: ParsedAnswer, answer: Fraction) -> bool:
        """Whether what was typed is the answer, as far as this question asks."""
        return abs(read.value - answer) <= self.question.tolerance or self._rounds(read, answer)

    def _rounds(self, read: ParsedAnswer, answer: Fraction) -> bool:
        """Whether what was typed is this number, rounded no further than one may."""
        if read.value == answer:
            return True
        certain = self.question.kind == "chance" and read.value in (0, 1)
        return read.digits >= self.question.digits and read.is_rounding_of(answer) and not certain

    def _chosen(self, chosen: str) -> Verdict:
        if chosen == self.answer:
            return Verdict("right", Sentence("Right: {answer}", answer=self.answer_text), chosen)
        return Verdict("wrong", self.feedback(chosen), chosen)

    def _judged(self, found: tuple[ParsedAnswer, ...], typed: str) -> Verdict:
        answer = self.answer
        assert isinstance(answer, Fraction)
        if any(self._right(read, answer) for read in found):
            return Verdict("right", Sentence("Right: it is {answer}.", answer=self.said(answer)))
        for read in found:
            for error, value in self.wrong.items():
                if self._rounds(read, value):
                    return Verdict("wrong", self.feedback(error), error)
        read = found[0]
        if read.digits < self.question.digits and any(map(read.is_rounding_of, (answer, *self.wrong.values()))):
            raise AnswerError(
                "{typed} is rounded too far to tell; give at least {digits} digits that count",
                typed=typed,
                digits=self.question.digits,
            )
        if read.value > answer:
            return Verdict("wrong", Sentence("{typed} is too much. The hints show a way.", typed=typed))
        return Verdict("wrong", Sentence("{typed} is too little. The hints show a way.", typed=typed))

    def _tell(self, text: str) -> Sentence:
        parts = {**self.params, **self.question.shown(self.params)}
        if "{answer}" in text:
            parts["answer"] = self.answer_text
        return Sentence(text, **{name: part for name, part in parts.items() if f"{{{name}" in text})

    def __repr__(self) -> str:
        return f"<Asked {self.question.id}, seed {self.seed}>"
