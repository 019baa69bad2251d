"""Lesson 10: the length of a game. The misconception: "10 phases are 10 rounds"."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil
from random import Random

from ...core.translatable import Translatable, phrase
from ...editions import edition
from ...odds.deal import deal
from ...odds.simulation.experiment import Trial
from ...odds.simulation.registry import question as experiment
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Distractor, Params, Reflection
from .common import question

STANDARDS = ("HSS-MD.A.2", "HSS-MD.A.3", "HSS-MD.B.5")

_deal = cache(lambda name, phase, cards: Fraction(deal(name, phase, cards=cards)))
TOLD = (40, 50)
"""The chances in percent whose answer stands in the lesson."""


def _rounds(chance: float, random: Random) -> int:
    """Return the number of rounds until an event of this chance happens."""
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
            phrase(
                "You gave every missed phase one extra round. But you can miss in that round, too, and in the next."
            ),
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
        phrase("The game ends when the first one reaches the top. Nobody gets there sooner than the first."),
    ),
)


def _ladder(random: Random) -> Params:
    easy = random.randint(3, 7)
    return {"easy": easy, "hard": 10 - easy, "high": random.choice((60, 75, 80)), "low": random.choice((20, 25, 40))}


TWO_KINDS = question(
    id="10/two-kinds",
    kind="number",
    digits=3,
    goals=(phrase("Add waiting times; never average the chances."),),
    standards=STANDARDS,
    prompt=phrase(
        "{easy} of the ten phases are easy: you have a {high}% chance of completing each one, every round. For the "
        "other {hard}, the chance is only {low}%. How many rounds do all ten phases take on average?"
    ),
    draw=_ladder,
    answer=lambda p: p["easy"] * Fraction(100, p["high"]) + p["hard"] * Fraction(100, p["low"]),
    wrong=(
        Distractor(
            "mean chance",
            lambda p: Fraction(10 * 1000, p["easy"] * p["high"] + p["hard"] * p["low"]),
            phrase("You averaged the chances. But you spend more time on each hard phase, so add the waits instead."),
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
        phrase("The hardest one: a small increase saves the most rounds when the chance is small."),
    ),
)

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
    draw=lambda random: {"seats": random.randint(2, 6), "percent": random.randrange(15, 61, 5)},
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
            "The chance that everybody misses is {miss}% to the power of {seats}. Otherwise, somebody "
            "completes the phase."
        ),
        phrase("The mean wait is 1 divided by the chance that somebody completes the phase."),
    ),
    solution=phrase(
        "The chance that everybody misses is {miss}% to the power of {seats}, or {all}. So somebody completes the "
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


def _short(random: Random) -> Params:
    """Return a short game in which no two of the wrong answers agree."""
    phases = random.randint(3, 6)
    percent = random.choice([n for n in range(35, 81, 5) if phases * (100 - n) not in (100, 200 - n)])
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
            phrase("That is the chance of no misses. One miss is allowed."),
        ),
        Distractor(
            "just one miss",
            lambda p: _through(p) - Fraction(p["percent"], 100) ** p["phases"],
            phrase("That is the chance of exactly one miss. No misses is even better, and it counts, too."),
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
        phrase("The miss can occur in any of the {phases} phases, so add {phases} times the chance of one such game."),
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


DEALT_PHASES = {
    ("classic", 10): (1, 2, 4),
    ("classic", 11): (1, 4),
    ("classic", 12): (3, 4, 5),
    ("masters", 10): (1, 4),
    ("masters", 11): (3, 4, 5, 9),
    ("masters", 12): (3, 5, 6, 8, 9),
    ("standard", 10): (1, 2, 4, 8, 9),
    ("standard", 11): (2, 3, 4, 5, 7, 8, 10),
}
"""Phases with a chance of 13% to 37%, by edition and number of cards dealt."""


def _dealt(random: Random) -> Params:
    name, cards = random.choice(list(DEALT_PHASES))
    phase = random.choice(DEALT_PHASES[name, cards])
    return {"edition": name, "game": Translatable(edition(name).name), "cards": cards, "phase": phase}


def _twice(chance: Fraction) -> Fraction:
    """Return the share of waits that are at least twice as long as the mean wait."""
    return (1 - chance) ** (ceil(2 / chance) - 1)


def _chance(p: Params) -> Fraction:
    return _deal(p["edition"], p["phase"], p["cards"])


def _deals(p: Params) -> Trial:
    """Return a trial that counts deals until the cards hold the phase."""
    asked = experiment("deal", edition=p["edition"], phase=p["phase"], cards=p["cards"])

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
        "You play {game}. Again and again, {cards} cards are dealt, and nobody draws. They contain phase {phase} in "
        "{chance} of all deals. How many deals does it take on average to get the phase?"
    ),
    draw=_dealt,
    answer=lambda p: 1 / _chance(p),
    wrong=(
        Distractor(
            "half",
            lambda p: 1 / (2 * _chance(p)),
            phrase(
                "You cut the wait in half. But halfway is not the average: some waits are very long, and they pull up "
                "the mean."
            ),
        ),
        Distractor(
            "misses",
            lambda p: 1 / _chance(p) - 1,
            phrase("That is the mean number of misses. The deal that contains the phase counts, too."),
        ),
        Distractor(
            "opposite",
            lambda p: 1 / (1 - _chance(p)),
            phrase("That is the mean wait for a miss."),
        ),
    ),
    hints=(
        phrase("Imagine 1,000 deals. How many of them contain the phase?"),
        phrase("Each hit ends one wait, so the 1,000 deals contain as many waits as hits."),
        phrase("Divide 1 by the chance."),
    ),
    solution=phrase("1 divided by {chance} is {answer}."),
    shown=lambda p: {"chance": percent(_chance(p)), "twice": percent(_twice(_chance(p)))},
    experiment=_deals,
    reflect=Reflection(
        phrase("Is a wait twice as long as the mean a sign of a bad shuffle?"),
        phrase("No. {twice} of all waits are that long or longer."),
    ),
)

QUESTIONS = (TEN, TWO_KINDS, RACE, ONE_MISS, DEALT)

DOC = phrase("Complete ten phases, each with a chance of 40% per round. Return the number of rounds.")


def _program(*lines: str) -> str:
    return "\n".join(["def game(random):", f'    """{DOC}"""', *(f"    {line}" for line in lines)]) + "\n"


def _ladder_program(begin: int = 0, hit: str = "<", phases: int = 10) -> str:
    return _program(
        "rounds = 0",
        f"completed = {begin}",
        f"while completed < {phases}:",
        "    rounds += 1",
        f"    if random.random() {hit} 0.4:",
        "        completed += 1",
        "return rounds",
    )


TASK = CodeTask(
    id="10/your-turn",
    name="game",
    kind="mean",
    exact=Fraction(10 * 100, 40),
    prompt=phrase(
        "Simulate one player on the ladder. There are ten phases, and in each round the player completes the current "
        "phase with a chance of 40%. Return the number of rounds until all ten are completed."
    ),
    start=_program("return ___"),
    solution=_ladder_program(),
    bugs=(
        Bug(
            "no miss",
            _program(
                "rounds = 0",
                "for phase in range(10):",
                "    rounds += 1",
                "return rounds",
            ),
            Fraction(10),
            phrase("Your player never misses: ten phases in ten rounds. A miss costs a round, and the phase stays."),
            constant=True,
        ),
        Bug(
            "one more try",
            _program(
                "rounds = 0",
                "for phase in range(10):",
                "    rounds += 1",
                "    if random.random() >= 0.4:",
                "        rounds += 1",
                "return rounds",
            ),
            Fraction(16),
            phrase("After a miss, your player gets one more round and moves up. But that round can miss, too."),
        ),
        Bug(
            "misses only",
            _program(
                "rounds = 0",
                "completed = 0",
                "while completed < 10:",
                "    if random.random() < 0.4:",
                "        completed += 1",
                "    else:",
                "        rounds += 1",
                "return rounds",
            ),
            Fraction(15),
            phrase("You count the misses only. A round that completes a phase is a round, too."),
        ),
        Bug(
            "wrong way round",
            _ladder_program(hit=">"),
            Fraction(10 * 100, 60),
            phrase("Your player completes a phase with a chance of 60%. A random number is below 0.4 in 40% of cases."),
        ),
        Bug(
            "nine phases",
            _ladder_program(begin=1),
            Fraction(9 * 100, 40),
            phrase("Your player completes only nine phases. Where does the count begin, and where does it end?"),
        ),
        Bug(
            "one phase",
            _ladder_program(phases=1),
            Fraction(100, 40),
            phrase("That is the wait for a single phase. The ladder has ten of them."),
        ),
    ),
    hints=(
        phrase("You do not know how many rounds it takes. Which kind of loop fits that?"),
        phrase("Keep two counts, rounds and completed, and go on while completed < 10."),
        phrase("In each pass of the loop, add 1 to rounds. If random.random() < 0.4, add 1 to completed as well."),
    ),
)

GUIDE = Guide(
    aim="Something with a chance of p takes 1/p tries on average, and waits that follow one another add up.",
    before="Multiplying chances; intervals (lesson 7); adding means (lesson 8). Lesson 3 helps with the race.",
    plan=(
        Step(
            10,
            "Everyone says how many rounds two phases will take, then plays the game of two phases and keeps a tally.",
        ),
        Step(
            5,
            "Everyone predicts question 1 and says how sure they are. Collect the tallies: how many were exactly two?",
        ),
        Step(8, "Climb the ladder round by round, then play 10,000 games. Find those of ten rounds in the picture."),
        Step(
            12,
            "Compute: m = 1 + 0.6 · m on the board, then ten waits, then the chain for 10, 15 and 20 rounds. Answer "
            "question 1. Your turn is for the computer room, or for homework.",
        ),
        Step(7, "Questions 2 and 3 in pairs. Questions 4 and 5 for fast workers, or as homework."),
        Step(3, "Everyone writes one sentence: why did my guess differ?"),
    ),
    talks=(
        Talk(
            "Why are six players not six times as fast as one?",
            "The luckiest of six finishes early, but never before round ten. If almost nobody ever misses, more "
            "players change nothing.",
        ),
        Talk(
            "Which phase would you make easier to shorten the game?",
            "The hardest one. From 10% to 20% saves five rounds; from 50% to 60% saves a third of a round.",
        ),
        Talk(
            "At 50%, more than half of the players are through after 20 rounds, although the mean is 20. How come?",
            "A few very long games pull up the mean. Half of the games end within 19 rounds.",
        ),
        Talk(
            "The ladder says 12.9 rounds for four players, but real games took 13.5. What is wrong with the ladder?",
            "It treats the players as independent, and at the table they are not. These games do not tell which link "
            "between the players makes a game longer. Every model leaves something out.",
        ),
    ),
    misconceptions=(
        Misconception(
            "After many misses, the next round has to work.",
            "The ladder knows only the rung. Look at players who have waited for five rounds: their next round is like "
            "any other.",
        ),
        Misconception(
            "The mean chance of the phases gives the mean number of rounds.",
            "Take two phases, 100% and 1%. The waits are 1 and 100 rounds, 101 in all. The mean chance of 50.5% would "
            "give only 4.",
        ),
        Misconception(
            "A wait of 2.5 rounds cannot be right, because you cannot play half a round.",
            "No single wait takes 2.5 rounds. But 1,000 waits take about 2,500.",
        ),
    ),
    without="All you need is ten stairs and a coin for each student. Heads means one step up. Count the rounds until "
    "the first student is at the top, then until everyone is.",
)
