"""Lesson 5, task: deal again until a hand meets the known condition."""

from __future__ import annotations

from fractions import Fraction

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from ..common import CARDS, WILDS, drawn, exactly


def _lucky(known: str, asked: str = "len(wilds) >= 2") -> str:
    """Return a program that deals until the *known* condition is true and then returns the value of *asked*."""
    return f"""def lucky(random):
    while True:
        hand = random.sample(range(108), 10)
        wilds = [card for card in hand if card < 8]
        if {known}:
            return {asked}
"""


_SOME = drawn(1, WILDS, 10)

TASK = CodeTask(
    id="05/your-turn",
    name="lucky",
    kind="chance",
    exact=drawn(2, WILDS, 10) / _SOME,
    prompt=phrase(
        "A friend looks at all ten of your cards and says only that you have a wild. This code should deal "
        "hands until one fits what your friend said. Then it should return True if that hand has two wilds "
        "or more. It runs, but it answers a different question. Change one line. The cards 0 to 7 are the "
        "wilds."
    ),
    start=_lucky("hand[0] < 8"),
    solution=_lucky("len(wilds) >= 1"),
    bugs=(
        Bug(
            "first card",
            _lucky("hand[0] < 8"),
            drawn(1, WILDS - 1, 9, CARDS - 1),
            phrase(
                "This keeps a hand only if one particular card is wild. Your friend looked at all ten cards and did "
                "not say which of them is wild."
            ),
        ),
        Bug(
            "all hands",
            _lucky("len(wilds) >= 0"),
            drawn(2, WILDS, 10),
            phrase("This keeps every hand, as if your friend had said nothing. Hands without a wild must go."),
        ),
        Bug(
            "exactly two",
            _lucky("len(wilds) >= 1", "len(wilds) == 2"),
            exactly(2, WILDS, 10) / _SOME,
            phrase("You now count only hands with exactly two wilds. Three or more count, too."),
        ),
        Bug(
            "more than two",
            _lucky("len(wilds) >= 1", "len(wilds) > 2"),
            drawn(3, WILDS, 10) / _SOME,
            phrase("More than two means three or more. A hand with two wilds counts as well."),
        ),
        Bug(
            "two known",
            _lucky("len(wilds) >= 2"),
            Fraction(1),
            phrase("This keeps only hands that already have two wilds. You put the question into the condition."),
        ),
        Bug(
            "one known",
            _lucky("len(wilds) == 1"),
            Fraction(0),
            phrase("This keeps only hands with exactly one wild, so there can never be a second one."),
        ),
    ),
    hints=(
        phrase("Which hands get past the line that begins with if? Are these the hands that your friend could mean?"),
        phrase("A hand fits what your friend said if its list wilds is not empty."),
        phrase("In the line that begins with if, compare len(wilds) with 1. Leave the last line as it is."),
    ),
    trials=8_000,
)
