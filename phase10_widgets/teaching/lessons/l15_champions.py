"""Lesson 15: regression to the mean. The misconception: "the champion will do as well again"."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from random import Random

from ...core.translatable import Translatable, phrase
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number, percent
from ..question import Choice, Distractor, Params, Reflection
from .common import question
from .l15_evening import BLAME
from .worked import best_of

STANDARDS = ("HSS-ID.C.7", "HSS-ID.C.8", "HSS-IC.B.6", "HSS-MD.A.2")
EQUAL, MIXED = (5,), (4, 6)
"""The equally likely strengths of a player: the games won in the long run, of ten."""


@cache
def _champion(players: int, games: int, tenths: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """Return the mean share of games that the champion of season one wins in each season."""
    each = [[comb(games, k) * t**k * (10 - t) ** (games - k) for t in tenths] for k in range(games + 1)]
    first = second = fewer = 0
    for wins, ways in enumerate(each):
        best = (fewer + sum(ways)) ** players - fewer**players
        first += wins * best
        second += best // sum(ways) * sum(t * some for t, some in zip(tenths, ways, strict=True))
        fewer += sum(ways)
    return Fraction(first, games * fewer**players), Fraction(second, 10 * fewer**players)


def _won(games: int, strength: float, random: Random) -> int:
    return sum(random.random() < strength for _ in range(games))


def _next(p: Params) -> Fraction:
    """Return the mean share of new games won by a champion with these wins; the others tell nothing about it."""
    ways = [tenth ** p["wins"] * (10 - tenth) ** (p["games"] - p["wins"]) for tenth in p["tenths"]]
    return Fraction(sum(tenth * some for tenth, some in zip(p["tenths"], ways, strict=True)), 10 * sum(ways))


def _again(p: Params, random: Random) -> float:
    """Play seasons until the champion has these wins, and return the share of new games that it wins."""
    while True:
        strengths = [random.choice(p["tenths"]) / 10 for _ in range(p["players"])]
        wins = [_won(p["games"], strength, random) for strength in strengths]
        if max(wins) == p["wins"]:
            return float(_won(p["games"], strengths[wins.index(max(wins))], random) / p["games"])


def _season(random: Random) -> Params:
    """Return a season and a typical result of its champion."""
    players, games, tenths = random.choice((5, 6, 8, 10)), random.choice((12, 16, 20)), random.choice((EQUAL, MIXED))
    wins = round(games * _champion(players, games, tenths)[0]) + random.choice((0, 1))
    return {"players": players, "games": games, "tenths": tenths, "wins": wins, "half": games // 2}


COPIES = phrase("All of them are copies of the same program, and so is their opponent.")
KINDS = phrase("Each of them wins either 40% or 60% of all games in the long run; both are equally likely.")

AGAIN = question(
    id="15/again",
    kind="choice",
    goals=(phrase("Tell what stays from what does not: skill stays, luck does not."),),
    standards=STANDARDS,
    prompt=phrase(
        "{players} players play {games} games each against the computer. {strengths} The best of the {players} wins "
        "{wins} games. Then this player plays {games} new games. How many of them does such a player win on average?"
    ),
    draw=_season,
    answer=lambda p: "half" if p["tenths"] == EQUAL else "between",
    choices=(
        Choice(
            "same",
            phrase("about {wins} wins again"),
            phrase("It was chosen for its {wins} wins, and luck had a part in them. New games bring new luck."),
        ),
        Choice(
            "between",
            phrase("more than {half} wins, but fewer than {wins}"),
            phrase("Some of the lead would be left if this player were better than the others. Can it be better here?"),
        ),
        Choice(
            "half",
            phrase("about {half} wins"),
            phrase("Right if all were equal. But some are better, and the best of {players} is probably one of them."),
        ),
        Choice(
            "fewer",
            phrase("fewer than {half} wins, since luck evens out"),
            phrase("Luck has no memory. Nobody has to pay for good luck with bad luck."),
        ),
    ),
    hints=(
        phrase("Two things make a player the best of {players}. Which ones?"),
        phrase("Skill carries over into the new games. Luck does not."),
        phrase(
            "How strong are these players? If all are equally strong, the whole lead was luck. If not, only part of it."
        ),
    ),
    solution=phrase(
        "Skill stays, luck does not. This player won {wins} of {games} games. Of the next {games}, such a player wins "
        "{next} on average. {next} of {games} games are {mean}, so the answer is: {answer}."
    ),
    shown=lambda p: {
        "strengths": Translatable(COPIES if p["tenths"] == EQUAL else KINDS),
        "next": percent(_next(p)),
        "mean": number(p["games"] * _next(p)),
    },
    experiment=lambda p: lambda random: _again(p, random),
    reads=lambda p, value: "half" if abs(value - 0.5) < 0.03 else "between",
    reflect=Reflection(
        phrase("What would you have to know to tell how much of a lead will be left?"),
        phrase("How much the players differ in skill, compared with how much luck moves a result."),
    ),
)


def _best(players: int, games: int) -> Fraction:
    return games * _champion(players, games, EQUAL)[0]


BEST = question(
    id="15/best",
    kind="number",
    digits=3,
    goals=(phrase("Compute the mean of the best of several results."),),
    standards=STANDARDS,
    prompt=phrase(
        "{players} players play {games} games each, all against outsiders and never against each other. All are "
        "equally strong: each has a 50% chance of winning any one game, independently of all the other games. How many "
        "games does the best of them win on average?"
    ),
    draw=lambda random: {"players": random.randint(2, 7), "games": random.randint(3, 8)},
    answer=lambda p: _best(p["players"], p["games"]),
    wrong=(
        Distractor(
            "anybody",
            lambda p: Fraction(p["games"], 2),
            phrase("That is the mean of any player whom you name beforehand. The best is named afterward."),
        ),
        Distractor(
            "all together",
            lambda p: Fraction(p["games"] * p["players"], 2),
            phrase("You multiplied by the number of players. That is how many games all of them win together."),
        ),
        Distractor(
            "worst",
            lambda p: p["games"] - _best(p["players"], p["games"]),
            phrase("You asked that all players have k wins or more. That makes it the mean of the worst player."),
        ),
    ),
    hints=(
        phrase("When does the best of them have fewer than k wins? What must be true of each player then?"),
        phrase("The mean is the sum of the chances of at least 1 win, at least 2, and so on up to at least {games}."),
        phrase(
            "Find the chance of fewer than k heads in {games} tosses, and raise it to the power of {players}. Subtract "
            "that from 1, and add up the results for k = 1 to {games}."
        ),
    ),
    solution=phrase(
        "Let F be a player's chance of fewer than k wins. The best has k wins or more with a chance of 1 minus (F to "
        "the power of {players}). Add that up for k = 1 to {games}: {sum} = {answer}. A single player wins {mean} on "
        "average."
    ),
    shown=lambda p: {"mean": number(Fraction(p["games"], 2)), "sum": best_of(p["players"], p["games"])},
    experiment=lambda p: lambda random: max(random.getrandbits(p["games"]).bit_count() for _ in range(p["players"])),
    reflect=Reflection(
        phrase("Instead of 10 equal players, 100 take part. Is the lead of the best over the mean ten times as large?"),
        phrase("Far from it. It does not even double, because each further player adds less than the one before."),
    ),
)

DECK = (5,) * 72 + (10,) * 24 + (15,) * 4 + (25,) * 8
"""The points of classic's cards (C2, C7)."""
POINTS = sum(DECK)


def _expensive(random: Random) -> Params:
    """Return a hand of ten that costs 120 points or more, and how many of its cards stay."""
    wilds = random.choice((3, 4))
    tens = random.randint(2, 7) if wilds == 3 else random.randint(0, 6)
    hand = (25,) * wilds + (10,) * tens + (5,) * (10 - wilds - tens)
    kept = random.randint(2, 6)
    return {"hand": hand, "points": sum(hand), "kept": kept, "new": 10 - kept}


def _exchanged(p: Params, random: Random) -> int:
    deck = list(DECK)
    for points in p["hand"]:
        deck.remove(points)
    return int(sum(random.sample(p["hand"], p["kept"])) + sum(random.sample(deck, p["new"])))


EXCHANGE = question(
    id="15/exchange",
    kind="number",
    digits=3,
    goals=(phrase("Compute how far a result goes back if a part of it stays."),),
    standards=STANDARDS,
    prompt=phrase(
        "The 108 cards cost 860 points together, so ten of them cost 79.63 on average. Your ten cost {points}. You "
        "keep {kept} of them, drawn by lot. The other {new} go away, and you get {new} new ones from the 98 cards "
        "that were not in your hand. What do your ten cards cost on average now?"
    ),
    draw=_expensive,
    answer=lambda p: (
        Fraction(p["kept"] * p["points"], 10) + Fraction(p["new"] * (POINTS - p["points"]), len(DECK) - 10)
    ),
    wrong=(
        Distractor(
            "same",
            lambda p: p["points"],
            phrase("That is what your hand costs before the exchange. The new cards are not as expensive as the old."),
        ),
        Distractor(
            "mean",
            lambda p: Fraction(10 * POINTS, len(DECK)),
            phrase("That is the mean of ten new cards. But {kept} of the expensive ones stay."),
        ),
        Distractor(
            "whole deck",
            lambda p: Fraction(p["kept"] * p["points"], 10) + Fraction(p["new"] * POINTS, len(DECK)),
            phrase("Close. But the new cards come from 98 cards, and your expensive ones are not among them."),
        ),
    ),
    hints=(
        phrase("Look at the cards that stay and the new ones separately. Expected values add up."),
        phrase("A card that stays costs {points}/10 on average."),
        phrase("A new card costs (860 − {points})/98 on average. Add {kept} of the old kind and {new} of the new."),  # noqa: RUF001
    ),
    solution=phrase(
        "{kept} · {points}/10 + {new} · (860 − {points})/98 = {answer}. The cards that stay "  # noqa: RUF001
        "bring their share of the old cost with them."
    ),
    experiment=lambda p: lambda random: _exchanged(p, random),
    reflect=Reflection(
        phrase("Which part of this hand plays the role of skill, and which the role of luck?"),
        phrase("The cards that stay are like skill: they come along. The new cards are like luck."),
    ),
)


def _two_kinds(random: Random) -> Params:
    while True:
        low, games = random.choice((30, 35, 40, 42, 45)), random.randrange(10, 61, 5)
        p = {"low": low, "high": 100 - low, "games": games}
        if abs(_reliability(p) - Fraction(1, 2)) > Fraction(1, 50):  # else skill and luck have the same share
            return p


def _parts(p: Params) -> tuple[Fraction, Fraction]:
    """Return the variance of skill, and the variance of luck in one game."""
    return Fraction((p["high"] - p["low"]) ** 2, 200**2), Fraction(p["low"] * p["high"], 100**2)


def _reliability(p: Params) -> Fraction:
    skill, luck = _parts(p)
    return skill / (skill + luck / int(p["games"]))


def _deviations(p: Params, random: Random) -> float:
    """Return the product of what a player wins above the mean in two seasons."""
    strength = random.choice((p["low"], p["high"])) / 100
    one, two = (_won(p["games"], strength, random) - p["games"] / 2 for _ in range(2))
    return float(one * two / p["games"] ** 2)


RELIABILITY = question(
    id="15/reliability",
    goals=(phrase("Split a variance into skill and luck."),),
    standards=STANDARDS,
    prompt=phrase(
        "Half of all players win {low}% of their games in the long run, the other half {high}%. A season has {games} "
        "games. What share of the variance of the results is skill? In other words: what is the correlation between "
        "two seasons?"
    ),
    draw=_two_kinds,
    answer=_reliability,
    wrong=(
        Distractor(
            "one game",
            lambda p: _reliability({**p, "games": 1}),
            phrase("That is right for a season of one game. In {games} games, luck is watered down."),
        ),
        Distractor(
            "luck",
            lambda p: 1 - _reliability(p),
            phrase("That is the share of luck. The question asks for the share of skill."),
        ),
        Distractor(
            "not squared",
            lambda p: 1 / (1 + Fraction(2 * p["low"] * p["high"], 100 * (p["high"] - p["low"]) * p["games"])),
            phrase("The distance from the mean has to be squared. Only variances can be added."),
        ),
    ),
    hints=(
        phrase("A result is skill plus luck. Find the variance of each."),
        phrase("Skill: every player is {off} percentage points from the mean of 50%. Square that distance."),
        phrase("Luck: {low}% times {high}%, divided by {games}. Divide the variance of skill by the sum of the two."),
    ),
    solution=phrase(
        "Skill: every player is {off} percentage points from the mean, and the square of {off}% is {skill}. Luck: "
        "{low}% times {high}%, divided by {games}, is {luck}. Skill divided by the sum of the two: {answer}."
    ),
    shown=lambda p: {
        "off": (p["high"] - p["low"]) // 2,
        "skill": percent(_parts(p)[0]),
        "luck": percent(_parts(p)[1] / p["games"]),
    },
    experiment=lambda p: lambda random: _deviations(p, random),
    reads=lambda p, value: value * float(_reliability(p) / _parts(p)[0]),
    reflect=Reflection(
        phrase("A league wants the better player to win more often. What can it change?"),
        phrase("It can play more games: luck is watered down, skill is not. Then last year's champion does better."),
    ),
)

QUESTIONS = (AGAIN, BLAME, BEST, EXCHANGE, RELIABILITY)

PLAYERS, GAMES = 6, 10
FIRST, SECOND = (GAMES * share for share in _champion(PLAYERS, GAMES, MIXED))
STRONGEST = GAMES * (Fraction(6, 10) - Fraction(2, 10) / 2**PLAYERS)
"""The mean wins of a player with the highest strength: 60% unless all six have 40%."""
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
        "Six players play 10 games each. Each has a strength of 40% or 60%, drawn once for each player with equal "
        "chances. The strength is the share of games that it wins in the long run. The champion has the most wins; if "
        "several do, take the first. Then it plays 10 new games with the same strength. Return how many of these it "
        "wins."
    ),
    start=_SEASONS + "    return ___\n",
    solution=_program(_NEW),
    bugs=(
        Bug(
            "season one",
            _program("best"),
            FIRST,
            phrase("That is what the champion won when it became champion. Let it play ten new games."),
        ),
        Bug(
            "any player",
            _program("sum(random.random() < random.choice([0.4, 0.6]) for game in range(10))"),
            Fraction(GAMES, 2),
            phrase("Any player wins half of the games on average. The champion has to keep its strength."),
        ),
        Bug(
            "strongest",
            _program(_NEW, better="strength > champion"),
            STRONGEST,
            phrase("It chooses by strength, which nobody can see. The champion is the one with the most wins."),
        ),
        Bug(
            "last",
            _program(_NEW, begin="11", better="wins < best"),
            GAMES - SECOND,
            phrase("It follows the player with the fewest wins. The champion has the most."),
        ),
        Bug(
            "both seasons",
            _program(f"best + {_NEW}"),
            FIRST + SECOND,
            phrase("It returns the wins of both seasons together. Only those of season two count."),
        ),
    ),
    hints=(
        phrase("What do you have to remember of the best player so far? Two numbers are enough."),
        phrase(
            "For each of the six players, draw a strength with random.choice([0.4, 0.6]). Then count the wins: "
            "sum(random.random() < strength for game in range(10))."
        ),
        phrase("Remember the wins and the strength of the best so far. After the loop, play ten games with it."),
    ),
)

GUIDE = Guide(
    aim="The best were good and lucky. Skill stays, luck does not: expect less of all who were chosen for a good "
    "result.",
    before="Coin tosses and C(n, k); variance (lesson 8); the best of many (lesson 12). Bayes (lesson 6) helps.",
    plan=(
        Step(
            6,
            "Everybody plays a round and writes down the points. What will the three best score next time? Play again.",
        ),
        Step(5, "Everybody predicts question 1 with their confidence. Collect reasons for the fall on the board."),
        Step(
            10,
            "The figure: equal players, then players who differ. What is left of a lead with 10, 20 and 100 games?",
        ),
        Step(
            10,
            "Questions 2 and 3 in pairs. Then two seasons of one program: compare them with the reasons on the board.",
        ),
        Step(
            10,
            "Split the variance, draw the regression line; questions 1, 4 and 5. Those who program do Your turn.",
        ),
        Step(4, "The list of examples: who was chosen, for which result, and what would show a real effect?"),
    ),
    talks=(
        Talk(
            "Flight instructors said: praise makes pilots worse, and shouting makes them better. What had they seen?",
            "They praised after the best landings and shouted after the worst. Both were followed by more ordinary "
            "ones. Kahneman let them throw coins at a target behind their backs, twice, and showed them the same.",
        ),
        Talk(
            "If the best get worse and the worst get better, are not all equal in the end?",
            "No. Both seasons are spread alike: other players move to the ends. It works backward as well.",
        ),
        Talk(
            "The best schools in a country are small. Are small schools better?",
            "The worst are small, too. With few students, luck moves a mean a lot: lesson 7, and the same for "
            "hospitals.",
        ),
        Talk(
            "A remedy was tried on people who felt worst, and most felt better a week later. What is missing?",
            "A control group that felt as bad, chosen by lot, without the remedy. The difference is the effect.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The champion fell because of fame, laziness or a curse.",
            "Twelve copies of one program have none of these, and their champion falls as well.",
        ),
        Misconception(
            "Regression makes results more and more average.",
            "It concerns those who were chosen for their result. The spread of all results stays the same.",
        ),
        Misconception(
            "A correlation of 0.3 means that 30% of the players are skilled.",
            "It says what share of the variance is skill, and what share of a lead is left on average.",
        ),
    ),
    without="Each player throws a die once, in secret, and keeps it: that is skill. Each season, everybody throws "
    "another die: luck. The result is the sum. The three best and the three worst play season two. Half of the "
    "distance from 7 is left on average, because skill and luck have the same variance. Then throw both dice anew.",
)
