"""Estimates that a learner has seen: typed as an answer, they are not yet one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, isfinite, log10
from typing import NamedTuple

from ...odds.estimate import Estimate
from .answer_parser import ParsedAnswer

FINE = Fraction(1, 40)
"""The largest half unit of a rounded answer's last digit, in standard errors of the estimate. An estimate typed with so
many digits rounds to the exact value in at most 2% of cases: 2/40 standard errors times the highest density, 0.4."""

SAME = 1e-9


class Seen(NamedTuple):
    """The most precise estimate that a learner has seen for an exercise."""

    value: float
    low: float
    high: float
    error: float
    """The standard error."""

    @classmethod
    def after(cls, before: Sequence[float], found: Estimate) -> tuple[float, ...]:
        """Return the more precise of two estimates; one trial of a mean shows none.

        >>> from phase10_widgets.odds import share
        >>> once = Seen.after((), share(18, 100))
        >>> Seen.after(once, share(1763, 10_000)) == Seen.after((), share(1763, 10_000)) != once
        True
        """
        known = tuple(before)
        if not isfinite(found.error) or (known and known[-1] <= found.error):
            return known
        return cls(found.value, found.low, found.high, found.error)

    def may_be(self, read: ParsedAnswer, *, digits: int) -> Fraction | None:
        """Return the unit to round to if an answer is so coarse that the estimate may be its source; otherwise None.

        >>> from phase10_widgets.odds import share
        >>> from phase10_widgets.teaching.exercises.answer_parser import parse_answer
        >>> seen = Seen(*Seen.after((), share(1763, 10_000)))
        >>> [seen.may_be(parse_answer(text)[0], digits=2) for text in ("17.6%", "17.63%", "31%", "3/17")]
        [Fraction(1, 10000), None, None, None]
        """
        half = (read.high - read.low) / 2
        if half <= FINE * Fraction(self.error) or read.high < self.low or read.low > self.high:
            return None
        place = floor(log10(2 * FINE * max(self.error, 1e-9)))
        if read.value:
            place = min(place, floor(log10(abs(read.value))) + 1 - digits)
        return Fraction(10) ** place

    def is_source(self, read: ParsedAnswer) -> bool:
        """Return True if an answer is the estimate as a fraction, or a decimal within its interval."""
        if read.form in ("fraction", "expression"):
            return abs(float(read.value) - self.value) < SAME
        return self.low <= read.value <= self.high
