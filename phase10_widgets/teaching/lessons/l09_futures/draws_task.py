"""Lesson 9, task: draws until the first out."""

from __future__ import annotations

from fractions import Fraction

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from ..common import CARDS, WILDS

UNSEEN = 99
"""The number of unseen cards, given a hand of eight cards and the face-up card."""
RUN_OUTS = 24
"""The number of unseen cards that complete a run of six with two open ends."""
CODE = phrase("Draw without replacement until an out comes. Return the number of draws.")


def _program(begin: int, left: int, outs: int, *, replaced: bool = False) -> str:
    lines = [
        "def draws(random):",
        f'    """{CODE}"""',
        f"    drawn = {begin}",
        f"    left = {left}",
        f"    while random.random() >= {outs} / left:",
        "        drawn += 1",
        *([] if replaced else ["        left -= 1"]),
        "    return drawn",
    ]
    return "\n".join(lines) + "\n"


TASK = CodeTask(
    id="09/your-turn",
    name="draws",
    kind="mean",
    exact=Fraction(UNSEEN + 1, RUN_OUTS + 1),
    prompt=phrase(
        "There are 99 cards that you cannot see, and 24 of them are outs. Simulate the wait: draw from these 99 cards, "
        "without replacement, until the first out comes. Return the number of draws; the out counts, too."
    ),
    start=f'def draws(random):\n    """{CODE}"""\n    return ___\n',
    solution=_program(1, UNSEEN, RUN_OUTS),
    bugs=(
        Bug(
            "put back",
            _program(1, UNSEEN, RUN_OUTS, replaced=True),
            Fraction(UNSEEN, RUN_OUTS),
            phrase(
                "Your code draws with replacement, so a card that missed can come again. In the pile, each miss makes "
                "the outs a little more likely."
            ),
        ),
        Bug(
            "misses",
            _program(0, UNSEEN, RUN_OUTS),
            Fraction(UNSEEN - RUN_OUTS, RUN_OUTS + 1),
            phrase("That is the number of misses. The draw that brings the out counts, too."),
        ),
        Bug(
            "no wilds",
            _program(1, UNSEEN, RUN_OUTS - WILDS),
            Fraction(UNSEEN + 1, RUN_OUTS - WILDS + 1),
            phrase("You count 16 outs. There are 24: eight cards for each end of the run, and eight wilds."),
        ),
        Bug(
            "full deck",
            _program(1, CARDS, RUN_OUTS),
            Fraction(CARDS + 1, RUN_OUTS + 1),
            phrase("You draw from all 108 cards. But nine of them are in front of you and cannot be drawn."),
        ),
        Bug(
            "pair first",
            _program(2, UNSEEN, RUN_OUTS),
            Fraction(UNSEEN + 1, RUN_OUTS + 1) + 1,
            phrase("Your count is one too high. Does it begin at 1 for the first draw?"),
        ),
    ),
    hints=(
        phrase("What must you remember from one draw to the next? The number of cards that are left, and what else?"),
        phrase(
            "A loop can draw one card at a time. The next card is a miss if random.random() >= 24 / left. After it, "
            "one card fewer is left."
        ),
        phrase(
            "Or let random.sample(range(99), 24) pick the places of the outs in the pile. The smallest of them tells "
            "you how many misses come first."
        ),
    ),
    trials=60_000,
)
