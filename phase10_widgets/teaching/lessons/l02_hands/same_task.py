"""Lesson 2, task: two identical hands."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask

_SAME = """def same(random):
    yours = random.sample(range(5), 2)
    theirs = random.sample(range(5), 2)
    return ___
"""


def _filled(condition: str) -> str:
    return _SAME.replace("___", condition)


TASK = CodeTask(
    id="02/your-turn",
    name="same",
    kind="chance",
    exact=Fraction(1, comb(5, 2)),
    prompt=phrase(
        "You and a friend have five different cards each, the cards 0 to 4. Each of you draws two. Return True if both "
        "of you hold the same hand. Replace ___ with a condition."
    ),
    start=_SAME,
    solution=_filled("sorted(yours) == sorted(theirs)"),
    bugs=(
        Bug(
            "orders",
            _filled("yours == theirs"),
            Fraction(1, perm(5, 2)),
            phrase(
                "Your code compares orders: to Python, [2, 4] and [4, 2] are different lists. They are the same hand."
            ),
        ),
        Bug(
            "one in common",
            _filled("len(set(yours) & set(theirs)) > 0"),
            1 - Fraction(comb(3, 2), comb(5, 2)),
            phrase(
                "That is already true if the two hands have one card in common. They must have both cards in common."
            ),
        ),
        Bug(
            "first card",
            _filled("yours[0] == theirs[0]"),
            Fraction(1, 5),
            phrase("That compares only the first card of each hand. The second card counts, too."),
        ),
        Bug(
            "sum",
            _filled("sum(yours) == sum(theirs)"),
            Fraction(16, 100),
            phrase("Different hands can have the same sum: 0 and 3 make 3, and so do 1 and 2."),
        ),
        Bug(
            "put back",
            """def same(random):
    yours = [random.randrange(5) for card in range(2)]
    theirs = [random.randrange(5) for card in range(2)]
    return sorted(yours) == sorted(theirs)
""",
            Fraction(5 + 10 * 4, 5**4),
            phrase(
                "Your code draws with replacement, so a hand can hold the same card twice. But each of you "
                "has every card only once."
            ),
        ),
    ),
    hints=(
        phrase("yours and theirs are lists, and a list has an order. A hand does not."),
        phrase("How could you bring both hands into the same order before you compare them?"),
        phrase("sorted(yours) is your hand from low to high. Do the same with the other hand, and compare with ==."),
    ),
    trials=50_000,
)
