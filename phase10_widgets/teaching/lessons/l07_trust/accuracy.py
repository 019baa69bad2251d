"""Lesson 7, questions 1 and 3: the standard error, and the larger spread of short series."""

from __future__ import annotations

from fractions import Fraction
from math import comb, isqrt, sqrt
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import number, percent
from ....odds.simulation.experiment import Trial
from ...exercises.question import Choice, Distractor, Params, Reflection
from ..common import at_level, question
from ..repeated_trials import successes

STANDARDS = ("7.SP.C.6", "HSS-IC.A.2", "HSS-IC.B.4")

_SERIES = [
    {"percent": percent, "deals": deals}
    for percent in (2, 10, 20, 36, 50, 64, 80, 90, 98)
    for deals in (100, 400, 900, 1600, 2500, 3600, 6400)
    if percent * (100 - percent) != deals
]
"""Chances paired with numbers of deals for which the standard error is rational but not 1 (1 is its own square)."""


def _error(p: Params) -> Fraction:
    """Return the standard error in percentage points, which is rational for the numbers in ``_SERIES``."""
    share = p["percent"]
    return Fraction(isqrt(share * (100 - share)), isqrt(p["deals"]))


def _squared(p: Params) -> Trial:
    """Return a trial that simulates a proportion and returns the square of its error in percentage points."""
    deals, percent = p["deals"], p["percent"]
    hits = successes(deals, Fraction(percent, 100))
    return lambda random: float((100 * hits(random) / deals - percent) ** 2)


ERROR = question(
    id="07/error",
    kind="number",
    goals=(phrase("Find the typical error of a simulated share."),),
    standards=STANDARDS,
    prompt=phrase(
        "Something happens in {percent}% of all deals. You simulate {deals} deals and find the share in which "
        "it happened. What is the standard error of that share, in percentage points?"
    ),
    draw=lambda random: random.choice(_SERIES),
    answer=_error,
    wrong=(
        Distractor(
            "no root",
            lambda p: Fraction(p["percent"] * (100 - p["percent"]), p["deals"]),
            phrase("You forgot the square root: that is the variance. The standard error is its square root."),
        ),
        Distractor(
            "divided by deals",
            lambda p: _error(p) / isqrt(p["deals"]),
            phrase("You divided by the number of deals instead of its square root. Simulations are not that precise."),
        ),
        Distractor(
            "one deal",
            lambda p: _error(p) * isqrt(p["deals"]),
            phrase("That is the standard deviation of a single deal. A share of many deals varies much less."),
        ),
    ),
    hints=(
        phrase("A single deal is a yes or a no. What is its standard deviation?"),
        phrase(
            "For one deal, it is the square root of p times (1 - p). For many deals, divide that by the square root "
            "of their number."
        ),
        phrase("In percentage points: the square root of {percent} times {rest}, divided by {root}."),
    ),
    solution=phrase(
        "The square root of {percent} times {rest} is {spread}. Divided by {root}, that is {answer} percentage points."
    ),
    shown=lambda p: {
        "deals": number(p["deals"]),
        "rest": 100 - p["percent"],
        "root": isqrt(p["deals"]),
        "spread": isqrt(p["percent"] * (100 - p["percent"])),
    },
    experiment=_squared,
    reads=lambda p, value: sqrt(max(0.0, value)),
    reflect=Reflection(
        phrase("How many more deals do you need for one more correct digit?"),
        phrase("A hundred times as many, because the error is divided by the square root of the number of deals."),
    ),
)


def _two_series(random: Random, level: int) -> Params:
    """Return two numbers of hands; the closer they are, the harder it is to see which series strays farther."""
    short, long = at_level(
        level,
        (range(2, 9), (500, 800, 1000, 2000)),
        ((5, 10, 15, 20), (100, 120, 150, 200, 250)),
        (range(15, 25), (100, 110, 120)),
    )
    sizes = [random.choice(short), random.choice(long)]
    random.shuffle(sizes)
    return {"ana": sizes[0], "ben": sizes[1]}


def _more_often(p: Params) -> Trial:
    """Return a trial that returns 1 if only Ada's hands are at least 60% good, -1 if only Blaise's are, or else 0."""
    ana, ben = successes(p["ana"], Fraction(1, 2)), successes(p["ben"], Fraction(1, 2))
    return lambda random: (10 * ana(random) >= 6 * p["ana"]) - (10 * ben(random) >= 6 * p["ben"])


SMALL = question(
    id="07/small-series",
    kind="choice",
    goals=(phrase("Expect surprises from small samples."),),
    standards=STANDARDS,
    prompt=phrase(
        "Ada deals {ana} hands, and Blaise deals {ben}. Each hand has a 50% chance of being good. Who is more likely "
        "to find that at least 60% of their own hands were good?"
    ),
    draw=_two_series,
    answer=lambda p: "ana" if p["ana"] < p["ben"] else "ben",
    choices=(
        Choice("ana", phrase("Ada"), phrase("Ada deals more hands, so her share stays closer to 50%.")),
        Choice("ben", phrase("Blaise"), phrase("Blaise deals more hands, so his share stays closer to 50%.")),
        Choice(
            "equal",
            phrase("Both equally"),
            phrase(
                "The probability is the same for every hand, but shares of a few hands vary much more than shares of "
                "many."
            ),
        ),
    ),
    hints=(
        phrase("What if one of them dealt only one hand?"),
        phrase(
            "The standard error of a share is the square root of p times (1 - p), divided by the square root of the "
            "number of deals."
        ),
        phrase("60% is less than one standard error from 50% in the short series, but two or more in the long one."),
    ),
    solution=phrase(
        "The standard error is 50 percentage points divided by the square root of the number of hands. That is "
        "{error_ana} for Ada's {ana} hands and {error_ben} for Blaise's {ben}. 60% is 10 points above 50%. By luck, a "
        "share gets that high in {chance_ana} of all series as long as Ada's, and in {chance_ben} of all series as "
        "long as Blaise's. So the answer is: {answer}."
    ),
    shown=lambda p: {
        **{f"error_{who}": number(Fraction(50 / sqrt(p[who]))) for who in ("ana", "ben")},
        **{f"chance_{who}": percent(_good(p[who])) for who in ("ana", "ben")},
    },
    experiment=_more_often,
    reads=lambda p, value: "ana" if value > 0.05 else "ben" if value < -0.05 else "equal",
    reflect=Reflection(
        phrase("Where do you meet results that look meaningful but come from small samples?"),
        phrase("Small schools, small hospitals, new players: the best and worst rates often come from small samples."),
    ),
)


def _good(deals: int) -> Fraction:
    """Return the chance that at least 60% of the deals are good."""
    return Fraction(sum(comb(deals, hits) for hits in range(-(-6 * deals // 10), deals + 1)), 2**deals)
