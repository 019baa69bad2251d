"""Lesson 3, questions 1 to 3: one hand from a deck with 5 to 10 wilds."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Reflection
from ..common import Params, at_level, drawn, exactly, question
from .wilds import PUT_BACK, STANDARDS, at_least, clearly, exactly_one, first_cards, put_back, wild_deck


def _deck(random: Random, level: int) -> Params:
    return wild_deck(random, *at_level(level, ((3, 5), (6, 16)), ((4, 10), (5, 10)), ((8, 13), (3, 8))))


AT_LEAST_ONE = question(
    id="03/at-least-one",
    goals=(phrase("Use the chance of none to find the chance of at least one."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You are dealt {cards} cards. How likely are you to "
        "get at least one wild?"
    ),
    draw=clearly(_deck, lambda p: at_least(1, p)),
    answer=lambda p: at_least(1, p),
    wrong=(
        Distractor(
            "added",
            lambda p: Fraction(p["wilds"], p["size"]) * p["cards"],
            phrase(
                "You added {wilds}/{size} once for each card. That counts a hand with two wilds twice and one with "
                "three wilds three times. With {over} cards, you would even get more than 100%."
            ),
        ),
        Distractor(
            "none",
            lambda p: 1 - at_least(1, p),
            phrase("That is the chance of getting no wild at all. You are one step away."),
        ),
        Distractor(
            "one",
            exactly_one,
            phrase("That is the chance of exactly one wild. Hands with two or more wilds count, too."),
        ),
        Distractor("put back", lambda p: put_back(p["wilds"], p), PUT_BACK, close=True),
    ),
    hints=(
        phrase("At least one means one, or two, or three … Which is the only case that does not count?"),
        phrase(
            "Count the hands without a wild. The first card is not wild in 100 of {size} cases, the next in 99 of "
            "{less}."
        ),
        phrase("Multiply {cards} such fractions and subtract the product from 1."),
    ),
    solution=phrase(
        "No wild at all: 100/{size} times 99/{less} and so on, {cards} factors. That is {none}. All other "
        "hands have at least one wild: {answer}."
    ),
    shown=lambda p: {
        "none": percent(1 - at_least(1, p)),
        "less": p["size"] - 1,
        "over": p["size"] // p["wilds"] + 1,
    },
    experiment=lambda p: first_cards(p["wilds"], p["size"], p["cards"]),
    reflect=Reflection(
        phrase("Why is it wrong to add the probabilities of the individual cards? When does it almost work?"),
        phrase(
            "The sum counts hands with several wilds several times. It is almost right if two wilds in one "
            "hand are very rare, for example in small hands."
        ),
    ),
)


def _special(p: Params) -> Fraction:
    return drawn(1, p["wilds"] + p["skips"], p["cards"], p["size"])


def _special_deck(random: Random, level: int) -> Params:
    cards, some = at_level(level, ((3, 5), (6, 8, 10, 12)), ((3, 10), (6, 8, 10)), ((9, 12), (3, 5, 7)))
    wilds, skips = random.choice(some), random.choice((4, 5, 6))
    return {"cards": random.randint(*cards), "wilds": wilds, "skips": skips, "size": 96 + wilds + skips}


SPECIAL = question(
    id="03/special",
    goals=(phrase("Combine two kinds of cards before counting, not after."),),
    standards=STANDARDS,
    prompt=phrase(
        "{wilds} of the {size} cards are wilds, and {skips} others are skips. You are dealt {cards} cards. How likely "
        "is it that at least one of them is a wild or a skip?"
    ),
    draw=clearly(_special_deck, _special),
    answer=_special,
    wrong=(
        Distractor(
            "two chances added",
            lambda p: drawn(1, p["wilds"], p["cards"], p["size"]) + drawn(1, p["skips"], p["cards"], p["size"]),
            phrase("You added the chance of a wild and the chance of a skip. That counts a hand with both twice."),
        ),
        Distractor(
            "both",
            lambda p: drawn(1, p["wilds"], p["cards"], p["size"]) * drawn(1, p["skips"], p["cards"], p["size"]),
            phrase("You multiplied two chances, as if the hand needed both a wild and a skip. Either one is enough."),
        ),
        Distractor(
            "none",
            lambda p: 1 - _special(p),
            phrase("That is the chance of having only number cards. The question asks about all the other hands."),
        ),
        Distractor("put back", lambda p: put_back(p["wilds"] + p["skips"], p), PUT_BACK, close=True),
        Distractor(
            "added",
            lambda p: Fraction((p["wilds"] + p["skips"]) * p["cards"], p["size"]),
            phrase("You added the chance once for each card. That counts a hand with two wilds or skips twice."),
            close=True,
        ),
    ),
    hints=(
        phrase("For this question, wilds and skips are one kind of card: cards without a number."),
        phrase("Count the hands with only number cards: 96 of {size} for the first card, 95 of {less} for the second."),
        phrase("Multiply {cards} such fractions; 1 minus the product is the answer."),
    ),
    solution=phrase(
        "Only number cards: 96/{size} times 95/{less} and so on, {cards} factors: {none}. So at least one wild or "
        "skip: {answer}."
    ),
    shown=lambda p: {"none": percent(1 - _special(p)), "less": p["size"] - 1},
    experiment=lambda p: first_cards(p["wilds"] + p["skips"], p["size"], p["cards"]),
    reflect=Reflection(
        phrase("When may you add two probabilities?"),
        phrase(
            "You may add if the two events cannot both happen. A hand can contain both a wild and a skip, "
            "so you may not add here."
        ),
    ),
)


def _two(random: Random, level: int) -> Params:
    return wild_deck(random, *at_level(level, ((3, 5), (11, 21)), ((6, 12), (5, 10)), ((9, 15), (4, 8))))


AT_LEAST_TWO = question(
    id="03/at-least-two",
    goals=(phrase("Subtract every case that does not count."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You are dealt {cards} cards. How likely are you to "
        "get two or more wilds?"
    ),
    draw=_two,
    answer=lambda p: at_least(2, p),
    wrong=(
        Distractor(
            "at least one",
            lambda p: at_least(1, p),
            phrase("You subtracted only the hands without a wild. You must also subtract those with exactly one."),
        ),
        Distractor(
            "exactly two",
            lambda p: exactly(2, p["wilds"], p["cards"], p["size"]),
            phrase("That is the chance of exactly two wilds. Hands with three or more count, too."),
        ),
        Distractor(
            "squared",
            lambda p: at_least(1, p) ** 2,
            phrase(
                "You squared the chance of at least one wild. That is the chance that two players, each with their "
                "own deck, both get one. Here, one hand needs two."
            ),
        ),
        Distractor("put back", lambda p: put_back(p["wilds"], p, wanted=2), PUT_BACK, close=True),
        Distractor(
            "added",
            lambda p: comb(p["cards"], 2) * drawn(2, p["wilds"], 2, p["size"]),
            phrase(
                "You added the chance of two wilds once for each pair of cards. That counts a hand with three wilds "
                "three times."
            ),
            close=True,
        ),
    ),
    hints=(
        phrase("Which hands do not count? This time, there are two kinds."),
        phrase(
            "Hands with no wild do not count, and neither do hands with exactly one. That one can be any of the "
            "{wilds} wilds."
        ),
        phrase(
            "None: C(100, {cards}) hands out of C({size}, {cards}). Exactly one: {wilds} times C(100, {fewer}). "
            "Subtract both from the total."
        ),
    ),
    solution=phrase(
        "No wild: C(100, {cards}) of the C({size}, {cards}) hands, or {none}. Exactly one: {wilds} times C(100, "
        "{fewer}), or {one}. Subtract both from 100%, and round only then: {answer}."
    ),
    shown=lambda p: {
        "none": percent(1 - at_least(1, p)),
        "one": percent(exactly_one(p)),
        "fewer": p["cards"] - 1,
    },
    experiment=lambda p: first_cards(p["wilds"], p["size"], p["cards"], wanted=2),
    reflect=Reflection(
        phrase("Most hands with a wild have only one. Can you explain why without a formula?"),
        phrase(
            "Deal the cards one by one. Once the first wild has come, only the cards after it can bring another, and "
            "fewer wilds are left. In most hands, none of them does."
        ),
    ),
)
