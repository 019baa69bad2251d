"""Lesson 15, question 2: the evening after a bad one."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import number, percent
from ...exercises.question import Distractor, Params, Reflection
from ..common import question


def _more(wins: int, games: int) -> Fraction:
    """Return the chance that a coin flipped *games* times shows heads more than *wins* times."""
    return Fraction(sum(comb(games, k) for k in range(wins + 1, games + 1)), 2**games)


def _evening(random: Random) -> Params:
    games = random.randint(8, 20)
    return {"games": games, "wins": games // 2 - random.randint(1, 3)}


BLAME = question(
    id="15/blame",
    goals=(phrase("Ask what would have happened anyway."),),
    standards=("HSS-ID.C.7", "HSS-ID.C.8", "HSS-IC.B.6", "HSS-MD.A.2"),
    prompt=phrase(
        "Every evening, you play {games} games against somebody who is exactly as strong as you. Tonight you won only "
        "{wins}, and your coach shouts at you. Shouting has no effect at all. How likely are you to win more games "
        "tomorrow than tonight?"
    ),
    draw=_evening,
    answer=lambda p: _more(p["wins"], p["games"]),
    wrong=(
        Distractor(
            "half",
            lambda p: Fraction(1, 2),
            phrase(
                "Each game is 50:50, but tonight was not an average evening. After so few wins, an increase is likely."
            ),
        ),
        Distractor(
            "as many",
            lambda p: _more(p["wins"] - 1, p["games"]),
            phrase("That includes evenings with exactly {wins} wins again. The question asks for more."),
        ),
        Distractor(
            "fewer",
            lambda p: 1 - _more(p["wins"], p["games"]),
            phrase("That is the probability that you do no better. The question asks for the opposite."),
        ),
    ),
    hints=(
        phrase("Do tomorrow's games depend on tonight's?"),
        phrase("Tomorrow evening is like {games} coin tosses. How likely are more than {wins} heads?"),
        phrase("Add up C({games}, k) for all k above {wins}, and divide the sum by 2 to the power of {games}."),
    ),
    solution=phrase(
        "Tomorrow evening is like {games} coin tosses. Add up C({games}, k) for k = 0 to {wins}: {ways} of the "
        "{all} ways have {wins} heads or fewer. That is {none}, so tomorrow is better with probability {answer}. "
        "The coach will think that the shouting helped."
    ),
    shown=lambda p: {
        "all": number(2 ** p["games"]),
        "ways": number((1 - _more(p["wins"], p["games"])) * 2 ** p["games"]),
        "none": percent(1 - _more(p["wins"], p["games"])),
    },
    experiment=lambda p: lambda random: random.getrandbits(p["games"]).bit_count() > p["wins"],
    reflect=Reflection(
        phrase("How could the coach find out whether shouting helps?"),
        phrase("The coach could shout after only some of the bad evenings, chosen by lot, and compare what follows."),
    ),
)
