"""Lesson 1, question 1: a set, a run, a color, or nothing."""

from __future__ import annotations

from random import Random

from ....base.translatable import phrase
from ....game.hands import arrange
from ...exercises.question import Choice, Reflection
from ..common import COLORS, Params, cards_of, question
from ..worked import group_steps

STANDARDS = ("7.SP.C.7", "HSS-CP.A.1")
KINDS = {"set": "1 set of 4", "run": "1 run of 4", "color": "4 cards of one color"}


def _group(random: Random) -> Params:
    """Return four cards that form a group, or that only look like a run."""
    kind = random.choice(("set", "run", "color", "none"))
    number, colors = random.randint(2, 9), random.sample(COLORS, 4)
    if kind == "set":
        words = [f"{colors[0]}{number}", f"{colors[0]}{number}", f"{colors[1]}{number}", f"{colors[2]}{number}"]
    elif kind == "run":
        words = [f"{colors[at]}{number + at}" for at in range(4)]
    elif kind == "color":
        words = [f"{colors[0]}{n}" for n in (number, number, number + 3, 12)]
    else:
        words = [f"{colors[at]}{n}" for at, n in enumerate((11, 12, 1, 2))]
    if kind != "none" and random.random() < 0.5:
        words[random.randrange(1, 3)] = "W"
    random.shuffle(words)
    return {"cards": cards_of(words), "kind": kind}


def _verdict(p: Params) -> str:
    return next((kind for kind, phase in KINDS.items() if arrange(p["cards"], phase)), "none")


def _by_hand(p: Params) -> int:
    """Return the position of the group's type in the list of choices, found by trying all values for the wilds."""
    words = [card.code for card in p["cards"]]
    plain = [word for word in words if word != "W"]
    numbers = sorted(int(word[1:]) for word in plain)
    if len(set(numbers)) == 1:
        return 0
    if any(set(numbers) <= set(range(low, low + 4)) for low in range(1, 10)) and len(set(numbers)) == len(numbers):
        return 1
    return 2 if len({word[0] for word in plain}) == 1 else 3


WHICH = question(
    id="01/which-group",
    kind="choice",
    goals=(phrase("Recognize sets, runs and groups of one color, using only the rules."),),
    standards=STANDARDS,
    prompt=phrase("You are holding {cards}. What do these four cards make?"),
    draw=_group,
    answer=_verdict,
    choices=(
        Choice(
            "set",
            phrase("A set of 4"),
            phrase(
                "All the cards in a set have the same number. Here, the numbers differ, and a wild can "
                "stand for only one card."
            ),
        ),
        Choice(
            "run",
            phrase("A run of 4"),
            phrase("A run of 4 has four numbers in a row, from low to high. It never goes on from 12 to 1."),
        ),
        Choice(
            "color",
            phrase("4 cards of one color"),
            phrase("In a group of one color, all the naturals must be the same color. Check their colors again."),
        ),
        Choice(
            "none",
            phrase("None of these"),
            phrase(
                "These cards do form a group. A set does not need different colors, and a run does not need a "
                "single color. Try again without those restrictions."
            ),
        ),
    ),
    hints=(
        phrase("Set any wild aside for a moment. Look at the other cards' numbers first, then at their colors."),
        phrase("Sort the numbers. Are they all the same, are they in a row, or neither?"),
        phrase("A wild can stand for the missing card, but it cannot change what the other cards are."),
    ),
    solution=phrase("{why} So the answer is: {answer}."),
    shown=lambda p: {"why": group_steps(p["cards"], _verdict(p))},
    experiment=lambda p: lambda random: _by_hand(p),
    reads=lambda p, value: ("set", "run", "color", "none")[round(value)],
    tries=False,
    reflect=Reflection(
        phrase("Which other games have stricter rules for sets or runs?"),
        phrase("In many rummy games, a run must be all one suit, and a set cannot contain the same suit twice."),
    ),
)
