"""Lesson 10, question 5: deals until one contains the phase."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil
from random import Random

from ....base.translatable import Translatable, phrase
from ....editions import edition
from ....languages.number_text import percent
from ....odds.deal import deal
from ....odds.simulation.experiment import Trial
from ....odds.simulation.registry import question as experiment
from ...exercises.question import Distractor, Params, Reflection
from ..common import question
from .phase_by_phase import STANDARDS

_deal = cache(lambda name, phase, cards: Fraction(deal(name, phase, cards=cards)))


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
"""Phases with a chance of 13% to 37%, keyed by edition and number of cards dealt."""


def _dealt(random: Random) -> Params:
    name, cards = random.choice(list(DEALT_PHASES))
    phase = random.choice(DEALT_PHASES[name, cards])
    return {"edition": name, "game": Translatable(edition(name).name), "cards": cards, "phase": phase}


def _twice(chance: Fraction) -> Fraction:
    """Return the proportion of waits that are at least twice as long as the mean wait."""
    return (1 - chance) ** (ceil(2 / chance) - 1)


def _chance(p: Params) -> Fraction:
    return _deal(p["edition"], p["phase"], p["cards"])


def _deals(p: Params) -> Trial:
    """Return a trial that counts the deals until one contains the phase."""
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
    goals=(phrase("Turn a probability into a waiting time."),),
    standards=STANDARDS,
    prompt=phrase(
        "You play {game}. Again and again, {cards} cards are dealt, and nobody draws. They contain phase {phase} in "
        "{chance} of all deals. How many deals does it take on average until the phase comes up?"
    ),
    draw=_dealt,
    answer=lambda p: 1 / _chance(p),
    wrong=(
        Distractor(
            "half",
            lambda p: 1 / (2 * _chance(p)),
            phrase(
                "You cut the wait in half. But half of it is not the average: some waits are very long, and they pull "
                "up the mean."
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
        phrase("Divide 1 by the probability."),
    ),
    solution=phrase("1 divided by {chance} is {answer}."),
    shown=lambda p: {"chance": percent(_chance(p)), "twice": percent(_twice(_chance(p)))},
    experiment=_deals,
    reflect=Reflection(
        phrase("Is a wait twice as long as the mean a sign of a bad shuffle?"),
        phrase("No. {twice} of all waits are that long or longer."),
    ),
)
