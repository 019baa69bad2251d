"""An example lesson about whether bad hands come in streaks."""

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
    """Return the chance that this many dealt cards include no wild."""
    return Fraction(comb(CARDS - WILDS, cards), comb(CARDS, cards))


NONE = none(DEALT)


def no_wild(random: Random, cards: int = DEALT) -> bool:
    """Deal some cards and return True if none is a wild; the first eight cards in the deck are the wilds."""
    return min(random.sample(range(CARDS), cards)) >= WILDS


def streak(rounds: int, random: Random, cards: int = DEALT) -> bool:
    """Deal this many rounds and return True if none has a wild."""
    return all(no_wild(random, cards) for _ in range(rounds))


def some_streak(p: Mapping[str, Any], random: Random) -> bool:
    """Deal a whole game and return True if it has this many rounds in a row without a wild."""
    without = "".join("-" if no_wild(random) else "W" for _ in range(p["game"]))
    return "-" * p["rounds"] in without


def chance_of_some(p: Mapping[str, Any]) -> Fraction:
    """Return the chance of a streak anywhere in a game, tracking the current streak's length round by round."""
    in_a_row = [Fraction(1)] + [Fraction(0)] * p["rounds"]
    for _ in range(p["game"]):
        *open_ones, done = in_a_row
        in_a_row = [(1 - NONE) * sum(open_ones), *(NONE * chance for chance in open_ones)]
        in_a_row[-1] += done
    return in_a_row[-1]


TITLE = "Do bad hands come in streaks?"

ROW = Question(
    id="18/row",
    goals=("Multiply the chances of independent rounds.",),
    standards=("HSS-CP.A.2",),
    prompt="{once} of all deals of {cards} cards have no wild. How likely is that in {rounds} rounds in a row?",
    draw=lambda random: {"cards": random.randint(8, 15), "rounds": random.randint(3, 6)},
    shown=lambda p: {"once": percent(none(p["cards"]))},
    answer=lambda p: none(p["cards"]) ** p["rounds"],
    wrong=(
        Distractor("once", lambda p: none(p["cards"]), "That is one round. Each additional one makes it rarer."),
        Distractor("shared out", lambda p: none(p["cards"]) / p["rounds"], "You divided. Multiply instead."),
        Distractor("doubled", lambda p: 1 - (1 - none(p["cards"])) ** p["rounds"], "That is at least one such round."),
    ),
    hints=(
        "Does the second deal depend on the first one?",
        "In {once} of all games, round 1 has no wild. In what fraction of these does round 2 also have none?",
        "Multiply that fraction by itself, once for each of the {rounds} rounds.",
    ),
    solution="{once} times itself, {rounds} factors: {answer}.",
    experiment=lambda p: lambda random: streak(p["rounds"], random, p["cards"]),
    reflect=Reflection("When would it be wrong to multiply?", "If cards from one round were carried over to the next."),
)

SOMEWHERE = Question(
    id="18/somewhere",
    goals=("Tell a streak predicted in advance from one found afterward.",),
    standards=("HSS-CP.B.9",),
    prompt="A game takes {game} rounds. How likely is a streak of {rounds} rounds without a wild somewhere in it?",
    draw=lambda random: {"game": random.randint(10, 20), "rounds": random.randint(4, 6)},
    answer=chance_of_some,
    wrong=(
        Distractor(
            "named before", lambda p: NONE ** p["rounds"], "That is one streak whose place was chosen in advance."
        ),
        Distractor(
            "added",
            lambda p: (p["game"] - p["rounds"] + 1) * NONE ** p["rounds"],
            "You added up all places. Two streaks can occur in one game, which then counts twice.",
        ),
    ),
    hints=(
        "In how many places can such a streak begin?",
        "Adding up the places gives a bound. Is the true chance above it or below it?",
        "Go round by round, and track the chances that the last 0, 1, 2 … rounds had no wild.",
    ),
    solution="Round by round, the chance is {answer}; for a streak chosen in advance, it is {before}.",
    shown=lambda p: {"before": percent(NONE ** p["rounds"])},
    experiment=lambda p: lambda random: some_streak(p, random),
    reflect=Reflection(
        "Why do people remember streaks?", "They are more common than people think, and somebody always has one."
    ),
)

QUESTIONS = (ROW, SOMEWHERE)

GUIDE = Guide(
    aim="A streak is not a sign of a bad shuffle: there is always one somewhere.",
    before="Chances as fractions; multiplying along a tree.",
    plan=(
        Step(10, "Everyone flips a coin 20 times and lists the results; three people invent theirs. Find them."),
        Step(15, "Question 1: a streak chosen in advance."),
        Step(15, "Question 2: a streak somewhere in a game."),
        Step(5, "One sentence from everyone."),
    ),
    talks=(
        Talk("How did you find the three who made it up?", "They have no long streaks: people avoid them."),
        Talk("Is the deal fair if I never get a wild?", "Ask beforehand, and count all players."),
    ),
    misconceptions=(
        Misconception("After three bad rounds, a good one is due.", "Keep dealing: the cards do not remember."),
    ),
    without="Eight marked cards among 108, dealt ten at a time; a tally on the board.",
)

LESSON = Lesson(18, TITLE, QUESTIONS, GUIDE)
