"""The computations of the last lesson; see step_texts for the first ones."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ...base.translatable import phrase
from .step_texts import Computation, Step

ENOUGH = Computation(
    phrase("How many hands are enough?"),
    phrase("1,000 hands"),
    (
        Step(
            phrase("2% of 10,000 hands have the run. What is the standard error of this share, in percentage points?"),
            "√(2 · 98/10000)",
            {
                "2 · 98/10000": phrase("That is the variance. The standard error is its square root."),
                "√(2 · 98)": phrase("That is for one hand. The share of 10,000 hands varies a hundred times less."),
            },
            phrase("0.14 points. The interval reaches about two of them to each side: 0.28 points."),
        ),
        Step(
            phrase("The count is 0.007 points below the limit. How many times narrower must the interval be?"),
            "280/7",
            {
                "140/7": phrase("That is one standard error. The interval reaches two to each side."),
                "7/280": phrase("Then it would be wider. 0.28 points must become 0.007."),
            },
            phrase("{value} times narrower. Then the limit is just outside."),
            Fraction(40),
        ),
        Step(
            phrase("How many times as many hands does that take?"),
            "40²",
            {
                "40": phrase("Four times as many hands only halve the interval."),
                "2 · 40": phrase("The interval shrinks with the square root of the number of hands."),
            },
            phrase("{value} times 10,000 hands: 16 million. Without rounding, it is still 14 million."),
            Fraction(1_600),
        ),
    ),
)

_SIX_ALIKE = Fraction(5_546_696_580_456, comb(108, 10))

SIX_ALIKE = Computation(
    phrase("Six cards of one color"),
    phrase("1,000 hands"),
    (
        Step(
            phrase("24 cards are red, 8 are wild, 76 are neither. How many hands have exactly six reds and no wild?"),
            "C(24, 6) · C(76, 4)",
            {
                "C(24, 6) · C(84, 4)": phrase("Eight of these 84 cards are wild. Hands with a wild come later."),
                "C(24, 6) + C(76, 4)": phrase("Every six reds go with every four others: multiply."),
            },
            phrase("{value} hands."),
            Fraction(comb(24, 6) * comb(76, 4)),
            before=((phrase("hands"), 1_000),),
        ),
        Step(
            phrase("Five reds and one wild are six as well. How many hands is that?"),
            "C(24, 5) · 8 · C(76, 4)",
            {
                "C(24, 5) · C(76, 4)": phrase("Which of the eight wilds is it?"),
                "C(24, 5) · C(84, 5)": phrase("That allows more wilds than one. They come next."),
            },
            phrase("{value} hands: more than twice as many. Go on like this, with at least one real red card."),
            Fraction(comb(24, 5) * 8 * comb(76, 4)),
        ),
        Step(
            phrase("R hands have six reds or more. 4 · R counts hands again, D times in all. What is the chance?"),
            "(4 · R − D)/C(108, 10)",  # noqa: RUF001
            {
                "4 · R/C(108, 10)": phrase("Four reds, four blues and two wilds: six of either color, but one hand."),
                "R/C(108, 10)": phrase("That is red alone. Six blue cards are just as good."),
            },
            phrase("Counted once each, {value} of all hands have six of one color."),
            _SIX_ALIKE,
            ((phrase("six of one color"), 143), (phrase("fewer than six"), -857)),
        ),
    ),
)

LAST = {"enough": ENOUGH, "six-alike": SIX_ALIKE}
