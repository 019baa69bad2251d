"""Lesson 12, questions 1 to 3: results that luck alone produces."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, isqrt
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Params, Reflection
from ..common import at_level, question
from ..worked import first_terms

STANDARDS = ("HSS-IC.A.2", "HSS-IC.B.4", "HSS-IC.B.5", "HSS-MD.B.7")


@cache
def tail(wins: int, games: int) -> Fraction:
    """Return the chance that one of two equal players wins at least *wins* of the games."""
    return Fraction(sum(comb(games, k) for k in range(wins, games + 1)), 2**games)


def _contest(random: Random, level: int = 0) -> Params:
    """Return the number of games in a contest and the number won by one player, which is somewhat more than half."""
    games = random.randrange(*at_level(level, (8, 25, 1), (40, 121, 5), (130, 301, 5)))
    return {"games": games, "wins": games // 2 + 1 + random.randint(isqrt(games) // 2, isqrt(games))}


def games_won(games: int, random: Random) -> int:
    return random.getrandbits(games).bit_count()


LUCK = question(
    id="12/luck",
    goals=(phrase("Ask how often luck alone would do as well."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your player wins {wins} of {games} games. Suppose it is no better than its opponent. How likely is it to "
        "win {wins} or more games anyway?"
    ),
    draw=_contest,
    answer=lambda p: tail(p["wins"], p["games"]),
    wrong=(
        Distractor(
            "just as many",
            lambda p: tail(p["wins"], p["games"]) - tail(p["wins"] + 1, p["games"]),
            phrase(
                "That is the probability of exactly {wins} wins. An even better result would have convinced you, too."
            ),
        ),
        Distractor(
            "share",
            lambda p: Fraction(p["wins"], p["games"]),
            phrase("That is the share of games that it won. The question is how often luck alone does that well."),
        ),
        Distractor(
            "fewer",
            lambda p: 1 - tail(p["wins"], p["games"]),
            phrase("That is the probability of winning fewer than {wins} games."),
        ),
    ),
    hints=(
        phrase("Two equal players are like the two sides of a coin. How many times would you toss it?"),
        phrase("The probability of exactly k heads in n tosses is C(n, k) divided by 2 to the power of n."),
        phrase("Add these up for k from {wins} to {games}, or simulate {games} tosses many times."),
    ),
    solution=phrase(
        "The probability of exactly {wins} wins is C({games}, {wins}) divided by 2 to the power of {games}: "
        "{exact}. One win more: {next}. Two more: {after}. Go on like this up to {games} wins, and add everything "
        "up: {answer}."
    ),
    shown=lambda p: first_terms(p["wins"], p["games"]),
    experiment=lambda p: lambda random: games_won(p["games"], random) >= p["wins"],
    reflect=Reflection(
        phrase("56 wins in 100 games: is that proof?"),
        phrase(
            "No. Luck alone does that well in 14% of all such contests. But the result is a good reason to play "
            "more games."
        ),
    ),
)

BOTH_SIDES = question(
    id="12/both-sides",
    goals=(phrase("Decide what counts as surprising before you look."),),
    standards=STANDARDS,
    prompt=phrase(
        "Two equal players play {games} games. How likely is it that one of them, no matter which, wins {wins} or more?"
    ),
    draw=_contest,
    answer=lambda p: 2 * tail(p["wins"], p["games"]),
    wrong=(
        Distractor(
            "one side",
            lambda p: tail(p["wins"], p["games"]),
            phrase("That is the probability for one particular player. Here, either player could win that many games."),
        ),
        Distractor(
            "product",
            lambda p: tail(p["wins"], p["games"]) ** 2,
            phrase("You multiplied, as if both had to win that many games. They cannot both win more than half."),
        ),
        Distractor(
            "level",
            lambda p: 1 - 2 * tail(p["wins"], p["games"]),
            phrase("That is the probability that neither player wins that many."),
        ),
    ),
    hints=(
        phrase("Which player could the result favor?"),
        phrase("Both cases are equally likely, and they cannot happen at the same time."),
        phrase("Find the probability that one particular player wins that many games or more, and double it."),
    ),
    solution=phrase(
        "For one of them, add up C({games}, k) from k = {wins} to {games}, and divide by 2 to the power of "
        "{games}: {one}. It is the same for the other player, and they cannot both win that many. Double it: "
        "{answer}."
    ),
    shown=lambda p: {"one": percent(tail(p["wins"], p["games"]))},
    experiment=lambda p: lambda random: max(won := games_won(p["games"], random), p["games"] - won) >= p["wins"],
    reflect=Reflection(
        phrase("When is it fair to count only one side?"),
        phrase("When you said before the first game which player was better."),
    ),
)


def _tries(random: Random) -> Params:
    """Return a contest and a number of players for which no mistake happens to give the right answer."""
    while True:
        players, contest = random.choice((5, 8, 12)), _contest(random)
        one = tail(contest["wins"], contest["games"])
        if one > Fraction(1, 25) and abs((1 - one) ** players - Fraction(1, 2)) > Fraction(1, 50):
            return {**contest, "players": players}


MANY = question(
    id="12/many",
    goals=(phrase("Beware of the best of many."),),
    standards=STANDARDS,
    prompt=phrase(
        "{players} players are all exactly as good as the opponent they share. Each plays {games} games against "
        "it. How likely is it that at least one of them wins {wins} or more? (For a single player, the probability "
        "is {one}.)"
    ),
    draw=_tries,
    answer=lambda p: 1 - (1 - tail(p["wins"], p["games"])) ** p["players"],
    wrong=(
        Distractor(
            "single",
            lambda p: tail(p["wins"], p["games"]),
            phrase("That is the probability for one player. You are looking at the best of {players}."),
        ),
        Distractor(
            "added",
            lambda p: p["players"] * tail(p["wins"], p["games"]),
            phrase("You added up the probabilities. That counts a case twice if two players are lucky at once."),
        ),
        Distractor(
            "nobody",
            lambda p: (1 - tail(p["wins"], p["games"])) ** p["players"],
            phrase("That is the probability that nobody does that well. You are one step away."),
        ),
    ),
    hints=(
        phrase("It is the same question as in lesson 3: at least one."),
        phrase("A single player falls short {miss} of the time."),
        phrase("Multiply {players} such factors and subtract the product from 1."),
    ),
    solution=phrase(
        "A single player falls short with probability {miss}. All {players} fall short with probability {miss} to "
        "the power of {players}: {nobody}. So somebody does that well with probability {answer}, even though no "
        "one is better."
    ),
    shown=lambda p: {
        "one": percent(tail(p["wins"], p["games"])),
        "miss": percent(1 - tail(p["wins"], p["games"])),
        "nobody": percent((1 - tail(p["wins"], p["games"])) ** p["players"]),
    },
    experiment=lambda p: lambda random: any(games_won(p["games"], random) >= p["wins"] for _ in range(p["players"])),
    reflect=Reflection(
        phrase(
            "You have tried ten versions of a player, and you want to report the result of the best one. What "
            "should you do first?"
        ),
        phrase("Let that version play new games. Its luck will not carry over."),
    ),
)
