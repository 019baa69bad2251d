"""A lesson about the effect of a sixth color."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

from phase10_widgets.teaching import Distractor, Lesson, Question, Reflection

COLORS = 6


def alike(random: Random, cards: int) -> bool:
    """Draw cards whose colors are equally likely, and return True if all match the first one's color."""
    return len({random.randrange(COLORS) for _ in range(cards)}) == 1


TITLE = "What does a sixth color change?"

ALIKE = Question(
    id="21/alike",
    goals=("Multiply chances, and see that the first card is free.",),
    standards=("HSS-CP.A.2",),
    prompt="Each of {colors} colors is equally likely. How likely are {cards} cards to have the same color?",
    draw=lambda random: {"cards": random.randint(2, 5)},
    shown=lambda p: {"colors": COLORS},
    answer=lambda p: Fraction(1, COLORS ** (p["cards"] - 1)),
    wrong=(
        Distractor("named", lambda p: Fraction(1, COLORS ** p["cards"]), "That is the chance for one given color."),
        Distractor("five", lambda p: Fraction(1, 5 ** (p["cards"] - 1)), "There are six colors here, not five."),
        Distractor("once", lambda p: Fraction(p["cards"], COLORS), "You added chances of cards that must all match."),
    ),
    hints=(
        "Which color may the first card have?",
        "Each of the other cards must have the color of the first one.",
        "Multiply one sixth by itself, once for each card after the first.",
    ),
    solution="The first card is free; each of the others matches in 1 of 6 cases. The chance is {answer}.",
    experiment=lambda p: lambda random: alike(random, p["cards"]),
    reflect=Reflection("What would a seventh color do?", "Each factor would be one seventh, so chances would drop."),
)

NOTEBOOKS = {"en": Path(__file__).with_name("21_sixth_color.ipynb")}
LESSON = Lesson(21, TITLE, (ALIKE,), notebooks=NOTEBOOKS)
