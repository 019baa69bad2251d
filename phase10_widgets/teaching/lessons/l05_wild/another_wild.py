"""Lesson 5, questions 1 and 2: the chance of another wild, given one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Params, Reflection
from ..common import CARDS, WILDS, drawn, question

STANDARDS = ("HSS-CP.A.3", "HSS-CP.A.5", "HSS-CP.B.6")

NATURALS = CARDS - WILDS


def _deck(random: Random) -> Params:
    """Return a hand size and the number of wilds in the deck under a house rule."""
    wilds = random.choice((6, 8, 10, 12, 14))
    return {"cards": random.randint(6, 12), "wilds": wilds, "size": NATURALS + wilds}


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
        "Your deck has {size} cards, and {wilds} of them are wild. You are dealt {cards} cards. A friend peeks and "
        "tells you only that you have at least one wild. How likely is it that you have two or more?"
    ),
    draw=_deck,
    answer=lambda p: _at_least(2, p) / _at_least(1, p),
    wrong=(
        Distractor(
            "the first is wild",
            _another,
            phrase(
                "That would be right if your friend had told you that the first card is wild. Many more hands have a "
                "wild somewhere, and a smaller share of them has two."
            ),
        ),
        Distractor(
            "no condition",
            lambda p: _at_least(2, p),
            phrase("That is the chance before your friend said anything. Hands without a wild are ruled out now."),
        ),
        Distractor(
            "product",
            lambda p: _at_least(1, p) * _at_least(2, p),
            phrase(
                "You multiplied. The condition shrinks the sample space, so you divide by the chance of the condition."
            ),
        ),
    ),
    hints=(
        phrase("Imagine 1,000 hands. Which of them could be yours, given what your friend said?"),
        phrase("Which of these have two or more wilds?"),
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
        phrase("Why does it matter how your friend found out about the wild?"),
        phrase(
            "Because it determines what is ruled out: all hands without a wild, or all hands whose first card is not "
            "wild."
        ),
    ),
)

FIRST = question(
    id="05/first-wild",
    numbers_of=GIVEN_ONE.id,
    goals=(phrase("Distinguish two conditions that sound alike."),),
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
                "You started over with a full deck and a full hand. But one wild and one card in the hand are "
                "already accounted for."
            ),
        ),
        Distractor(
            "added",
            lambda p: Fraction((p["wilds"] - 1) * (p["cards"] - 1), p["size"] - 1),
            phrase(
                "You added {fewer}/{rest} once for each card, so you counted hands with several more wilds several "
                "times."
            ),
        ),
    ),
    hints=(
        phrase("Set the first card aside. Which cards are the others dealt from?"),
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
        phrase("“At least one is wild” or “the first is wild”: which is better news, and why?"),
        phrase(
            "“The first is wild.” Hands with many wilds are more likely to start with one, so they make up a larger"
            " proportion of the hands you could have."
        ),
    ),
)
