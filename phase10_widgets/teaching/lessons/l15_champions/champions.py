"""Lesson 15, questions 1 and 3: the best of many."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from random import Random

from ....base.translatable import Translatable, phrase
from ....languages.number_text import number, percent
from ....odds.simulation.experiment import Trial
from ...exercises.question import Choice, Distractor, Params, Reflection
from ..common import at_level, question
from ..repeated_trials import successes
from ..worked import best_of

STANDARDS = ("HSS-ID.C.7", "HSS-ID.C.8", "HSS-IC.B.6", "HSS-MD.A.2")
EQUAL, MIXED = (5,), (4, 6)
"""A player's possible strengths (all equally likely), as the number of games out of ten won in the long run."""


@cache
def champion_of(players: int, games: int, tenths: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """Return the mean proportions of games that the champion of season one wins in seasons one and two."""
    each = [[comb(games, k) * t**k * (10 - t) ** (games - k) for t in tenths] for k in range(games + 1)]
    first = second = fewer = 0
    for wins, ways in enumerate(each):
        best = (fewer + sum(ways)) ** players - fewer**players
        first += wins * best
        second += best // sum(ways) * sum(t * some for t, some in zip(tenths, ways, strict=True))
        fewer += sum(ways)
    return Fraction(first, games * fewer**players), Fraction(second, 10 * fewer**players)


def _next(p: Params) -> Fraction:
    """Return the mean proportion of new games won by a champion with this many wins, whoever the other players are."""
    ways = [tenth ** p["wins"] * (10 - tenth) ** (p["games"] - p["wins"]) for tenth in p["tenths"]]
    return Fraction(sum(tenth * some for tenth, some in zip(p["tenths"], ways, strict=True)), 10 * sum(ways))


def _again(p: Params) -> Trial:
    """Return a trial that plays seasons until the champion has this many wins, and returns the proportion of new games
    that the champion wins."""
    seasons = [successes(p["games"], Fraction(tenth, 10)) for tenth in p["tenths"]]

    def trial(random: Random) -> float:
        while True:
            players = random.choices(seasons, k=p["players"])
            wins = [season(random) for season in players]
            if max(wins) == p["wins"]:
                return float(players[wins.index(p["wins"])](random) / p["games"])

    return trial


def _season(random: Random) -> Params:
    """Return a season and a typical result for its champion."""
    players, games, tenths = random.choice((5, 6, 8, 10)), random.choice((12, 16, 20)), random.choice((EQUAL, MIXED))
    wins = round(games * champion_of(players, games, tenths)[0]) + random.choice((0, 1))
    return {"players": players, "games": games, "tenths": tenths, "wins": wins, "half": games // 2}


COPIES = phrase("All of them are copies of the same program, and so is their opponent.")
KINDS = phrase("In the long run, each of them wins either 40% or 60% of all games. Both are equally likely.")

AGAIN = question(
    id="15/again",
    kind="choice",
    goals=(phrase("Tell what stays apart from what does not: skill stays, luck does not."),),
    standards=STANDARDS,
    prompt=phrase(
        "{players} players play {games} games each against the computer. {strengths} The best of the {players} "
        "wins {wins} games. Then this player plays {games} new games. How many of these does such a player win on "
        "average?"
    ),
    draw=_season,
    answer=lambda p: "half" if p["tenths"] == EQUAL else "between",
    choices=(
        Choice(
            "same",
            phrase("about {wins} wins again"),
            phrase("This player was chosen for the {wins} wins, and part of them was luck. New games bring new luck."),
        ),
        Choice(
            "between",
            phrase("more than {half} wins, but fewer than {wins}"),
            phrase(
                "Part of the lead would be left if this player were better than the others. Can that be the case here?"
            ),
        ),
        Choice(
            "half",
            phrase("about {half} wins"),
            phrase(
                "That would be right if all were equal. But some are better, and the best of {players} is probably "
                "one of them."
            ),
        ),
        Choice(
            "fewer",
            phrase("fewer than {half} wins, since luck evens out"),
            phrase("Luck has no memory. Nobody has to pay for good luck with bad luck."),
        ),
    ),
    hints=(
        phrase("It takes two things to be the best of {players}. Which ones?"),
        phrase("Skill carries over into the new games. Luck does not."),
        phrase(
            "How strong are these players? If all are equally strong, the whole lead was luck. If they are not, "
            "only part of it was."
        ),
    ),
    solution=phrase(
        "Skill stays, luck does not. This player won {wins} of {games} games. On average, such a player wins "
        "{next} of new games. {next} of {games} games are {mean}, so the answer is: {answer}."
    ),
    shown=lambda p: {
        "strengths": Translatable(COPIES if p["tenths"] == EQUAL else KINDS),
        "next": percent(_next(p)),
        "mean": number(p["games"] * _next(p)),
    },
    experiment=_again,
    reads=lambda p, value: "half" if abs(value - 0.5) < 0.03 else "between",
    reflect=Reflection(
        phrase("What would you have to know to tell how much of a lead will be left?"),
        phrase("You would have to know how much the players differ in skill, and how much luck moves a result."),
    ),
)


def _league(random: Random, level: int) -> Params:
    players, games = at_level(level, ((2, 4), (2, 12)), ((2, 7), (3, 8)), ((6, 9), (8, 16)))
    return {"players": random.randint(*players), "games": random.randint(*games)}


def _best(players: int, games: int) -> Fraction:
    return games * champion_of(players, games, EQUAL)[0]


BEST = question(
    id="15/best",
    kind="number",
    digits=3,
    goals=(phrase("Compute the mean of the best of several results."),),
    standards=STANDARDS,
    prompt=phrase(
        "{players} players play {games} games each, always against outsiders and never against each other. All are "
        "equally strong: they win any one game with probability 50%, independently of all other games. How many "
        "games does the best of them win on average?"
    ),
    draw=_league,
    answer=lambda p: _best(p["players"], p["games"]),
    wrong=(
        Distractor(
            "anybody",
            lambda p: Fraction(p["games"], 2),
            phrase("That is the mean of a player whom you name beforehand. The best player is known only afterward."),
        ),
        Distractor(
            "all together",
            lambda p: Fraction(p["games"] * p["players"], 2),
            phrase("You multiplied by the number of players. That is how many games all of them win together."),
        ),
        Distractor(
            "worst",
            lambda p: p["games"] - _best(p["players"], p["games"]),
            phrase("You asked for all players to have k wins or more. That gives the mean of the worst player."),
        ),
    ),
    hints=(
        phrase("When does the best of them have fewer than k wins? What must be true of each player then?"),
        phrase(
            "The mean is the sum of the probabilities of at least 1 win, at least 2, and so on up to at least {games}."
        ),
        phrase(
            "Find the probability of fewer than k heads in {games} tosses, and raise it to the power of {players}. "
            "Subtract that from 1, and add up the results for k = 1 to {games}."
        ),
    ),
    solution=phrase(
        "Let F be the probability that a player has fewer than k wins. Then the best has k wins or more with "
        "probability 1 minus (F to the power of {players}). Add that up for k = 1 to {games}: {sum} = {answer}. A "
        "single player wins {mean} on average."
    ),
    shown=lambda p: {"mean": number(Fraction(p["games"], 2)), "sum": best_of(p["players"], p["games"])},
    experiment=lambda p: lambda random: max(random.getrandbits(p["games"]).bit_count() for _ in range(p["players"])),
    reflect=Reflection(
        phrase(
            "Suppose that 100 equal players take part instead of 10. Is the lead of the best over the mean ten "
            "times as large?"
        ),
        phrase(
            "Far from it. The lead does not even double, because each further player adds less than the one before."
        ),
    ),
)
