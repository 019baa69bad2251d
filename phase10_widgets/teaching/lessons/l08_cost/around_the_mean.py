"""Lesson 8, questions 2 and 4: costs below the mean, and the spread."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from ....base.translatable import Translatable, phrase
from ....editions import edition
from ....languages.number_text import number
from ....odds.pool import Pool
from ....odds.simulation.experiment import Trial
from ...exercises.question import Distractor, Params, Reflection
from ..common import CARDS, WILDS, question
from .mean_cost import STANDARDS


def _binomial(p: Params) -> Fraction:
    return Fraction(p["cards"] * WILDS * (CARDS - WILDS), CARDS**2)


SPREAD = question(
    id="08/spread",
    kind="number",
    goals=(phrase("Measure spread when drawing without replacement."),),
    standards=STANDARDS,
    prompt=phrase(
        "In the deck of 108 cards, 8 are wild. You are dealt {cards} cards. The mean number of wilds is {mean}. What "
        "is the variance of this number, that is, its mean squared distance from the mean?"
    ),
    draw=lambda random: {"cards": random.randint(8, 42)},
    answer=lambda p: _binomial(p) * Fraction(CARDS - p["cards"], CARDS - 1),
    wrong=(
        Distractor(
            "put back",
            _binomial,
            phrase(
                "That is the variance with replacement. Without replacement, hands vary less, because no card can "
                "be dealt twice."
            ),
        ),
        Distractor(
            "mean",
            lambda p: Fraction(WILDS * p["cards"], CARDS),
            phrase("That is the mean. In a small hand, it is close to the variance, but the variance is smaller."),
        ),
        Distractor(
            "one card",
            lambda p: Fraction(WILDS * (CARDS - WILDS), CARDS**2),
            phrase("That is the variance for a single card. You are dealt {cards} cards."),
        ),
    ),
    hints=(
        phrase("If all 108 cards were dealt, how much could the number of wilds vary?"),
        phrase(
            "With replacement, the variance is n times p times (1 - p). Without replacement, multiply by a factor "
            "less than 1."
        ),
        phrase("The factor is the number of cards not dealt divided by 107: {left}/107."),
    ),
    solution=phrase("{cards} times 8/108 times 100/108 is {binomial}. Multiply that by {left}/107 to get {answer}."),
    shown=lambda p: {
        "left": CARDS - p["cards"],
        "binomial": number(_binomial(p)),
        "mean": number(Fraction(WILDS * p["cards"], CARDS)),
    },
    experiment=lambda p: (
        lambda random: (
            (sum(at < WILDS for at in random.sample(range(CARDS), p["cards"])) - WILDS * p["cards"] / CARDS) ** 2
        )
    ),
    reflect=Reflection(
        phrase("What is the variance if the whole deck is dealt?"),
        phrase("0: the whole deck always contains all 8 wilds. The factor shows that, too: it is 0."),
    ),
)


EDITIONS = ("classic", "flip", "standard", "masters")


def _house(random: Random) -> Params:
    """Return a deck with a random number of wilds at a random price; only its 5-point cards cost less than the mean."""
    found, wild, wilds = edition(random.choice(EDITIONS)), random.randrange(15, 61, 5), random.randint(4, 16)
    prices = Counter({wild: wilds})
    for card, n in Pool.of_deck(found).faces().items():
        prices[card.points] += 0 if card.wild else n
    prices = +prices
    size, total = prices.total(), sum(points * n for points, n in prices.items())
    if total >= 10 * size:
        return _house(random)
    return {
        "game": Translatable(found.name),
        "wild": wild,
        "wilds": wilds,
        "deck": ", ".join(f"{n} × {points}" for points, n in sorted(prices.items())),  # noqa: RUF001
        "mean": number(Fraction(total, size)),
        "below": sum(n for points, n in prices.items() if points * size < total),
        "size": size,
        "prices": len(prices),
        "costs": tuple(sorted(prices.elements())),
    }


def _cheap(p: Params) -> Trial:
    costs, total = p["costs"], sum(p["costs"])
    return lambda random: random.choice(costs) * len(costs) < total


BELOW = question(
    id="08/below-the-mean",
    goals=(phrase("Tell the difference between the mean and the median."),),
    standards=STANDARDS,
    prompt=phrase(
        "You play {game} with house rules: the deck has {wilds} wilds, and each of them costs {wild} points. Here is "
        "the whole deck, as cards × points: {deck}. On average, a card costs {mean} points. How likely is it that a "  # noqa: RUF001
        "single card costs less than that?"
    ),
    draw=_house,
    answer=lambda p: Fraction(p["below"], p["size"]),
    wrong=(
        Distractor(
            "half",
            lambda p: Fraction(1, 2),
            phrase("Half below and half above: that is the median. A few expensive cards pull the mean up."),
        ),
        Distractor(
            "prices",
            lambda p: Fraction(1, p["prices"]),
            phrase(
                "You counted the different costs: only one of the {prices} is below the mean. Count the cards that "
                "cost that much instead."
            ),
        ),
    ),
    hints=(
        phrase("Which cards cost less than the mean?"),
        phrase("All the cards that cost 5 points are below the mean. How many of them are in the deck?"),
        phrase("There are {below} such cards in the deck of {size} cards."),
    ),
    solution=phrase("{below} of {size} cards cost 5 points, which is less than the mean: {answer}."),
    experiment=_cheap,
    reflect=Reflection(
        phrase("Can you think of something else where most values are below the mean?"),
        phrase("Incomes, for example: a few very large ones pull the mean far above the median."),
    ),
)
