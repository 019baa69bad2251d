"""Wrong methods are recognized in typed expressions with any numbers, and no right answer is blamed for one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from phase10_widgets.teaching import Distractor
from tests.faults import every
from tests.teaching.asked import BY_ID, SEEDS
from tests.teaching.test_questions import dice

Form = Callable[..., str]
VERSIONS = [SEEDS[:10], pytest.param(SEEDS, marks=pytest.mark.slow)]
"""A few versions of each question in the quick tests, all of them in the others."""


def falling(top: int, bottom: int, factors: int) -> str:
    """Return "100/108*99/107*…"."""
    return "*".join(f"{top - at}/{bottom - at}" for at in range(factors))


def repeat(sign: str, text: str, n: int) -> str:
    """Return "8/108+8/108+…"."""
    return sign.join([text] * n)


WRONG = [
    # question, mistake, expression, why
    ("02/hands", "orders", lambda k, n, **_: f"P({n}, {k})", "order counted"),
    ("02/hands", "orders", lambda k, n, **_: f"{n}!/({n}-{k})!", "order counted with factorials"),
    ("02/hands", "put back", lambda k, n, **_: f"{n}^{k}", "with replacement"),
    ("02/hands", "multiplied", lambda k, n, **_: f"{n}*{k}", "multiplied"),
    ("02/runs", "one start", lambda copies, k, **_: f"{copies}^{k}", "forgot the other starts"),
    ("02/runs", "twelve starts", lambda copies, k, last, **_: f"{last}*{copies}^{k}", "wrapped around"),
    ("02/dealt-run", "orders", lambda k, size, **_: f"{13 - k}*8^{k}/P({size}, {k})", "order counted below"),
    (
        "02/dealt-run",
        "orders",
        lambda k, size, **_: f"12*8^{k}/P({size}, {k})",
        "order counted below, and a start too many",
    ),
    ("02/one-color", "put back", lambda k, marked, size, **_: f"({marked}/{size})^{k}", "with replacement"),
    (
        "02/one-color",
        "put back",
        lambda k, marked, size, **_: f"{repeat('*', f'{marked}/{size}', k)}",
        "with replacement, factor by factor",
    ),
    ("02/one-color", "any color", lambda k, marked, size, **_: f"4*C({marked}, {k})/C({size}, {k})", "every color"),
    ("03/at-least-one", "added", lambda cards, size, wilds, **_: f"{repeat('+', f'{wilds}/{size}', cards)}", "added"),
    ("03/at-least-one", "added", lambda cards, size, wilds, **_: f"{cards} · {wilds}/{size}", "added in one step"),
    (
        "03/at-least-one",
        "added",
        lambda size, wilds, **_: f"{wilds}/{size} + {wilds}/{size}",
        "added, but not often enough",
    ),
    ("03/at-least-one", "none", lambda cards, size, **_: f"{falling(100, size, cards)}", "the complement"),
    (
        "03/at-least-one",
        "one",
        lambda cards, size, wilds, **_: f"{wilds}*C(100, {cards - 1})/C({size}, {cards})",
        "forgot the cases of two or more",
    ),
    ("03/at-least-one", "put back", lambda cards, size, **_: f"1 - (100/{size})^{cards}", "with replacement"),
    (
        "03/at-least-one",
        "put back",
        lambda cards, size, **_: f"1 - (101/{size})^{cards}",
        "with replacement, and a wrong count",
    ),
    (
        "03/at-least-one",
        "put back",
        lambda cards, size, wilds, **_: f"1 - (1 - {wilds}/{size})^{cards + 1}",
        "with replacement, and a card too many",
    ),
    (
        "03/table",
        "added",
        lambda cards, seats, size, wilds, **_: f"{seats * cards} * {wilds}/{size}",
        "added, often above 100%",
    ),
    (
        "03/table",
        "own decks",
        lambda cards, seats, size, **_: f"1-(C(100,{cards})/C({size},{cards}))^{seats}",
        "as if the hands were independent",
    ),
    ("03/table", "own hand", lambda cards, size, **_: f"1-C(100,{cards})/C({size},{cards})", "forgot the others"),
    (
        "03/special",
        "two chances added",
        lambda cards, size, skips, wilds, **_: (
            f"2-C({size - wilds},{cards})/C({size},{cards})-C({size - skips},{cards})/C({size},{cards})"
        ),
        "two events added that can happen at once",
    ),
    (
        "03/special",
        "added",
        lambda cards, size, skips, wilds, **_: f"{cards} * {wilds + skips}/{size}",
        "added card by card",
    ),
    ("03/special", "put back", lambda cards, size, **_: f"1-(96/{size})^{cards}", "with replacement"),
    (
        "03/at-least-two",
        "at least one",
        lambda cards, size, **_: f"1-C(100,{cards})/C({size},{cards})",
        "forgot to take off exactly one",
    ),
    (
        "03/at-least-two",
        "exactly two",
        lambda cards, size, wilds, **_: f"C({wilds},2)*C(100,{cards - 2})/C({size},{cards})",
        "forgot three or more",
    ),
    ("03/at-least-two", "squared", lambda cards, size, **_: f"(1-C(100,{cards})/C({size},{cards}))^2", "squared"),
    ("03/masters", "classic", lambda cards, **_: f"1-{falling(100, 108, cards)}", "another deck's numbers"),
    ("03/masters", "added", lambda cards, size, wilds, **_: f"{cards}*{wilds}/{size}", "added"),
    ("03/masters", "put back", lambda cards, size, **_: f"1-(98/{size})^{cards}", "with replacement"),
    (
        "04/three-fives",
        "at least two",
        lambda cards, **_: f"1-(C(100,{cards})+8*C(100,{cards - 1}))/C(108,{cards})",
        "a pair, not a triple",
    ),
    ("04/mean", "twelve numbers", lambda cards, **_: f"{cards}/12", "forgot wilds and skips"),
    (
        "05/given-one",
        "no condition",
        lambda cards, size, wilds, **_: f"1-(C(100,{cards})+{wilds}*C(100,{cards - 1}))/C({size},{cards})",
        "no condition",
    ),
    ("05/first-wild", "added", lambda cards, size, wilds, **_: f"{cards - 1}*{wilds - 1}/{size - 1}", "added"),
    ("05/first-wild", "full deck", lambda cards, size, **_: f"1-{falling(100, size, cards)}", "started over"),
    ("06/took", "turned round", lambda hit, **_: f"{hit}/100", "inverted condition"),
    (
        "06/took",
        "of everybody",
        lambda collect, hit, **_: f"{collect}*{hit}/100/1000",
        "a joint chance for a conditional one",
    ),
    ("06/left", "turned round", lambda hit, **_: f"1 - {hit}%", "inverted condition"),
    ("06/left", "counterpart", lambda all, taking, **_: f"1 - {taking}/{all}", "inverted event"),
    ("06/twice", "squared", lambda all, taking, **_: f"({taking}/{all})^2", "multiplied what depends on each other"),
]
RIGHT = [
    # question, expression, why
    ("02/hands", lambda k, n, **_: f"{n} choose {k}", "in words"),
    ("02/hands", lambda k, n, **_: f"{n}!/({k}!*({n}-{k})!)", "with factorials"),
    ("02/hands", lambda k, n, **_: f"P({n}, {k})/{k}!", "orders, divided by the orders of a hand"),
    ("02/runs", lambda copies, k, last, **_: f"{last + 1 - k}*{copies}^{k}", "an honest power"),
    ("02/runs", lambda copies, k, last, **_: f"{repeat('+', f'{copies}^{k}', last + 1 - k)}", "honest equal summands"),
    ("02/dealt-run", lambda k, size, **_: f"{13 - k}*8^{k}/C({size}, {k})", "unordered"),
    ("02/dealt-run", lambda k, size, **_: f"{13 - k}*8^{k}*{k}!/P({size}, {k})", "ordered above and below"),
    ("02/one-color", lambda k, marked, size, **_: f"C({marked}, {k})/C({size}, {k})", "unordered"),
    ("02/one-color", lambda k, marked, size, **_: f"P({marked}, {k})/P({size}, {k})", "ordered above and below"),
    ("02/one-color", lambda k, marked, size, **_: f"{falling(marked, size, k)}", "card by card"),
    ("03/at-least-one", lambda cards, size, **_: f"1 - C(100, {cards})/C({size}, {cards})", "the complement"),
    ("03/at-least-one", lambda cards, size, **_: f"1 - {falling(100, size, cards)}", "card by card"),
    (
        "03/at-least-one",
        lambda cards, size, **_: f"(C({size}, {cards}) - C(100, {cards}))/C({size}, {cards})",
        "hands that count",
    ),
    ("03/at-least-one", lambda cards, size, **_: f"1 - P(100, {cards})/P({size}, {cards})", "ordered above and below"),
    (
        "03/at-least-one",
        lambda cards, size, **_: f"1-{'*'.join(f'{(100 - i) / (size - i):.5f}' for i in range(cards))}",
        "with rounded factors",
    ),
    ("03/table", lambda cards, seats, size, **_: f"1 - C(100, {cards * seats})/C({size}, {cards * seats})", "one pile"),
    ("03/special", lambda cards, size, **_: f"1 - {falling(96, size, cards)}", "one kind of card"),
    (
        "03/special",
        lambda cards, size, skips, wilds, **_: (
            f"2-C({size - wilds},{cards})/C({size},{cards})-C({size - skips},{cards})"
            f"/C({size},{cards})-(1-(C({size - wilds},{cards})+C({size - skips},{cards})-C(96,{cards}))"
            f"/C({size},{cards}))"
        ),
        "the addition rule",
    ),
    (
        "03/at-least-two",
        lambda cards, size, wilds, **_: (
            f"1-C(100,{cards})/C({size},{cards})-{wilds}*C(100,{cards - 1})/C({size},{cards})"
        ),
        "two cases",
    ),
    ("03/masters", lambda cards, size, **_: f"1 - C(98, {cards})/C({size}, {cards})", "the complement"),
    ("03/masters", lambda cards, size, **_: f"1 - {falling(98, size, cards)}", "card by card"),
    (
        "04/three-fives",
        lambda cards, **_: f"1-(C(100,{cards})+8*C(100,{cards - 1})+C(8,2)*C(100,{cards - 2}))/C(108,{cards})",
        "the complement",
    ),
    ("04/mean", lambda cards, **_: f"{cards} * 8/108", "means may be added"),
    ("04/mean", lambda cards, **_: f"{repeat('+', '8/108', cards)}", "one by one"),
    (
        "04/pair",
        lambda cards, copies, numbers, size, **_: f"1 - C({numbers},{cards})*{copies}^{cards}/C({size},{cards})",
        "an honest power",
    ),
    (
        "05/given-one",
        lambda cards, size, wilds, **_: (
            f"(C({size},{cards})-C(100,{cards})-{wilds}*C(100,{cards - 1}))/(C({size},{cards})-C(100,{cards}))"
        ),
        "among the hands with a wild",
    ),
    ("05/first-wild", lambda cards, size, **_: f"1 - {falling(100, size - 1, cards - 1)}", "card by card"),
    (
        "06/took",
        lambda collect, hit, other, others, **_: f"{collect}*{hit}/({collect}*{hit} + {others}*{other})",
        "among those who took",
    ),
    ("06/left", lambda leaving, missed, **_: f"{missed}/({missed} + {leaving} - {missed})", "among those who left"),
    (
        "06/twice",
        lambda collect, hit, other, others, **_: (
            f"{collect}*({hit}/100)^2/({collect}*({hit}/100)^2 + {others}*({other}/100)^2)"
        ),
        "an honest power of a chance",
    ),
]


@pytest.mark.parametrize("seeds", VERSIONS)
@every("question, mistake, form, why", WRONG)
def test_a_wrong_method_is_recognized_with_any_numbers(
    seeds: range, question: str, mistake: str, form: Form, why: str
) -> None:
    for seed, level in product(seeds, BY_ID[question].levels):
        exercise = BY_ID[question].exercise(seed, level)
        verdict = exercise.check(form(**exercise.params))
        assert (verdict.outcome, verdict.error) == ("wrong", mistake), (seed, form(**exercise.params), why)


@pytest.mark.parametrize("seeds", VERSIONS)
@every("question, form, why", RIGHT)
def test_an_honest_expression_is_right_and_never_blamed(seeds: range, question: str, form: Form, why: str) -> None:
    for seed, level in product(seeds, BY_ID[question].levels):
        exercise = BY_ID[question].exercise(seed, level)
        verdict = exercise.check(form(**exercise.params))
        assert (verdict.outcome, verdict.error) == ("right", ""), (seed, form(**exercise.params), str(verdict.feedback))
        assert "But" not in str(verdict.feedback), why


ACCIDENTS = [
    # answer, mistake, typed, told, why
    (Fraction(1, 4), "put back", "(1/2)^2", "as if each card were put back", "a power"),
    (Fraction(1, 4), "put back", "1/2 * 1/2", "as if each card were put back", "equal factors"),
    (Fraction(1, 4), "put back", "1/4", "", "the number alone shows no method"),
    (Fraction(1, 4), "put back", "1 - 3/4", "", "another method"),
    (Fraction(1, 54), "added", "1/108 + 1/108", "you added", "there is only one wild"),
    (Fraction(1, 54), "added", "2 * 1/108", "you added", "in one step"),
    (Fraction(1, 54), "added", "C(1, 1)*C(107, 1)/C(108, 2)", "", "another method"),
    (Fraction(1, 54), "put back", "1/108 + 1/108", "", "not a mistake that this question knows"),
]


@every("answer, mistake, typed, told, why", ACCIDENTS)
def test_a_number_that_is_right_by_accident_names_the_method(
    answer: Fraction, mistake: str, typed: str, told: str, why: str
) -> None:
    known = (Distractor(mistake, lambda p: answer, "No."),)
    verdict = dice(answer=lambda p: answer, wrong=known, tested=True).exercise().check(typed)
    assert (verdict.outcome, verdict.error) == ("right", ""), why
    assert ("But" in str(verdict.feedback), told in str(verdict.feedback)) == (bool(told), True), why


def test_twelve_methods_are_tried_in_lessons_2_to_6() -> None:
    tried = {(question, mistake) for question, mistake, _, _ in WRONG}
    assert len({mistake for _, mistake in tried}) >= 12
    assert {question[:2] for question, _ in tried} == {"02", "03", "04", "05", "06"}
