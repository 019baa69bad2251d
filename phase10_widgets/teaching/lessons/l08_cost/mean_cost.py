"""Lesson 8, questions 1 and 3: the mean cost of a hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import number
from ....odds.simulation.experiment import Trial
from ....odds.simulation.registry import question as experiment
from ...exercises.question import Distractor, Params, Reflection
from ..common import CARDS, at_level, question

STANDARDS = ("7.SP.B.4", "HSS-MD.A.2", "HSS-MD.A.3", "HSS-MD.B.5")
MEAN = Fraction(72 * 5 + 24 * 10 + 4 * 15 + 8 * 25, CARDS)
"""The average cost of a card in the classic deck (C7)."""


def _deck(skips: int, wilds: int) -> list[int]:
    """Return the cost of each card in a deck of 96 number cards plus skips and wilds."""
    return [5] * 72 + [10] * 24 + [15] * skips + [25] * wilds


_DECKS = (
    ((12, 12), (18, 6), (6, 18), (12, 20), (28, 4), (2, 14), (20, 9)),
    ((2, 8), (2, 10), (2, 12), (4, 6), (4, 10), (4, 12), (6, 8), (6, 12), (8, 8)),
    ((3, 7), (5, 11), (7, 10), (3, 13), (5, 8), (7, 6), (9, 5)),
)
"""The numbers of skips and wilds, from easier to harder numbers; none are those of the classic deck."""


def _left(random: Random, level: int) -> Params:
    """Return a number of cards and a deck that differs from the classic one."""
    skips, wilds = random.choice(at_level(level, *_DECKS))
    deck = _deck(skips, wilds)
    return {
        "cards": random.randint(*at_level(level, (2, 6), (3, 10), (5, 10))),
        "skips": skips,
        "wilds": wilds,
        "size": len(deck),
        "total": sum(deck),
        "mean": number(Fraction(sum(deck), len(deck))),
    }


def _sums(p: Params) -> Trial:
    deck, cards = _deck(p["skips"], p["wilds"]), p["cards"]
    return lambda random: sum(random.sample(deck, cards))


COST = question(
    id="08/cost",
    kind="number",
    goals=(phrase("Add means card by card."),),
    standards=STANDARDS,
    prompt=phrase(
        "The round ends while you hold {cards} cards that you have not looked at. At this table, the deck has {size} "
        "cards: 72 cards from 1 to 9 cost 5 points each, 24 cards from 10 to 12 cost 10, {skips} skips cost 15 and "
        "{wilds} wilds cost 25. What do your cards cost on average?"
    ),
    draw=_left,
    answer=lambda p: Fraction(p["total"] * p["cards"], p["size"]),
    wrong=(
        Distractor(
            "most frequent",
            lambda p: 5 * p["cards"],
            phrase("You used the most common cost of a card. The rarer cards cost more and pull the mean up."),
        ),
        Distractor(
            "mean of prices",
            lambda p: Fraction(5 + 10 + 15 + 25, 4) * p["cards"],
            phrase("You averaged the four costs. But most cards cost 5: count each cost as often as it occurs."),
        ),
        Distractor(
            "numbers only",
            lambda p: Fraction(72 * 5 + 24 * 10, 96) * p["cards"],
            phrase("You left out the skips and the wilds. There are only a few of them, but they cost a lot."),
        ),
    ),
    hints=(
        phrase("What does a single card cost on average?"),
        phrase(
            "Multiply each cost by the number of cards that cost so much, add up the products, and divide by {size}."
        ),
        phrase("That is {total}/{size} per card. Multiply by {cards}: you may add means, even without replacement."),
    ),
    solution=phrase("A card costs {total}/{size} on average, about {mean}; {cards} cards cost {answer}."),
    experiment=_sums,
    reflect=Reflection(
        phrase("Can a hand ever cost exactly the mean?"),
        phrase(
            "Only if the mean is a multiple of 5, as every cost is. A mean is a balance point, and not what you should "
            "expect of a single hand."
        ),
    ),
)


def _caught(random: Random) -> Params:
    """Return a hand with a wild, a number card, and some unknown cards."""
    number_held = random.randint(1, 12)
    known = 5 if number_held < 10 else 10
    others = random.randint(3, 8)
    return {"number": number_held, "known": known, "others": others, "sure": 25 + known, "rest": 835 - known}


WITH_WILD = question(
    id="08/with-a-wild",
    kind="number",
    goals=(phrase("Use the exact costs of the cards that you know, and the mean for the rest."),),
    standards=STANDARDS,
    prompt=phrase(
        "When the round ends, you hold a wild (25 points), a {number} ({known} points) and {others} cards that you "
        "have not looked at. What does the whole hand cost on average? The deck has 108 cards that cost 860 points in "
        "all."
    ),
    draw=_caught,
    answer=lambda p: p["sure"] + Fraction(p["rest"] * p["others"], CARDS - 2),
    digits=3,
    wrong=(
        Distractor(
            "whole deck",
            lambda p: p["sure"] + MEAN * p["others"],
            phrase(
                "Close. You used the mean of the whole deck for the other cards. But the two cards you know are not "
                "among them: the remaining 106 cards cost {rest} points."
            ),
        ),
        Distractor(
            "no news",
            lambda p: MEAN * (p["others"] + 2),
            phrase("You treated all cards as unknown. But you know what two of them cost."),
        ),
        Distractor(
            "others only",
            lambda p: Fraction(p["rest"], CARDS - 2) * p["others"],
            phrase("That is what the unknown cards cost. The two cards that you know are in your hand, too."),
        ),
    ),
    hints=(
        phrase("Split the hand in two: the cards that you know, and the cards that you do not know."),
        phrase("What do the other 106 cards cost in total? What does one of them cost on average?"),
        phrase("{sure} points plus {others} times {rest}/106."),
    ),
    solution=phrase("{sure} plus {others} times {rest}/106: {answer}."),
    experiment=lambda p: experiment("points", edition="classic", cards=p["others"] + 2, hand=f"W R{p['number']}"),
    reflect=Reflection(
        phrase("A wild costs the most and helps the most. When should you discard it?"),
        phrase(
            "When the round is about to end and your phase is out of reach. At that point, a wild can only cost"
            " you points."
        ),
    ),
)
