"""Numbers as the lessons write them."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational

from ..core.translatable import NumberText
from ..odds.exact import figure
from ..odds.exact import percent as exact_percent


def percent(chance: Fraction) -> NumberText:
    """Return a chance in percent, to four digits.

    >>> percent(Fraction(1, 3))
    '33.33%'

    Raises:
        ValueError: it is no exact number.
    """
    if not isinstance(chance, Rational):
        raise ValueError(f"a chance is a Fraction, such as Fraction(1, 3), not {chance!r:.60}")
    return NumberText(exact_percent(chance))


def number(value: Fraction | int) -> NumberText:
    """Return a whole number with all its digits, any other to four.

    >>> number(1_234_567), number(Fraction(271, 5))
    ('1,234,567', '54.2')
    """
    value = Fraction(value)
    if value.denominator > 1:
        return figure(value)
    return NumberText(f"{value.numerator:,}")
