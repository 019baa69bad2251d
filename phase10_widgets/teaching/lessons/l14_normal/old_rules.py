"""Lesson 14: the question about two wrong rules from the first edition of this course."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import ceil, floor, sqrt
from random import Random

from ....base.translatable import Sentence, phrase
from ....languages.number_text import number, percent
from ....odds.estimate import wilson
from ....odds.sums import sums
from ...exercises.question import Choice, Params, Reflection
from ..common import question

STANDARDS = ("HSS-ID.A.4", "HSS-IC.B.4", "HSS-IC.B.5")
PRICES = {5: 72, 10: 24, 15: 4, 25: 8}
"""The number of cards in the classic deck at each cost (C7)."""


@cache
def added(n: int, wild: int = 25) -> Mapping[int, int]:
    """Return the number of ways to get each total cost of *n* cards drawn with replacement if a wild costs *wild*."""
    return sums({**{points: cards for points, cards in PRICES.items() if points != 25}, wild: 8}, n)


@cache
def _skew_cases() -> Mapping[bool, list[tuple[int, int]]]:
    """Return wild prices paired with numbers of cards, keyed by whether the mean total is below the median."""
    found: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
    for wild in range(20, 51, 5):
        for cards in range(3, 21):
            mean, median = _averages(cards, wild)
            if abs(mean - median) > Fraction(1, 5):
                found[mean < median].append((wild, cards))
    return found


@cache
def _averages(cards: int, wild: int) -> tuple[Fraction, int]:
    """Return the mean and the median of the total cost of *cards* cards drawn with replacement."""
    ways = added(cards, wild)
    points, below = list(ways), list(accumulate(ways.values()))
    mean = Fraction(sum(value * count for value, count in ways.items()), below[-1])
    return mean, points[bisect_left(below, Fraction(below[-1], 2))]


def _interval(wins: int, games: int) -> tuple[int, int]:
    """Return Wilson's interval as whole percentages, rounded outward."""
    low, high = wilson(wins, games)
    return floor(100 * low), ceil(100 * high)


def _z_of_difference(p: Params) -> float:
    pooled = (p["first_wins"] + p["second_wins"]) / (2 * p["games"])
    return float((p["first_wins"] - p["second_wins"]) / sqrt(2 * p["games"] * pooled * (1 - pooled)))


def _old_rules(random: Random) -> Params:
    """Return totals and contests that refute both, one, or neither of the old rules; each is refuted half the time."""
    skewed, clear = random.random() < 0.5, random.random() < 0.5
    wild, cards = random.choice(_skew_cases()[skewed])
    while True:
        games, wins = random.randrange(100, 201, 10), random.uniform(0.35, 0.55)
        first = round(games * wins)
        p = {"wild": wild, "cards": cards, "games": games, "first_wins": first + random.randint(4, 26)}
        p |= {"second_wins": first, "skewed": skewed, "clear": clear}
        overlap = _interval(first, games)[1] > _interval(p["first_wins"], games)[0] + 1
        if overlap and (2.05 < _z_of_difference(p) < 2.7 if clear else 0.8 < _z_of_difference(p) < 1.75):
            return p


_VERDICTS = {(True, True): "both", (True, False): "first", (False, True): "second", (False, False): "neither"}
_FIRST = {
    True: phrase("Rule one is refuted: the tail is on the right, but the mean, {mean}, is below the median, {median}."),
    False: phrase("Rule one is not refuted: the mean, {mean}, is above the median, {median}."),
}
_SECOND = {
    True: phrase(
        "Rule two is refuted: the intervals overlap, but the z-score of the difference is {z}, more than 1.96."
    ),
    False: phrase("Rule two is not refuted: the z-score of the difference is {z}, less than 1.96."),
}


def _facts(p: Params) -> Params:
    mean, median = _averages(p["cards"], p["wild"])
    parts = {"mean": number(mean), "median": median, "z": number(Fraction(f"{_z_of_difference(p):.2f}"))}
    low, high = _interval(p["first_wins"], p["games"])
    lower, higher = _interval(p["second_wins"], p["games"])
    return {
        **parts,
        "low": low,
        "high": high,
        "lower": lower,
        "higher": higher,
        "pooled": percent(Fraction(p["first_wins"] + p["second_wins"], 2 * p["games"])),
        "facts": Sentence(
            "{first} {second}",
            first=Sentence(_FIRST[p["skewed"]], **parts),
            second=Sentence(_SECOND[p["clear"]], **parts),
        ),
    }


def _as_far_apart(p: Params, random: Random) -> bool:
    """Play two contests between equal players; return True if they end at least as far apart as the given ones."""
    share, games = (p["first_wins"] + p["second_wins"]) / (2 * p["games"]), range(p["games"])
    first, second = (sum([random.random() < share for _ in games]) for _ in range(2))
    return bool(abs(first - second) >= p["first_wins"] - p["second_wins"])


OURS = question(
    id="14/our-mistakes",
    kind="choice",
    goals=(phrase("Test a rule against numbers, even if it comes from a textbook or from this course."),),
    standards=STANDARDS,
    prompt=phrase(
        "The first edition of this course taught two wrong rules. Rule one: if the long tail is on the right, the mean "
        "is above the median. Case one: you draw {cards} cards, put each back, and add up their points; a wild costs "
        "{wild}. The total has its long tail on the right, a mean of {mean} and a median of {median}. Rule two: if two "
        "95% intervals overlap, the difference is not significant. Case two: two players play {games} games each. One "
        "wins {first_wins} ({low}% to {high}%), the other {second_wins} ({lower}% to {higher}%), and these 95% "
        "intervals overlap. Which rule does its own case refute?"
    ),
    draw=_old_rules,
    answer=lambda p: _VERDICTS[p["skewed"], p["clear"]],
    choices=(
        Choice("both", phrase("Both rules."), phrase("{facts} So it is not both.")),
        Choice("first", phrase("Only rule one."), phrase("{facts} So it is not rule one alone.")),
        Choice("second", phrase("Only rule two."), phrase("{facts} So it is not rule two alone.")),
        Choice(
            "neither",
            phrase("Neither, although both rules are wrong."),
            phrase("{facts} So these cases do refute a rule."),
        ),
    ),
    hints=(
        phrase(
            "Take one rule at a time. Its case refutes it if the condition of the rule holds but its conclusion "
            "does not."
        ),
        phrase(
            "Rule one: compare the mean with the median. Rule two: find the z-score of the difference. It is the "
            "difference of the two shares, divided by its pooled standard error."
        ),
        phrase(
            "Rule two: together, the two players win {pooled} of their games. Call this share p. The pooled "
            "standard error is √(p · (1 − p) · 2/{games}). A z-score above 1.96 is significant at the 5% level."  # noqa: RUF001
        ),
    ),
    solution=phrase("{answer} {facts} A single case is enough to refute a rule."),
    shown=_facts,
    experiment=lambda p: lambda random: _as_far_apart(p, random),
    reads=lambda p, value: _VERDICTS[p["skewed"], value < 0.06],
    reflect=Reflection(
        phrase("A case agrees with a rule. Is the rule right, then?"),
        phrase(
            "No. A thousand cases may agree with it, and one more may refute it. Both rules often hold, and both "
            "sometimes fail."
        ),
    ),
)
