"""Questions: errors for their authors, grading of answers, and random numbers fixed by a seed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from phase10_widgets.teaching import AnswerError, Choice, DefinitionError, Distractor, Exercise, Question, Reflection
from tests.faults import every

DICE: dict[str, Any] = {
    "id": "my/dice",
    "prompt": "You throw {n} dice. How likely is at least one six?",
    "draw": lambda random: {"n": random.randint(2, 4)},
    "answer": lambda p: 1 - Fraction(5, 6) ** p["n"],
    "wrong": (
        Distractor("added", lambda p: Fraction(p["n"], 6), "You added {n} sixths."),
        Distractor("none", lambda p: Fraction(5, 6) ** p["n"], "That is no six at all."),
    ),
    "hints": ("What does not count?", "Think of no six.", "Take it from 1."),
    "solution": "1 less 5/6 to the power of {n}: {answer}.",
    "experiment": lambda p: lambda random: any(random.random() < 1 / 6 for _ in range(p["n"])),
    "reflect": Reflection("Why not add?", "Two sixes would count twice."),
}
COIN: dict[str, Any] = {
    **DICE,
    "id": "my/coin",
    "kind": "choice",
    "prompt": "After {n} heads in a row, what is likelier?",
    "answer": lambda p: "same",
    "wrong": (),
    "choices": (
        Choice("tails", "Tails", "The coin does not remember."),
        Choice("same", "Both alike", "It is this one."),
        Choice("heads", "Heads", "No streak goes on by itself."),
    ),
    "experiment": lambda p: lambda random: random.random() < 0.5,
    "reads": lambda p, value: "same" if abs(value - 0.5) < 0.1 else "tails" if value < 0.5 else "heads",
}


FIVE = Distractor("x", lambda p: 5, "No.")


def dice(**changes: Any) -> Question:
    return Question(**{**DICE, **changes})


def two(**changes: Any) -> Exercise:
    """Return the exercise with two dice."""
    return dice(draw=lambda random: {"n": 2}, **changes).exercise()


JUDGED = [
    # typed, outcome, recognized mistake, why; the answer is 11/36 = 30.56%
    ("11/36", "right", "", "exact"),
    ("22/72", "right", "", "not in lowest terms"),
    ("0.31", "right", "", "two digits count"),
    ("30.6%", "right", "", "three do"),
    ("30,56%", "right", "", "a German comma"),
    ("0.3055555", "wrong", "", "the last digit typed is wrong"),
    ("0.3055556", "right", "", "seven right digits"),
    ("0.30555555555555547", "right", "", "a result from Python with inexact last digits"),
    ("0.30555655555555555", "wrong", "", "but not the sixth"),
    ("1 in 3.3", "right", "", "1 in 3.27, rounded"),
    ("1/3", "wrong", "added", "the mistake is recognized"),
    ("33%", "wrong", "added", "even if it is rounded"),
    ("33,3%", "wrong", "added", "and in German"),
    ("31", "right", "", "a percentage without its sign"),
    ("30,6", "right", "", "with a decimal comma"),
    ("33.3", "wrong", "added", "a mistake in percent without its sign"),
    ("1", "wrong", "", "1 is certain, not one percent"),
    ("1.0", "wrong", "", "the same with one more digit"),
    ("100", "wrong", "", "certain in percent"),
    ("25/36", "wrong", "none", "the other mistake"),
    ("0.5", "wrong", "", "an unforeseen mistake"),
    ("", "not attempted", "", "nothing typed"),
    ("  ", "not attempted", "", "only spaces"),
]


@every("typed, outcome, error, why", JUDGED)
def test_an_answer_has_one_of_three_outcomes(typed: str, outcome: str, error: str, why: str) -> None:
    verdict = two().check(typed)
    assert (verdict.outcome, verdict.error) == (outcome, error), why
    assert str(verdict.feedback)
    if error == "added":
        assert str(verdict.feedback) == "You added 2 sixths."


UNJUDGED = [
    ("thirty", "cannot read", "not a number"),
    ("101", "between 0 and 1", "not a percentage either"),
    ("5/2", "between 0 and 1", "a fraction is not a percentage"),
    ("-0.3", "between 0 and 1", "not a chance"),
    ("300%", "between 0 and 1", "more than certain"),
    ("0.3", "rounded too much", "one digit could be the answer or a mistake"),
    ("1:3", "1/3 .* 1/4", "a ratio"),
]


@every("typed, words, why", UNJUDGED)
def test_answers_that_cannot_be_judged_are_not_wrong(typed: str, words: str, why: str) -> None:
    with pytest.raises(AnswerError, match=words):
        two().check(typed)


READINGS = [
    # typed, what the page says, why
    ("31", "Read as 31%.", "only a chance can be meant"),
    ("30,6", "Read as 30.6%.", "a decimal comma"),
    ("1.5", "Read as 1.5%.", "above 1"),
    ("100", "Read as 100%.", "up to 100"),
    ("1", "Read as 100%.", "1 is the chance of a certain event"),
    ("0.31", "Read as 31%.", "0 to 1 is a chance"),
    ("0.5", "Read as 50%.", "not half a percent"),
    ("0", "Read as 0%.", "never"),
    ("31%", "", "nothing was guessed"),
    ("1 - 25/36", "Read as 1 minus 25 divided by 36: 30.56%.", "an expression is said, with its value"),
    ("1 - 2", "", "not a chance"),
    ("3 * 10", "", "an expression is never read as a percentage"),
    ("11/36", "", "nor here"),
    ("1 in 3", "", "nor here"),
    ("101", "", "not a chance"),
    ("thirty", "", "not a number"),
    ("", "", "nothing"),
]


@every("typed, said, why", READINGS)
def test_a_page_says_how_it_reads_a_number_without_a_unit(typed: str, said: str, why: str) -> None:
    assert str(two().reading(typed) or "") == said


def test_only_chances_are_read_as_percentages() -> None:
    many = dice(kind="number", answer=lambda p: Fraction(63, 2), wrong=(FIVE,))
    assert many.exercise().reading("31.5") is None
    assert many.exercise().check("31.5").outcome == "right"


COUNTS = [
    # answer, typed, exact, outcome, why
    (286, "286", True, "right", "the count itself"),
    (286, "286.0", True, "right", "the same number"),
    (286, "290", True, "wrong", "a count is not rounded"),
    (286, "2.9e2", True, "wrong", "in any notation"),
    (286, "about 290", True, "wrong", "nor with a word for it"),
    (286, "3e2", True, "wrong", "not at all"),
    (Fraction(1432, 5), "290", False, "right", "rounded to two digits, as the rules allow"),
    (Fraction(1432, 5), "2.9e2", False, "right", "in any notation"),
    (Fraction(1432, 5), "about 290", False, "right", "with a word for it as well"),
    (Fraction(1432, 5), "286", False, "right", "three digits"),
    (Fraction(1432, 5), "285", False, "wrong", "but not three other digits"),
    (Fraction(1432, 5), "280", False, "wrong", "nor two others"),
    (Fraction(1432, 5), "290.0", False, "wrong", "these zeros are digits"),
    (28_640, "29,000", False, "right", "three zeros"),
    (28_640, "28.600", False, "right", "as in German"),
]


@every("answer, typed, exact, outcome, why", COUNTS)
def test_the_stated_rules_are_applied(answer: Fraction | int, typed: str, exact: bool, outcome: str, why: str) -> None:
    asked = dice(kind="number", answer=lambda p: answer, wrong=(FIVE,), exact=exact, tested=True).exercise()
    assert str(asked.rules).startswith("Give the exact number." if exact else "A fraction must be exact.")
    assert asked.check(typed).outcome == outcome, why


def test_a_mistake_that_comes_close_is_recognized_by_its_digits() -> None:
    close = Distractor("close", lambda p: Fraction(309, 1000), "Close.", close=True)
    asked = two(wrong=(close,))
    assert [asked.check(typed).error for typed in ("31%", "30.9%", "0.309")] == ["", "close", "close"]
    assert asked.check("31%").outcome == "right"
    with pytest.raises(DefinitionError, match="right one"):
        two(wrong=(replace(close, close=False),))


def test_nearly_certain_is_not_certain() -> None:
    asked = dice(draw=lambda random: {"n": 40}, wrong=DICE["wrong"][1:], tested=True).exercise()
    assert asked.check("99.9%").outcome == "right"
    assert asked.check("100%").outcome == "wrong"


def test_the_stated_tolerance_is_applied() -> None:
    asked = two(tolerance=Fraction(1, 100))
    assert str(asked.rules) == "An answer is right if it is off by 1 percentage point at most."
    assert asked.check("30%").outcome == "right"
    assert asked.check("0.3").outcome == "right"
    assert asked.check("29.4%").outcome == "wrong"
    assert "at least 2 significant digits" in str(two().rules)


def test_only_the_requested_forms_are_accepted() -> None:
    asked = two(accepts=("fraction",))
    assert asked.check("11/36").outcome == "right"
    with pytest.raises(AnswerError, match="asks for a fraction"):
        asked.check("30.6%")


def test_a_mark_that_may_separate_thousands_is_read_generously() -> None:
    many = two(kind="number", answer=lambda p: 1234, wrong=(FIVE,))
    assert {many.check(typed).outcome for typed in ("1234", "1.234", "1,234", "1 234")} == {"right"}


def test_a_choice_is_named_or_counted_and_a_wrong_one_says_why() -> None:
    asked = Question(**COIN).exercise()
    assert {asked.check(typed).outcome for typed in ("same", "SAME", " b ")} == {"right"}
    verdict = asked.check("tails")
    assert (verdict.outcome, verdict.error) == ("wrong", "tails")
    assert str(verdict.feedback) == "The coin does not remember."
    with pytest.raises(AnswerError, match="not one of the choices"):
        asked.check("edge")


def test_a_seed_determines_everything() -> None:
    question = dice()
    assert {question.exercise(seed).params["n"] for seed in range(40)} == {2, 3, 4}
    assert all(question.exercise(seed).params == question.exercise(seed).params for seed in range(40))
    asked = question.exercise(3)
    assert asked.simulate(500, seed=1) == asked.simulate(500, seed=1)
    assert asked.agrees(asked.simulate(2000, seed=1))
    other = dice(answer=lambda p: Fraction(2, 3), wrong=DICE["wrong"][:1], tested=True).exercise()
    assert not other.agrees(asked.simulate(2000))


def test_a_prediction_only_needs_to_be_near() -> None:
    asked = two()
    assert asked.near("35%")
    assert not asked.near("36%")
    assert Question(**COIN).exercise().near("b")


def test_an_interval_comes_true_around_the_answer() -> None:
    asked = two(interval=True)
    assert asked.guessed("20% to 0.4") == (Fraction(1, 5), Fraction(2, 5))
    assert asked.near("20% to 40%")
    assert asked.near("11/36 to 11/36")
    assert not asked.near("31% to 40%")
    for told, wrong in (("lower end", "40% to 20%"), ("as a number", "20% to"), ("between 0 and 1", "20% to 300%")):
        with pytest.raises(AnswerError, match=told):
            asked.guessed(wrong)


def test_looking_back_puts_both_numbers_into_the_sentence() -> None:
    asked, coin = two(), Question(**COIN).exercise()
    assert str(asked.looking_back("70%")) == (
        "You guessed 70%, and it is 30.56%: 39 percentage points too high. Where does the difference come from?"
    )
    assert "30%, and it is 30.56%: 0.6 percentage points too low. What did you base" in str(asked.looking_back("30%"))
    assert "20% to 40%, and it is 30.56%. Could your interval" in str(asked.looking_back("20% to 40%"))
    assert "40% to 60%, and it is 30.56%: even the nearer end is 9.4" in str(asked.looking_back("40% to 60%"))
    assert str(coin.looking_back("tails")) == "Why did you expect “Tails”?"
    assert coin.looking_back("b") is None


def test_rare_chances_are_judged_by_factor() -> None:
    rare = dice(answer=lambda p: Fraction(2, 1000), wrong=DICE["wrong"], tested=True).exercise()
    assert not rare.near("2%"), "ten times too high is not near, though it is within five points"
    assert rare.near("0.15%")
    assert "10 times too high" in str(rare.looking_back("2%"))
    sure = dice(answer=lambda p: Fraction(998, 1000), tested=True).exercise()
    assert not sure.near("98%")
    assert sure.near("99.7%")
    assert "0.2" not in str(rare.near_rule), "the rule does not reveal the answer"
    assert str(rare.near_rule) == str(sure.near_rule)


FAULTY: list[tuple[dict[str, Any], str, str]] = [
    ({"exact": True}, "required exactly", "only a number without a tolerance is asked for exactly"),
    ({**COIN, "interval": True}, "interval", "a choice is not an interval"),
    ({"hints": ("One.", "Two.")}, "2 hints are too few", "too few hints"),
    ({"hints": ("It is 11/36.", "b", "c"), "draw": lambda r: {"n": 2}}, "hint 1 contains the answer", "as a fraction"),
    ({"hints": ("Near 30.6%!", "b", "c"), "draw": lambda r: {"n": 2}}, "hint 1 contains the answer", "in percent"),
    ({"hints": ("Near 31 …", "b", "c"), "draw": lambda r: {"n": 2}}, "hint 1 contains the answer", "without the sign"),
    ({"hints": ("{answer}", "b", "c")}, "hint 1 contains the answer", "by a placeholder"),
    ({"wrong": ()}, "at least one computed wrong answer", "no wrong answer"),
    (
        {"wrong": (Distractor("right", lambda p: 1 - Fraction(5, 6) ** p["n"], "No."),)},
        "'right' is .nearly. the right one",
        "a wrong answer that is right",
    ),
    (
        {"wrong": (*DICE["wrong"], Distractor("twin", lambda p: Fraction(p["n"], 6), "No."))},
        "'added' and 'twin' are both",
        "two equal wrong answers",
    ),
    ({"wrong": (*DICE["wrong"], DICE["wrong"][0])}, "have the same id", "one id twice"),
    ({"wrong": (Distractor("x", lambda p: 0, " "),)}, "feedback of 'x' is empty", "a mistake without feedback"),
    ({"prompt": "You throw {m} dice."}, "prompt has a gap 'm'", "a placeholder without a value"),
    ({"solution": "It is {answer"}, "gap that is not closed", "an unclosed placeholder"),
    ({"answer": lambda p: Fraction(7, 6)}, "7/6 is not a chance", "a chance above 1"),
    ({"answer": lambda p: "six"}, "is not valid for a question of kind", "a word for a number"),
    ({"id": ""}, "its id", "no id"),
    ({"accepts": ("roman",)}, "'accepts' must list", "an unknown form"),
    ({"digits": 0}, "'digits'", "no digits"),
    ({"kind": "choice"}, "two or more choices", "a choice without choices"),
    ({**COIN, "reads": None}, "'reads' is missing", "a choice that no simulation supports"),
    ({**COIN, "answer": lambda p: "edge"}, "not one of the choices", "an answer that cannot be chosen"),
    ({**COIN, "hints": ("both alike?", "b", "c")}, "hint 1 contains the answer", "the right choice in words"),
]


@every("changes, words, why", FAULTY)
def test_a_faulty_question_is_refused_when_it_is_written(changes: dict[str, Any], words: str, why: str) -> None:
    with pytest.raises(DefinitionError, match=words):
        dice(**changes)


def test_a_check_with_trials_finds_an_experiment_of_something_else() -> None:
    """Without trials, an experiment of 1% for an answer of 31% passes."""
    rare = dice(experiment=lambda p: lambda random: random.random() < 0.01, draw=lambda random: {"n": 2})
    rare.check(range(20))
    with pytest.raises(DefinitionError, match=r"seed 0: 1,000 trials of the experiment give 1(\.\d)?% .* is 30.56%"):
        rare.check(range(20), trials=1000)
    chosen = Question(**{**COIN, "experiment": lambda p: lambda random: False})
    with pytest.raises(DefinitionError, match=r"trials of the experiment give 0% .* the answer is Both alike"):
        chosen.check(trials=1000)
