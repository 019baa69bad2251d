"""Lesson 12: telling luck from skill. The misconception: "56 of 100 is proof"."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, isqrt, prod
from random import Random

from ...core.translatable import phrase
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Distractor, Params, Reflection
from .common import question
from .worked import at_checks, first_terms

STANDARDS = ("HSS-IC.A.2", "HSS-IC.B.4", "HSS-IC.B.5", "HSS-MD.B.7")


@cache
def _tail(wins: int, games: int) -> Fraction:
    """Return the chance that an equal player wins at least *wins* of the games."""
    return Fraction(sum(comb(games, k) for k in range(wins, games + 1)), 2**games)


def _contest(random: Random) -> Params:
    """Return a number of games between two players, of which one wins somewhat more than half."""
    games = random.randrange(40, 121, 5)
    return {"games": games, "wins": games // 2 + 1 + random.randint(isqrt(games) // 2, isqrt(games))}


def _won(games: int, random: Random) -> int:
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
        "Exactly {wins} wins: C({games}, {wins}) divided by 2 to the power of {games}, or {exact}. One win more: "
        "{next}. Two more: {after}. Go on like this up to {games} wins, and add everything up: {answer}."
    ),
    shown=lambda p: first_terms(p["wins"], p["games"]),
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
        phrase("Find the chance that one particular player wins that many games or more, and double it."),
    ),
    solution=phrase(
        "For one of them, add up C({games}, k) from k = {wins} to {games}, and divide by 2 to the power of {games}: "
        "{one}. It is the same for the other, and they cannot both win that many. Double it: {answer}."
    ),
    shown=lambda p: {"one": percent(_tail(p["wins"], p["games"]))},
    experiment=lambda p: lambda random: max(won := _won(p["games"], random), p["games"] - won) >= p["wins"],
    reflect=Reflection(
        phrase("When is it fair to count only one side?"),
        phrase("When you predicted which player was better before the first game."),
    ),
)


def _tries(random: Random) -> Params:
    """Return a contest and a number of players for whom no mistake happens to give the right answer."""
    while True:
        players, contest = random.choice((5, 8, 12)), _contest(random)
        one = _tail(contest["wins"], contest["games"])
        if one > Fraction(1, 25) and abs((1 - one) ** players - Fraction(1, 2)) > Fraction(1, 50):
            return {**contest, "players": players}


MANY = question(
    id="12/many",
    goals=(phrase("Beware of the best of many."),),
    standards=STANDARDS,
    prompt=phrase(
        "{players} players are all exactly as good as the house player. Each plays {games} games against it. How "
        "likely is it that at least one of them wins {wins} or more? (For a single player, the chance is {one}.)"
    ),
    draw=_tries,
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
        "One player has a {miss} chance of falling short. For all {players}, it is {miss} to the power of {players}: "
        "{nobody}. So the chance that somebody does that well is {answer}, even though no one is better."
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


def _stopped(looks: int, batch: int, stops: Callable[[int, int], bool]) -> Fraction:
    """Return the chance that a contest of equal players stops: at some look, *stops* accepts the wins and games."""
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
    """Return the chance that at some look the wins are at least 70% of the games so far."""
    return _stopped(looks, batch, _striking)


def _striking(wins: int, games: int) -> bool:
    return 10 * wins >= 7 * games


def _look(games: int) -> Fraction:
    return _tail(-(-7 * games // 10), games)


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
        "Keep a table of the wins, and remove the contests that stop. The first check stops {first} of all contests. "
        "The shares of all {looks} checks, in order: {shares}. Together: {answer}."
    ),
    shown=lambda p: {
        "first": percent(_look(p["batch"])),
        "shares": at_checks(lambda looks: _peeked(looks, p["batch"]), p["looks"]),
    },
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

STRIKING = {10: 9, 20: 15, 30: 20, 40: 26, 50: 32, 60: 37, 70: 43, 80: 48, 90: 54, 100: 59}
"""The wins that equal players reach in at most 5% of contests, by the number of games."""
DOC = phrase("Play a contest of equal players; return True if it is striking at some point.")
_LINES = """def better(random):
    striking = [9, 15, 20, 26, 32, 37, 43, 48, 54, 59]
"""
_PLAY = "        wins += sum(random.random() < 0.5 for game in range(10))\n"
_LOOKS = _LINES + "    wins = 0\n    for line in striking:\n" + _PLAY

TASK = CodeTask(
    id="12/your-turn",
    name="better",
    kind="chance",
    exact=_stopped(10, 10, lambda wins, games: wins >= STRIKING[games]),
    prompt=phrase(
        "Somebody plays up to 100 games and checks the result after every 10. After 10, 20, … 100 games, 9, 15, 20, "
        "26, 32, 37, 43, 48, 54 and 59 wins are striking. Write this person's rule for two equal players: play the "
        "games, and return True as soon as a result is striking. Return False if none is. How often does the rule "
        "call an equal player better?"
    ),
    start=f'''def better(random):
    """{DOC}"""
    striking = [9, 15, 20, 26, 32, 37, 43, 48, 54, 59]
    return ___
''',
    solution=_LOOKS
    + """        if wins >= line:
            return True
    return False
""",
    bugs=(
        Bug(
            "only the end",
            _LINES
            + """    wins = sum(random.random() < 0.5 for game in range(100))
    return wins >= striking[-1]
""",
            _tail(59, 100),
            phrase(
                "You check only once, after 100 games. That is the honest test, and it is fooled in less than 5% of "
                "contests. This person checks ten times."
            ),
        ),
        Bug(
            "first look",
            _LOOKS
            + """        if wins >= line:
            return True
        return False
""",
            _tail(9, 10),
            phrase(
                "Only the first ten games count in your code. Do you return False inside the loop, or do you start "
                "counting the wins again at each check?"
            ),
        ),
        Bug(
            "new games",
            _LINES
            + """    for check, line in enumerate(striking, 1):
        wins = sum(random.random() < 0.5 for game in range(10 * check))
        if wins >= line:
            return True
    return False
""",
            Fraction(1 - prod(1 - _tail(wins, games) for games, wins in STRIKING.items())),
            phrase(
                "You play new games for each check. In a contest, the wins so far stay, and each check adds only ten "
                "more games."
            ),
        ),
        Bug(
            "more than",
            _LOOKS
            + """        if wins > line:
            return True
    return False
""",
            _stopped(10, 10, lambda wins, games: wins > STRIKING[games]),
            phrase("You ask for more wins than the line. Exactly as many wins as the line are striking, too."),
        ),
        Bug(
            "both sides",
            _LOOKS
            + """        if wins >= line or 10 * (striking.index(line) + 1) - wins >= line:
            return True
    return False
""",
            _stopped(10, 10, lambda wins, games: max(wins, games - wins) >= STRIKING[games]),
            phrase(
                "You also stop when the opponent's wins are striking. That is a two-sided test, and it doubles the "
                "false alarms. This person looks at one player only."
            ),
        ),
        Bug(
            "every look",
            _LOOKS
            + """        if wins < line:
            return False
    return True
""",
            1 - _stopped(10, 10, lambda wins, games: wins < STRIKING[games]),
            phrase("You ask that every result is striking. One striking result is enough for this person to stop."),
        ),
    ),
    hints=(
        phrase("Start with no wins, and go through the list with a loop. What happens between two checks?"),
        phrase(
            "sum(random.random() < 0.5 for game in range(10)) plays ten games. Add the result to the wins so far, and "
            "compare the wins with the line."
        ),
        phrase(
            "Inside the loop, return True if wins >= line. Return False only after the loop, when all ten checks are "
            "over."
        ),
    ),
    trials=12_000,
)

GUIDE = Guide(
    aim="Ask how often luck alone does as well, and decide before you look how often and at how many you will look.",
    before="C(n, k) and rows of coin tosses; at least one (lesson 3); intervals (lesson 7). Power "
    "(lesson 11) is explained here, too.",
    plan=(
        Step(
            6,
            "Everybody plays one game of phase 1. Are the winners better players? How many games would it take to find "
            "out?",
        ),
        Step(6, "Everybody predicts question 1 with their confidence. A show of hands: is 56 of 100 proof?"),
        Step(
            10,
            "The figure: everybody guesses, then plays 100 contests of equal players. Collect three shares: one check, "
            "ten checks, the best of twelve.",
        ),
        Step(
            10,
            "Compute the p-value of 56 wins, and name the null hypothesis, the significance level and the two kinds "
            "of error. Answer question 1; do question 2 together.",
        ),
        Step(
            10,
            "Many comparisons and peeking: questions 3 and 4 in pairs. Those who program write the rule in Your turn. "
            "Somebody tells the story of the jelly beans.",
        ),
        Step(
            3,
            "Start the tournament. While it runs, everybody writes one sentence: when will I believe it? At home, "
            "those who program write a player and hand in their progress; the ladder opens the next period.",
        ),
    ),
    talks=(
        Talk(
            "56 of 100 is no proof. Is it proof that the player is not better?",
            "No. If its true strength is 56%, such a contest notices that only three times out of ten: the power is "
            "low. It is a reason to play on.",
        ),
        Talk(
            "Which error is worse: believing in a player who is not better (type I), or missing one who is (type II)?",
            "It depends on what follows. Compare a spam filter, a court, and a test for a disease. A lower "
            "significance level makes one error rarer and the other more common.",
        ),
        Talk(
            "Why does it matter when somebody decided to stop?",
            "If you may stop whenever it looks good, you have many chances to be fooled. The same numbers mean less.",
        ),
        Talk(
            "Look at the class ladder. Is whoever comes first the best player of the class?",
            "Not for certain: many of the intervals overlap, and the best of many was lucky, too. Let the first three "
            "play again with another seed.",
        ),
        Talk(
            "A newspaper reports one study out of many. What would you like to know?",
            "How many were tried, what was planned beforehand, and whether anybody repeated it with new people.",
        ),
    ),
    misconceptions=(
        Misconception(
            "A p-value of 5% means a 95% chance that the player is better.",
            "It is the chance of such a result if the players are equal. It is not the chance that they are equal, "
            "given the result. These are the two conditions of lesson 6. Ask what share of the players you try are "
            "really better.",
        ),
        Misconception(
            "More games make false alarms rarer.",
            "With one check at the end they stay at about 5%, because that is how the line was chosen. More games "
            "raise the power: they help you notice skill.",
        ),
        Misconception(
            "A significant difference is a large one.",
            "With 10,000 games, 51% is striking. Set the strength to 51% in the figure: even 1,600 games are not "
            "enough to notice it four times out of five.",
        ),
        Misconception(
            "If the result is not significant, the null hypothesis is true.",
            "It was not rejected, and that is all. The interval shows which other strengths fit as well.",
        ),
    ),
    without="Everybody tosses a coin 20 times. With 15 heads or more, you are a champion (one in fifty is). Let the "
    "champions toss again.",
)
