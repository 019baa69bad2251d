"""Lesson 7, questions 2 and 4: deals have no memory."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from ....base.translatable import Translatable, phrase
from ....editions import edition
from ....languages.number_text import percent
from ....odds.deal import deal
from ....odds.pool import Pool
from ....odds.simulation.experiment import Trial
from ....odds.simulation.registry import question as experiment
from ...exercises.question import Distractor, Params, Reflection
from ..common import question
from .accuracy import STANDARDS

PHASES = (1, 2, 4, 5)

DUE_PHASES = {"classic": PHASES, "masters": (1, 3, 4, 5), "standard": (2, 3, 4, 5, 7, 8)}
"""Phases, keyed by edition, for which a hit is neither rare nor common, so that streaks of misses are found quickly."""

_deal = cache(lambda phase, name="classic": Fraction(deal(name, phase)))


def _misses(random: Random) -> Params:
    """Return a game, one of its phases, and the length of a streak of misses."""
    name = random.choice(list(DUE_PHASES))
    phase, misses = random.choice(DUE_PHASES[name]), random.randint(3, 10)
    game = edition(name)
    words = {"edition": name, "game": Translatable(game.name), "size": Pool.of_deck(game).size}
    return {**words, "phase": phase, "misses": misses}


def _share(p: Params) -> Fraction:
    """Return the chance that a deal contains the phase."""
    return _deal(p["phase"], p["edition"])


DUE = question(
    id="07/due",
    goals=(phrase("Recognize that cards have no memory."),),
    standards=STANDARDS,
    prompt=phrase(
        "In {game}, the ten cards that you are dealt contain phase {phase} in {chance} of all deals. It has not come "
        "up in the last {misses} deals, each from a well-shuffled deck. How likely is it to come up in the next deal?"
    ),
    draw=_misses,
    answer=_share,
    wrong=(
        Distractor(
            "due",
            lambda p: 1 - (1 - _share(p)) ** (p["misses"] + 1),
            phrase(
                "You treated the phase as due. Before all these deals, that was the probability that it would come up "
                "at least once. But those deals are over now, and cards have no memory."
            ),
        ),
        Distractor(
            "series",
            lambda p: (1 - _share(p)) ** p["misses"] * _share(p),
            phrase(
                "That is the probability of the whole series: {misses} misses, then a hit. But the misses have already "
                "happened."
            ),
        ),
        Distractor(
            "used up",
            lambda p: _share(p) / (p["misses"] + 1),
            phrase("You took the misses as a bad sign. But neither good luck nor bad luck survives a good shuffle."),
        ),
    ),
    hints=(
        phrase("What do the cards know about the previous deals?"),
        phrase("Imagine two tables: one has had a long series of misses, the other is just starting. Both shuffle."),
        phrase("The answer is in the question."),
    ),
    solution=phrase(
        "The {misses} misses are over. For the next deal, all {size} cards are shuffled again, and no card knows what "
        "came before. So the probability is the same as for any deal: {answer}."
    ),
    shown=lambda p: {"chance": percent(_share(p))},
    experiment=lambda p: lambda random: _next(p, random),
    reflect=Reflection(
        phrase("Why do shares settle down if nothing evens out?"),
        phrase("Later deals do not make up for early luck; they water it down."),
    ),
)


def _next(p: Params, random: Random) -> bool:
    """Simulate series until one begins with the required number of misses; return True if the next deal is a hit."""
    share = float(_share(p))
    while any(random.random() < share for _ in range(p["misses"])):
        pass
    return random.random() < share


def _dealt(p: Params) -> Trial:
    """Return a trial that returns True if one of the dealt hands contains the phase."""
    trial = experiment("deal", edition="classic", phase=p["phase"]).prepared()
    return lambda random: any(trial(random) for _ in range(p["deals"]))


ONCE = question(
    id="07/at-least-once",
    goals=(phrase("Combine the probabilities of independent deals."),),
    standards=STANDARDS,
    prompt=phrase(
        "The ten cards that you are dealt contain phase {phase} in {chance} of all deals. You deal {deals} times, and "
        "shuffle well each time. How likely is it that the phase comes up at least once?"
    ),
    draw=lambda random: {"phase": random.choice(PHASES), "deals": random.randint(3, 10)},
    answer=lambda p: 1 - (1 - _deal(p["phase"])) ** p["deals"],
    wrong=(
        Distractor(
            "added",
            lambda p: p["deals"] * _deal(p["phase"]),
            phrase("You added the probability {deals} times. That counts a series twice if the phase comes up twice."),
        ),
        Distractor(
            "never",
            lambda p: (1 - _deal(p["phase"])) ** p["deals"],
            phrase("That is the probability that the phase never comes up. You are one step away."),
        ),
        Distractor(
            "just once",
            lambda p: p["deals"] * _deal(p["phase"]) * (1 - _deal(p["phase"])) ** (p["deals"] - 1),
            phrase(
                "That is the probability that the phase comes up exactly once. “At least once” also includes twice or "
                "more."
            ),
        ),
    ),
    hints=(
        phrase("When does the phase not come up at all?"),
        phrase("Only if every deal is a miss. How likely is one miss?"),
        phrase("Raise {miss}, the probability of a miss, to the power of {deals}, and subtract the result from 1."),
    ),
    solution=phrase(
        "The probability of a miss is {miss}, and of {deals} misses in a row {never}. So the probability of at least "
        "one hit is {answer}."
    ),
    shown=lambda p: {
        "chance": percent(_deal(p["phase"])),
        "miss": percent(1 - _deal(p["phase"])),
        "never": percent((1 - _deal(p["phase"])) ** p["deals"]),
    },
    experiment=_dealt,
    reflect=Reflection(
        phrase("Why can you multiply by the same probability each time here, but not for the cards in one hand?"),
        phrase("Shuffling makes the deals independent. Within one hand, a card that has been dealt cannot come again."),
    ),
)
