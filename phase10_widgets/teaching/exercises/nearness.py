"""Near guesses: off by at most a few percentage points (chances), a factor of 2 (rare chances) or a fifth (others)."""

from __future__ import annotations

from fractions import Fraction

from ...base.translatable import Sentence
from ...languages.number_text import number, percent

POINTS = Fraction(1, 20)
"""The largest error of a near guess, for a chance that is neither rare nor almost certain."""
RARE = Fraction(1, 10)
"""Below this chance, the ratio of the guess to the exact value counts; above 1 minus this chance, the ratio of their
complements."""
FACTOR = 2
FIFTH = Fraction(1, 5)
CLOSE = Fraction(5, 100)
"""The fraction of the exact value within which a guess is called almost right."""


def is_near(guess: Fraction, exact: Fraction, *, chance: bool) -> bool:
    """Return True if a guess is near the exact value; *chance* decides how nearness is measured.

    >>> is_near(Fraction(52, 100), Fraction(55, 100), chance=True)
    True
    >>> is_near(Fraction(5, 100), Fraction(2, 1000), chance=True)
    False
    """
    if not chance:
        return abs(guess - exact) <= abs(exact) * FIFTH
    if min(exact, 1 - exact) >= RARE or exact in (0, 1):
        return abs(guess - exact) <= POINTS
    if exact > RARE:
        guess, exact = 1 - guess, 1 - exact
    return exact / FACTOR <= guess <= exact * FACTOR


def near_rule(kind: str, within: Fraction | None = None) -> Sentence | None:
    """Return the condition under which a guess at this *kind* of question counts as near; None for a choice.

    The sentence does not depend on the exact value. *within* is the fixed error allowed, if the question sets one.
    """
    if kind == "choice":
        return None
    if kind == "chance" and within is None:
        return Sentence(
            "Your guess counts if it is within {points} percentage points. For a chance below {rare} or above "
            "{sure}, it must be within a factor of two.",
            points=number(100 * POINTS),
            rare=percent(RARE),
            sure=percent(1 - RARE),
        )
    if kind == "chance" and within is not None:
        return Sentence("Your guess counts if it is within {points} percentage points.", points=number(100 * within))
    if within is not None:
        return Sentence("Your guess counts if it is off by at most {by}.", by=number(within))
    return Sentence("Your guess counts if it is off by at most one fifth of the exact value.")


def missed(guess: Fraction, exact: Fraction, *, chance: bool) -> Sentence:
    """Return how far a guess is from the exact value, and in which direction, as a phrase that can follow a colon.

    >>> str(missed(Fraction(74, 100), Fraction(553, 1000), chance=True))
    '18.7 percentage points too high'
    >>> str(missed(Fraction(5, 100), Fraction(2, 1000), chance=True))
    '25 times too high'
    """
    if guess == exact:
        return Sentence("exactly right")
    if chance and exact < RARE and min(guess, exact) > 0:
        factor = max(guess / exact, exact / guess)
        if factor <= 1 + CLOSE:
            return Sentence("almost exactly right")
        written = number(_rounded(factor))
        if guess > exact:
            return Sentence("{factor} times too high", factor=written)
        return Sentence("{factor} times too low", factor=written)
    off = abs(guess - exact)
    if chance:
        points = number(_rounded(100 * off))
        if guess > exact:
            return Sentence("{points} percentage points too high", points=points)
        return Sentence("{points} percentage points too low", points=points)
    by = number(_rounded(off))
    return Sentence("{by} too high", by=by) if guess > exact else Sentence("{by} too low", by=by)


def _rounded(value: Fraction) -> Fraction:
    """Return the value with one decimal place if it is small, otherwise with none."""
    return Fraction(round(value)) if value >= 20 else Fraction(round(10 * value), 10) or Fraction(f"{float(value):.1g}")
