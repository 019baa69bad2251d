"""Lesson 2, questions 1 and 2: counting hands."""

from __future__ import annotations

from math import comb, perm
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import number
from ...exercises.question import Distractor, Params, Reflection
from ..common import at_level, question

STANDARDS = ("7.SP.C.8", "HSS-CP.B.9")
NUMBERS = 12


def _hands(random: Random, level: int) -> Params:
    n, k = at_level(level, ((6, 40), (2, 2)), ((6, 20), (2, 4)), ((12, 24), (4, 6)))
    return {"n": random.randint(*n), "k": random.randint(*k)}


HANDS = question(
    id="02/hands",
    kind="number",
    exact=True,
    goals=(phrase("Count hands without regard to order."),),
    standards=STANDARDS,
    prompt=phrase("You take {k} cards at once from {n} different cards. How many different hands are possible?"),
    draw=_hands,
    answer=lambda p: comb(p["n"], p["k"]),
    wrong=(
        Distractor(
            "orders",
            lambda p: perm(p["n"], p["k"]),
            phrase("You counted ordered hands. The same {k} cards in a different order are still the same hand."),
        ),
        Distractor(
            "put back",
            lambda p: p["n"] ** p["k"],
            phrase(
                "You let each card be any of the {n}. But a card that is already in the hand cannot be drawn again."
            ),
        ),
        Distractor(
            "multiplied",
            lambda p: p["n"] * p["k"],
            phrase(
                "You multiplied {n} by {k}. Write down all the hands for a small case, say 2 out of 4, and count them."
            ),
        ),
    ),
    hints=(
        phrase("First pretend that order matters. How many cards can come first, and how many can come second?"),
        phrase("Then ask yourself how many times you have counted each hand."),
        phrase("Divide {orders} by the number of ways to order {k} cards."),
    ),
    solution=phrase(
        "If order matters, there are {orders} ways. Each hand can be ordered in {each} ways, so there are {answer} "
        "hands."
    ),
    shown=lambda p: {"orders": number(perm(p["n"], p["k"])), "each": perm(p["k"], p["k"])},
    experiment=lambda p: (
        lambda random: perm(p["n"], p["k"]) * ((got := random.sample(range(p["n"]), p["k"])) == sorted(got))
    ),
    reflect=Reflection(
        phrase("When does the order of cards matter in this game?"),
        phrase("It matters in the draw pile, because the top card is drawn first. In your hand, it never matters."),
    ),
)


def is_run(numbers: list[int]) -> bool:
    low = min(numbers)
    return sorted(numbers) == list(range(low, low + len(numbers)))


def _runs(random: Random, level: int) -> Params:
    """Return a deck of number cards that differs from the one counted in the lesson's figure."""
    lasts, most, k = at_level(
        level, (range(6, 17), 5, (2, 2)), ((8, 9, 11, 12, 13, 14), 5, (2, 4)), (range(11, 17), 6, (3, 4))
    )
    last, colors = random.choice([(last, n) for last in lasts for n in range(3, most + 1) if (last, n) != (NUMBERS, 4)])
    return {"k": random.randint(*k), "last": last, "colors": colors, "copies": 2 * colors}


RUNS = question(
    id="02/runs",
    kind="number",
    exact=True,
    goals=(phrase("Multiply when choices are made one after another."),),
    standards=STANDARDS,
    prompt=phrase(
        "A natural run of {k} has {k} numbers in a row, in any colors. A deck has the numbers 1 to {last} in {colors} "
        "colors, two cards of each, so {copies} cards of each number. How many different {k}-card hands are natural "
        "runs?"
    ),
    draw=_runs,
    answer=lambda p: (p["last"] + 1 - p["k"]) * p["copies"] ** p["k"],
    wrong=(
        Distractor(
            "one start",
            lambda p: p["copies"] ** p["k"],
            phrase(
                "That is the number of runs that start with one particular number. Runs can start with other numbers, "
                "too."
            ),
        ),
        Distractor(
            "twelve starts",
            lambda p: p["last"] * p["copies"] ** p["k"],
            phrase(
                "A run of {k} cannot start with {last}: it never wraps around from {last} to 1. Count the starting "
                "numbers again."
            ),
        ),
        Distractor(
            "one copy",
            lambda p: (p["last"] + 1 - p["k"]) * p["colors"] ** p["k"],
            phrase(
                "You counted {colors} cards of each number, one in each color. But the deck has two of each of them."
            ),
        ),
    ),
    hints=(
        phrase("Two things determine a run: the number it starts with, and the card you take for each of its numbers."),
        phrase("The highest possible run ends with {last}. How many starting numbers are possible?"),
        phrase(
            "For each starting number, there are {copies} cards for the first number, {copies} for the second, and so "
            "on, {k} times."
        ),
    ),
    solution=phrase("{starts} starting numbers, and {copies} cards for each of the {k} numbers: {answer} hands."),
    shown=lambda p: {"starts": p["last"] + 1 - p["k"]},
    experiment=lambda p: lambda random: _if_run(p, random),
    reflect=Reflection(
        phrase("Why do you not divide by the number of orders here?"),
        phrase(
            "You choose one card for each number of the run, always from low to high. So you count each "
            "hand in only one order."
        ),
    ),
)


def _if_run(p: Params, random: Random) -> int:
    """Return the number of possible hands if a dealt hand is a run, otherwise 0; the mean is the number of runs."""
    size, copies = p["last"] * p["copies"], p["copies"]
    return comb(size, p["k"]) * is_run([at // copies for at in random.sample(range(size), p["k"])])
