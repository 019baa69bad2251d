"""Lesson 5, questions 1 and 2: the chance of another wild, given one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Params, Reflection
from ..common import CARDS, WILDS, at_level, drawn, question

STANDARDS = ("HSS-CP.A.3", "HSS-CP.A.5", "HSS-CP.B.6")

NATURALS = CARDS - WILDS


def _deck(random: Random, level: int) -> Params:
    """Return a hand size and the number of wilds in the deck under a house rule."""
    some, cards = at_level(
        level, ((8, 10, 12, 14, 16, 18, 20), (4, 8)), ((6, 8, 10, 12, 14), (6, 12)), ((5, 7, 9, 11, 13), (10, 15))
    )
    wilds = random.choice(some)
    return {"cards": random.randint(*cards), "wilds": wilds, "size": NATURALS + wilds}


def _at_least(wanted: int, p: Params) -> Fraction:
    """Return the chance of at least this many wilds in the hand."""
    return drawn(wanted, p["wilds"], p["cards"], p["size"])


def _another(p: Params) -> Fraction:
    """Return the chance of another wild if the first card is wild."""
    return drawn(1, p["wilds"] - 1, p["cards"] - 1, p["size"] - 1)


def _given_one(p: Params) -> Callable[[Random], bool]:
    """Return a trial that deals hands until one has a wild; it returns True if that hand has two or more."""

    def trial(random: Random) -> bool:
        wilds, size, cards = int(p["wilds"]), range(p["size"]), int(p["cards"])
        while not (found := sum([card < wilds for card in random.sample(size, cards)])):
            pass
        return found >= 2

    return trial


GIVEN_ONE = question(
    id="05/given-one",
    goals=(phrase("Let the condition define a new sample space."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You are dealt {cards} cards. A friend "
        "looks at all of them and tells you only that you have at least one wild. How likely is it that you "
        "have two or more?"
    ),
    draw=_deck,
    answer=lambda p: _at_least(2, p) / _at_least(1, p),
    wrong=(
        Distractor(
            "the first is wild",
            _another,
            phrase(
                "That would be right if your friend had told you that the first card is wild. But many more "
                "hands have a wild somewhere, and a smaller share of them has two."
            ),
        ),
        Distractor(
            "no condition",
            lambda p: _at_least(2, p),
            phrase(
                "That is the probability before your friend says anything. Afterward, the hands without a wild "
                "are ruled out."
            ),
        ),
        Distractor(
            "product",
            lambda p: _at_least(1, p) * _at_least(2, p),
            phrase(
                "You multiplied. But the condition makes the sample space smaller, so you must divide by "
                "the probability of the condition."
            ),
        ),
    ),
    hints=(
        phrase("Imagine 1,000 hands. Which of them could be yours, given what your friend said?"),
        phrase("Which of those hands have two or more wilds?"),
        phrase("Divide the chance of two or more, {two}, by the chance of one or more, {one}."),
    ),
    solution=phrase(
        "No wild: C(100, {cards}) of the C({size}, {cards}) hands, or {none}. So {one} have at least one. Exactly one: "
        "{wilds} times C(100, {fewer}), or {single}. So {two} have two or more. Divide {two} by {one}: {answer}."
    ),
    shown=lambda p: {
        "two": percent(_at_least(2, p)),
        "one": percent(_at_least(1, p)),
        "none": percent(1 - _at_least(1, p)),
        "single": percent(_at_least(1, p) - _at_least(2, p)),
        "fewer": p["cards"] - 1,
    },
    experiment=_given_one,
    reflect=Reflection(
        phrase("Why does it matter how your friend knows about the wild?"),
        phrase(
            "Because that decides which hands are ruled out: all hands without a wild, or all hands whose "
            "first card is not wild."
        ),
    ),
)

FIRST = question(
    id="05/first-wild",
    numbers_of=GIVEN_ONE.id,
    goals=(phrase("Tell apart two conditions that sound alike."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You pick up your {cards} cards one by one. The "
        "first one is wild. How likely is it that there is another wild among the rest?"
    ),
    draw=_deck,
    answer=_another,
    wrong=(
        Distractor(
            "at least one",
            lambda p: _at_least(2, p) / _at_least(1, p),
            phrase(
                "That would be right if you knew only that some card is wild. You know which one, and that tells you "
                "more."
            ),
        ),
        Distractor(
            "full deck",
            lambda p: _at_least(1, p),
            phrase(
                "You calculated with the full deck and the full hand. But you already know one card of your "
                "hand, and it is one of the wilds."
            ),
        ),
        Distractor(
            "added",
            lambda p: Fraction((p["wilds"] - 1) * (p["cards"] - 1), p["size"] - 1),
            phrase(
                "You added {fewer}/{rest} once for each of the other cards. That counts a hand with several "
                "other wilds several times."
            ),
        ),
    ),
    hints=(
        phrase("Put the first card aside. From which cards are the others dealt?"),
        phrase(
            "They are dealt from {rest} cards, of which {fewer} are wild. It is lesson 3 again, with different numbers."
        ),
        phrase("No more wilds: 100/{rest} times 99/{next} and so on, {others} factors. Subtract that from 1."),
    ),
    solution=phrase(
        "{others} cards from {rest}, of which {fewer} are wild: 1 minus the product 100/{rest} times 99/{next} and so "
        "on is {answer}."
    ),
    shown=lambda p: {
        "others": p["cards"] - 1,
        "fewer": p["wilds"] - 1,
        "rest": p["size"] - 1,
        "next": p["size"] - 2,
    },
    experiment=lambda p: lambda random: min(random.sample(range(1, p["size"]), p["cards"] - 1)) < p["wilds"],
    reflect=Reflection(
        phrase('"At least one is wild" or "the first is wild": which is the better news, and why?'),
        phrase(
            '"The first is wild." Hands with many wilds are more likely to begin with one, so they are a '
            "larger share of the hands that you may have."
        ),
    ),
)
