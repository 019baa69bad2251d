"""Sums of independent results, counted exactly."""

from __future__ import annotations

from collections.abc import Mapping


def sums(ways: Mapping[int, int], n: int) -> dict[int, int]:
    """Return the number of ways in which *n* independent results reach each total, given the *ways* to get each single
    result.

    The counts are the digits of one large number. Its nth power multiplies and adds them in every combination, like a
    power of a polynomial. No digit overflows, because the base exceeds the sum of all counts.

    >>> sums({1: 1, 2: 1, 3: 1}, 2)
    {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}

    Raises:
        ValueError: a result is negative or has no way to occur, or *n* is less than 1.
    """
    if n < 1 or not ways or min(ways) < 0 or min(ways.values()) < 1:
        raise ValueError("n must be at least 1, and every result must be at least 0 and have at least one way to occur")
    width = (sum(ways.values()) ** n).bit_length() // 8 + 1
    packed = sum(count << 8 * width * result for result, count in ways.items()) ** n
    digits = packed.to_bytes(width * (n * max(ways) + 1), "little")
    counts = (int.from_bytes(digits[at : at + width], "little") for at in range(0, len(digits), width))
    return {total: count for total, count in enumerate(counts) if count}
