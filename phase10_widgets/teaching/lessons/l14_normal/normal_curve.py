"""Lesson 14, questions 1 to 3: pictures, widths and totals."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random
from statistics import NormalDist

from ....base.translatable import Sentence, phrase
from ....languages.number_text import number, percent
from ...exercises.question import Choice, Distractor, Params, Reflection
from ..common import CARDS, question
from .old_rules import PRICES, STANDARDS, added

NORMAL = NormalDist()
DECK = [points for points, cards in PRICES.items() for _ in range(cards)]
MEAN = Fraction(sum(DECK), CARDS)
VARIANCE = sum(((points - MEAN) ** 2 for points in DECK), Fraction(0)) / CARDS


def _within(z: float) -> Fraction:
    """Return the area under a normal curve within *z* standard deviations of the mean."""
    return Fraction(2 * NORMAL.cdf(z) - 1).limit_denominator(10**12)


def _above(z: float) -> Fraction:
    return (1 - _within(z)) / 2 if z > 0 else (1 + _within(-z)) / 2


_TRIAL = {
    "deck": phrase(
        "You draw a card, note what it costs, and put it back. You do this {trials} times. Then you draw a column "
        "for each cost: the more often it came up, the higher the column."
    ),
    "bell": phrase(
        "You draw {n} cards, put each back before the next, and add up what they cost. You do this {trials} times. "
        "Then you draw a column for each total: the more often it came up, the higher the column."
    ),
    "right": phrase(
        "You draw {n} cards, put each back before the next, and note what the most expensive one costs. You do "
        "this {trials} times. Then you draw a column for each cost: the more often it came up, the higher the "
        "column."
    ),
}
_HERE = {
    "deck": phrase("Here nothing is added up. Each card stands for itself, however many you draw."),
    "bell": phrase("Here {n} cards are added up each time. A total is extreme only if nearly all of its cards are."),
    "right": phrase("Here only the most expensive of {n} cards counts, and one wild is enough for 25 points."),
}


def _trial(p: Params, random: Random) -> int:
    if p["shape"] == "deck":
        return random.choice(DECK)
    drawn = random.choices(DECK, k=p["n"])
    return sum(drawn) if p["shape"] == "bell" else max(drawn)


PICTURE = question(
    id="14/which-picture",
    kind="choice",
    goals=(phrase("Tell the shape of single results apart from the shape of their sums."),),
    standards=STANDARDS,
    prompt=phrase(
        "In the deck, 72 cards cost 5 points, 24 cost 10, 4 cost 15 and 8 cost 25. {what} Which picture do you get?"
    ),
    draw=lambda random: {
        "shape": random.choice(list(_TRIAL)),
        "n": random.randint(30, 60),
        "times": random.randrange(1_000, 20_001, 500),
    },
    answer=lambda p: str(p["shape"]),
    choices=(
        Choice(
            "bell",
            phrase("One hill in the middle, falling off on both sides like a bell."),
            phrase("You expect a bell. {here} Bells come from adding up many results."),
        ),
        Choice(
            "deck",
            phrase("A tall column at the left end, and lower ones to the right of it."),
            phrase("That is the shape of the deck. {here} Single cards give that picture."),
        ),
        Choice(
            "right",
            phrase("Nearly everything in one column at the right end."),
            phrase("Then nearly every trial would give the highest value. {here} Compare this with the deck."),
        ),
    ),
    hints=(
        phrase(
            "What is written down after one trial: the cost of one card, a total, or the cost of one card chosen from "
            "many?"
        ),
        phrase("Which values are possible, and which of them are common? Start with the lowest one."),
        phrase("{here} What does that mean for the columns?"),
    ),
    solution=phrase("{answer} {here} Try it in the figure."),
    shown=lambda p: {
        "what": Sentence(_TRIAL[p["shape"]], n=p["n"], trials=number(p["times"])),
        "here": Sentence(_HERE[p["shape"]], n=p["n"]),
    },
    experiment=lambda p: lambda random: _trial(p, random) == _trial(p, random),
    reads=lambda p, value: "bell" if value < 0.2 else "deck" if value < 0.62 else "right",
    reflect=Reflection(
        phrase("Does a histogram turn into a bell if you collect more data?"),
        phrase(
            "No. With more data, it comes closer to the shape of what you measure, whatever that shape is. A bell "
            "appears when every single trial is itself a sum of many results."
        ),
    ),
)

_SIDE = {
    "wide": phrase("Cards wider than {limit} mm get stuck in the shuffling machine."),
    "narrow": phrase("Cards narrower than {limit} mm slip through the shuffling machine."),
}


def _card_width(random: Random) -> Params:
    """Return a mean and a standard deviation in hundredths of a millimeter, and ten times the z-score of a limit."""
    mean, deviation = random.randrange(6_200, 6_501, 10), random.choice((10, 20, 30, 40))
    # no z-score of 2.3: an answer of 0.98 could then mean 0.98%
    score = random.choice((10, 20)) if random.random() < 0.3 else random.randint(5, 22)
    return {"center": mean, "spread": deviation, "z": score, "side": random.choice(list(_SIDE))}


def _width(p: Params) -> Fraction:
    sign = 1 if p["side"] == "wide" else -1
    return Fraction(p["center"] + sign * p["z"] * p["spread"] // 10, 100)


def _beyond(p: Params) -> Fraction:
    return _above(p["z"] / 10)


BEYOND = question(
    id="14/beyond",
    goals=(phrase("Standardize, and use the 68-95-99.7 rule."),),
    standards=STANDARDS,
    prompt=phrase(
        "A factory cuts cards. Their widths follow a normal curve with a mean of {mean} mm and a standard "
        "deviation of {deviation} mm. {what} What share of all cards is that?"
    ),
    draw=_card_width,
    answer=_beyond,
    also=lambda p: (_beyond(p),),
    tolerance=Fraction(1, 400),
    wrong=(
        Distractor(
            "both sides",
            lambda p: 2 * _beyond(p),
            phrase("That is the share on both sides together. Here, only one side is a problem."),
        ),
        Distractor(
            "between",
            lambda p: 1 - 2 * _beyond(p),
            phrase(
                "That is the share between the limit and its mirror image on the other side. The question is about "
                "the cards beyond the limit."
            ),
        ),
        Distractor(
            "other side",
            lambda p: 1 - _beyond(p),
            phrase("That is the share of all cards without this problem. You are one step away."),
        ),
    ),
    hints=(
        phrase("How far is the limit from the mean? Measure it in standard deviations: that is the z-score."),
        phrase("The distance is {off} mm, and one standard deviation is {deviation} mm, so the z-score is {score}."),
        phrase(
            "Under a normal curve, {within} of the area lies between the z-scores \N{MINUS SIGN}{score} and {score}. "
            "The rest is shared equally by the two sides."
        ),
    ),
    solution=phrase(
        "The distance from the mean to the limit is {score} times the standard deviation. {within} of all cards "
        "are no farther from the mean than that. Half of the others are on each side: {answer}."
    ),
    shown=lambda p: {
        "mean": number(Fraction(p["center"], 100)),
        "deviation": number(Fraction(p["spread"], 100)),
        "what": Sentence(_SIDE[p["side"]], limit=number(_width(p))),
        "off": number(Fraction(p["z"] * p["spread"], 1000)),
        "score": number(Fraction(p["z"], 10)),
        "within": percent(_within(p["z"] / 10)),
    },
    experiment=lambda p: lambda random: _troubles(p, random),
    reflect=Reflection(
        phrase("Can the widths of real cards follow a normal curve exactly?"),
        phrase(
            "No. The curve never ends, so now and then a card would be a meter wide. The curve is a model: it is "
            "good near the mean, but do not trust it far away from there."
        ),
    ),
)


def _troubles(p: Params, random: Random) -> bool:
    """Simulate cutting a card; return True if its width is beyond the limit."""
    width, limit = random.gauss(p["center"], p["spread"]), float(100 * _width(p))
    return width > limit if p["side"] == "wide" else width < limit


def _total(random: Random) -> Params:
    """Return a number of cards and a limit that is 0.5 to 1.5 standard deviations above the mean."""
    n, z = random.randint(40, 100), random.choice((0.5, 1.0, 1.5))
    return {"n": n, "limit": 5 * round(float(n * MEAN + z * sqrt(n * VARIANCE)) / 5)}


def _or_more(p: Params) -> Fraction:
    ways = added(p["n"])
    return Fraction(sum(count for points, count in ways.items() if points >= p["limit"]), CARDS ** p["n"])


def _score(p: Params, size: float) -> float:
    """Return how far the limit is above the mean, in standard deviations of the given size."""
    return float(p["limit"] - p["n"] * MEAN) / size


ONE = sqrt(VARIANCE)


def _by_curve(p: Params) -> list[Fraction]:
    """Return the area beyond the limit, and the areas in a table, where the z-score has two decimals."""
    score = _score(p, ONE * sqrt(p["n"]))
    return [_above(score), *(_above(round(score, 2) + off) for off in (-0.01, 0, 0.01))]


TOTAL = question(
    id="14/total",
    goals=(phrase("Use the central limit theorem for a sum."),),
    standards=STANDARDS,
    prompt=phrase(
        "You draw {n} cards and put each back before the next. A card costs {mean} points on average, with a standard "
        "deviation of {deviation}. How likely are the {n} cards to cost {limit} points or more in total? (Use the "
        "normal curve.)"
    ),
    draw=_total,
    answer=_or_more,
    also=_by_curve,
    tolerance=Fraction(2, 100),
    wrong=(
        Distractor(
            "times n",
            lambda p: _above(_score(p, p["n"] * ONE)),
            phrase(
                "You multiplied the standard deviation by {n}. Variances add up, so the standard deviation grows only "
                "with the square root of the number of cards."
            ),
        ),
        Distractor(
            "one card",
            lambda p: _above(_score(p, ONE)),
            phrase("You used the standard deviation of a single card. The total of {n} cards varies far more."),
        ),
        Distractor(
            "less",
            lambda p: 1 - _or_more(p),
            phrase("That is the probability of a total below {limit}. You are one step away."),
        ),
    ),
    hints=(
        phrase("Means add up, and variances add up. What are the mean and the standard deviation of the total?"),
        phrase(
            "The mean is {n} times {mean}, or {center}. The standard deviation is √{n} times {deviation}, or {spread}."
        ),
        phrase("So the z-score of the limit is {score}. How much of a normal curve lies beyond it?"),
    ),
    solution=phrase(
        "The total has a mean of {center} and a standard deviation of {spread}, so {limit} has a z-score of {score}. "
        "The normal curve gives {normal}; counting all cases gives {answer}."
    ),
    shown=lambda p: {
        "mean": number(MEAN),
        "deviation": number(Fraction(f"{ONE:.4g}")),
        "center": number(Fraction(f"{float(p['n'] * MEAN):.4g}")),
        "spread": number(Fraction(f"{ONE * sqrt(p['n']):.4g}")),
        "score": number(Fraction(f"{_score(p, ONE * sqrt(p['n'])):.2f}")),
        "normal": percent(Fraction(f"{float(_above(_score(p, ONE * sqrt(p['n'])))):.3f}")),
    },
    experiment=lambda p: lambda random: sum(random.choices(DECK, k=p["n"])) >= p["limit"],
    reflect=Reflection(
        phrase("Where does the small difference between counting and the normal curve come from?"),
        phrase(
            "Totals are multiples of 5, but a curve has no steps. And with this many cards, the total still has a "
            "little of the deck's long tail. Both effects fade as more cards are added up."
        ),
    ),
)
