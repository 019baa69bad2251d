"""Lesson 16, task: a race to a goal with a stake of one point per round."""

from __future__ import annotations

from fractions import Fraction

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from ..common import CARDS

WIN = Fraction(48, CARDS)
"""The chance that a card shows a number from 1 to 6."""
BEGIN, GOAL = 5, 10
DOC = phrase("Play until you have 10 points or none. Return True for 10 points.")


def _reach(start: int, goal: int, win: Fraction = WIN) -> Fraction:
    """Return the chance of reaching the goal before the points run out, with one point at stake in each round."""
    ratio = (1 - win) / win
    return Fraction(start, goal) if ratio == 1 else (ratio**start - 1) / (ratio**goal - 1)


def _program(*, until: str = "0 < points < 10", win: str = "48 / 108", result: str = "points == 10") -> str:
    return f'''def reach(random):
    """{DOC}"""
    points = 5
    while {until}:
        points += 1 if random.random() < {win} else -1
    return {result}
'''


TASK = CodeTask(
    id="16/your-turn",
    name="reach",
    kind="chance",
    exact=_reach(BEGIN, GOAL),
    prompt=phrase(
        "You have 5 points and need 10. In each round, you stake 1 point on the next card. You win if it shows a number"
        " from 1 to 6, as 48 of the 108 cards do. Then the card goes back. Play until you have 10 points or none. "
        "Return True if you reach 10."
    ),
    start=f'def reach(random):\n    """{DOC}"""\n    return ___\n',
    solution=_program(),
    bugs=(
        Bug(
            "all at once",
            f'def reach(random):\n    """{DOC}"""\n    return random.random() < 48 / 108\n',
            WIN,
            phrase("You stake all five points on one card. That is another plan. Here, you stake 1 point per round."),
        ),
        Bug(
            "ruin",
            _program(result="points == 0"),
            1 - _reach(BEGIN, GOAL),
            phrase("You return True if nothing is left. Return True if you reach 10 points."),
        ),
        Bug(
            "numbers only",
            _program(win="48 / 96"),
            _reach(BEGIN, GOAL, Fraction(1, 2)),
            phrase("You left out the wilds and the skips. They are in the deck, and with them you lose: 48 of 108."),
        ),
        Bug(
            "five rounds",
            f'def reach(random):\n    """{DOC}"""\n    points = 5\n    for round in range(5):\n'
            "        points += 1 if random.random() < 48 / 108 else -1\n    return points == 10\n",
            WIN**BEGIN,
            phrase(
                "You stop after five rounds, so you reach 10 only if you win them all. Play on until it is decided."
            ),
        ),
        Bug(
            "beyond",
            _program(until="0 < points <= 10", result="points > 10"),
            _reach(BEGIN, GOAL + 1),
            phrase("You play on with 10 points, although you have reached your goal. Stop at 10."),
        ),
        Bug(
            "debt",
            _program(until="-1 < points < 10"),
            _reach(BEGIN + 1, GOAL + 1),
            phrase("You play on with 0 points, as if you could borrow one. With nothing left, the game is over."),
        ),
    ),
    hints=(
        phrase("You do not know how many rounds it takes. Which kind of loop goes on while something is true?"),
        phrase("Begin with points = 5, and go on while 0 < points < 10. What happens in one round?"),
        phrase(
            "In each round, add 1 if random.random() < 48 / 108, and subtract 1 otherwise. After the loop, return "
            "points == 10."
        ),
    ),
    trials=60_000,
)
