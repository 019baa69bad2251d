"""Exact answers: fractions with an explanation and their assumptions."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, SupportsFloat, overload

from ..base.html import as_html
from ..base.translatable import NumberText, Sentence

Kind = Literal["chance", "mean"]
"""The type of a number: a chance ranges from 0 to 1, while a mean may be any number."""
COMMAS_FROM = 1_000
"""The smallest number written with commas as thousands separators."""
_WIDTH = re.compile(r"(?:.?[<>^])?(?:[1-9][0-9]*)?")
"""A format that only pads text, without formatting a number."""


class Exact(Fraction):
    """An exact chance or mean, counted rather than estimated. Arithmetic with whole numbers and fractions gives plain
    fractions; with floats, and if rounded to digits, it gives floats.

    Formats such as ``.2%`` work as they do for other numbers.

    >>> half = Exact(1, 2, assumption=Sentence("The coin is fair."), explanation=Sentence("Heads in 1 of 2 throws."))
    >>> half, half.percent, half + 1
    (Exact(1, 2), '50%', Fraction(3, 2))
    >>> float(half), f"{half:.2%}"
    (0.5, '50.00%')
    >>> half - 0.25, round(half, 1), half < 0.6
    (0.25, 0.5, True)
    """

    __slots__ = ("_assumption", "_explanation", "_kind")

    _assumption: Sentence
    _explanation: Sentence
    _kind: Kind

    def __new__(
        cls,
        numerator: int | Fraction,
        denominator: int = 1,
        *,
        assumption: Sentence | None = None,
        explanation: Sentence | None = None,
        kind: Kind = "chance",
    ) -> Exact:
        """Create the fraction, along with its two sentences; without them, return a plain fraction, as
        ``statistics.mean`` expects."""
        if assumption is None or explanation is None:
            return Fraction(numerator, denominator)  # type: ignore[return-value]
        self = super().__new__(cls, numerator, denominator)
        self._assumption = assumption
        self._explanation = explanation
        self._kind = kind
        return self

    @classmethod
    def from_float(cls, value: float) -> Fraction:  # type: ignore[override]
        """Return a plain fraction; Python calls this for comparisons with a float."""
        return Fraction.from_float(value)

    @classmethod
    def from_decimal(cls, value: Decimal) -> Fraction:  # type: ignore[override]
        """Return a plain fraction."""
        return Fraction.from_decimal(value)

    @property
    def assumption(self) -> Sentence:
        """The assumption behind the number, such as which cards are equally likely."""
        return self._assumption

    @property
    def explanation(self) -> Sentence:
        """The number's meaning in one sentence."""
        return self._explanation

    @property
    def text(self) -> NumberText:
        """The value as displayed, to four digits (a chance as a percentage, a mean as a number)."""
        return NumberText(self.percent) if self._kind == "chance" else figure(self)

    @property
    def percent(self) -> str:
        """The chance as a percentage to four digits, as in ``"18.28%"``."""
        return percent(self)

    def to_dict(self) -> dict[str, Any]:
        """Return a table row with value (a float), fraction (as text, since it may be long), percent and both
        sentences."""
        return {
            "value": float(self),
            "fraction": f"{self.numerator}/{self.denominator}",
            "percent": self.percent,
            "assumption": str(self.assumption),
            "explanation": str(self.explanation),
        }

    def __reduce__(self) -> tuple[Callable[..., Exact], tuple[Any, ...]]:
        return _restore, (self.numerator, self.denominator, self.assumption, self.explanation, self._kind)

    def __format__(self, spec: str) -> str:
        """Format the fraction like a float; a format with only a width pads the displayed value."""
        return formatted(self, spec)

    @overload  # type: ignore[override]
    def __round__(self, ndigits: None = None) -> int: ...
    @overload
    def __round__(self, ndigits: int) -> float: ...
    def __round__(self, ndigits: int | None = None) -> float:
        return super().__round__() if ndigits is None else float(super().__round__(ndigits))

    _repr_html_ = as_html

    def __copy__(self) -> Exact:
        return self

    def __deepcopy__(self, memo: Any) -> Exact:
        return self


def _restore(
    numerator: int, denominator: int, assumption: Sentence, explanation: Sentence, kind: Kind = "chance"
) -> Exact:
    return Exact(numerator, denominator, assumption=assumption, explanation=explanation, kind=kind)


def formatted(value: SupportsFloat, spec: str) -> str:
    """Format a value like a float; if the format contains no number, pad the value's text instead.

    >>> formatted(Fraction(1, 3), ".2%"), formatted(Fraction(1, 3), ">5")
    ('33.33%', '  1/3')
    """
    return format(str(value) if _WIDTH.fullmatch(spec) else float(value), spec)


def percent(chance: Fraction) -> str:
    """Format a chance as a percentage to four digits, or to as many as it takes to distinguish it from certainty.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 4000)), percent(1 - Fraction(1, 10**7)), percent(Fraction(1))
    ('33.33%', '0.025%', '99.99999%', '100%')
    """
    if 2 * chance <= 1 or chance == 1:
        return f"{figure(100 * chance)}%"
    places = max(2, 1 - _magnitude(100 * (1 - chance)))
    return f"{_rounded(100 * chance, places)}%"


def figure(value: Fraction, digits: int = 4) -> NumberText:
    """Format a number with this many significant digits, without an exponent or trailing zeros.

    >>> figure(Fraction(11, 2)), figure(Fraction(1, 30_000)), figure(Fraction(123_456))
    ('5.5', '0.00003333', '123,500')
    """
    if not value:
        return NumberText("0")
    places = digits - _magnitude(abs(value))
    if abs(value) < COMMAS_FROM:
        return NumberText(_rounded(value, places))
    return NumberText(f"{int(round(value, places)):,}")


def _rounded(value: Fraction, places: int) -> str:
    text = f"{float(round(value, places)):.{max(0, places)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _magnitude(value: Fraction) -> int:
    """Return the number of digits before the decimal point, which is 0 or less for numbers below 1."""
    n = len(str(value.numerator)) - len(str(value.denominator))
    while value >= Fraction(10) ** n:
        n += 1
    return n
