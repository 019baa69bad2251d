"""Format numbers in the notation that the lessons use."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from numbers import Rational
from typing import Any, SupportsFloat

from ..base.integers import integer, shown
from ..base.translatable import NumberText
from ..odds.estimate import MINUS
from ..odds.exact import figure
from ..odds.exact import percent as exact_percent

_WRITTEN = re.compile(f"[-+{MINUS}]?(?:[0-9]+(?:,[0-9]{{3}})*(?:[.][0-9]+)?|∞)%?")
"""A number in the notation of Python or :mod:`odds`."""


def percent(chance: Fraction) -> NumberText:
    """Return a chance as a percentage, to four significant digits.

    >>> percent(Fraction(1, 3))
    '33.33%'

    Raises:
        ValueError: it is not an exact number.
    """
    if not isinstance(chance, Rational):
        raise ValueError(f"a chance must be a Fraction, such as Fraction(1, 3), not {chance!r:.60}")
    return NumberText(exact_percent(chance))


def number(value: Fraction | int) -> NumberText:
    """Return an integer with all its digits, or any other number with four significant digits.

    >>> number(1_234_567), number(Fraction(271, 5))
    ('1,234,567', '54.2')
    """
    value = Fraction(value)
    if value.denominator > 1:
        return figure(value)
    return NumberText(f"{value.numerator:,}")


def formatted(value: SupportsFloat | str, spec: str = "") -> NumberText:
    """Return a number as Python formats it, with fractions as decimals and a minus sign in place of a hyphen.

    Without a format, return the text that ``print`` shows. Text that is already a number, such as the result of
    ``odds.rounded``, is returned unchanged.

    >>> formatted(Fraction(1, 3), ".2%"), formatted(Fraction(1, 3)), formatted(12_021, ","), formatted("38,000")
    ('33.33%', '1/3', '12,021', '38,000')
    >>> formatted("about 4")
    Traceback (most recent call last):
    ValueError: a number must be a value such as 0.5 or text such as '4.2', not 'about 4'
    >>> formatted(0.5, "two digits")
    Traceback (most recent call last):
    ValueError: a number's format must be text such as '.2%' or ',', not 'two digits'

    Raises:
        ValueError: it is not a number, or the format is invalid.
    """
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        if spec:
            raise ValueError(f"{shown(value)} is already text, so it cannot take a format such as {shown(spec)}")
        return NumberText(value)
    number = _decimal(value)
    try:
        text = format(number, spec) if spec else str(value)
    except (TypeError, ValueError):
        raise ValueError(f"a number's format must be text such as '.2%' or ',', not {shown(spec)}") from None
    return NumberText(re.sub("^( *)-", rf"\1{MINUS}", text))


def _decimal(value: Any) -> float:
    """Return a number that ``format`` accepts, keeping integers exact."""
    if (whole := integer(value)) is not None:
        return whole
    if not isinstance(value, str | bool):
        with suppress(TypeError, ValueError, OverflowError):
            return float(value)
    raise ValueError(f"a number must be a value such as 0.5 or text such as '4.2', not {shown(value)}")
