"""Lesson 11, question 1: two phases with the same deck."""

from __future__ import annotations

from itertools import combinations
from random import Random

from ....base.translatable import phrase
from ....editions import edition
from ....languages.number_text import percent
from ...exercises.question import Choice, Params, Reflection
from ..common import question
from ..worked import one_after_the_other
from .two_decks import STANDARDS, dealt, either

BACKWARDS = ((1, 2), (3, 4), (3, 5), (6, 8), (6, 9), (7, 8), (7, 9))
"""Pairs of phases in which the one with the lower number is harder."""
CLOSE = ((7, 10), (8, 9))
"""Pairs of phases whose chances are too close to tell apart in 10,000 deals for each phase."""
FORWARDS = tuple(pair for pair in combinations(range(1, 11), 2) if pair not in BACKWARDS + CLOSE)


_KINDS = {
    "set": phrase("A set needs several cards of one number, and there are only 8 of each number."),
    "run": phrase("In a run, any of 8 cards fits each place, but every place must be filled."),
    "color": phrase("For a group of one color, any of the 24 cards of that color will do."),
}
"""A reminder about each type of group, keyed by the word for that type in a phase."""


def _phases(random: Random) -> Params:
    low, high = random.choice(BACKWARDS if random.random() < 0.4 else FORWARDS)
    listed = edition("classic").phases
    return {"low": low, "high": high, "first": listed[low - 1], "second": listed[high - 1]}


WHICH = question(
    id="11/which-phase",
    kind="choice",
    goals=(phrase("Measure how hard a phase is before you trust its number."),),
    standards=STANDARDS,
    prompt=phrase(
        "Phase {low} is {first}, and phase {high} is {second}. Which one is harder? That is, which one are you less "
        "likely to be dealt in ten cards?"
    ),
    draw=_phases,
    answer=lambda p: "low" if dealt("classic", p["low"]) < dealt("classic", p["high"]) else "high",
    choices=(
        Choice(
            "low",
            phrase("Phase {low}, {first}"),
            phrase(
                "Not this time: here, the phase with the higher number really is the harder one. Simulate both, and "
                "see by how much."
            ),
        ),
        Choice(
            "high",
            phrase("Phase {high}, {second}"),
            phrase("The numbers tell you the order in which phases are played, not how hard they are. Simulate both."),
        ),
        Choice(
            "equal",
            phrase("Both are equally hard"),
            phrase("Their probabilities are clearly different. Ten thousand deals of each will show it."),
        ),
    ),
    hints=(
        phrase("Ignore the phase numbers. What do the phases require?"),
        phrase("{facts} Leave the wilds aside for a moment."),
        phrase("In Python: compare p10.odds.deal('classic', {low}) with p10.odds.deal('classic', {high})."),
    ),
    solution=phrase(
        "Phase {low} is dealt in {p_low} of all deals, phase {high} in {p_high}. So the answer is: {answer}."
    ),
    shown=lambda p: {
        "p_low": percent(dealt("classic", p["low"])),
        "p_high": percent(dealt("classic", p["high"])),
        "facts": one_after_the_other(fact for kind, fact in _KINDS.items() if kind in f"{p['first']} {p['second']}"),
    },
    experiment=lambda p: either({"edition": "classic", "phase": p["high"]}, {"edition": "classic", "phase": p["low"]}),
    reads=lambda p, value: "low" if value > 0 else "high",
    reflect=Reflection(
        phrase("Is a phase just as hard to complete in play as it is to be dealt?"),
        phrase(
            "Not quite. In play, you draw and choose cards. That helps more with phases for which many different cards "
            "are useful."
        ),
    ),
)
