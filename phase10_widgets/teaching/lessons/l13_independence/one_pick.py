"""Lesson 13, questions 2 and 3: one card from a deck, or one hand from a table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from ....base.translatable import Translatable, phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Params, Reflection
from ..common import at_level, question
from .two_hands import STANDARDS

COLORS = (phrase("red"), phrase("blue"), phrase("green"), phrase("yellow"))
COLOR, NUMBER = 24, 8
"""The number of cards of each color and of each number; there are two cards of each combination."""


def _card(random: Random) -> Params:
    skips, wilds = random.choice([(2, 8), (2, 12), (4, 8), (4, 10), (4, 14), (6, 8), (6, 12), (8, 12)])
    number = random.randint(3, 8)
    counts = {"low": NUMBER * number, "both": 2 * number, "either": COLOR + NUMBER * number - 2 * number}
    color = random.randrange(len(COLORS))
    named = {"color": Translatable(COLORS[color]), "at": color, "number": number}
    return {**named, "skips": skips, "wilds": wilds, "size": 96 + skips + wilds, **counts}


def _fits(p: Params) -> Callable[[Random], bool]:
    """Return a trial that draws a card by its position in the sorted deck and checks its color and number."""
    size, color, number = int(p["size"]), int(p["at"]), int(p["number"])

    def trial(random: Random) -> bool:
        place = random.randrange(size)
        return place < 96 and (place // COLOR == color or place % COLOR < 2 * number)

    return trial


EITHER = question(
    id="13/or",
    goals=(phrase("Add two probabilities, and count what they share only once."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards: {wilds} wilds, {skips} skips and 96 number cards. Each number from 1 to 12 comes "
        "twice in each of the four colors. You draw a card. How likely is it to be {color}, or a number from 1 to "
        "{number}, or both?"
    ),
    draw=_card,
    answer=lambda p: Fraction(p["either"], p["size"]),
    digits=3,
    wrong=(
        Distractor(
            "twice",
            lambda p: Fraction(COLOR + p["low"], p["size"]),
            phrase("You counted {both} cards twice: they have the color and also one of the numbers."),
        ),
        Distractor(
            "both",
            lambda p: Fraction(p["both"], p["size"]),
            phrase("That is the probability of both at once. Here, one of the two is enough."),
        ),
        Distractor(
            "not both",
            lambda p: Fraction(p["either"] - p["both"], p["size"]),
            phrase("You left out the cards that have both. “Or” includes them."),
        ),
        Distractor(
            "independent",
            lambda p: (
                Fraction(COLOR + p["low"], p["size"]) - Fraction(COLOR, p["size"]) * Fraction(p["low"], p["size"])
            ),
            phrase(
                "You multiplied to get the probability of both. That works only for independent events, and these "
                "are not quite independent: a card with a color cannot be wild. Count the cards that have both."
            ),
        ),
    ),
    hints=(
        phrase("Draw two overlapping circles. Which cards belong in the part they share?"),
        phrase("24 cards have the color, and {low} have one of the numbers. How many have both?"),
        phrase("Add 24 and {low}, subtract {both}, and divide by {size}."),
    ),
    solution=phrase(
        "24 cards have the color, {low} have one of the numbers, and {both} have both. So it is {either} cards of "
        "{size}: {answer}."
    ),
    experiment=_fits,
    reflect=Reflection(
        phrase("When can you add two probabilities without subtracting anything?"),
        phrase("When the two cannot happen together, as with “red” and “blue”. Then nothing is counted twice."),
    ),
)


def _rounds(random: Random, level: int) -> Params:
    """Return the counts of a two-way table; in an easier one, 40 or 50 hands held their phase."""
    times = at_level(level, 1, 1, 7)
    both, only_wild = random.randint(22 * times, 48 * times), random.randint(70 * times, 120 * times)
    only_phase, neither = random.randint(4 * times, 14 * times), random.randint(75 * times, 120 * times)
    if level < 0:
        both = random.choice((40, 50)) - only_phase
    return {
        "both": both,
        "only_wild": only_wild,
        "only_phase": only_phase,
        "neither": neither,
        "n": both + only_wild + only_phase + neither,
        "with_phase": both + only_phase,
    }


def _picked(p: Params) -> Callable[[Random], bool]:
    """Return a trial that picks hands from the class's list until one has its phase; it returns True if that hand has a
    wild."""
    n, both, no_phase = int(p["n"]), int(p["both"]), int(p["only_wild"] + p["neither"])

    def trial(random: Random) -> bool:
        while (place := random.randrange(n)) < no_phase:
            pass
        return place < no_phase + both

    return trial


TABLE = question(
    id="13/table",
    goals=(phrase("Read a conditional probability from a two-way table."),),
    standards=STANDARDS,
    prompt=phrase(
        "A class wrote down {n} dealt hands. Of the hands with a wild, {both} held their phase and {only_wild} did "
        "not. Of the hands without a wild, {only_phase} held it and {neither} did not. Somebody picks one of these "
        "hands at random and says that it held its phase. How likely is it that this hand had a wild?"
    ),
    draw=_rounds,
    answer=lambda p: Fraction(p["both"], p["with_phase"]),
    wrong=(
        Distractor(
            "other way round",
            lambda p: Fraction(p["both"], p["both"] + p["only_wild"]),
            phrase(
                "That is how likely a hand with a wild is to hold its phase. But you know about the phase, and the "
                "question is about the wild."
            ),
        ),
        Distractor(
            "of all",
            lambda p: Fraction(p["both"], p["n"]),
            phrase("You divided by all the hands. The hands without their phase are ruled out."),
        ),
        Distractor(
            "no news",
            lambda p: Fraction(p["both"] + p["only_wild"], p["n"]),
            phrase(
                "That is the share of hands with a wild among all hands. But you know more: this hand held its phase."
            ),
        ),
    ),
    hints=(
        phrase("Draw the table: a row for hands with a wild, a row for hands without, and a total for each column."),
        phrase("Which hands are still possible if the hand held its phase? Add up that column."),
        phrase("{with_phase} hands held their phase. {both} of them had a wild."),
    ),
    solution=phrase("{both} of the {with_phase} hands that held their phase had a wild: {answer}."),
    shown=lambda p: {
        "with_wild": percent(Fraction(p["both"], p["both"] + p["only_wild"])),
        "without": percent(Fraction(p["only_phase"], p["only_phase"] + p["neither"])),
    },
    experiment=_picked,
    reflect=Reflection(
        phrase("How can you see in such a table that a wild and the phase are not independent?"),
        phrase(
            "Compare the two rows: {with_wild} of the hands with a wild held their phase, but only {without} of the "
            "others. If the two were independent, the shares would be about the same."
        ),
    ),
)
