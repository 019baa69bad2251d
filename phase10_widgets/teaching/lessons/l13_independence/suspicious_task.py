"""Lesson 13, task: how often a chi-square test finds a fair shuffle suspicious, counted exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask

PAIRS, WARM, OTHERS = 54, 48, 60
"""The counts for one deck: neighboring pairs, red or yellow cards, and other cards."""
LIMIT = Fraction("3.841")
"""The value that chi-square with 1 degree of freedom exceeds in 5% of cases (for 3 degrees of freedom: 7.815)."""
SHUFFLES = comb(WARM + OTHERS, WARM)
"""The number of orders of red or yellow cards and other cards, all equally likely."""
Table = tuple[tuple[int, int], tuple[int, int]]
"""The counts of pairs, grouped by whether the first card is red or yellow and then by whether the second card is."""


def tables() -> Iterator[tuple[Table, int]]:
    """Yield every possible two-way table for a shuffled deck, with the number of orders of colors that produce it.

    >>> sum(ways for _, ways in tables()) == SHUFFLES
    True
    """
    for first in range(WARM + 1):
        second = WARM - first
        for both in range(min(first, second) + 1):
            neither = PAIRS - first - second + both
            if neither >= 0:
                ways = comb(PAIRS, first) * comb(first, both) * comb(PAIRS - first, second - both)
                yield ((both, first - both), (second - both, neither)), ways


def expected(table: Table) -> Iterator[tuple[int, Fraction]]:
    """Yield each cell's count together with the count expected from the margins."""
    columns = [sum(column) for column in zip(*table, strict=True)]
    for row in table:
        for count, column in zip(row, columns, strict=True):
            yield count, Fraction(sum(row) * column, PAIRS)


def chi_square(table: Table) -> Fraction:
    """Return a table's chi-square statistic, which is 0 if a row or column is empty.

    The shortcut for two rows and two columns is exact: the number of pairs, times the square of the difference between
    the products along the diagonals, divided by the product of the four margins.

    >>> round(float(chi_square(((17, 7), (7, 23)))), 2)
    12.18
    """
    (a, b), (c, d) = table
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    return Fraction(PAIRS * (a * d - b * c) ** 2, margins) if margins else Fraction(0)


def _suspected(says: Callable[[Table], bool]) -> Fraction:
    """Return the chance that a test finds a fair shuffle suspicious."""
    return Fraction(sum(ways for table, ways in tables() if says(table)), SHUFFLES)


def _away(table: Table, means: tuple[Fraction, ...]) -> Fraction:
    """Return the sum of (count - mean)² / mean for the given means."""
    counts = (*table[0], *table[1])
    return sum(((count - mean) ** 2 / mean for count, mean in zip(counts, means, strict=True)), Fraction(0))


SUSPECTED = _suspected(lambda table: chi_square(table) > LIMIT)
"""The chance that the test in this task finds a fair shuffle suspicious."""
QUARTERS = (Fraction(PAIRS, 4),) * 4
DECK = tuple(Fraction(PAIRS * a * b, (WARM + OTHERS) ** 2) for a in (WARM, OTHERS) for b in (WARM, OTHERS))
"""The counts expected from the whole deck instead of from the margins."""

DOC = phrase("Shuffle, count the pairs of neighbors, return True if chi-square is above 3.841.")
NOTE = phrase("True is a card that is red or yellow")
_DEAL = """def suspicious(random):
    deck = [True] * 48 + [False] * 60
    random.shuffle(deck)
    firsts, seconds = deck[0::2], deck[1::2]
    pairs = list(zip(firsts, seconds))
"""
_CELLS = """    chi_square = 0
    for a in (True, False):
        for b in (True, False):
"""
_EXPECTED = "            expected = firsts.count(a) * seconds.count(b) / 54\n"
_ADD = "            chi_square += (pairs.count((a, b)) - expected) ** 2 / expected\n"
_RIGHT = _DEAL + _CELLS + _EXPECTED + _ADD

TASK = CodeTask(
    id="13/your-turn",
    name="suspicious",
    kind="chance",
    exact=SUSPECTED,
    prompt=phrase(
        "In the deck, 48 cards are red or yellow and 60 are not. Write a function that shuffles the deck and cuts it "
        "into 54 pairs of neighbors. It counts the pairs in a two-way table: is the first card red or yellow, and is "
        "the second? Then it returns True if chi-square is above 3.841. How often does a fair shuffle look suspicious?"
    ),
    start=f'''def suspicious(random):
    """{DOC}"""
    deck = [True] * 48 + [False] * 60  # {NOTE}
    return ___
''',
    solution=_RIGHT + "    return chi_square > 3.841\n",
    bugs=(
        Bug(
            "quarters",
            _DEAL + _CELLS + "            expected = 54 / 4\n" + _ADD + "    return chi_square > 3.841\n",
            _suspected(lambda table: _away(table, QUARTERS) > LIMIT),
            phrase(
                "You expect the same number in all four cells. But fewer than half of the cards are red or yellow. "
                "For independent rows and columns, expect row total times column total, divided by 54."
            ),
        ),
        Bug(
            "whole deck",
            _DEAL
            + _CELLS
            + "            expected = 54 * (48 if a else 60) * (48 if b else 60) / 108**2\n"
            + _ADD
            + "    return chi_square > 3.841\n",
            _suspected(lambda table: _away(table, DECK) > LIMIT),
            phrase(
                "You took the shares of the whole deck. Then chi-square also reacts when many red and yellow cards "
                "happen to come first in their pairs, and 3.841 is no longer the right limit. Use the row and column "
                "totals of your own table."
            ),
        ),
        Bug(
            "not divided",
            _DEAL
            + _CELLS
            + _EXPECTED
            + "            chi_square += (pairs.count((a, b)) - expected) ** 2\n    return chi_square > 3.841\n",
            _suspected(
                lambda table: sum(((count - mean) ** 2 for count, mean in expected(table)), Fraction(0)) > LIMIT
            ),
            phrase("You added up the squares. First divide each square by the expected count of its cell."),
        ),
        Bug(
            "three degrees",
            _RIGHT + "    return chi_square > 7.815\n",
            _suspected(lambda table: chi_square(table) > Fraction("7.815")),
            phrase(
                "You used the limit for 3 degrees of freedom. In a two-way table with given totals, one cell "
                "determines the other three, so there is 1 degree of freedom, and the limit is 3.841."
            ),
        ),
        Bug(
            "one side",
            _RIGHT
            + """    together = pairs.count((True, True)) > firsts.count(True) * seconds.count(True) / 54
    return together and chi_square > 3.841
""",
            _suspected(lambda table: chi_square(table) > LIMIT and table[0][0] > next(expected(table))[1]),
            phrase(
                "You suspect only shuffles that keep cards of the same kind together. Chi-square looks in both "
                "directions: too many such pairs, or too few."
            ),
        ),
        Bug(
            "below",
            _RIGHT + "    return chi_square <= 3.841\n",
            1 - SUSPECTED,
            phrase("Your code returns True for the shuffles that pass the test. When does a shuffle look suspicious?"),
        ),
    ),
    hints=(
        phrase("Shuffle first. How do you get the first and the second card of every pair from the list?"),
        phrase(
            "deck[0::2] holds the first cards of the pairs and deck[1::2] the second ones. zip puts them together, and "
            "pairs.count((True, True)) counts one cell."
        ),
        phrase(
            "For each of the four cells, the expected count is firsts.count(a) * seconds.count(b) / 54. Add up "
            "(counted - expected) ** 2 / expected, and compare the sum with 3.841."
        ),
    ),
    trials=12_000,
)
