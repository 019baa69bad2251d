"""Validate integers and seeds that come from outside."""

from __future__ import annotations

from hashlib import sha256
from operator import index

from .translatable import Refusal
from .untrusted_json import is_encodable

LONGEST_SEED = 100
"""The maximum number of digits in an integer seed or characters in a text seed."""


def integer(value: object) -> int | None:
    """Return the value as an int if it is a Python or NumPy integer, or None for anything else, including True.

    >>> integer(3), integer(3.0), integer("3"), integer(True)
    (3, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def integer_from(low: int, value: object, high: int) -> int | None:
    """Return the value as an int if it is an integer from *low* to *high*, or None for anything else.

    >>> integer_from(1, 10, 10), integer_from(1, 11, 10)
    (10, None)
    """
    number = integer(value)
    return number if number is not None and low <= number <= high else None


def seed_from(value: object, longest: int = LONGEST_SEED) -> int | str | None:
    """Return the value if it is a valid seed, with integers converted to int, or None for anything else.

    >>> seed_from(7), seed_from("monday"), seed_from(7.0), seed_from(10**100)
    (7, 'monday', None, None)
    """
    if isinstance(value, str):
        return value if len(value) <= longest and is_encodable(value) else None
    most = 10**longest - 1
    return integer_from(-most, value, most)


def check_seed(value: object, longest: int = LONGEST_SEED) -> int | str:
    """Return the value if it is a seed of at most this many digits or characters, with integers converted to int.

    Raises:
        Refusal: it is neither an integer nor text, or it is too long.
    """
    seed = seed_from(value, longest)
    if seed is None:
        raise Refusal(
            "a seed must be a whole number of at most {most} digits or text of at most {most} characters, not {seed}",
            most=longest,
            seed=shown(value),
        )
    return seed


def seed_of(*parts: object) -> str:
    """Return a seed for part of a larger task: the arguments joined by slashes, or a digest if that is too long.

    If a task's seed is valid, the seeds of its parts are valid as well.

    >>> seed_of("arena", 7, 12), len(seed_of("arena", "x" * LONGEST_SEED, 12))
    ('arena/7/12', 64)
    """
    seed = "/".join(map(str, parts))
    return seed if len(seed) <= LONGEST_SEED else sha256(seed.encode()).hexdigest()


def one_way(seed: int | str) -> str:
    """Return a seed that is safe to pass to outside code: the original cannot be computed from it, only guessed.

    >>> len(one_way("arena/7/12")), one_way(7) == one_way(7), one_way(7) == one_way(8)
    (64, True, False)
    """
    return sha256(f"one way {seed}".encode()).hexdigest()


def check_seat(value: object, seats: int) -> int:
    """Return the value as an int if it is a valid seat number, from 0 to the number of seats minus 1.

    Raises:
        Refusal: there is no such seat.
    """
    seat = integer_from(0, value, seats - 1)
    if seat is None:
        raise Refusal("there is no seat {seat}; the seats are 0 to {last}", seat=shown(value), last=seats - 1)
    return seat


def shown(value: object, most: int = 60) -> str:
    """Return the beginning of the value for an error message, with text in quotes; describe very long integers by size.

    >>> print(shown(1.5), shown("10"), shown(10**5000))
    1.5 '10' an integer of 16610 bits
    """
    try:
        start = str(value)[:most].encode(errors="replace").decode()
        return repr(start) if isinstance(value, str) else start
    except ValueError:
        return f"an integer of {number.bit_length()} bits" if (number := integer(value)) else "this"
