"""Lesson 7, task: the variance of a proportion."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask


def _program(line: str) -> str:
    """Return a program that deals 25 hands and returns a number computed from the proportion of hits."""
    return f"""def squared_error(random):
    hits = sum(random.random() < 0.2 for deal in range(25))
    share = 100 * hits / 25
    return {line}
"""


_COUNTED = [comb(25, hits) * Fraction(1, 5) ** hits * Fraction(4, 5) ** (25 - hits) for hits in range(26)]
"""The chances of 0, 1, ..., 25 hits in 25 deals."""

TASK = CodeTask(
    id="07/your-turn",
    name="squared_error",
    kind="mean",
    exact=Fraction(64),
    prompt=phrase(
        "A hand has a 20% chance of being good. This code deals 25 hands, finds the percentage of good ones, and "
        "returns how far it is from 20. The mean of what it returns should be the variance of the share. It runs, but "
        "its mean is something else. Change one line."
    ),
    start=_program("share - 20"),
    solution=_program("(share - 20) ** 2"),
    bugs=(
        Bug(
            "signed",
            _program("share - 20"),
            Fraction(0),
            phrase("Errors above and errors below cancel, so their mean is 0. In the variance, they must not cancel."),
        ),
        Bug(
            "absolute",
            _program("abs(share - 20)"),
            sum((chance * abs(4 * hits - 20) for hits, chance in enumerate(_COUNTED)), Fraction(0)),
            phrase("That is the mean distance. It makes sense, but the variance is the mean squared distance."),
        ),
        Bug(
            "counts",
            _program("(hits - 5) ** 2"),
            Fraction(4),
            phrase(
                "That is the variance of the number of good hands. You want the variance of their share in percent."
            ),
        ),
        Bug(
            "order",
            _program("share - 20 ** 2"),
            Fraction(-380),
            phrase("Python squares first, so only the 20 is squared. Put the difference in parentheses."),
        ),
        Bug(
            "share squared",
            _program("share ** 2 - 20"),
            Fraction(444),
            phrase("That squares the share, not its distance from 20. Subtract first, then square."),
        ),
        Bug(
            "half",
            _program("(share - 50) ** 2"),
            Fraction(964),
            phrase("You measured the distance from 50. But the mean of this share is 20, so measure from 20."),
        ),
    ),
    hints=(
        phrase("The code returns errors with a sign. What do you get if you average errors of +4 and -4?"),
        phrase("The variance is the mean of the squared distance from the mean. Which line returns the distance?"),
        phrase("Square the whole difference in the last line: put it in parentheses and write ** 2 after it."),
    ),
)
