"""Lesson 10, questions 1 to 4: the rounds of a game."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...exercises.question import Distractor, Params, Reflection
from ..common import at_level, question

STANDARDS = ("HSS-MD.A.2", "HSS-MD.A.3", "HSS-MD.B.5")
TOLD = (40, 50)
"""The chances, as percentages, for which the lesson gives the answers."""


def _rounds(chance: float, random: Random) -> int:
    """Simulate rounds until an event with this chance happens; return the number of rounds."""
    n = 1
    while random.random() >= chance:
        n += 1
    return n


TEN = question(
    id="10/ten-phases",
    kind="number",
    goals=(phrase("Think of a game as a ladder with a wait on each rung."),),
    standards=STANDARDS,
    prompt=phrase(
        "A player completes the current phase in {percent}% of all rounds, whichever phase it is. How many rounds do "
        "all ten phases take on average?"
    ),
    draw=lambda random: {"percent": random.choice([n for n in range(20, 66) if n not in TOLD])},
    answer=lambda p: Fraction(1000, p["percent"]),
    wrong=(
        Distractor(
            "ten",
            lambda p: 10,
            phrase("Ten phases in ten rounds: that is the fastest possible game, not a typical one."),
        ),
        Distractor(
            "one more try",
            lambda p: 10 + Fraction(10 * (100 - p["percent"]), 100),
            phrase("You gave every missed phase one more round. But you can miss in that round, too, and in the next."),
        ),
        Distractor(
            "one phase",
            lambda p: Fraction(100, p["percent"]),
            phrase("That is how long a single phase takes. There are ten rungs on the ladder."),
        ),
    ),
    hints=(
        phrase(
            "How many rounds does one phase take? Think of the phases as the rungs of a ladder, and imagine 100 rounds."
        ),
        phrase("In 100 rounds, you move up about {percent} times. How long do you stay on one rung?"),
        phrase("Each step up takes 100/{percent} rounds on average, and there are ten steps."),
    ),
    solution=phrase("Each phase takes 100/{percent} rounds on average; ten phases take {answer}."),
    experiment=lambda p: lambda random: sum(_rounds(p["percent"] / 100, random) for _ in range(10)),
    reflect=Reflection(
        phrase("Several players like this one play a game. Why does it take fewer rounds on average?"),
        phrase(
            "The game ends when the first one reaches the top. So no single player is faster than the game, and often "
            "one of the others is faster than that player."
        ),
    ),
)


def _ladder(random: Random, level: int) -> Params:
    easy = random.randint(3, 7)
    high, low = at_level(
        level, ((50, 80), (5, 10, 20, 25)), ((60, 75, 80), (20, 25, 40)), ((55, 65, 70, 85), (15, 30, 35))
    )
    return {"easy": easy, "hard": 10 - easy, "high": random.choice(high), "low": random.choice(low)}


TWO_KINDS = question(
    id="10/two-kinds",
    kind="number",
    digits=3,
    goals=(phrase("Add waiting times; never average the chances."),),
    standards=STANDARDS,
    prompt=phrase(
        "Of the ten phases, {easy} are easy: in every round, you have a {high}% chance of completing such a phase. For "
        "the other {hard}, the chance is only {low}%. How many rounds do all ten phases take on average?"
    ),
    draw=_ladder,
    answer=lambda p: p["easy"] * Fraction(100, p["high"]) + p["hard"] * Fraction(100, p["low"]),
    wrong=(
        Distractor(
            "mean chance",
            lambda p: Fraction(10 * 1000, p["easy"] * p["high"] + p["hard"] * p["low"]),
            phrase("You averaged the chances. But you spend more time on a hard phase, so add the waits instead."),
        ),
        Distractor(
            "only hard",
            lambda p: 10 * Fraction(100, p["low"]),
            phrase("You treated all ten phases as hard."),
        ),
        Distractor(
            "ten",
            lambda p: 10,
            phrase("That is the length of a game without a single miss."),
        ),
    ),
    hints=(
        phrase("Ask how long one easy phase takes, and how long one hard phase takes."),
        phrase("A chance of {high}% means an average wait of 100/{high} rounds; do the same for {low}%."),
        phrase("Add {easy} waits of the first kind and {hard} of the second."),
    ),
    solution=phrase("{easy} times 100/{high} plus {hard} times 100/{low} is {answer} rounds."),
    experiment=lambda p: (
        lambda random: (
            sum(_rounds(p["high"] / 100, random) for _ in range(p["easy"]))
            + sum(_rounds(p["low"] / 100, random) for _ in range(p["hard"]))
        )
    ),
    reflect=Reflection(
        phrase("Which phase would you make easier to shorten the game the most?"),
        phrase("The hardest one. Where the chance is small, a small increase saves the most rounds."),
    ),
)


def _race(random: Random, level: int) -> Params:
    seats, percent = at_level(level, ((2, 3), range(10, 91, 5)), ((2, 6), range(15, 61, 5)), ((4, 7), range(11, 50, 3)))
    return {"seats": random.randint(*seats), "percent": random.choice(percent)}


RACE = question(
    id="10/race",
    kind="number",
    digits=2,
    goals=(phrase("Find the mean wait for the first of several players."),),
    standards=STANDARDS,
    prompt=phrase(
        "{seats} players are all on the same phase. Each completes it in {percent}% of all rounds, independently of "
        "the others. How many rounds does it take on average until the first of them completes it?"
    ),
    draw=_race,
    answer=lambda p: 1 / (1 - (1 - Fraction(p["percent"], 100)) ** p["seats"]),
    wrong=(
        Distractor(
            "one player",
            lambda p: Fraction(100, p["percent"]),
            phrase("That is how long one particular player takes. The first of several takes less time."),
        ),
        Distractor(
            "divided",
            lambda p: Fraction(100, p["percent"] * p["seats"]),
            phrase(
                "You divided by the number of players. But when two players complete the phase in the same round, "
                "that still ends only one wait."
            ),
        ),
        Distractor(
            "all of them",
            lambda p: 1 / Fraction(p["percent"], 100) ** p["seats"],
            phrase(
                "That is the mean wait for a round in which everybody completes the phase at once. One player "
                "is enough."
            ),
        ),
    ),
    hints=(
        phrase("When does the wait continue? Only if everybody misses."),
        phrase(
            "The probability that everybody misses is {miss}% to the power of {seats}. Otherwise, somebody completes "
            "the phase."
        ),
        phrase("The mean wait is 1 divided by the probability that somebody completes the phase."),
    ),
    solution=phrase(
        "The probability that everybody misses is {miss}% to the power of {seats}, or {all}. So somebody completes the "
        "phase in {some} of all rounds, and 1 divided by that is {answer}."
    ),
    shown=lambda p: {
        "all": percent((1 - Fraction(p["percent"], 100)) ** p["seats"]),
        "miss": 100 - p["percent"],
        "some": percent(1 - (1 - Fraction(p["percent"], 100)) ** p["seats"]),
    },
    experiment=lambda p: lambda random: min(_rounds(p["percent"] / 100, random) for _ in range(p["seats"])),
    reflect=Reflection(
        phrase("What does the mean wait approach as the number of players grows?"),
        phrase(
            "One round: with many players, somebody is almost always lucky. The wait can never be shorter than that."
        ),
    ),
)


def _short(random: Random, level: int) -> Params:
    """Return a short game for which all wrong answers differ."""
    most, chances = at_level(level, ((2, 3), range(5, 96, 5)), ((3, 6), range(35, 81, 5)), ((6, 8), range(42, 92, 3)))
    phases = random.randint(*most)
    percent = random.choice([n for n in chances if phases * (100 - n) not in (100, 200 - n)])
    return {"phases": phases, "rounds": phases + 1, "percent": percent}


def _through(p: Params) -> Fraction:
    """Return the chance of at most one miss."""
    share, n = Fraction(p["percent"], 100), p["phases"]
    return Fraction(share**n * (1 + n * (1 - share)))


ONE_MISS = question(
    id="10/one-miss",
    goals=(phrase("Count the places where a miss can occur."),),
    standards=STANDARDS,
    prompt=phrase(
        "A short game has {phases} phases. You complete the current phase in {percent}% of all rounds. How likely "
        "are you to finish within {rounds} rounds?"
    ),
    draw=_short,
    answer=_through,
    wrong=(
        Distractor(
            "no miss",
            lambda p: Fraction(p["percent"], 100) ** p["phases"],
            phrase("That is the probability of no misses. One miss is allowed."),
        ),
        Distractor(
            "just one miss",
            lambda p: _through(p) - Fraction(p["percent"], 100) ** p["phases"],
            phrase("That is the probability of exactly one miss. No misses is even better, and it counts, too."),
        ),
        Distractor(
            "one place",
            lambda p: Fraction(p["percent"], 100) ** p["phases"] * (2 - Fraction(p["percent"], 100)),
            phrase("You allowed the miss in only one phase. It can occur in any of the {phases} phases."),
        ),
    ),
    hints=(
        phrase("Which games end in time? Sort them by the number of misses."),
        phrase("There can be no misses, or one. In how many places can the one miss occur?"),
        phrase(
            "The miss can occur in any of the {phases} phases, so add {phases} times the probability of one such game."
        ),
    ),
    solution=phrase(
        "No miss: {percent}% to the power of {phases}, or {none}. A game with a miss in one particular phase: {none} "
        "times {miss}%, or {place}. There are {phases} such phases, so exactly one miss: {one}. Add {none} and {one}: "
        "{answer}."
    ),
    shown=lambda p: {
        "miss": 100 - p["percent"],
        "none": percent(share := Fraction(p["percent"], 100) ** p["phases"]),
        "place": percent(share * Fraction(100 - p["percent"], 100)),
        "one": percent(_through(p) - share),
    },
    experiment=lambda p: (
        lambda random: sum(_rounds(p["percent"] / 100, random) for _ in range(p["phases"])) <= p["rounds"]
    ),
    reflect=Reflection(
        phrase("Why is it impossible for the miss to come after the last phase?"),
        phrase("By then, you have already finished: the last round of a game is always a success."),
    ),
)
