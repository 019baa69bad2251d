"""Lesson 12, question 4: checking until the result looks good."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Params, Reflection
from ..common import question
from ..worked import at_checks
from .luck import STANDARDS, games_won, tail


def chance_to_stop(looks: int, batch: int, stops: Callable[[int, int], bool]) -> Fraction:
    """Return the chance that *stops* returns True for at least one look at a contest between equal players."""
    left, stopped = {0: 1}, Fraction(0)
    for games in range(batch, looks * batch + 1, batch):
        after: dict[int, int] = {}
        for wins, ways in left.items():
            for k in range(batch + 1):
                after[wins + k] = after.get(wins + k, 0) + ways * comb(batch, k)
        left = {wins: ways for wins, ways in after.items() if not stops(wins, games)}
        stopped += Fraction(sum(after.values()) - sum(left.values()), 2**games)
    return stopped


@cache
def _peeked(looks: int, batch: int) -> Fraction:
    """Return the chance that, at one or more of the looks, at least 70% of the games played are wins."""
    return chance_to_stop(looks, batch, _striking)


def _striking(wins: int, games: int) -> bool:
    return 10 * wins >= 7 * games


def _look(games: int) -> Fraction:
    return tail(-(-7 * games // 10), games)


PEEK = question(
    id="12/peeking",
    goals=(phrase("See how checking the result again and again can fool you."),),
    standards=STANDARDS,
    prompt=phrase(
        "Two players are equally good. You check the result after every {batch} games, at most {looks} times. You stop "
        "as soon as your player has won at least 70% of the games so far. How likely are you to stop for that reason, "
        "even though your player is no better?"
    ),
    draw=lambda random: {"batch": random.randint(6, 12), "looks": random.randint(3, 7)},
    answer=lambda p: _peeked(p["looks"], p["batch"]),
    wrong=(
        Distractor(
            "first look",
            lambda p: _look(p["batch"]),
            phrase(
                "That is the probability for the first check alone. Every later check is another chance to be fooled."
            ),
        ),
        Distractor(
            "last look",
            lambda p: _look(p["batch"] * p["looks"]),
            phrase(
                "That is the probability for one check at the end, after all the games. But you also check along "
                "the way, when the share of wins still varies more."
            ),
        ),
        Distractor(
            "added",
            lambda p: sum((_look(p["batch"] * at) for at in range(1, p["looks"] + 1)), Fraction(0)),
            phrase(
                "You added up the probabilities for all the checks. But a player who is ahead at one check is "
                "often ahead at the next one, too."
            ),
        ),
    ),
    hints=(
        phrase("How many chances are you giving luck to fool you?"),
        phrase("Go through the contests check by check, and remove those that have already stopped."),
        phrase("Keep a table of the wins after each check, or simulate {looks} times {batch} coin tosses."),
    ),
    solution=phrase(
        "Keep a table of the wins, and remove the contests that stop. The first check stops {first} of all "
        "contests. These are the shares that stop at each of the {looks} checks: {shares}. Together: {answer}."
    ),
    shown=lambda p: {
        "first": percent(_look(p["batch"])),
        "shares": at_checks(lambda looks: _peeked(looks, p["batch"]), p["looks"]),
    },
    experiment=lambda p: lambda random: _fooled(p, random),
    reflect=Reflection(
        phrase("How can you check the result often and still be honest?"),
        phrase(
            "Use an interval that is made for repeated checks, like the one in the arena. The price is that it is "
            "wider."
        ),
    ),
)


def _fooled(p: Params, random: Random) -> bool:
    won = 0
    for look in range(1, p["looks"] + 1):
        won += games_won(p["batch"], random)
        if _striking(won, look * p["batch"]):
            return True
    return False
