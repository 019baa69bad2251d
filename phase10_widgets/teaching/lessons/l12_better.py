"""Lesson 12: telling luck from skill. The misconception: "56 of 100 is proof"."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, isqrt
from random import Random

from ...core.translatable import phrase
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Distractor, Params, Reflection
from .common import question

TITLE = phrase("Is my player better?")
STANDARDS = ("HSS-IC.A.2", "HSS-IC.B.4", "HSS-IC.B.5", "HSS-MD.B.7")


@cache
def _tail(wins: int, games: int) -> Fraction:
    """Return the chance that an equal player wins at least *wins* of the games."""
    return Fraction(sum(comb(games, k) for k in range(wins, games + 1)), 2**games)


def _contest(random: Random) -> Params:
    """Return a number of games between two players, of which one wins somewhat more than half."""
    games = random.choice((40, 50, 60, 100))
    return {"games": games, "wins": games // 2 + random.choice((5, 6)) * (isqrt(games) + 1) // 8}


def _won(games: int, random: Random) -> int:
    return sum([random.random() < 0.5 for _ in range(games)])


LUCK = question(
    id="12/luck",
    goals=(phrase("Ask how often luck alone would do as well."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your player wins {wins} of {games} games. Suppose it is no better than its opponent. How likely is it to "
        "win {wins} or more games anyway?"
    ),
    draw=_contest,
    answer=lambda p: _tail(p["wins"], p["games"]),
    wrong=(
        Distractor(
            "just as many",
            lambda p: _tail(p["wins"], p["games"]) - _tail(p["wins"] + 1, p["games"]),
            phrase("That is the chance of exactly {wins} wins. An even better result would have convinced you, too."),
        ),
        Distractor(
            "share",
            lambda p: Fraction(p["wins"], p["games"]),
            phrase("That is the proportion of games it won. The question is how often luck alone does that well."),
        ),
        Distractor(
            "fewer",
            lambda p: 1 - _tail(p["wins"], p["games"]),
            phrase("That is the chance of winning fewer than {wins} games."),
        ),
    ),
    hints=(
        phrase("Two equal players are like the two sides of a coin. How many times would you toss it?"),
        phrase("The chance of exactly k heads in n tosses is C(n, k) divided by 2 to the power of n."),
        phrase("Add that up for k from {wins} to {games}, or simulate {games} tosses many times."),
    ),
    solution=phrase(
        "Add up C({games}, k) from k = {wins} to {games}, and divide the sum by 2 to the power of {games}: {answer}."
    ),
    experiment=lambda p: lambda random: _won(p["games"], random) >= p["wins"],
    reflect=Reflection(
        phrase("56 wins in 100 games: is that proof?"),
        phrase(
            "No. Luck alone does that well in 14% of all such contests. But it is a good reason to play more games."
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
    answer=lambda p: 2 * _tail(p["wins"], p["games"]),
    wrong=(
        Distractor(
            "one side",
            lambda p: _tail(p["wins"], p["games"]),
            phrase("That is the chance for one particular player. Here, either player could win that many games."),
        ),
        Distractor(
            "product",
            lambda p: _tail(p["wins"], p["games"]) ** 2,
            phrase("You multiplied, as if both had to win that many games. They cannot both win more than half."),
        ),
        Distractor(
            "level",
            lambda p: 1 - 2 * _tail(p["wins"], p["games"]),
            phrase("That is the chance that neither player wins that many."),
        ),
    ),
    hints=(
        phrase("Which player could the result favor?"),
        phrase("Both cases are equally likely, and they cannot happen together."),
        phrase("Find the chance that one particular player does it, as in the last question, and double it."),
    ),
    solution=phrase("The chance is {one} for each of the two players, and they cannot both win that many: {answer}."),
    shown=lambda p: {"one": percent(_tail(p["wins"], p["games"]))},
    experiment=lambda p: lambda random: max(won := _won(p["games"], random), p["games"] - won) >= p["wins"],
    reflect=Reflection(
        phrase("When is it fair to count only one side?"),
        phrase("When you predicted which player was better before the first game."),
    ),
)

MANY = question(
    id="12/many",
    goals=(phrase("Beware of the best of many."),),
    standards=STANDARDS,
    prompt=phrase(
        "{players} players are all exactly as good as the house player. Each plays {games} games against it. How "
        "likely is it that at least one of them wins {wins} or more? (For a single player, the chance is {one}.)"
    ),
    draw=lambda random: {**_contest(random), "players": random.choice((5, 8, 12))},
    answer=lambda p: 1 - (1 - _tail(p["wins"], p["games"])) ** p["players"],
    wrong=(
        Distractor(
            "single",
            lambda p: _tail(p["wins"], p["games"]),
            phrase("That is the chance for one player. You are looking at the best of {players}."),
        ),
        Distractor(
            "added",
            lambda p: p["players"] * _tail(p["wins"], p["games"]),
            phrase("You added up the chances. That counts a case twice if two players are lucky at once."),
        ),
        Distractor(
            "nobody",
            lambda p: (1 - _tail(p["wins"], p["games"])) ** p["players"],
            phrase("That is the chance that nobody does that well. You are one step away."),
        ),
    ),
    hints=(
        phrase("It is the same question as in lesson 3: at least one."),
        phrase("A single player falls short {miss} of the time."),
        phrase("Multiply {players} such factors and subtract the product from 1."),
    ),
    solution=phrase(
        "The chance that nobody does that well is {nobody}. So the chance that somebody does is {answer}, "
        "even though no one is better."
    ),
    shown=lambda p: {
        "one": percent(_tail(p["wins"], p["games"])),
        "miss": percent(1 - _tail(p["wins"], p["games"])),
        "nobody": percent((1 - _tail(p["wins"], p["games"])) ** p["players"]),
    },
    experiment=lambda p: lambda random: any(_won(p["games"], random) >= p["wins"] for _ in range(p["players"])),
    reflect=Reflection(
        phrase(
            "You tried ten versions of a player and want to report the result of the best one. What should you "
            "do first?"
        ),
        phrase("Have that version play new games. Its luck will not carry over."),
    ),
)


@cache
def _peeked(looks: int, batch: int) -> Fraction:
    """Return the chance that at some look the wins are at least 70% of the games so far."""
    left: dict[int, Fraction] = {0: Fraction(1)}
    stopped = Fraction(0)
    for look in range(1, looks + 1):
        after: dict[int, Fraction] = {}
        for wins, chance in left.items():
            for k in range(batch + 1):
                after[wins + k] = after.get(wins + k, Fraction(0)) + chance * Fraction(comb(batch, k), 2**batch)
        stopped += sum((chance for wins, chance in after.items() if _striking(wins, look * batch)), Fraction(0))
        left = {wins: chance for wins, chance in after.items() if not _striking(wins, look * batch)}
    return stopped


def _striking(wins: int, games: int) -> bool:
    return 10 * wins >= 7 * games


def _look(games: int) -> Fraction:
    return _tail(-(-7 * games // 10), games)


PEEK = question(
    id="12/peeking",
    goals=(phrase("See how checking the result again and again can fool you."),),
    standards=STANDARDS,
    prompt=phrase(
        "Two players are equally good. You check the result after every {batch} games, at most {looks} times, and "
        "stop as soon as your player has won at least 70% of the games so far. How likely are you to stop for that"
        " reason, even though your player is no better?"
    ),
    draw=lambda random: {"batch": random.choice((8, 10, 12)), "looks": random.randint(3, 6)},
    answer=lambda p: _peeked(p["looks"], p["batch"]),
    wrong=(
        Distractor(
            "first look",
            lambda p: _look(p["batch"]),
            phrase("That is the chance at the first check alone. Every later check is another chance to be fooled."),
        ),
        Distractor(
            "last look",
            lambda p: _look(p["batch"] * p["looks"]),
            phrase(
                "That is the chance for one check at the end, after all the games. But you also check along the "
                "way, when the win rate still varies more."
            ),
        ),
        Distractor(
            "added",
            lambda p: sum((_look(p["batch"] * at) for at in range(1, p["looks"] + 1)), Fraction(0)),
            phrase(
                "You added up the chances for all the checks. But a player who is ahead at one check is often ahead"
                " at the next one, too."
            ),
        ),
    ),
    hints=(
        phrase("How many chances to be fooled are you giving yourself?"),
        phrase("Go through the contests check by check, and remove those that have already stopped."),
        phrase("Keep a table of the wins after each check, or simulate {looks} times {batch} coin tosses."),
    ),
    solution=phrase(
        "The first check alone fools you in {first} of all contests; all the checks together fool you in {answer}."
    ),
    shown=lambda p: {"first": percent(_look(p["batch"]))},
    experiment=lambda p: lambda random: _fooled(p, random),
    reflect=Reflection(
        phrase("How can you check the result often and still be honest?"),
        phrase(
            "Use an interval designed for repeated checks, like the one in the arena. The price is that it is wider."
        ),
    ),
)


def _fooled(p: Params, random: Random) -> bool:
    won = 0
    for look in range(1, p["looks"] + 1):
        won += _won(p["batch"], random)
        if _striking(won, look * p["batch"]):
            return True
    return False


QUESTIONS = (LUCK, BOTH_SIDES, MANY, PEEK)

GUIDE = Guide(
    aim="Ask how often luck alone does as well, and settle before you look how often and at how many you look.",
    before="Adding up chances of C(n, k) rows of tosses; at least one (lesson 3); intervals (lesson 7).",
    plan=(
        Step(6, "Play one round each. Who won? Are the winners better players? How many rounds would it take?"),
        Step(6, "Predict question 1 with how sure they are; take a show of hands: is 56 of 100 proof?"),
        Step(
            10, "Contests of equal players: 1,000 at once, then peeking, then twelve players. Collect the three shares."
        ),
        Step(10, "Compute the p-value of 56, and the interval. Answer question 1; question 2 together."),
        Step(10, "Peeking and many comparisons: questions 3 and 4 in pairs. Somebody tells the jelly beans."),
        Step(3, "Start the tournament and let it run while everybody writes one sentence."),
    ),
    talks=(
        Talk(
            "56 of 100 is no proof. Is it proof that the player is not better?",
            "No. Such a contest would notice a strength of 56% in three of ten cases only. It is a reason to play on.",
        ),
        Talk(
            "Why does it matter when somebody decided to stop?",
            "Who may stop whenever it looks good has many chances to be fooled; the same numbers mean less.",
        ),
        Talk(
            "A newspaper reports one study out of many. What would you like to know?",
            "How many were tried, what was planned beforehand, and whether somebody did it again with new people.",
        ),
    ),
    misconceptions=(
        Misconception(
            "A p-value of 5% means that the player is better with a chance of 95%.",
            "It is the chance of such a result if the players are equal, not of being equal given the result: the two "
            "conditions of lesson 6. Ask what share of tried players are really better.",
        ),
        Misconception(
            "More games make false alarms rarer.",
            "With one look at the end they stay at about 5%: that is how the line was drawn. More games help to "
            "notice skill.",
        ),
        Misconception(
            "A significant difference is a large one.",
            "With 10,000 games 51% is striking. Set the strength to 51% in the figure: not even 1,600 games are "
            "enough there.",
        ),
    ),
    without="Everybody tosses a coin 20 times; whoever has 13 heads or more is a champion. Let the champions "
    "toss again.",
)
