"""Lesson 3, task: at least one wild among ten cards."""

from __future__ import annotations

from fractions import Fraction

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from ..common import CARDS, WILDS, drawn, exactly

TASK = CodeTask(
    id="03/your-turn",
    name="lucky",
    kind="chance",
    exact=drawn(1, WILDS, 10),
    prompt=phrase(
        "Simulate it yourself: deal ten cards and return True if at least one of them is wild. In this deck of 108, "
        "the cards 0 to 7 are the wilds. Replace ___ with a condition."
    ),
    start="""def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return ___
""",
    solution="""def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) >= 1
""",
    bugs=(
        Bug(
            "exactly one",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) == 1
""",
            exactly(1, WILDS, 10),
            phrase("That counts only hands with exactly one wild. Two or three wilds are at least one, too."),
        ),
        Bug(
            "none",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) == 0
""",
            1 - drawn(1, WILDS, 10),
            phrase("That is true for hands without a wild, which is the opposite of what you want."),
        ),
        Bug(
            "more than one",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) > 1
""",
            drawn(2, WILDS, 10),
            phrase("More than one means two or more. A hand with one wild counts as well."),
        ),
        Bug(
            "one card",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return hand[0] < 8
""",
            Fraction(WILDS, CARDS),
            phrase("That looks at the first card only. Any of the ten cards may be the wild."),
        ),
        Bug(
            "put back",
            """def lucky(random):
    hand = [random.randrange(108) for card in range(10)]
    wilds = [card for card in hand if card < 8]
    return len(wilds) >= 1
""",
            1 - Fraction(CARDS - WILDS, CARDS) ** 10,
            phrase(
                "Your code draws with replacement, so the same card can come twice. In the game, each card leaves the "
                "deck."
            ),
        ),
    ),
    hints=(
        phrase("The list wilds holds the wild cards of this hand. How long may it be?"),
        phrase("len(wilds) is the number of wilds. At least one means one or more."),
        phrase("Compare len(wilds) with 1. Which of ==, > and >= is the right sign?"),
    ),
    trials=100_000,
)
