"""Every question of every lesson: its numbers, wrong answers and hints, and a simulation without formulas."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from devtools.generate import languages as tool
from devtools.measure.lesson_check import judge, plain
from phase10_widgets.core.translatable import Sentence
from phase10_widgets.teaching import Question, lesson, numbers, percent
from phase10_widgets.teaching.lessons.common import drawn
from phase10_widgets.text import Text

SEEDS = range(200)
SIMULATED = range(2)
VERSIONS = 30
ANSWERS = 10
QUESTIONS = [question for number in numbers() for question in lesson(number).questions]
every_question = pytest.mark.parametrize("question", QUESTIONS, ids=[question.id for question in QUESTIONS])


@pytest.mark.parametrize("number", numbers())
def test_a_lesson_has_questions_enough_of_its_own(number: int) -> None:
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


def test_no_id_is_given_twice() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    with pytest.raises(ValueError, match="the lessons are"):
        lesson(99)


@pytest.mark.slow
@every_question
def test_a_question_can_be_asked_with_two_hundred_seeds(question: Question) -> None:
    """Check, among others, that wrong answers are wrong and distinct, hint 1 hides the answer, and gaps are filled."""
    question.check(SEEDS)
    assert len({plain(question.params(seed)) for seed in SEEDS}) > 1, "the seed changes something"


@every_question
def test_a_question_has_at_least_thirty_versions(question: Question) -> None:
    """Count the numbers, and the texts that a learner reads."""
    asked = [question.exercise(seed) for seed in range(500)]
    assert len({plain(one.params) for one in asked}) >= VERSIONS
    assert len({(str(one.prompt), *map(str, one.choices.values())) for one in asked}) >= VERSIONS


@pytest.mark.parametrize("question", [one for one in QUESTIONS if one.kind != "choice"], ids=lambda one: one.id)
def test_a_question_for_a_number_has_at_least_ten_answers(question: Question) -> None:
    """A learner who remembers the answer need not count again; choices vary what is compared instead."""
    answers = {str(question.exercise(seed).answer_text) for seed in SEEDS}
    assert len(answers) >= ANSWERS, sorted(answers)


def test_a_wild_and_ten_cards_for_phase_1_are_not_asked_for() -> None:
    """Lesson 5 shows this very hand in its figure."""
    question = lesson(5).question("phase-with-a-wild")
    asked = [question.exercise(seed).params for seed in SEEDS]
    assert (1, 10) not in {(p["number"], p["cards"]) for p in asked}
    assert {p["number"] for p in asked} == {1, 2, 3, 4, 5, 6, 8, 9}


def test_both_questions_about_a_second_wild_are_about_the_same_cards() -> None:
    """Lesson 5 compares what the two pieces of news are worth, so nothing else may differ."""
    some, first = lesson(5).question("given-one"), lesson(5).question("first-wild")
    for seed in SEEDS:
        assert some.params(seed) == first.params(seed)
        assert Fraction(some.exercise(seed).answer) < Fraction(first.exercise(seed).answer)


def test_what_you_learn_of_your_hand_lowers_bens_chance_only_as_at_least_one_wild() -> None:
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


SEVERAL = "numbers|cards|wilds|draws|rounds|games|hands|deals|turns"
ONE_OF_SEVERAL = re.compile(rf"(?<![\d.,/] )(?<![\d.,/])\b1 (?:different |other |more )?(?:{SEVERAL})\b")


@pytest.mark.slow
@every_question
def test_one_thing_is_not_spoken_of_as_several(question: Question) -> None:
    """ "One of 1 different numbers" is not English."""
    for seed in SEEDS:
        asked = question.exercise(seed)
        for text in (asked.prompt, asked.solution, *asked.hints):
            assert not ONE_OF_SEVERAL.search(str(text)), str(text)


@every_question
def test_each_answer_is_judged_as_what_it_is(question: Question) -> None:
    for seed in range(20):
        asked = question.exercise(seed)
        if isinstance(asked.answer, str):
            for choice in asked.choices:
                assert asked.check(choice).outcome == ("right" if choice == asked.answer else "wrong")
        else:
            assert asked.check(typed(asked.answer)).outcome == "right"
            assert asked.check(repr(float(asked.answer))).outcome == "right", "a number from Python"
            for error, value in asked.wrong.items():
                if question.kind != "chance" or 0 <= value <= 1:
                    verdict = asked.check(typed(value))
                    assert (verdict.outcome, verdict.error) == ("wrong", error), seed
                    assert str(verdict.feedback) == str(asked.feedback(error))


def typed(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}" if len(str(value)) < 50 else f"{float(value):.10f}"


@pytest.mark.slow
@every_question
def test_the_answer_is_what_a_simulation_finds(question: Question) -> None:
    for seed in SIMULATED:
        assert judge(question, seed, 2000) is None


@every_question
def test_prose_is_prose(question: Question) -> None:
    for name, text in question.texts().items():
        assert text == text.strip(), name
        assert "  " not in text, name
        if not name.startswith("text of"):
            assert text.rstrip(")")[-1] in ".?!", name


@pytest.mark.parametrize("number", numbers())
def test_a_lesson_that_does_not_wait_speaks_german(number: int) -> None:
    """Translate whole lessons only: all of their texts, or none."""
    found = lesson(number)
    texts = [found.title]
    for question in found.questions:
        texts += [*question.goals, *question.texts().values()]
    known = {tool.text_of(message) for message in tool.catalog("de")}
    assert [text for text in texts if text not in known] == []


def test_german_writes_a_comma() -> None:
    asked = lesson(3).question("at-least-one").exercise(0)
    solution = Text("de").tell(asked.solution)
    assert str(asked.answer_text).replace(".", ",").replace("%", " %") in solution
    assert isinstance(asked.solution, Sentence)
