"""Lesson 13, questions 1 and 4: wilds in two hands from one deck or from two decks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from random import Random

from ....base.translatable import Translatable, phrase
from ....languages.number_text import percent
from ...exercises.question import Choice, Distractor, Params, Reflection
from ..common import question

STANDARDS = ("HSS-CP.A.2", "HSS-CP.A.4", "HSS-CP.A.5", "HSS-CP.B.6", "HSS-CP.B.7")


def _none(p: Params, hands: int) -> Fraction:
    """Return the chance that there is no wild in this many hands."""
    others, cards = p["size"] - p["wilds"], hands * p["cards"]
    return Fraction(comb(others, cards), comb(p["size"], cards))


def _both(p: Params) -> Fraction:
    """Return the chance that two hands each have a wild."""
    return 1 - 2 * _none(p, 1) + _none(p, 2)


SOME, NONE, ALL = (
    phrase(
        "A friend looks at your cards for you. You ask only whether there is at least one wild, and the answer is yes."
    ),
    phrase("You look at your hand, and there is no wild in it."),
    phrase("You look at your hand, and both wilds are in it."),
)
ONE_DECK, OWN_DECKS = (
    phrase("Your cards and hers come from this one deck."),
    phrase("Each of you has a deck of your own."),
)
NEWS: Mapping[str, tuple[str, str, str, str, str]] = {
    "some": (
        ONE_DECK,
        SOME,
        "less",
        phrase(
            "If you had no wild, all of them would be among the other cards, and Ada would be more likely to have "
            "one. Before you knew, her probability was a weighted mean of two cases: you have none, or at least "
            "one. So with at least one, it is lower. But there can be wilds left for her."
        ),
        phrase(
            "Suppose that you had no wild. Would Ada be more likely to have one, or less likely? What you knew at "
            "first is a weighted mean of the two cases, none and at least one."
        ),
    ),
    "none": (
        ONE_DECK,
        NONE,
        "more",
        phrase("None of the wilds is in your hand, so all of them are among the cards that Ada's hand comes from."),
        phrase("Compare the share of wilds among all the cards with their share among the cards that Ada can have."),
    ),
    "all": (
        ONE_DECK,
        ALL,
        "never",
        phrase("You hold every wild of the only deck."),
        phrase("Count the wilds that are not in your hand."),
    ),
    "own": (
        OWN_DECKS,
        SOME,
        "same",
        phrase("Ada's cards come from another deck, and your wilds are not missing there."),
        phrase("Is any wild missing from the deck that Ada's hand comes from?"),
    ),
}
"""For each case: the deal, the news, its effect on the chance of a wild in Ben's hand, the reason, and a hint."""


def _other(random: Random) -> Params:
    case = random.choice(list(NEWS))
    decks, news, *_ = NEWS[case]
    return {
        "case": case,
        "decks": Translatable(decks),
        "news": Translatable(news),
        "size": random.choice((36, 40, 44) if case == "all" else (40, 44, 48, 52)),
        "cards": random.randint(14, 16) if case == "all" else random.randint(12, 14),
        "wilds": 2 if case == "all" else random.randint(2, 4),
    }


def _wild_in_both(p: Params) -> Callable[[Random], bool]:
    """Return a trial that deals until your hand matches the news; it returns True if Ben's hand has a wild."""
    cards, wilds, places, case = p["cards"], p["wilds"], range(p["size"]), p["case"]
    fits = {"none": range(1), "all": range(wilds, wilds + 1)}.get(case, range(1, wilds + 1))

    def trial(random: Random) -> bool:
        mine, at = -1, []
        while mine not in fits:
            at = random.sample(places, wilds)
            mine = sum([place < cards for place in at])
        if case == "own":
            at = [place + cards for place in random.sample(places, wilds)]
        return any(cards <= place < 2 * cards for place in at)

    return trial


def _known(p: Params) -> Mapping[str, Fraction]:
    """Return the exact chances of a wild in Ben's hand, keyed by choice."""
    one, none = _none(p, 1), _none(p, 2) / _none(p, 1)
    return {"same": 1 - one, "less": _both(p) / (1 - one), "more": 1 - none, "never": Fraction(0)}


def _change(p: Params, value: float) -> str:
    """Return the choice that a simulated chance supports."""
    known = _known(p)
    return min(known, key=lambda name: abs(float(known[name]) - value))


OTHER_HAND = question(
    id="13/other-hand",
    kind="choice",
    goals=(phrase("Decide whether one event changes the probability of another."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards, and {wilds} of them are wild. You and Ada are dealt {cards} cards each. {decks} "
        "{news} What does this do to the probability that Ada has at least one wild?"
    ),
    draw=_other,
    answer=lambda p: NEWS[p["case"]][2],
    choices=(
        Choice("more", phrase("It goes up"), phrase("{why} So the probability does not go up.")),
        Choice(
            "less",
            phrase("It goes down, but not to 0"),
            phrase("{why} So that is not what happens to the probability."),
        ),
        Choice("same", phrase("It stays the same"), phrase("{why} So the probability does change.")),
        Choice("never", phrase("It drops to 0"), phrase("{why} So Ada can still have a wild.")),
    ),
    hints=(
        phrase("Where could the wilds be before you knew about your hand? Where can they be now?"),
        phrase("On average, does that leave more wilds for Ada, fewer, or just as many?"),
        phrase("{clue} What does that mean for Ada now?"),
    ),
    solution=phrase(
        "{why} Before you knew about your hand, Ada had a wild with probability {before}. Now it is {after}. So "
        "the answer is: {answer}."
    ),
    shown=lambda p: {
        "why": Translatable(NEWS[p["case"]][3]),
        "clue": Translatable(NEWS[p["case"]][4]),
        "before": percent(1 - _none(p, 1)),
        "after": percent(_known(p)[NEWS[p["case"]][2]]),
    },
    experiment=_wild_in_both,
    reads=_change,
    reflect=Reflection(
        phrase("If you share one deck, Ada cannot argue: “My cards do not know what you hold.” Why not?"),
        phrase(
            "Nothing happens to Ada's cards when you learn about yours. What changes is what you know, and a "
            "probability always depends on what you know."
        ),
    ),
)


def _two_hands(random: Random) -> Params:
    wilds = random.choice((6, 7, 9, 10, 11, 12, 13, 14))
    return {"wilds": wilds, "size": 100 + wilds, "cards": random.randint(7, 12)}


def _wilds_apart(p: Params) -> Callable[[Random], bool]:
    """Return a trial that places the wilds at random positions in the deck; it returns True if both hands get one."""
    places, wilds, cards = range(p["size"]), int(p["wilds"]), int(p["cards"])

    def trial(random: Random) -> bool:
        at = random.sample(places, wilds)
        return any(place < cards for place in at) and any(cards <= place < 2 * cards for place in at)

    return trial


BOTH = question(
    id="13/both-hands",
    goals=(phrase("Find the probability of both from the addition rule when two events are not independent."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards, and {wilds} of them are wild. You and Ada are dealt {cards} cards each. A hand "
        "has no wild in {none} of all deals; the two hands together have none in {neither}. How likely is it that "
        "both of you have a wild?"
    ),
    draw=_two_hands,
    answer=_both,
    digits=3,
    tolerance=Fraction(1, 1000),
    wrong=(
        Distractor(
            "multiplied",
            lambda p: (1 - _none(p, 1)) ** 2,
            phrase(
                "You multiplied the two probabilities, as if the hands were independent. But Ada cannot have a "
                "wild that is yours."
            ),
        ),
        Distractor(
            "either",
            lambda p: 1 - _none(p, 2),
            phrase("That is the probability that at least one of you has a wild."),
        ),
        Distractor(
            "given yours",
            lambda p: _both(p) / (1 - _none(p, 1)),
            phrase("That is Ada's probability if you already know that you have a wild. Here, nobody has looked yet."),
        ),
    ),
    hints=(
        phrase("Draw a two-way table: you with and without a wild, Ada with and without. Which cells do you know?"),
        phrase("You can rearrange the addition rule: P(A and B) = P(A) + P(B) - P(A or B)."),
        phrase("P(A) and P(B) are {some} each, and P(A or B) is {either}."),
    ),
    solution=phrase("{some} + {some} - {either}: {answer}."),
    shown=lambda p: {
        "none": percent(_none(p, 1)),
        "neither": percent(_none(p, 2)),
        "some": percent(1 - _none(p, 1)),
        "either": percent(1 - _none(p, 2)),
    },
    experiment=_wilds_apart,
    reflect=Reflection(
        phrase("Is the probability of both higher or lower than the product of the two probabilities? Why?"),
        phrase("Lower. The hands compete for the same wilds: if you have one, Ada is less likely to have one."),
    ),
)
