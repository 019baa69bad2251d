"""A lesson: do bad hands come in streaks?"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from phase10_widgets.teaching import (
    Distractor,
    Guide,
    Lesson,
    Misconception,
    Question,
    Reflection,
    Step,
    Talk,
    percent,
)

CARDS, WILDS, DEALT = 108, 8, 10


def none(cards: int) -> Fraction:
    """How likely so many dealt cards are to hold no wild."""
    return Fraction(comb(CARDS - WILDS, cards), comb(CARDS, cards))


NONE = none(DEALT)


def no_wild(random: Random, cards: int = DEALT) -> bool:
    """Deal some cards, the first eight of the deck being its wilds."""
    return min(random.sample(range(CARDS), cards)) >= WILDS


def streak(rounds: int, random: Random, cards: int = DEALT) -> bool:
    """Deal so many rounds, one after the other."""
    return all(no_wild(random, cards) for _ in range(rounds))


def some_streak(p: Mapping[str, Any], random: Random) -> bool:
    """Deal a whole game, and look whether there are so many rounds without a wild in a row."""
    without = "".join("-" if no_wild(random) else "W" for _ in range(p["game"]))
    return "-" * p["rounds"] in without


def chance_of_some(p: Mapping[str, Any]) -> Fraction:
    """The chance of a streak somewhere: round by round, with what the last rounds were like."""
    in_a_row = [Fraction(1)] + [Fraction(0)] * p["rounds"]
    for _ in range(p["game"]):
        *open_ones, done = in_a_row
        in_a_row = [(1 - NONE) * sum(open_ones), *(NONE * chance for chance in open_ones)]
        in_a_row[-1] += done
    return in_a_row[-1]


TITLE = "Do bad hands come in streaks?"

ROW = Question(
    id="18/row",
    goals=("Multiply the chances of rounds that know nothing of each other.",),
    standards=("HSS-CP.A.2",),
    prompt="{cards} cards without a wild: {once} of all deals are so. How likely is it in {rounds} rounds running?",
    draw=lambda random: {"cards": random.randint(8, 15), "rounds": random.randint(3, 6)},
    shown=lambda p: {"once": percent(none(p["cards"]))},
    answer=lambda p: none(p["cards"]) ** p["rounds"],
    wrong=(
        Distractor("once", lambda p: none(p["cards"]), "That is one round. Each further one makes it rarer."),
        Distractor("shared out", lambda p: none(p["cards"]) / p["rounds"], "You divided. Multiply instead."),
        Distractor("doubled", lambda p: 1 - (1 - none(p["cards"])) ** p["rounds"], "That is at least one such round."),
    ),
    hints=(
        "Does the second deal know what the first one was?",
        "Of all games, the first round is so in {once}. In what share of these is the second one, too?",
        "Multiply that share by itself, once for each of the {rounds} rounds.",
    ),
    solution="{once} times itself, {rounds} factors: {answer}.",
    experiment=lambda p: lambda random: streak(p["rounds"], random, p["cards"]),
    reflect=Reflection("When would it be wrong to multiply?", "When cards of one round went on into the next."),
)

SOMEWHERE = Question(
    id="18/somewhere",
    goals=("Tell a streak that was named before from one that was found afterwards.",),
    standards=("HSS-CP.B.9",),
    prompt="A game takes {game} rounds. How likely are {rounds} rounds without a wild in a row, somewhere in it?",
    draw=lambda random: {"game": random.randint(10, 20), "rounds": random.randint(4, 6)},
    answer=chance_of_some,
    wrong=(
        Distractor("named before", lambda p: NONE ** p["rounds"], "That is one streak whose place was named before."),
        Distractor(
            "added",
            lambda p: (p["game"] - p["rounds"] + 1) * NONE ** p["rounds"],
            "You added up all places. Two of them can come true at once, and are counted twice.",
        ),
    ),
    hints=(
        "In how many places can such a streak begin?",
        "Adding up the places is a bound. Is the truth above it or below it?",
        "Go round by round, and keep the chances of having 0, 1, 2 … such rounds behind you.",
    ),
    solution="Round by round it comes to {answer}; a streak named before has {before}.",
    shown=lambda p: {"before": percent(NONE ** p["rounds"])},
    experiment=lambda p: lambda random: some_streak(p, random),
    reflect=Reflection(
        "Why do people remember streaks?", "They come more often than one thinks, and somebody always has one."
    ),
)

QUESTIONS = (ROW, SOMEWHERE)

GUIDE = Guide(
    aim="A streak is no sign of a bad shuffle: somewhere there is always one.",
    before="Chances as fractions; multiplying along a tree.",
    plan=(
        Step(10, "Everybody flips a coin 20 times and writes it down; three make it up instead. Find those three."),
        Step(15, "Question 1: a streak that was named before."),
        Step(15, "Question 2: a streak somewhere in a game."),
        Step(5, "One sentence from everybody."),
    ),
    talks=(
        Talk("How did you find the three who made it up?", "They have no long streaks: people avoid them."),
        Talk("Is the deal fair if I never get a wild?", "One has to ask before, and count all players."),
    ),
    misconceptions=(Misconception("After three bad rounds a good one is due.", "Deal on: the cards do not remember."),),
    without="Eight marked cards among 108, dealt ten at a time; a tally on the board.",
)

LESSON = Lesson(18, TITLE, QUESTIONS, GUIDE)
