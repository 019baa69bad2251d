"""Versions of questions for a learning platform: their prompts, their known answers, and the feedback on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import Literal, TypeAlias

from ...base.integers import integer
from ...base.translatable import NumberText, Sentence, phrase
from ...languages.text import Text
from .. import Exercise, Lesson, Progress, Question
from .accepted import NumberRange, coarse_roundings, decimal_text, ranges_for
from .document import visible
from .exercise_text import written

MOST_VERSIONS = 200
"""The maximum number of versions of each question in a bank."""
PERCENT, DECIMAL = 100, 1
"""The scales on which a chance can be typed: 16.5 (a percentage) and 0.165 (a decimal)."""
EXAMPLES = (Fraction(5, 8), Fraction(1, 8), Fraction(3, 8), Fraction(7, 8))
"""Examples of typed answers."""
Scaled: TypeAlias = list[tuple[NumberRange, tuple[NumberRange, ...]]]
"""For each scale, a value's range and its coarser roundings."""
CHANCE = {
    (PERCENT, DECIMAL): phrase(
        "Give the chance as a percentage, such as {percent}, or as a decimal, such as {decimal}."
    ),
    (PERCENT,): phrase("Give the chance as a percentage, such as {percent}."),
    (DECIMAL,): phrase("Give the chance as a decimal, such as {decimal}."),
}


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """An answer that has its own feedback: the right one, a mistake, or a rounding with too few digits."""

    kind: Literal["right", "wrong", "coarse"]
    feedback: str
    id: str = ""
    """The id of the mistake or choice; empty for other numbers."""
    ranges: tuple[NumberRange, ...] = ()
    """The numbers that represent the answer, as typed; empty for a choice."""
    choice: str = ""
    """The text of a choice."""

    @property
    def right(self) -> bool:
        """True if this is the right answer."""
        return self.kind == "right"


@dataclass(frozen=True, slots=True)
class QuestionVersion:
    """A question with one sheet's numbers."""

    name: str
    seed: int
    exercise: Exercise

    @property
    def question(self) -> Question:
        """The question."""
        return self.exercise.question

    @property
    def by_choice(self) -> bool:
        """True if learners choose an answer; False if they type a number."""
        return self.question.kind == "choice"


@dataclass(frozen=True, slots=True)
class BankedQuestion:
    """All versions of one question, with different text in each."""

    name: str
    """The question's number in the lesson and its name: ``"3.1 at-least-one"``."""
    versions: tuple[QuestionVersion, ...]

    @property
    def id(self) -> str:
        """The question's id."""
        return self.versions[0].question.id


@dataclass(frozen=True, slots=True)
class BankedLesson:
    """A lesson's questions."""

    lesson: Lesson
    questions: tuple[BankedQuestion, ...]


def banked(lessons: Lesson | Iterable[Lesson], seeds: Iterable[int], words: Text) -> tuple[BankedLesson, ...]:
    """Return the lessons' questions; version N has the numbers from sheet N.

    Raises:
        ValueError: there is no lesson or no seed, a seed is not a whole number, there are too many versions, a lesson
            is empty, a lesson's number or a question is listed twice, or no platform can read a question's answers.
    """
    chosen, given = _lessons(lessons), _seeds(seeds)
    numbers = Counter(lesson.number for lesson in chosen)
    asked = [question for lesson in chosen for question in lesson.questions]
    for number in (number for number, times in numbers.items() if times > 1):
        raise ValueError(f"lesson {number} is listed twice")
    for twice in (name for name, times in Counter(question.id for question in asked).items() if times > 1):
        raise ValueError(f"the question {twice!r} is listed twice")
    for question in asked:
        if question.kind != "choice" and not scales(question):
            raise ValueError(
                f"the question {question.id!r} accepts neither decimals nor percentages, the only forms platforms read"
            )
    return tuple(BankedLesson(lesson, tuple(_questions(lesson, given, words))) for lesson in chosen)


def _lessons(lessons: Lesson | Iterable[Lesson]) -> list[Lesson]:
    chosen = list(lessons) if isinstance(lessons, Iterable) else [lessons]
    for one in chosen:
        if not isinstance(one, Lesson):
            raise ValueError(f"{one!r:.40} is not a lesson; give one or more lessons, such as lesson(3)")
        if not one.questions:
            raise ValueError(f"lesson {one.number} has no questions")
    if not chosen:
        raise ValueError("a question bank needs at least one lesson")
    return chosen


def _seeds(seeds: Iterable[int]) -> list[int]:
    """Return the seeds without duplicates."""
    given = list(islice(seeds, MOST_VERSIONS + 1))
    if not given:
        raise ValueError("a question bank needs at least one seed, such as range(1, 31)")
    if len(given) > MOST_VERSIONS:
        raise ValueError(f"a question bank can have at most {MOST_VERSIONS} versions of each question")
    numbers = dict(zip(given, map(integer, given), strict=True))
    for wrong in (seed for seed, number in numbers.items() if number is None):
        raise ValueError(f"a seed must be a whole number, not {wrong!r:.40}")
    return [number for number in dict.fromkeys(numbers.values()) if number is not None]


def _questions(lesson: Lesson, seeds: Sequence[int], words: Text) -> Iterator[BankedQuestion]:
    for at, question in enumerate(lesson.questions, 1):
        name = f"{lesson.number}.{at} {question.id.partition('/')[2] or question.id}"
        seen: dict[tuple[str, ...], QuestionVersion] = {}
        for seed in seeds:
            exercise = Progress(seed=seed).exercise(question)
            named = words.say("{question}, version {number}", question=name, number=seed)
            asked = (str(exercise.prompt), *map(str, exercise.choices.values()))
            seen.setdefault(asked, QuestionVersion(plain(named), seed, exercise))
        yield BankedQuestion(plain(name), tuple(seen.values()))


def scales(question: Question) -> tuple[int, ...]:
    """Return the scales on which an answer can be typed, starting with the usual one."""
    if question.kind != "chance":
        return (DECIMAL,) if "decimal" in question.accepts else ()
    forms = {"percent": PERCENT, "decimal": DECIMAL}
    return tuple(scale for form, scale in forms.items() if form in question.accepts)


def known_answers(version: QuestionVersion, words: Text) -> tuple[KnownAnswer, ...]:
    """Return the answers that have their own feedback; a number belongs to the first answer whose ranges contain it."""
    exercise = version.exercise
    return _choices(exercise, words) if version.by_choice else tuple(_numbers(exercise, words))


def _choices(exercise: Exercise, words: Text) -> tuple[KnownAnswer, ...]:
    right = words.say("Right: {answer}", answer=exercise.answer_text)
    return tuple(
        KnownAnswer("right", plain(right), name, choice=plain(words.tell(text)))
        if name == exercise.answer
        else KnownAnswer("wrong", in_words(exercise.feedback(name), words), name, choice=plain(words.tell(text)))
        for name, text in exercise.choices.items()
    )


def _numbers(exercise: Exercise, words: Text) -> Iterator[KnownAnswer]:
    """Yield the right answer, then the exact results of mistakes, then their roundings; a mistake may appear twice."""
    question, answer = exercise.question, exercise.answer
    assert isinstance(answer, Fraction)
    taken: list[NumberRange] = []
    values = (answer, *exercise.wrong.values())
    typed = {name: _as_typed(question, value, values) for name, value in exercise.wrong.items()}
    right = _as_typed(question, answer, values, question.tolerance)
    said = plain(words.say("Right: it is {answer}.", answer=exercise.said(answer)))
    yield KnownAnswer("right", said, ranges=_untaken((*_fine(right), *_rounded(right)), taken))
    for pick in (_fine, _rounded):
        for name, scaled in typed.items():
            if left := _untaken(pick(scaled), taken):
                yield KnownAnswer("wrong", in_words(exercise.feedback(name), words), name, left)
    if left := _untaken(_coarse(exercise, answer), taken):
        yield KnownAnswer("coarse", in_words(_too_coarse(question.digits), words), ranges=left)


def _fine(scaled: Scaled) -> Iterator[NumberRange]:
    return (fine for fine, _ in scaled)


def _rounded(scaled: Scaled) -> Iterator[NumberRange]:
    return chain(*(points for _, points in scaled))


def _coarse(exercise: Exercise, answer: Fraction) -> Iterator[NumberRange]:
    """Yield the roundings of the right answer and of mistaken ones that have too few digits."""
    for scale in scales(exercise.question):
        for value in (answer, *exercise.wrong.values()):
            yield from map(NumberRange, coarse_roundings(value * scale, exercise.question.digits))


def _as_typed(question: Question, value: Fraction, others: Iterable[Fraction], slack: Fraction = Fraction(0)) -> Scaled:
    """Return a value's range and its coarser roundings for each scale."""
    rivals = [other for other in others if other != value]
    found = []
    for scale in scales(question):
        barred = [Fraction(end * scale) for end in (0, 1) if value != end] if question.kind == "chance" else []
        scaled = [rival * scale for rival in rivals]
        fine, *points = ranges_for(value * scale, question.digits, slack=slack * scale, barred=barred, rivals=scaled)
        found.append((fine, tuple(points)))
    return found


def _untaken(ranges: Iterable[NumberRange], taken: list[NumberRange]) -> tuple[NumberRange, ...]:
    """Return the ranges that no earlier one covers, and add them to *taken*."""
    left = []
    for one in ranges:
        if not any(before.covers(one) for before in taken):
            left.append(one)
            taken.append(one)
    return tuple(left)


def _too_coarse(digits: int) -> Sentence:
    return Sentence.plural(
        "This is rounded too much to check. Give at least {n} significant digit.",
        "This is rounded too much to check. Give at least {n} significant digits.",
        digits,
    )


def how_to_answer(version: QuestionVersion, known: Iterable[KnownAnswer], words: Text, *, free: bool) -> str:
    """Return the instructions for typing a number; empty for a choice.

    Args:
        version: the question.
        known: its known answers.
        words: the language.
        free: True if a percent sign and a decimal comma are accepted; False if only digits and a decimal point are.
    """
    if version.by_choice:
        return ""
    question = version.question
    example = _example(scales(question), [one for answer in known for one in answer.ranges])
    percent, decimal = decimal_text(100 * example), decimal_text(example)
    parts = {
        "percent": words.number(f"{percent}%") if free else percent,
        "decimal": words.number(decimal) if free else decimal,
    }
    asked = CHANCE[scales(question)] if question.kind == "chance" else phrase("Give a number, such as {decimal}.")
    said = [words.say(asked, **parts)]
    if not free:
        said.append(words.say("Type only digits and a decimal point: no percent sign, no fraction."))
    elif PERCENT in scales(question):
        said.append(words.say("You may leave out the percent sign, but you cannot type a fraction."))
    else:
        said.append(words.say("You cannot type a fraction."))
    said.append(words.tell(_rounding(question.digits)))
    if question.tolerance:
        said.append(words.tell(_slack(question)))
    return plain(" ".join(said))


def _rounding(digits: int) -> Sentence:
    return Sentence.plural(
        "Give all digits before the decimal point, and at least {n} significant digit.",
        "Give all digits before the decimal point, and at least {n} significant digits.",
        digits,
    )


def _slack(question: Question) -> Sentence:
    if question.kind == "chance":
        points = NumberText(decimal_text(100 * question.tolerance))
        return Sentence("Allowed difference in percentage points: {points}.", points=points)
    return Sentence("Allowed difference: {by}.", by=NumberText(decimal_text(question.tolerance)))


def _example(typed: Sequence[int], known: Sequence[NumberRange]) -> Fraction:
    """Return an example that is not a known answer."""
    free = (one for one in EXAMPLES if not any(held.holds(one * scale) for held in known for scale in typed))
    return next(free, EXAMPLES[0])


def plain(text: str) -> str:
    """Return text without the control characters and noncharacters that XML cannot contain.

    >>> plain("a" + chr(0) + chr(0xFFFE) + "<b>")
    'a<b>'
    """
    return "".join(sign for sign in str(visible(text)) if ord(sign) & 0xFFFE != 0xFFFE)


def in_words(value: Sentence, words: Text) -> str:
    """Return a sentence in a language, as text that XML can contain."""
    return plain(written(value, words))
