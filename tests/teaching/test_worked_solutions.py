"""Worked solutions: each leads to its answer with the question's own numbers or cards, step by step."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from phase10_widgets.languages.number_text import percent
from phase10_widgets.odds.draw_odds import next_draw
from phase10_widgets.odds.situation import Situation
from phase10_widgets.teaching import Exercise, Question, lesson
from phase10_widgets.teaching.lessons import worked
from tests.faults import every
from tests.teaching.asked import BY_ID, QUESTIONS

SEEDS = range(8)
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?%?")
LEAST = 2
"""The fewest numbers in a solution, besides its answer."""
BY_REASON = {"13/first-edition", "14/which-picture"}
"""Solutions without numbers: about the source of some knowledge, and about a shape."""


def steps(exercise: Exercise) -> str:
    """Return the solution without the answer."""
    return str(exercise.solution).replace(str(exercise.answer_text), "")


def enough(question: Question, told: str) -> bool:
    """Return True if these steps have numbers; those of a choice may repeat."""
    found = NUMBER.findall(told)
    return len(found if question.kind == "choice" else set(found)) >= LEAST


@pytest.mark.slow
@every("question", QUESTIONS)
def test_a_solution_works_with_the_numbers_or_cards_of_its_question(question: Question) -> None:
    for seed in SEEDS:
        told = steps(question.exercise(seed))
        assert question.id in BY_REASON or enough(question, told), told


@every("seed", range(60))
def test_the_cards_of_a_group_are_sorted_and_judged(seed: int) -> None:
    exercise = BY_ID["01/which-group"].exercise(seed)
    told, cards = steps(exercise), exercise.hands[0]
    naturals = sorted((card for card in cards if not card.wild), key=lambda card: card.number or 0)
    assert " ".join(card.word for card in naturals) in told
    assert ("Set the wild aside" in told) == any(card.wild for card in cards)
    reasons = {"set": "the number", "run": "olors do not matter", "color": "one color", "none": "colors differ"}
    assert reasons[str(exercise.answer)] in told
    low, high = naturals[0].number or 0, naturals[-1].number or 0
    if exercise.answer == "run":
        assert f"rom {low} to {high}" in told
        assert high - low == 3


@every("seed", range(6))
def test_the_helpful_cards_of_both_hands_match_the_computers(seed: int) -> None:
    exercise = BY_ID["09/pair-or-run"].exercise(seed)
    parts, ahead = exercise.solution.parts, {}
    for who, player, phase in (("a", "ana", "2 sets of 3"), ("b", "ben", "1 run of 7")):
        hand = " ".join(card.code for card in exercise.params[who])
        found = next_draw(Situation.with_cards("classic", phase, hand)).completes
        ahead[player] = Fraction(int(str(parts[f"outs_{who}"])), int(str(parts[f"left_{who}"])))
        assert ahead[player] == found
    assert max(ahead, key=lambda name: ahead[name]) == exercise.answer, "more draws do not change the leader"


def test_the_computer_counts_more_than_the_outs_and_the_solution_says_so() -> None:
    """Learners who counted outs alone got 59.25% for Ana, and the solution said 60.19%."""
    for seed in range(4):
        exercise = BY_ID["09/pair-or-run"].exercise(seed)
        outs, left = (int(str(exercise.solution.parts[part])) for part in ("outs_a", "left_a"))
        draws = exercise.params["draws"]
        numbers = Counter(card.number for card in exercise.params["a"])
        unhelped = sum(
            comb(copies, k) * comb(left - outs - copies, draws - k)
            for number in range(1, 13)
            if numbers[number] != 2
            for copies in (8 - numbers[number],)
            for k in range(3, draws + 1)
        )
        by_outs = 1 - Fraction(comb(left - outs, draws), comb(left, draws))
        assert exercise.solution.parts["within_a"] == percent(by_outs + Fraction(unhelped, comb(left, draws)))
        assert exercise.solution.parts["within_a"] != percent(by_outs)
        assert "a set of three new cards" in str(exercise.solution)


def test_a_question_and_its_hints_mention_only_the_decks_to_choose_from() -> None:
    names = {"Flip": "flip", "ordinary deck": "standard", "Masters": "masters"}
    for seed in range(60):
        exercise = BY_ID["11/which-game"].exercise(seed)
        texts = " ".join(map(str, (exercise.prompt, *exercise.hints)))
        named = {game for game in names if game in texts}
        assert {names[game] for game in named} == {exercise.params["one"], exercise.params["two"]} - {"classic"}


def test_a_hint_mentions_only_the_groups_in_the_two_phases() -> None:
    """A run against a color had a hint about large sets."""
    for seed in range(60):
        exercise = lesson(11).question("which-phase").exercise(seed)
        phases, hint = f"{exercise.params['first']} {exercise.params['second']}", str(exercise.hints[1])
        assert [word in hint for word in ("set", "run", "of one color")] == [
            word in phases for word in ("set", "run", "of one color")
        ]


def test_a_hand_with_one_pair_has_no_pairs() -> None:
    """A hand with one pair, and a run with one place, must not get "one of her pairs" and "for each place"."""
    for seed in range(8):
        exercise = lesson(9).question("next-card").exercise(seed)
        for text in (str(exercise.hints[1]), str(exercise.solution)):
            assert ("for the pair (" in text) == (exercise.params["n"] == 1)
            assert ("for one of the pairs (" in text) == (exercise.params["n"] > 1)
        told = str(lesson(9).question("pair-or-run").exercise(seed).solution)
        for each, several in (("each pair", r"pairs \(\d+, \d+\)"), ("each place", r"an open place \(\d+, \d+\)")):
            assert (each in told) == bool(re.search(several, told))


def test_the_terms_of_a_sum_add_up_to_the_answer() -> None:
    for name in ["12/peeking", "15/best"]:
        for seed in SEEDS:
            exercise = BY_ID[name].exercise(seed)
            (terms,) = re.findall(r"[\d.]+%?(?: \+ [\d.]+%?)+", str(exercise.solution))
            values = [float(term.removesuffix("%")) / (100 if "%" in term else 1) for term in terms.split(" + ")]
            assert len(values) == exercise.params["looks" if name == "12/peeking" else "games"]
            assert sum(values) == pytest.approx(float(exercise.answer), rel=1e-3)


@pytest.mark.slow
def test_counted_hands_are_whole_and_give_the_answer() -> None:
    for name in ["05/phase-with-a-wild", "11/wild-side", "11/first-draw"]:
        for seed in SEEDS:
            exercise = BY_ID[name].exercise(seed)
            ways, hands = (int(str(exercise.solution.parts[part]).replace(",", "")) for part in ("ways", "all"))
            assert Fraction(ways, hands) == exercise.answer


def test_hands_of_one_color_are_all_there_with_any_number_of_wilds() -> None:
    for wanted, cards in [(3, 5), (7, 10), (9, 13), (10, 17)]:
        exercise = next(
            made
            for seed in range(400)
            if (made := BY_ID["05/blog"].exercise(seed)).params == {"wanted": wanted, "cards": cards}
        )
        assert sum(worked.by_wilds(wanted, cards, 8)) == exercise.answer
