"""The numbers that represent an answer where only numbers can be entered, as on learning platforms.

A platform compares numbers and does not see how many digits were typed. So an answer is represented by a few exact
numbers (its coarse roundings) and a narrow range for all finer roundings. Together, they cover every
decimal that the lessons accept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

SHOWN = 4
"""The minimum number of significant digits in the middle of a range; the lessons show this many."""
DEEPEST = -40
"""The last decimal place that is tried."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The numbers from *middle* - *tolerance* to *middle* + *tolerance*, which are both terminating decimals."""

    middle: Fraction
    tolerance: Fraction = Fraction(0)

    def holds(self, value: Fraction) -> bool:
        """Return True if the value is in the range, including its ends."""
        return abs(value - self.middle) <= self.tolerance

    def covers(self, other: NumberRange) -> bool:
        """Return True if every number in the other range is in this one."""
        return abs(other.middle - self.middle) + other.tolerance <= self.tolerance


def ranges_for(
    value: Fraction,
    digits: int,
    *,
    slack: Fraction = Fraction(0),
    barred: Sequence[Fraction] = (),
    rivals: Sequence[Fraction] = (),
) -> tuple[NumberRange, ...]:
    """Return the numbers that represent a value, starting with the range of fine roundings.

    >>> [(str(one.middle), float(one.tolerance)) for one in ranges_for(Fraction(2683, 100), 2)]
    [('2683/100', 0.0505), ('27', 0.0)]
    >>> [str(one.middle) for one in ranges_for(Fraction(35), 2)]
    ['35']

    Args:
        value: the exact value.
        digits: the minimum number of significant digits in a rounding.
        slack: the error allowed in addition to rounding.
        barred: numbers that never count as a rounding, such as 0 and 1 for a chance.
        rivals: other values, whose roundings must not be in the range.
    """
    points: list[Fraction] = []
    place = 0
    while True:
        unit = Fraction(10) ** place
        near = roundings(value, unit)
        if value in near or place < DEEPEST:
            exact = value if value in near else near[0]
            return _with(_range(value, unit, slack) if slack else NumberRange(exact), points)
        made = [one for one in near if significant(one, unit) >= digits and one not in barred]
        around = _range(value, unit / 2, slack)
        if points and made and _is_clear(around, unit, barred, () if slack else rivals):
            return _with(around, points)
        points += made
        place -= 1


def _with(fine: NumberRange, points: Sequence[Fraction]) -> tuple[NumberRange, ...]:
    """Return a range, followed by a single-number range for each point outside it."""
    return fine, *(NumberRange(one) for one in dict.fromkeys(points) if not fine.holds(one))


def coarse_roundings(value: Fraction, digits: int) -> tuple[Fraction, ...]:
    """Return a value's roundings that have too few digits.

    >>> [str(one) for one in coarse_roundings(Fraction(2683, 10_000), 2)]
    ['0', '3/10']
    """
    found: list[Fraction] = []
    for place in range(0, DEEPEST, -1):
        unit = Fraction(10) ** place
        near = roundings(value, unit)
        few = [one for one in near if significant(one, unit) < digits and one != value]
        if value in near or not few:
            break
        found += few
    return tuple(dict.fromkeys(found))


def roundings(value: Fraction, unit: Fraction) -> tuple[Fraction, ...]:
    """Return the nearest multiple of a unit, or both neighbors if the value is halfway between them."""
    below = value // unit * unit
    return tuple(one for one in (below, below + unit) if abs(value - one) <= unit / 2)


def significant(rounded: Fraction, unit: Fraction) -> int:
    """Return the number of significant digits in a multiple of a unit, written to the unit's precision."""
    times = abs(int(rounded / unit))
    return len(str(times)) if times else 0


def rounded_to(value: Fraction, digits: int) -> Fraction:
    """Return the value rounded to *digits* significant digits.

    >>> rounded_to(Fraction(2, 3), 3), rounded_to(Fraction(12_345), 2)
    (Fraction(667, 1000), Fraction(12000, 1))
    """
    size = 0
    while abs(value) >= Fraction(10) ** size:
        size += 1
    while value and abs(value) < Fraction(10) ** (size - 1):
        size -= 1
    unit = Fraction(10) ** (size - digits)
    return round(value / unit) * unit


def decimal_text(value: Fraction) -> str:
    """Format a terminating decimal with a decimal point and no exponent.

    >>> decimal_text(Fraction(27)), decimal_text(Fraction(-1, 80))
    ('27', '-0.0125')
    """
    places = 0
    while (value * 10**places).denominator > 1:
        places += 1
        if places > 2 * -DEEPEST:
            raise ValueError(f"{value} has too many decimal places")
    digits = f"{abs(int(value * 10**places)):0{places + 1}}"
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


def _range(value: Fraction, reach: Fraction, slack: Fraction) -> NumberRange:
    """Return a range, centered on a short number, that covers all numbers within *reach* or *slack* of the value."""
    digits = SHOWN
    while abs(rounded_to(value, digits) - value) > reach / 5:
        digits += 1
    middle = rounded_to(value, digits)
    # Add a hundredth of *reach* because platforms compute with floats, and the range includes its ends.
    return NumberRange(middle, max(reach, slack) + max(_rounded_up(abs(middle - value)), reach / 100))


def _rounded_up(value: Fraction) -> Fraction:
    """Return the value rounded up to one significant digit (0 for 0)."""
    place = Fraction(1)
    while value and place > value:
        place /= 10
    return -(-value // place) * place


def _is_clear(around: NumberRange, unit: Fraction, barred: Sequence[Fraction], rivals: Sequence[Fraction]) -> bool:
    """Return True if the range contains no barred number, no rival, and no rounding of a rival."""
    wide = NumberRange(around.middle, around.tolerance + unit)
    return not any(map(around.holds, barred)) and not any(map(wide.holds, rivals))
