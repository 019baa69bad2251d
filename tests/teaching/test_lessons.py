"""Every question of every lesson: its numbers, wrong answers and hints, and a simulation without formulas."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from statistics import mean

import pytest

from devtools.generate import languages as tool
from phase10_widgets.base.translatable import Sentence
from phase10_widgets.languages.text import Text
from phase10_widgets.rooms.lesson.subjects import QuestionSubject
from phase10_widgets.teaching import Exercise, Progress, Question, lesson, numbers, percent
from phase10_widgets.teaching.exercises.mixed import mixed
from phase10_widgets.teaching.exercises.pretest import POSTTEST, PRETEST, WHOLE, questions_in
from phase10_widgets.teaching.exercises.recall import recalled
from phase10_widgets.teaching.exports.bank import banked
from phase10_widgets.teaching.exports.exercise_text import exercises_on
from phase10_widgets.teaching.lessons.common import drawn
from phase10_widgets.teaching.progress.attempt import Attempt
from tests.faults import every
from tests.teaching.asked import AT_LEVELS, BY_ID, QUESTIONS, SEEDS, versions

FARTHEST = 4.0
"""The largest accepted deviation in standard errors. One in 16,000 correct answers exceeds it and is tried again."""
VERSIONS = 30
ANSWERS = 10
CHECKED = 100
"""The versions of a question whose wrong answers, hints and gaps are checked."""


@every("number", numbers())
def test_a_lesson_has_enough_questions_of_its_own(number: int) -> None:
    found = lesson(number)
    assert len(found.questions) >= 4
    assert found.title
    for question in found.questions:
        assert question.id.startswith(f"{number:02}/")
        assert found.question(question.id.partition("/")[2]) is question
        assert question.goals
        assert question.standards
    with pytest.raises(ValueError, match="has no question"):
        found.question("none")


def test_ids_are_unique() -> None:
    assert len(BY_ID) == len(QUESTIONS)
    with pytest.raises(ValueError, match="the lessons are"):
        lesson(99)


SEVERAL = "numbers|cards|wilds|draws|rounds|games|hands|deals|turns"
ONE_OF_SEVERAL = re.compile(rf"(?<![\d.,/] )(?<![\d.,/])\b1 (?:different |other |more )?(?:{SEVERAL})\b")


def typed(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}" if len(str(value)) < 50 else f"{float(value):.10f}"


def sound(question: Question, level: int) -> None:
    """Assert, for example, that wrong answers are wrong and distinct, hint 1 hides the answer, and gaps are filled."""
    for exercise in versions(question, level)[:CHECKED]:
        assert list(exercise.faults()) == [], exercise.seed


def many(question: Question, level: int) -> None:
    """Assert that texts vary: remembered numbers must not replace counting. Choices vary in other ways."""
    asked = versions(question, level)
    assert len({(str(one.prompt), *map(str, one.choices.values())) for one in asked}) >= VERSIONS
    if question.kind != "choice":
        answers = {str(one.answer_text) for one in asked}
        assert len(answers) >= ANSWERS, sorted(answers)


def judged(question: Question, level: int) -> None:
    """Assert that the right answer is right, and each known mistake is recognized."""
    for asked in versions(question, level)[:20]:
        if isinstance(asked.answer, str):
            for choice in asked.choices:
                assert asked.check(choice).outcome == ("right" if choice == asked.answer else "wrong")
            continue
        assert asked.check(typed(asked.answer)).outcome == "right"
        assert asked.check(repr(float(asked.answer))).outcome == "right", "a number from Python"
        for error, value in asked.wrong.items():
            if question.kind != "chance" or 0 <= value <= 1:
                verdict = asked.check(typed(value))
                assert (verdict.outcome, verdict.error) == ("wrong", error), asked.seed
                assert str(verdict.feedback) == str(asked.feedback(error))


def simulated(question: Question, level: int) -> None:
    """Assert that a simulation without formulas finds the answer."""
    for asked in versions(question, level)[:2]:
        agrees(asked, 2000)


def agrees(asked: Exercise, trials: int) -> None:
    """Assert agreement; if it fails, try again with other random numbers and four times the trials."""
    for n in (trials, 4 * trials):
        estimate = asked.simulate(n, f"{n}/{asked.question.id}/{asked.seed}")
        if asked.agrees(estimate, FARTHEST):
            return
    pytest.fail(f"seed {asked.seed}: {asked.answer_text} is the answer, simulated it is {estimate}")


def idiomatic(question: Question, level: int) -> None:
    """Assert that the singular is used for one thing: "one of 1 different numbers" is not English."""
    for asked in versions(question, level)[:CHECKED]:
        for text in map(str, (asked.prompt, asked.solution, *asked.hints)):
            assert not ONE_OF_SEVERAL.search(text), text


def prose(question: Question, level: int) -> None:
    """Assert that every text is made of whole sentences."""
    for name, text in question.texts().items():
        assert text == text.strip(), name
        assert "  " not in text, name
        assert name.startswith("text of") or text.rstrip(")")[-1] in ".?!", name


PROMISES = [sound, many, judged, simulated, idiomatic, prose]


@pytest.mark.slow
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@every("name", AT_LEVELS)
def test_every_question_keeps_its_promises(name: str, promise: Callable[[Question, int], None]) -> None:
    promise(*AT_LEVELS[name])


@pytest.mark.soak
@pytest.mark.parametrize(("question", "level"), AT_LEVELS.values(), ids=AT_LEVELS)
def test_every_answer_agrees_with_its_simulation(question: Question, level: int) -> None:
    """Test all numbers of two hundred learners, which takes an hour for all questions."""
    if not level:
        question.check(SEEDS)
    for asked in versions(question, level):
        agrees(asked, 10_000)


def test_easier_numbers_have_shorter_answers() -> None:
    """Of the answers as exact fractions: short ones take fewer factors, rounder numbers, or both."""
    leveled = [question for question in QUESTIONS if len(question.levels) > 1]
    assert len(leveled) >= 12
    assert len({question.id[:2] for question in leveled}) >= 8
    for question in leveled:
        if question.kind == "choice":
            continue
        easier, usual, harder = (mean(len(str(one.answer)) for one in versions(question, at)) for at in (-1, 0, 1))
        assert easier < min(usual, harder), question.id


def test_a_class_sheets_banks_and_repeated_questions_have_the_usual_numbers() -> None:
    third = lesson(3)
    harder = {question.id: Attempt(level=1, answers=("1",), outcome="right") for question in third.questions}
    progress = Progress(seed=3, works=harder)
    assert progress.exercise(third.questions[0]).level == 1
    shared = [exercise for _, exercise in exercises_on(third, 3)]
    shared += [one.exercise for each in banked(third, range(3), Text("en"))[0].questions for one in each.versions]
    shared += [QuestionSubject(question.id, "7").exercise for question in third.questions]
    repeated = recalled(progress, 5, third.questions) + mixed(progress, "A")
    repeated += [one for when in (PRETEST, POSTTEST) for one in questions_in(progress, when, WHOLE)]
    assert {exercise.level for exercise in shared} == {progress.exercise(one).level for one in repeated} == {0}
    progress.works |= {one.id: Attempt(streak=2) for one in repeated}
    assert {progress.renew(one).level for one in repeated} == {0}


def test_questions_know_the_mistakes_that_their_lesson_is_about() -> None:
    for question in lesson(3).questions:
        assert {"added", "put back"} <= {each.id for each in question.wrong}, question.id
    for name in ("hands", "runs"):
        assert lesson(2).question(name).exact, "hands are counted"


def test_a_wild_and_ten_cards_for_phase_1_are_not_asked_for() -> None:
    """Lesson 5 shows exactly this hand in its figure."""
    question = lesson(5).question("phase-with-a-wild")
    asked = [question.exercise(seed).params for seed in SEEDS]
    assert (1, 10) not in {(p["number"], p["cards"]) for p in asked}
    assert {p["number"] for p in asked} == {1, 2, 3, 4, 5, 6, 8, 9}


def test_both_questions_about_a_second_wild_are_about_the_same_cards() -> None:
    """Lesson 5 compares the value of the two pieces of news, so nothing else may differ."""
    some, first = lesson(5).question("given-one"), lesson(5).question("first-wild")
    for seed in SEEDS:
        assert some.params(seed) == first.params(seed)
        assert Fraction(some.exercise(seed).answer) < Fraction(first.exercise(seed).answer)


def test_only_news_of_at_least_one_wild_lowers_bens_chance() -> None:
    """Exactly one wild in your hand can raise his chance, so lesson 13 must not ask as if you had seen your cards."""
    found = set()
    for seed in SEEDS:
        exercise = lesson(13).question("other-hand").exercise(seed)
        size, cards, wilds, case = (exercise.params[name] for name in ("size", "cards", "wilds", "case"))
        if case not in ("some", "own"):
            continue
        assert "only whether there is at least one wild, and the answer is yes" in str(exercise.prompt)
        if case == "own":
            continue
        yours = [drawn(k, wilds, cards, size) - drawn(k + 1, wilds, cards, size) for k in range(wilds + 1)]
        his = [drawn(1, wilds - k, cards, size - cards) for k in range(wilds + 1)]
        given = sum((p * q for p, q in zip(yours[1:], his[1:], strict=True)), Fraction(0)) / sum(yours[1:], Fraction(0))
        assert given < drawn(1, wilds, cards, size)
        assert f"Now it is {percent(given)}." in str(exercise.solution)
        assert "share" not in str(exercise.hints[-1]), "with one wild in your hand, the share stays the same"
        found.add(his[1] > drawn(1, wilds, cards, size))
    assert found == {True, False}


def test_the_example_of_a_run_is_as_long_as_the_run() -> None:
    question = lesson(2).question("dealt-run")
    for seed in range(30):
        exercise = question.exercise(seed)
        row = " ".join(map(str, range(3, 3 + exercise.params["k"])))
        assert f"such as {row}, in any colors" in str(exercise.prompt)


def test_every_lesson_is_in_german() -> None:
    known = {tool.text_of(message) for message in tool.catalog("de")}
    texts = [lesson(number).title for number in numbers()]
    for question in QUESTIONS:
        texts += [*question.goals, *question.texts().values()]
    assert [text for text in texts if text not in known] == []


def test_german_writes_a_comma() -> None:
    asked = lesson(3).question("at-least-one").exercise(0)
    solution = Text("de").tell(asked.solution)
    assert str(asked.answer_text).replace(".", ",").replace("%", "\xa0%") in solution
    assert isinstance(asked.solution, Sentence)
