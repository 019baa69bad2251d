"""Lesson 16, question 4: stakes that are fractions of the purse."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import number, percent
from ....odds.simulation.experiment import Trial
from ...exercises.question import Distractor, Params, Reflection
from ..common import question
from .one_stake import HUNDRED, STANDARDS


def _wins_needed(p: Params) -> int:
    """Return the minimum number of wins that leaves the purse at least as large as it was at the start."""
    share, n = Fraction(p["share"], HUNDRED), p["rounds"]
    return next(k for k in range(n + 1) if (1 + share) ** k * (1 - share) ** (n - k) >= 1)


def _fewer_wins(p: Params, wins: int) -> Fraction:
    """Return the chance of fewer than *wins* wins."""
    win, n = Fraction(p["p"], HUNDRED), p["rounds"]
    return sum((comb(n, k) * win**k * (1 - win) ** (n - k) for k in range(wins)), Fraction(0))


def _purse(random: Random) -> Params:
    """Return an even number of rounds, and percentages for the stake and the chance of winning.

    The numbers are chosen so that no mistake leads to a number close to the right answer.
    """
    while True:
        p = {
            "rounds": random.choice((4, 6, 8, 10)),
            "share": random.randrange(20, 71, 10),
            "p": random.randrange(51, 71),
        }
        answer = _fewer_wins(p, _wins_needed(p))
        values = (answer, 1 - answer, 1 - Fraction(p["p"], HUNDRED), _fewer_wins(p, p["rounds"] // 2))
        if min(abs(one - other) for one, other in combinations(values, 2)) > Fraction(1, 40):
            return p


def _ends_below(p: Params) -> Trial:
    share, win, rounds = p["share"] / HUNDRED, p["p"] / HUNDRED, range(p["rounds"])

    def plays(random: Random) -> bool:
        purse = 1.0
        for _ in rounds:
            purse *= 1 + share if random.random() < win else 1 - share
        return purse < 1

    return plays


PURSE = question(
    id="16/purse",
    goals=(phrase("See that a favorable bet can make most players poorer."),),
    standards=STANDARDS,
    prompt=phrase(
        "You play {rounds} rounds and stake {share}% of your points each time. With probability {p}%, you win as "
        "much as you staked; otherwise, you lose your stake. How likely are you to end with less than you had at "
        "the start?"
    ),
    draw=_purse,
    answer=lambda p: _fewer_wins(p, _wins_needed(p)),
    wrong=(
        Distractor(
            "half the rounds",
            lambda p: _fewer_wins(p, p["rounds"] // 2),
            phrase(
                "You think that as many wins as losses bring you back to where you were. Try one of each: first up "
                "{share}%, then down {share}% of a bigger amount."
            ),
        ),
        Distractor(
            "opposite",
            lambda p: 1 - _fewer_wins(p, _wins_needed(p)),
            phrase("That is the probability of ending with at least as much. The question asks for the opposite."),
        ),
        Distractor(
            "one round",
            lambda p: 1 - Fraction(p["p"], HUNDRED),
            phrase(
                "That is the probability of losing a single round. Which numbers of wins in {rounds} rounds are "
                "too low?"
            ),
        ),
        Distractor(
            "all lost",
            lambda p: (1 - Fraction(p["p"], HUNDRED)) ** p["rounds"],
            phrase("That is the probability of losing every round. Even with a few wins, you can end with less."),
        ),
    ),
    hints=(
        phrase("Does the order of wins and losses matter? What does a win do to your points, and what does a loss do?"),
        phrase("A win multiplies your points by {up}, a loss by {down}. How many wins keep the product above 1?"),
        phrase(
            "You need {needed} wins. Add up the probabilities of fewer wins: C({rounds}, k) times powers of {p}% "
            "and {q}%."
        ),
    ),
    solution=phrase(
        "A win multiplies your points by {up}, and a loss by {down}. {last} wins in {rounds} rounds leave {few} of "
        "your points, and {needed} wins leave {enough}. So you end with less if you win {last} times or fewer. Add "
        "up C({rounds}, k) · {win}^k · {lose}^({rounds} - k) for k = 0 to {last}: {answer}."
    ),
    shown=lambda p: {
        "up": number(1 + Fraction(p["share"], HUNDRED)),
        "down": number(1 - Fraction(p["share"], HUNDRED)),
        "q": HUNDRED - p["p"],
        "win": number(Fraction(p["p"], HUNDRED)),
        "lose": number(1 - Fraction(p["p"], HUNDRED)),
        "needed": _wins_needed(p),
        "last": _wins_needed(p) - 1,
        "few": _left(p, _wins_needed(p) - 1),
        "enough": _left(p, _wins_needed(p)),
    },
    experiment=_ends_below,
    reflect=Reflection(
        phrase("The bet is in your favor, and the mean grows. How can {answer} of all players end with less?"),
        phrase(
            "Those who win the most rounds become very rich. They pull up the mean, but not the results of the "
            "others. A smaller stake makes every loss smaller. Sometimes, but not always, fewer players lose with "
            "it."
        ),
    ),
)


def _left(p: Params, wins: int) -> str:
    share = Fraction(p["share"], HUNDRED)
    return percent((1 + share) ** wins * (1 - share) ** (p["rounds"] - wins))
