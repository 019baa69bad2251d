"""Lesson 13: the question about a first-edition sentence that does not say how its condition became known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from random import Random

from ....base.translatable import Translatable, phrase
from ....languages.number_text import percent
from ...exercises.question import Choice, Params, Reflection
from ..common import question

STANDARDS = ("HSS-CP.A.3", "HSS-CP.A.5", "HSS-CP.B.6")

ASKED, TURNED, SHY, BOASTS = (
    phrase("You ask the dealer whether there is a wild. She looks at both cards and says yes."),
    phrase("The dealer turns over one of the two cards at random. It is a wild."),
    phrase(
        "A shy friend looks at both cards. With one wild, he says “There is a wild”. With two, he says it only every "
        "other time. He has just said it."
    ),
    phrase(
        "A friend looks at both cards. With two wilds, he always says “Two wilds”. With one, he says “There is a "
        "wild”. He has just said that there is one."
    ),
)
RIGHT, LOW, HIGH = (
    phrase("Every pair with a wild leads to this news, whether it has one wild or two."),
    phrase(
        "A pair with two wilds always leads to this news, but a pair with one wild does so only half of the time. "
        "So among the pairs that lead to it, those with two wilds are a larger share than the count says."
    ),
    phrase(
        "A pair with one wild always leads to this news, but a pair with two does so less often, or never. So "
        "among the pairs that lead to it, those with two wilds are a smaller share than the count says."
    ),
)
HEARD: Mapping[str, tuple[str, str, str, tuple[float, float]]] = {
    "asked": (ASKED, "right", RIGHT, (1, 1)),
    "turned": (TURNED, "low", LOW, (0.5, 1)),
    "shy": (SHY, "high", HIGH, (1, 0.5)),
    "boasts": (BOASTS, "high", HIGH, (1, 0)),
}
"""For each case: the report of a wild, the verdict on the count, the reason, and the chances of the report.

The first chance applies when the pair has one wild, the second when it has two.
"""


def _heard(random: Random) -> Params:
    case = random.choice(("asked", "turned", "turned", "shy", "boasts"))
    return {
        "case": case,
        "heard": Translatable(HEARD[case][0]),
        "size": random.randint(10, 16),
        "wilds": random.randint(4, 7),
    }


def _of_pairs(p: Params, one: float = 1, two: float = 1) -> Fraction:
    """Return the proportion of pairs with two wilds, weighting pairs with one wild by *one* and the others by *two*."""
    wilds = int(p["wilds"])
    apart, both = Fraction(one) * wilds * (int(p["size"]) - wilds), Fraction(two) * comb(wilds, 2)
    return both / (apart + both)


def _news(p: Params) -> Callable[[Random], bool]:
    """Return a trial that deals pairs until one leads to this report; it returns True if that pair has two wilds."""
    places, wilds, often = range(p["size"]), int(p["wilds"]), HEARD[p["case"]][3]

    def trial(random: Random) -> bool:
        while True:
            found = sum([place < wilds for place in random.sample(places, 2)])
            if found and random.random() < often[found - 1]:
                return found == 2

    return trial


def _verdict(p: Params, value: float) -> str:
    """Return the verdict whose exact chance (for the count, a turned card, or the shy friend) is nearest to *value*."""
    known = {"right": _of_pairs(p), "low": _of_pairs(p, 0.5), "high": _of_pairs(p, 1, 0.5)}
    return min(known, key=lambda name: abs(float(known[name]) - value))


FIRST_EDITION = question(
    id="13/first-edition",
    kind="choice",
    goals=(phrase("Ask how you came to know, before you count."),),
    standards=STANDARDS,
    prompt=phrase(
        "The first edition of this course asked about a family with two children: “You hear that at least one is a "
        "girl. How likely are two girls? … You can count it.” It counted all families with a girl and got 1 in 3. "
        "Now count cards. A pile has {size} cards, and {wilds} of them are wild. Two cards are dealt face down. "
        "Among all pairs with at least one wild, {counted} have two. {heard} You take {counted} as the probability "
        "of two wilds. What, if anything, is wrong with that?"
    ),
    draw=_heard,
    answer=lambda p: HEARD[p["case"]][1],
    choices=(
        Choice(
            "right",
            phrase("Nothing: if you hear of it this way, the count is right"),
            phrase("{why} So the count does not fit."),
        ),
        Choice(
            "low",
            phrase("It is too low: two wilds are more likely than that"),
            phrase("{why} So the count is not too low."),
        ),
        Choice(
            "high",
            phrase("It is too high: two wilds are less likely than that"),
            phrase("{why} So the count is not too high."),
        ),
        Choice(
            "dependent",
            phrase("It treats the two cards as if they were independent"),
            phrase(
                "The count allows for that, because its pairs are dealt without replacement. What matters is how "
                "you heard of it."
            ),
        ),
    ),
    hints=(
        phrase(
            "Which pairs lead to this news? That depends on how you came to know it. How do you come to know it here?"
        ),
        phrase("Imagine 100 pairs with exactly one wild. How many of them would lead to this news?"),
        phrase("Now imagine 100 pairs with two wilds. Do more of them lead to this news, fewer, or as many?"),
    ),
    solution=phrase("{why} So the answer is: {answer}."),
    shown=lambda p: {"counted": percent(_of_pairs(p)), "why": Translatable(HEARD[p["case"]][2])},
    experiment=_news,
    reads=_verdict,
    reflect=Reflection(
        phrase("What should the first edition have said instead of “You hear”?"),
        phrase(
            "It should have said how the news came about, for example: “You ask a parent whether they have a girl, "
            "and the answer is yes.” Then every family with a girl counts once, and 1 in 3 is right."
        ),
    ),
)
