"""Lesson 16: question 5, what a score pays for honesty; and the task, a race to a goal, a point at a time."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

from ...core.translatable import phrase
from ...odds.simulation.experiment import Trial
from ..code_task import Bug, CodeTask
from ..number_text import number
from ..question import Distractor, Params, Reflection
from .common import CARDS, question

HUNDRED = 100
WIN = Fraction(48, CARDS)
"""The chance that a card shows a number from 1 to 6."""
BEGIN, GOAL = 5, 10
DOC = phrase("Play until you have 10 points or none. Return True for 10 points.")


def _boast(random: Random) -> Params:
    """Return what somebody believes and what they say, in percent; no two mistakes give the same number."""
    while True:
        said = random.randrange(50, 101, 5)
        p = {"p": random.randint(40, said - 10), "q": said}
        values = (_apart(p) ** 2, _apart(p), _score(p, "q"), _squares(p))
        if min(abs(one - other) for one, other in combinations(values, 2)) > Fraction(1, 200):
            return p


def _apart(p: Params) -> Fraction:
    return Fraction(p["q"] - p["p"], HUNDRED)


def _squares(p: Params) -> Fraction:
    return Fraction(p["q"] ** 2 - p["p"] ** 2, HUNDRED**2)


def _score(p: Params, name: str) -> Fraction:
    """Return the mean Brier score of saying this, given what is believed."""
    chance, said = Fraction(p["p"], HUNDRED), Fraction(p[name], HUNDRED)
    return chance * (1 - said) ** 2 + (1 - chance) * said**2


def _extra(p: Params) -> Trial:
    chance, said = float(p["p"] / HUNDRED), float(p["q"] / HUNDRED)

    def scores(random: Random) -> float:
        came = random.random() < chance
        return (said - came) ** 2 - (chance - came) ** 2

    return scores


HONEST = question(
    id="16/honest",
    kind="number",
    goals=(phrase("Show that honesty pays under the Brier score."),),
    standards=("HSS-MD.A.2", "HSS-MD.B.5", "HSS-MD.B.7"),
    prompt=phrase(
        "You think that a prediction has a {p}% chance of coming true, and you are right about that. To look bold, you "
        "say {q}%. Your Brier score is the squared distance between what you say and what happens (1 or 0), and a low "
        "score is good. How much higher is it on average than if you say {p}%?"
    ),
    draw=_boast,
    answer=lambda p: _apart(p) ** 2,
    wrong=(
        Distractor(
            "distance",
            _apart,
            phrase("That is the distance between the two numbers. The score squares distances."),
        ),
        Distractor(
            "whole score",
            lambda p: _score(p, "q"),
            phrase("That is the mean score for {q}%. Compare it with the mean score for {p}%."),
        ),
        Distractor(
            "squares",
            _squares,
            phrase(
                "That is by how much the score gets worse if the prediction fails. If it comes true, the score gets "
                "better: weigh both cases."
            ),
        ),
    ),
    hints=(
        phrase("Two things can happen: the prediction comes true, or it fails. How often does each of them happen?"),
        phrase(
            "Find the mean score for {q}%: {p}% of the time it is (1 - {said})², otherwise {said}². Do the same for "
            "{p}%."
        ),
        phrase("The mean score is {high} for {q}% and {low} for {p}%. Subtract."),
    ),
    solution=phrase(
        "Saying {q}%: {true} · (1 - {said})² + {false} · {said}² = {high}. Saying {p}%: {true} · (1 - {true})² + "
        "{false} · {true}² = {low}. The difference is {answer}: the square of {apart}, the distance between the two "
        "numbers."
    ),
    shown=lambda p: {
        "true": number(Fraction(p["p"], HUNDRED)),
        "false": number(1 - Fraction(p["p"], HUNDRED)),
        "apart": number(_apart(p)),
        "said": number(Fraction(p["q"], HUNDRED)),
        "high": number(_score(p, "q")),
        "low": number(_score(p, "p")),
    },
    experiment=_extra,
    reflect=Reflection(
        phrase("Can it ever pay to say less than you believe, out of modesty?"),
        phrase(
            "No. The loss is the squared distance, whatever its direction. Under this score, modesty costs as much as "
            "boasting."
        ),
    ),
)


def _reach(start: int, goal: int, win: Fraction = WIN) -> Fraction:
    """Return the chance to reach the goal before nothing is left, one point at stake in each round."""
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
            phrase("You play on with 0 points, and so you borrow one. With nothing left, the game is over."),
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
