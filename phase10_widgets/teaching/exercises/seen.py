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

TABLE = Fraction(1, 10_000)
"""The unit to which a table of the normal curve is rounded."""
FITS = 2
"""The number of standard errors within which a coarse answer fits an estimate."""
KEPT = 10
"""The maximum number of less precise estimates that are remembered."""
SAME = 1e-9


class Seen(NamedTuple):
    """The estimates that a learner has seen for an exercise."""

    value: float
    """The most precise estimate."""
    error: float
    """Its standard error."""
    others: tuple[float, ...] = ()
    """Other estimates, the latest first."""

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Seen:
        """Return the estimates that :meth:`after` has written as numbers."""
        value, error, *others = numbers
        return cls(value, error, tuple(others))

    @classmethod
    def after(cls, before: Sequence[float], found: Estimate) -> tuple[float, ...]:
        """Return the estimates with another one, as numbers; one trial of a mean shows none.

        >>> from phase10_widgets.odds import share
        >>> once = Seen.after((), share(18, 100))
        >>> seen = Seen.of(Seen.after(once, share(1763, 10_000)))
        >>> seen.value, seen.others
        (0.1763, (0.18,))
        """
        known = tuple(before)
        if not isfinite(found.error):
            return known
        best = known[:2] if known and known[1] <= found.error else (found.value, found.error)
        others = dict.fromkeys((found.value, *known[:1], *known[2:]))
        return (*best, *[value for value in others if value != best[0]][:KEPT])

    def may_be(self, read: ParsedAnswer, *, digits: int, exact: bool = False) -> Fraction | None:
        """Return the unit to round to if an answer is so coarse that the estimate may be its source; otherwise None.

        An *exact* answer is a whole number, so the unit is 1 or less.

        >>> from phase10_widgets.odds import share
        >>> from phase10_widgets.teaching.exercises.answer_parser import parse_answer
        >>> seen = Seen.of(Seen.after((), share(1763, 10_000)))
        >>> [seen.may_be(parse_answer(text)[0], digits=2) for text in ("17.6%", "17.63%", "31%", "3/17")]
        [Fraction(1, 10000), None, None, None]
        """
        half = (read.high - read.low) / 2
        if half <= FINE * Fraction(self.error) or not (self.fits(read) or self.is_source(read)):
            return None
        place = floor(log10(2 * FINE * max(self.error, SAME)))
        if read.value:
            place = min(place, floor(log10(abs(read.value))) + 1 - digits)
        return Fraction(10) ** (min(place, 0) if exact else place)

    def fits(self, read: ParsedAnswer) -> bool:
        """Return True if an answer is near the most precise estimate."""
        away = FITS * self.error
        return read.high >= self.value - away and read.low <= self.value + away

    def is_source(self, read: ParsedAnswer) -> bool:
        """Return True if an answer is one of the estimates, as a fraction or rounded."""
        exact = read.form in ("fraction", "expression")
        low, high = (read.value - SAME, read.value + SAME) if exact else (read.low, read.high)
        return any(low <= value <= high for value in (self.value, *self.others))
