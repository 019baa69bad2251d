"""Formats for chances: percentages, "1 in n" and fractions, never with more digits than the chances support."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...languages.text import Text
from ...odds.exact import figure, percent
from .wire import Chance

DIGITS = 4
"""The number of significant digits shown for a chance."""
RARE = 100
"""The smallest n that is shown with three significant digits in "1 in n"; smaller ones have two."""


def row(value: Fraction) -> dict[str, Any]:
    """Return a row's numbers: value (a float), fraction, and percent, as in :meth:`Exact.to_dict`.

    >>> row(Fraction(1, 8))
    {'value': 0.125, 'fraction': '1/8', 'percent': '12.5%'}
    """
    return {"value": float(value), "fraction": f"{value.numerator}/{value.denominator}", "percent": percent(value)}


def chance(value: Fraction, words: Text) -> Chance:
    """Return a chance for the browser: its value as a float, its fraction, and its text."""
    return {
        "value": float(value),
        "fraction": f"{value.numerator}/{value.denominator}",
        "percent": words.number(percent(value)),
        "often": often(value, words),
    }


def aligned(value: Fraction, words: Text) -> Chance:
    """Return a chance for a column of numbers, in which percentages keep their trailing zeros."""
    shown = chance(value, words)
    return {**shown, "percent": padded(shown["percent"], words)}


def often(value: Fraction, words: Text) -> str:
    """Return a chance as a rounded frequency.

    >>> chances = ((0, 1), (1, 28_345), (2, 35), (2, 11), (4, 5), (999, 1000), (1, 1))
    >>> [often(Fraction(*parts), Text()) for parts in chances]
    ['never', '1 in 28,300', '1 in 18', '1 in 5.5', '80 in 100', '999 in 1,000', 'always']
    """
    if value in (0, 1):
        return words.say("always") if value else words.say("never")
    if 2 * value < 1:
        digits = 3 if value * RARE <= 1 else 2
        return words.say("1 in {n}", n=figure(1 / value, digits))
    of = 100
    while value > 1 - Fraction(1, of):
        of *= 10
    return words.say("{n} in {of}", n=figure(Fraction(round(value * of))), of=figure(Fraction(of), 1))


def padded(percents: str, words: Text) -> str:
    """Return a percentage with trailing zeros, so that digits align in a table.

    >>> padded("17.5%", Text()), padded("0,9 %", Text("de")), padded("100%", Text())
    ('17.50%', '0,9000 %', '100%')
    """
    number = percents.removesuffix("%").rstrip()
    digits = len("".join(filter(str.isdigit, number)).lstrip("0"))
    if number in ("0", "100") or digits >= DIGITS:
        return percents
    point = "" if not number.isdigit() else words.number("0.0")[1]
    return f"{number}{point}{'0' * (DIGITS - digits)}{percents.removeprefix(number)}"
