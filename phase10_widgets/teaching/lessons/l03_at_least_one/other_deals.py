"""Lesson 3, questions 4 and 5: a whole table, and another edition."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Reflection
from ..common import WILDS, Params, drawn, question
from .wilds import PUT_BACK, STANDARDS, at_least, clearly, first_cards, put_back, wild_deck

IN_MASTERS, MASTERS_SIZE = 12, 110
"""The number of wilds and the total number of cards in the Masters Edition (M1)."""


def _table(random: Random) -> Params:
    return {**wild_deck(random, (7, 10)), "seats": random.randint(2, 4)}


def _somebody(p: Params) -> Fraction:
    return drawn(1, p["wilds"], p["cards"] * p["seats"], p["size"])


TABLE = question(
    id="03/table",
    goals=(phrase("Recognize when hands depend on each other."),),
    standards=STANDARDS,
    prompt=phrase(
        "{seats} players are dealt {cards} cards each from one deck of {size} cards, and {wilds} of these "
        "are wild. How likely is it that somebody has at least one wild?"
    ),
    draw=_table,
    answer=_somebody,
    wrong=(
        Distractor(
            "own hand",
            lambda p: at_least(1, p),
            phrase("That is the probability for your own hand. Here, a wild in anybody's hand is enough."),
        ),
        Distractor(
            "own decks",
            lambda p: 1 - (1 - at_least(1, p)) ** p["seats"],
            phrase(
                "You multiplied as if each player had their own deck. Hands dealt from one deck depend on each other: "
                "if you have no wild, the others are more likely to have one."
            ),
        ),
        Distractor(
            "none",
            lambda p: 1 - _somebody(p),
            phrase("That is the chance that nobody has a wild. Now subtract it from 1."),
        ),
        Distractor("put back", lambda p: put_back(p["wilds"], p, cards=p["cards"] * p["seats"]), PUT_BACK, close=True),
        Distractor(
            "added",
            lambda p: Fraction(p["wilds"] * p["cards"] * p["seats"], p["size"]),
            phrase(
                "You added {wilds}/{size} once for each of the {all} cards. That counts a deal with two wilds twice."
            ),
            close=True,
        ),
    ),
    hints=(
        phrase("For this question, does it matter who holds which cards?"),
        phrase("Put all the dealt cards in one pile. How many are there?"),
        phrase(
            "None of the {all} cards is wild: 100/{size} times 99/{less} and so on, {all} factors. Subtract that from "
            "1."
        ),
    ),
    solution=phrase(
        "Together, the players hold {all} cards. The chance that none of them is wild is {none}, so the chance that"
        " somebody has a wild is {answer}."
    ),
    shown=lambda p: {
        "all": p["cards"] * p["seats"],
        "less": p["size"] - 1,
        "none": percent(1 - _somebody(p)),
        "unseen": p["size"] - p["cards"],
    },
    experiment=lambda p: first_cards(p["wilds"], p["size"], p["cards"] * p["seats"]),
    reflect=Reflection(
        phrase("You find no wild in your hand. What does that tell you about the other players?"),
        phrase(
            "All {wilds} wilds are among the {unseen} cards you cannot see, so each of the other players is more "
            "likely to have one."
        ),
    ),
)


def _masters(random: Random) -> Params:
    """Return a Masters deck with 2, 3, 5 or 6 wilds removed; removing four would make it almost the classic deck."""
    out = random.choice((2, 3, 5, 6))
    return {"cards": random.randint(4, 12), "out": out, "wilds": IN_MASTERS - out, "size": MASTERS_SIZE - out}


MASTERS = question(
    id="03/masters",
    goals=(phrase("Use the card counts of the deck you are playing with."),),
    standards=STANDARDS,
    prompt=phrase(
        "The Masters Edition has 110 cards, and 12 of them are wild. Your table removes {out} of these "
        "wilds. You are dealt {cards} cards. How likely are you to get at least one wild?"
    ),
    draw=clearly(_masters, lambda p: at_least(1, p)),
    answer=lambda p: at_least(1, p),
    wrong=(
        Distractor(
            "classic",
            lambda p: drawn(1, WILDS, p["cards"]),
            phrase("That would be right for the classic deck. Here, {wilds} of {size} cards are wild."),
        ),
        Distractor(
            "all wilds",
            lambda p: drawn(1, IN_MASTERS, p["cards"], MASTERS_SIZE),
            phrase(
                "You counted all 12 wilds. But {out} of them have been removed, and your deck has only "
                "{size} cards now."
            ),
        ),
        Distractor(
            "added",
            lambda p: Fraction(p["wilds"], p["size"]) * p["cards"],
            phrase(
                "You added {wilds}/{size} once for each card, so you counted hands with several wilds several times."
            ),
        ),
        Distractor(
            "none",
            lambda p: 1 - at_least(1, p),
            phrase("That is the chance of no wild. The question asks about the opposite."),
        ),
        Distractor("put back", lambda p: put_back(p["wilds"], p), PUT_BACK, close=True),
    ),
    hints=(
        phrase("The method is the same as for the classic deck. Which numbers change?"),
        phrase("The first card is not wild in 98 of {size} cases, the next in 97 of {less}."),
        phrase("Multiply {cards} such fractions: that is the chance of no wild. Subtract it from 1."),
    ),
    solution=phrase("No wild: 98/{size} times 97/{less} and so on: {none}. At least one: {answer}."),
    shown=lambda p: {"none": percent(1 - at_least(1, p)), "less": p["size"] - 1},
    experiment=lambda p: first_cards(p["wilds"], p["size"], p["cards"]),
    reflect=Reflection(
        phrase("12 wilds are 1.5 times as many as 8. Does that make you 1.5 times as likely to get at least one?"),
        phrase(
            "No. The more wilds there are, the more often two turn up in the same hand, and those hands count only "
            "once."
        ),
    ),
)
