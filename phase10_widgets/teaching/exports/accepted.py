"""The numbers that stand for an answer where only numbers can be typed, as on learning platforms.

A platform compares numbers and does not see how many digits were typed. So an answer is a few exact numbers, its
coarse roundings, and a narrow range for all finer ones. What the lessons accept as a decimal lies in one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

SHOWN = 4
"""The digits of the number in the middle of a range, as the lessons write it."""
DEEPEST = -40
"""The last decimal place that is tried."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The numbers from *middle* - *tolerance* to *middle* + *tolerance*; both have finitely many decimals."""

    middle: Fraction
    tolerance: Fraction = Fraction(0)

    def holds(self, value: Fraction) -> bool:
        """Return True if the value lies in the range, or at one of its ends."""
        return abs(value - self.middle) <= self.tolerance

    def covers(self, other: NumberRange) -> bool:
        """Return True if every number of the other range lies in this one."""
        return abs(other.middle - self.middle) + other.tolerance <= self.tolerance


def ranges_for(
    value: Fraction,
    digits: int,
    *,
    slack: Fraction = Fraction(0),
    barred: Sequence[Fraction] = (),
    rivals: Sequence[Fraction] = (),
) -> tuple[NumberRange, ...]:
    """Return the numbers that stand for a value, the range of the fine roundings first.

    >>> [(str(one.middle), float(one.tolerance)) for one in ranges_for(Fraction(2683, 100), 2)]
    [('2683/100', 0.0505), ('27', 0.0)]
    >>> [str(one.middle) for one in ranges_for(Fraction(35), 2)]
    ['35']

    Args:
        value: the exact value.
        digits: the fewest significant digits of a rounding.
        slack: the error allowed beyond rounding.
        barred: numbers that are never a rounding, such as 0 and 1 for a chance.
        rivals: other values, whose roundings must not lie in the range.
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
    """Return a range, and the points outside it."""
    return fine, *(NumberRange(one) for one in dict.fromkeys(points) if not fine.holds(one))


def coarse_roundings(value: Fraction, digits: int) -> tuple[Fraction, ...]:
    """Return the roundings of a value that have too few digits.

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
    """Return the nearest multiple of a unit; both neighbors if the value lies halfway."""
    below = value // unit * unit
    return tuple(one for one in (below, below + unit) if abs(value - one) <= unit / 2)


def significant(rounded: Fraction, unit: Fraction) -> int:
    """Return the significant digits of a multiple of a unit, written down to that unit."""
    times = abs(int(rounded / unit))
    return len(str(times)) if times else 0


def rounded_to(value: Fraction, digits: int) -> Fraction:
    """Return the value rounded to significant digits.

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
    """Return a number with finitely many decimals, with a point and without an exponent.

    >>> decimal_text(Fraction(27)), decimal_text(Fraction(-1, 80))
    ('27', '-0.0125')
    """
    places = 0
    while (value * 10**places).denominator > 1:
        places += 1
        if places > 2 * -DEEPEST:
            raise ValueError(f"{value} has too many decimals")
    digits = f"{abs(int(value * 10**places)):0{places + 1}}"
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


def _range(value: Fraction, reach: Fraction, slack: Fraction) -> NumberRange:
    """Return a range with a short number in its middle, and every number within *reach* or *slack* of the value."""
    digits = SHOWN
    while abs(rounded_to(value, digits) - value) > reach / 5:
        digits += 1
    middle = rounded_to(value, digits)
    # A hundredth more, since a platform computes with floats, and the ends count.
    return NumberRange(middle, max(reach, slack) + max(_rounded_up(abs(middle - value)), reach / 100))


def _rounded_up(value: Fraction) -> Fraction:
    """Return the next number with one significant digit, or 0."""
    place = Fraction(1)
    while value and place > value:
        place /= 10
    return -(-value // place) * place


def _is_clear(around: NumberRange, unit: Fraction, barred: Sequence[Fraction], rivals: Sequence[Fraction]) -> bool:
    """Return True if no barred number lies in the range, and no rival or rounding of one."""
    wide = NumberRange(around.middle, around.tolerance + unit)
    return not any(map(around.holds, barred)) and not any(map(wide.holds, rivals))
