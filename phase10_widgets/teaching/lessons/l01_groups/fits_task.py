"""Lesson 1, task: a card that fits a run."""

from __future__ import annotations

from fractions import Fraction

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from ..common import SKIPS, WILDS

_FITS = """def fits(random):
    deck = [(color, number) for color in "RBGY" for number in range(1, 13)] * 2
    deck += [("wild", 0)] * 8 + [("skip", 0)] * 4
    for seen in [("R", 5), ("B", 6), ("G", 7), ("Y", 8), ("R", 4), ("B", 4), ("G", 4)]:
        deck.remove(seen)
    color, number = random.choice(deck)
    return ___
"""


def _filled(condition: str) -> str:
    return _FITS.replace("___", condition)


TASK = CodeTask(
    id="01/your-turn",
    name="fits",
    kind="chance",
    exact=Fraction(5 + 8 + WILDS, 101),
    prompt=phrase(
        "The run R5 B6 G7 Y8 and the set R4 B4 G4 are on the table. The code turns over one of the other 101 cards. "
        'Return True if that card can be added to the run. A wild has the color "wild" and the number 0. Replace ___ '
        "with a condition."
    ),
    start=_FITS,
    solution=_filled('number in (4, 9) or color == "wild"'),
    bugs=(
        Bug(
            "no wilds",
            _filled("number in (4, 9)"),
            Fraction(5 + 8, 101),
            phrase("Your list has the 4s and the 9s. But a wild can stand for either of them, so it fits, too."),
        ),
        Bug(
            "one end",
            _filled('number == 9 or color == "wild"'),
            Fraction(8 + WILDS, 101),
            phrase("You extended the run only at its high end. It can grow at its low end, too."),
        ),
        Bug(
            "one color",
            _filled('number in (4, 9) and color == "R" or color == "wild"'),
            Fraction(1 + 2 + WILDS, 101),
            phrase("You accepted only red numbers. A run may have any colors."),
        ),
        Bug(
            "inside",
            _filled('number in range(4, 10) or color == "wild"'),
            Fraction(5 + 4 * 7 + 8 + WILDS, 101),
            phrase(
                "You also accepted 5, 6, 7 and 8. The run has these numbers already, and none of them may appear twice."
            ),
        ),
        Bug(
            "skips",
            _filled("number in (0, 4, 9)"),
            Fraction(5 + 8 + WILDS + SKIPS, 101),
            phrase("The number 0 belongs to the wilds and to the skips. A skip is never part of a group."),
        ),
    ),
    hints=(
        phrase("Two numbers fit, one at each end of the run. And one kind of card always fits."),
        phrase("Use number in (…, …) for the two numbers, and join it to the other case with or."),
        phrase('The other case is color == "wild". Do not test for the number 0: skips have it, too.'),
    ),
    trials=50_000,
)
