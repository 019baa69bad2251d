"""Lesson 15, task: a champion's second season."""

from __future__ import annotations

from fractions import Fraction

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from .champions import MIXED, champion_of

PLAYERS, GAMES = 6, 10
FIRST, SECOND = (GAMES * share for share in champion_of(PLAYERS, GAMES, MIXED))
STRONGEST = GAMES * (Fraction(6, 10) - Fraction(2, 10) / 2**PLAYERS)
"""The strongest player's mean number of wins; its chance per game is 60% unless all six players have 40%."""
DOC = phrase("Play two seasons. Return the wins of the first season's champion in the second one.")
_SEASONS = f'''def second(random):
    """{DOC}"""
'''


def _program(last: str, *, begin: str = "-1", better: str = "wins > best") -> str:
    lines = [
        f"    best, champion = {begin}, 0",
        "    for player in range(6):",
        "        strength = random.choice([0.4, 0.6])",
        "        wins = sum(random.random() < strength for game in range(10))",
        f"        if {better}:",
        "            best, champion = wins, strength",
        f"    return {last}",
    ]
    return _SEASONS + "\n".join(lines) + "\n"


_NEW = "sum(random.random() < champion for game in range(10))"

TASK = CodeTask(
    id="15/your-turn",
    name="second",
    kind="mean",
    exact=SECOND,
    prompt=phrase(
        "Six players play 10 games each. For each player, draw a strength once: 40% or 60%, both equally likely. "
        "The strength is the share of games that this player wins in the long run. The champion has the most wins; "
        "if there is a tie, take the first. Then the champion plays 10 new games with the same strength. Return "
        "how many of these it wins."
    ),
    start=_SEASONS + "    return ___\n",
    solution=_program(_NEW),
    bugs=(
        Bug(
            "season one",
            _program("best"),
            FIRST,
            phrase("That is how many games the champion won in the first season. Let it play ten new games."),
        ),
        Bug(
            "any player",
            _program("sum(random.random() < random.choice([0.4, 0.6]) for game in range(10))"),
            Fraction(GAMES, 2),
            phrase("On average, any player wins half of the games. But the champion has to keep its strength."),
        ),
        Bug(
            "strongest",
            _program(_NEW, better="strength > champion"),
            STRONGEST,
            phrase(
                "Your code chooses by strength, which nobody can see. The champion is the player with the most wins."
            ),
        ),
        Bug(
            "last",
            _program(_NEW, begin="11", better="wins < best"),
            GAMES - SECOND,
            phrase("Your code follows the player with the fewest wins. The champion has the most."),
        ),
        Bug(
            "both seasons",
            _program(f"best + {_NEW}"),
            FIRST + SECOND,
            phrase("Your code returns the wins of both seasons together. Only those of season two count."),
        ),
    ),
    hints=(
        phrase("What do you have to remember about the best player so far? Two numbers are enough."),
        phrase(
            "For each of the six players, draw a strength with random.choice([0.4, 0.6]). Then count the wins: "
            "sum(random.random() < strength for game in range(10))."
        ),
        phrase(
            "Remember the wins and the strength of the best player so far. After the loop, play ten games with "
            "that strength."
        ),
    ),
)
