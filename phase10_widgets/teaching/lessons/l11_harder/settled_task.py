"""Lesson 11, task: a clear difference between two proportions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask

DEALS, FIRST, SECOND = 120, 18, 30
"""The number of hands dealt for each of two phases, and the phases' chances as percentages, as given in the task."""


def _claimed(says: Callable[[int, int], bool]) -> Fraction:
    """Return the chance that a test says "they differ" after counting the hands that contain the phases."""
    rare, common = (
        [comb(DEALS, k) * share**k * (100 - share) ** (DEALS - k) for k in range(DEALS + 1)]
        for share in (FIRST, SECOND)
    )
    ways = sum(weight * sum([other for b, other in enumerate(common) if says(a, b)]) for a, weight in enumerate(rare))
    return Fraction(ways, 100 ** (2 * DEALS))


def _spread(hits: int) -> int:
    return hits * (DEALS - hits)


def _right(a: int, b: int) -> bool:
    """Return True if the difference is more than two standard errors from 0, computed with whole numbers."""
    return DEALS * (a - b) ** 2 > 4 * (_spread(a) + _spread(b))


def _apart(a: int, b: int) -> bool:
    """Return True if the two intervals do not overlap."""
    return abs(a - b) * sqrt(DEALS) > 2 * (sqrt(_spread(a)) + sqrt(_spread(b)))


DOC = phrase("Deal 120 hands for each phase; return True if the difference is clear.")
_DEAL = """from math import sqrt

def settled(random):
    a = sum(random.random() < 0.18 for hand in range(120)) / 120
    b = sum(random.random() < 0.30 for hand in range(120)) / 120
"""
_ERROR = "    error = sqrt(a * (1 - a) / 120 + b * (1 - b) / 120)\n"

TASK = CodeTask(
    id="11/your-turn",
    name="settled",
    kind="chance",
    exact=_claimed(_right),
    prompt=phrase(
        "You compare two phases by dealing 120 hands for each. In truth, a hand contains the first phase with "
        "probability 0.18, and the second with probability 0.30. Write a function that deals the hands and returns "
        "True if the two shares differ by more than two standard errors of the difference. How often does such an "
        "experiment settle the matter?"
    ),
    start=f'''from math import sqrt

def settled(random):
    """{DOC}"""
    return ___
''',
    solution=_DEAL + _ERROR + "    return abs(a - b) > 2 * error\n",
    bugs=(
        Bug(
            "overlap",
            _DEAL
            + """    error = sqrt(a * (1 - a) / 120) + sqrt(b * (1 - b) / 120)
    return abs(a - b) > 2 * error
""",
            _claimed(_apart),
            phrase(
                "You added the two standard errors. That asks whether the two intervals overlap, and it misses many "
                "differences. Add the squares of the errors, then take the root."
            ),
        ),
        Bug(
            "one error",
            _DEAL + "    error = sqrt(a * (1 - a) / 120)\n    return abs(a - b) > 2 * error\n",
            _claimed(lambda a, b: DEALS * (a - b) ** 2 > 4 * _spread(a)),
            phrase(
                "You used only the standard error of the first share. The second share varies by chance, too, so the "
                "difference varies more than either of them."
            ),
        ),
        Bug(
            "one step",
            _DEAL + _ERROR + "    return abs(a - b) > error\n",
            _claimed(lambda a, b: DEALS * (a - b) ** 2 > _spread(a) + _spread(b)),
            phrase(
                "You asked for more than one standard error. Luck alone goes that far in about one of three "
                "experiments. The task asks for two."
            ),
        ),
        Bug(
            "any difference",
            _DEAL + "    return a != b\n",
            _claimed(lambda a, b: a != b),
            phrase(
                "Your code says True for any difference. But two shares are almost never exactly equal, even if the "
                "probabilities are. How large must the difference be?"
            ),
        ),
        Bug(
            "zero inside",
            _DEAL + _ERROR + "    return abs(a - b) <= 2 * error\n",
            1 - _claimed(_right),
            phrase(
                "Your code says True when 0 lies inside the interval: these are the experiments that settle nothing."
            ),
        ),
    ),
    hints=(
        phrase("How do you simulate one hand that contains the first phase with probability 0.18?"),
        phrase(
            "sum(random.random() < 0.18 for hand in range(120)) counts the hands with the first phase. Divide by 120 "
            "to get the share a; do the same for b."
        ),
        phrase(
            "The standard error of the difference is the square root of a · (1 - a) / 120 + b · (1 - b) / 120. Compare "
            "the difference, without its sign, with twice that."
        ),
    ),
    trials=10_000,
)
