"""Lesson 10: the length of a game. The misconception: "10 phases are 10 rounds"."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from ...core.translatable import phrase
from ...odds.deal import deal
from ...odds.simulation.experiment import Trial
from ...odds.simulation.registry import question as experiment
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Distractor, Params, Reflection
from .common import question

TITLE = phrase("How long is a game?")
STANDARDS = ("HSS-MD.A.2", "HSS-MD.A.3", "HSS-MD.B.5")

_deal = cache(lambda phase: Fraction(deal("classic", phase)))


def _rounds(chance: float, random: Random) -> int:
    """Return the number of rounds until an event of this chance happens."""
    n = 1
    while random.random() >= chance:
        n += 1
    return n


TEN = question(
    id="10/ten-phases",
    kind="number",
    goals=(phrase("See a game as a ladder with waiting at each rung."),),
    standards=STANDARDS,
    prompt=phrase(
        "A player completes the phase of the moment in {percent} % of all rounds, whichever it is. How many rounds do "
        "all ten phases take on average?"
    ),
    draw=lambda random: {"percent": random.choice((25, 30, 35, 40, 45, 55, 60))},
    answer=lambda p: Fraction(1000, p["percent"]),
    wrong=(
        Distractor(
            "ten",
            lambda p: 10,
            phrase("Ten phases in ten rounds: that is the fastest game there is, not the usual one."),
        ),
        Distractor(
            "one more try",
            lambda p: 10 + Fraction(10 * (100 - p["percent"]), 100),
            phrase("You gave every missed phase one more round. That one can be missed, too, and the next as well."),
        ),
        Distractor(
            "one phase",
            lambda p: Fraction(100, p["percent"]),
            phrase("That is how long a single phase takes. There are ten rungs on the ladder."),
        ),
    ),
    hints=(
        phrase("How many rounds does one phase take? Imagine 1,000 rounds at the same rung."),
        phrase("In 1,000 rounds the rung is left about {percent} times ten. How long is one stay?"),
        phrase("One stay takes 100/{percent} rounds on average, and there are ten stays."),
    ),
    solution=phrase("Each phase takes 100/{percent} rounds on average, ten of them {answer}."),
    experiment=lambda p: lambda random: sum(_rounds(p["percent"] / 100, random) for _ in range(10)),
    reflect=Reflection(
        phrase("Why do real games end earlier than that?"),
        phrase("There are several players, and the game ends with the first one at the top."),
    ),
)


def _ladder(random: Random) -> Params:
    easy = random.randint(3, 7)
    return {"easy": easy, "hard": 10 - easy, "high": random.choice((60, 75, 80)), "low": random.choice((20, 25, 40))}


TWO_KINDS = question(
    id="10/two-kinds",
    kind="number",
    digits=3,
    goals=(phrase("Add waiting times, never average chances."),),
    standards=STANDARDS,
    prompt=phrase(
        "{easy} of the ten phases are easy: a round completes one in {high} % of all cases. The {hard} others are "
        "hard: {low} %. How many rounds do all ten take on average?"
    ),
    draw=_ladder,
    answer=lambda p: p["easy"] * Fraction(100, p["high"]) + p["hard"] * Fraction(100, p["low"]),
    wrong=(
        Distractor(
            "mean chance",
            lambda p: Fraction(10 * 1000, p["easy"] * p["high"] + p["hard"] * p["low"]),
            phrase(
                "You took the mean chance. But most of the time is spent at the hard phases: add the waits instead."
            ),
        ),
        Distractor(
            "only hard",
            lambda p: 10 * Fraction(100, p["low"]),
            phrase("You counted all ten as hard ones."),
        ),
        Distractor(
            "ten",
            lambda p: 10,
            phrase("That is a game without a single miss."),
        ),
    ),
    hints=(
        phrase("Ask how long one easy phase takes, and how long one hard phase."),
        phrase("A chance of {high} % means a wait of 100/{high} rounds; do the same for {low} %."),
        phrase("Add {easy} waits of the first kind and {hard} of the second."),
    ),
    solution=phrase("{easy} times 100/{high} and {hard} times 100/{low}: {answer} rounds."),
    experiment=lambda p: (
        lambda random: (
            sum(_rounds(p["high"] / 100, random) for _ in range(p["easy"]))
            + sum(_rounds(p["low"] / 100, random) for _ in range(p["hard"]))
        )
    ),
    reflect=Reflection(
        phrase("Which phase would you make easier to shorten the game most?"),
        phrase("The hardest: a bit more chance saves most rounds where the chance is small."),
    ),
)

RACE = question(
    id="10/race",
    kind="number",
    digits=2,
    goals=(phrase("Wait for the first of several."),),
    standards=STANDARDS,
    prompt=phrase(
        "{seats} players are all at the same phase. Each completes it in {percent} % of all rounds, independently of "
        "the others. How many rounds does it take on average until the first of them has it?"
    ),
    draw=lambda random: {"seats": random.randint(2, 5), "percent": random.choice((20, 30, 40, 50))},
    answer=lambda p: 1 / (1 - (1 - Fraction(p["percent"], 100)) ** p["seats"]),
    wrong=(
        Distractor(
            "one player",
            lambda p: Fraction(100, p["percent"]),
            phrase("That is how long one particular player takes. The fastest of several is faster."),
        ),
        Distractor(
            "divided",
            lambda p: Fraction(100, p["percent"] * p["seats"]),
            phrase(
                "You divided by the number of players. When two complete it in one round, only one of them was first."
            ),
        ),
        Distractor(
            "all of them",
            lambda p: 1 / Fraction(p["percent"], 100) ** p["seats"],
            phrase("That waits for a round in which all complete it at once. One is enough."),
        ),
    ),
    hints=(
        phrase("When does the waiting go on? Only if everybody misses."),
        phrase(
            "The chance that everybody misses is {miss} % to the power of {seats}. Somebody completes it otherwise."
        ),
        phrase("The mean wait is 1 divided by that chance."),
    ),
    solution=phrase("Somebody completes it in {some} of all rounds; 1 divided by that is {answer}."),
    shown=lambda p: {
        "miss": 100 - p["percent"],
        "some": percent(1 - (1 - Fraction(p["percent"], 100)) ** p["seats"]),
    },
    experiment=lambda p: lambda random: min(_rounds(p["percent"] / 100, random) for _ in range(p["seats"])),
    reflect=Reflection(
        phrase("With more and more players, what does the wait come to?"),
        phrase("To one round: somebody is always lucky. It can never be less."),
    ),
)


def _short(random: Random) -> Params:
    phases = random.randint(3, 5)
    return {"phases": phases, "rounds": phases + 1, "percent": random.choice((40, 60, 70))}


def _through(p: Params) -> Fraction:
    """Return the chance of at most one miss."""
    share, n = Fraction(p["percent"], 100), p["phases"]
    return Fraction(share**n * (1 + n * (1 - share)))


ONE_MISS = question(
    id="10/one-miss",
    goals=(phrase("Count the ways in which a miss can lie."),),
    standards=STANDARDS,
    prompt=phrase(
        "A short game has {phases} phases. You complete the phase of the moment in {percent} % of all rounds. How "
        "likely is it that you are through after {rounds} rounds at most?"
    ),
    draw=_short,
    answer=_through,
    wrong=(
        Distractor(
            "no miss",
            lambda p: Fraction(p["percent"], 100) ** p["phases"],
            phrase("That is without any miss. One miss is allowed."),
        ),
        Distractor(
            "just one miss",
            lambda p: _through(p) - Fraction(p["percent"], 100) ** p["phases"],
            phrase("That is with exactly one miss. Without a miss is even better, and counts."),
        ),
        Distractor(
            "one place",
            lambda p: Fraction(p["percent"], 100) ** p["phases"] * (2 - Fraction(p["percent"], 100)),
            phrase("You let the miss happen at one place only. It may come at any of the {phases} phases."),
        ),
    ),
    hints=(
        phrase("Which games end in time? Sort them by their number of misses."),
        phrase("No miss, or one. In how many places can the one miss lie?"),
        phrase("Before each of the {phases} phases. So add {phases} times the chance of one such game."),
    ),
    solution=phrase("No miss, or one miss at any of {phases} phases: {answer}."),
    experiment=lambda p: (
        lambda random: sum(_rounds(p["percent"] / 100, random) for _ in range(p["phases"])) <= p["rounds"]
    ),
    reflect=Reflection(
        phrase("Why can the miss not come after the last phase?"),
        phrase("Then you are through already: the last round of a game is always a success."),
    ),
)


def _deals(p: Params) -> Trial:
    """Return a trial that counts deals until the cards hold the phase."""
    asked = experiment("deal", edition="classic", phase=p["phase"])

    def trial(random: Random) -> int:
        n = 1
        while not asked.trial(random):
            n += 1
        return n

    return trial


DEALT = question(
    id="10/dealt",
    kind="number",
    goals=(phrase("Turn a chance into a waiting time."),),
    standards=STANDARDS,
    prompt=phrase(
        "Nobody draws; cards are only dealt, again and again. Ten cards hold phase {phase} in {chance} of all deals. "
        "How many deals does it take on average until they do?"
    ),
    draw=lambda random: {"phase": random.choice((1, 2, 3, 4, 5))},
    answer=lambda p: 1 / _deal(p["phase"]),
    wrong=(
        Distractor(
            "half",
            lambda p: 1 / (2 * _deal(p["phase"])),
            phrase("You halved it. Half of the waits are shorter than the median, but the mean is not halved."),
        ),
        Distractor(
            "misses",
            lambda p: 1 / _deal(p["phase"]) - 1,
            phrase("That is the mean number of misses. The deal that holds the phase counts, too."),
        ),
        Distractor(
            "opposite",
            lambda p: 1 / (1 - _deal(p["phase"])),
            phrase("That is the wait for a miss."),
        ),
    ),
    hints=(
        phrase("Imagine 1,000 deals. How many of them hold the phase?"),
        phrase("The 1,000 deals are parted into as many waits as there are hits."),
        phrase("Divide 1 by the chance."),
    ),
    solution=phrase("1 divided by {chance} is {answer}."),
    shown=lambda p: {"chance": percent(_deal(p["phase"]))},
    experiment=_deals,
    reflect=Reflection(
        phrase("Is a wait of twice the mean a sign of a bad shuffle?"),
        phrase("No. About one wait in seven is that long."),
    ),
)

QUESTIONS = (TEN, TWO_KINDS, RACE, ONE_MISS, DEALT)

GUIDE = Guide(
    aim="What has a chance of p takes 1/p tries on average; waits that follow each other are added.",
    before="Chances as fractions and multiplying them; the mean of some numbers. Lesson 3 helps for the race.",
    plan=(
        Step(10, "Everybody says how many rounds two phases take, plays the game of two phases and keeps a tally."),
        Step(
            5, "Predict question 1 with how sure they are. Write the tallies on the board: how often was it just two?"
        ),
        Step(8, "Climb the ladder round by round, then 1,000 games. Look for ten rounds in the picture."),
        Step(
            12,
            "Compute: m = 1 + 0.6 · m on the board, then ten waits; the chain for 10, 15, 20 rounds. Answer question "
            "1.",
        ),
        Step(7, "Questions 2 and 3 in pairs; 4 and 5 for those who are quick, or as homework."),
        Step(3, "One sentence each: why did my guess differ?"),
    ),
    talks=(
        Talk(
            "Why are six players not six times as quick as one?",
            "The first of six is lucky, but nobody can be quicker than ten rounds. Where nearly nobody ever misses, "
            "more "
            "players change nothing.",
        ),
        Talk(
            "Which phase would you make easier to shorten the game?",
            "The hardest one: from 10 % to 20 % saves five rounds, from 50 % to 60 % a third of a round.",
        ),
        Talk(
            "After 20 rounds at 50 % more than half of the players are through, though the mean is 20. How come?",
            "A few very long games pull the mean up. Half of the games end within 19 rounds.",
        ),
    ),
    misconceptions=(
        Misconception(
            "After many misses the next round must work.",
            "The ladder knows only the rung. Look at players who have waited five rounds: their next round is like "
            "any other.",
        ),
        Misconception(
            "The mean chance of the phases gives the mean number of rounds.",
            "Take two phases, 100 % and 1 %: the waits are 1 and 100 rounds. The mean chance of 50.5 % says 4 in all.",
        ),
        Misconception(
            "A wait of 2.5 rounds cannot be right, since rounds are whole.",
            "No single wait is 2.5 rounds; 1,000 waits take 2,500 rounds or nearly so.",
        ),
    ),
    without="Ten steps of a staircase and a coin for each learner: heads is one step up. Count the rounds of the "
    "first one on top, then of everybody.",
)
