"""Digits with separators, read in English and German notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from ...base.translatable import Refusal

Numeral: TypeAlias = tuple[Fraction, Fraction, int]
"""A value, half a unit in its last digit, and the number of its significant digits."""


class AnswerError(Refusal):
    """Raised for an answer that cannot be read or graded, which is not the same as a wrong answer.

    >>> import phase10_widgets as p10
    >>> p10.teaching.parse_answer("one in six")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.teaching.exercises.numerals.AnswerError: I cannot read 'one in six' as a number; ...
    """


def decimals_in(text: str) -> Iterator[Numeral]:
    """Yield each reading of digits with separators, starting with the English one."""
    text = text.strip()
    marks = re.sub(r"\d", "", text)
    points = set(marks) & set(".,")
    if not marks:
        yield _value(text, "")
    elif marks in (".", ","):
        whole, decimals = re.split("[.,]", text)
        yield from _point_or_thousands(whole, decimals, comma=marks == ",")
    elif len(points) == 2 or (points and set(marks) - points):
        last = marks[-1]
        whole, _, decimals = text.rpartition(last)
        if last in points and last not in whole and _in_threes(whole):
            yield _value(_digits(whole), decimals)
    elif _in_threes(text):
        yield _value(_digits(text), "")


def _point_or_thousands(whole: str, decimals: str, *, comma: bool) -> Iterator[Numeral]:
    split = _value(whole, decimals)
    if len(decimals) != 3 or not whole or whole.startswith("0") or len(whole) > 3:
        yield split
    else:
        thousands = _value(whole + decimals, "")
        yield from (thousands, split) if comma else (split, thousands)


def _in_threes(text: str) -> bool:
    """Return True if the digits are grouped into thousands by one type of separator."""
    first, *rest = re.split("[.,' ]", text)
    marks = set(re.sub(r"\d", "", text))
    return len(marks) == 1 and 1 <= len(first) <= 3 and all(len(part) == 3 for part in rest)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _value(whole: str, decimals: str) -> Numeral:
    unit = Fraction(1, 10 ** len(decimals))
    return int((whole + decimals) or 0) * unit, unit / 2, len((whole + decimals).lstrip("0"))
