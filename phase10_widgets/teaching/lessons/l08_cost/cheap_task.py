"""Lesson 8, task: hands that cost less than the mean."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from ..common import CARDS
from .mean_cost import MEAN

HAND = 5
CODE = """def cheap(random):
    deck = [5] * 72 + [10] * 24 + [15] * 4 + [25] * 8
    mean = {mean}
    hand = random.sample(deck, 5)
    return sum(hand) {sign} mean
"""


def _program(mean: str, sign: str = "<") -> str:
    return CODE.format(mean=mean, sign=sign)


def _below(limit: Fraction | int) -> Fraction:
    """Return the chance that five cards cost less than *limit*."""
    found = 0
    for wilds in range(HAND + 1):
        for skips in range(HAND + 1 - wilds):
            for tens in range(HAND + 1 - wilds - skips):
                fives = HAND - wilds - skips - tens
                if 5 * fives + 10 * tens + 15 * skips + 25 * wilds < limit:
                    found += comb(72, fives) * comb(24, tens) * comb(4, skips) * comb(8, wilds)
    return Fraction(found, comb(CARDS, HAND))


TASK = CodeTask(
    id="08/your-turn",
    name="cheap",
    kind="chance",
    exact=_below(HAND * MEAN),
    prompt=phrase(
        "How often does a hand of five cost less than the mean? This code deals hands and compares each of them with "
        "the mean. It runs, but its mean is wrong. Change that line."
    ),
    start=_program("5 * (5 + 10 + 15 + 25) / 4"),
    solution=_program("5 * sum(deck) / len(deck)"),
    bugs=(
        Bug(
            "mean of prices",
            _program("5 * (5 + 10 + 15 + 25) / 4"),
            _below(HAND * Fraction(5 + 10 + 15 + 25, 4)),
            phrase("This averages the four prices as if they were equally common. But 72 of the 108 cards cost 5."),
        ),
        Bug(
            "one card",
            _program("sum(deck) / len(deck)"),
            _below(MEAN),
            phrase("That is the mean of one card, and even the cheapest hand costs more. The hand has five cards."),
        ),
        Bug(
            "mode",
            _program("30"),
            _below(30),
            phrase("You compare with 30. That is the most common cost of a hand, the mode, and not the mean."),
        ),
        Bug(
            "median",
            _program("35"),
            _below(35),
            phrase("You compare with 35, the cost in the middle: that is the median. The mean is higher."),
        ),
        Bug(
            "more than the mean",
            _program("5 * sum(deck) / len(deck)", ">"),
            1 - _below(HAND * MEAN),
            phrase("Now the mean is right. But you count the hands that cost more than the mean, not less."),
        ),
    ),
    hints=(
        phrase("What does a card cost on average? Look at the whole deck, not at the list of prices."),
        phrase("The deck costs sum(deck) points and has len(deck) cards."),
        phrase("Five cards cost five times as much as one, on average: multiply sum(deck) / len(deck) by 5."),
    ),
)
