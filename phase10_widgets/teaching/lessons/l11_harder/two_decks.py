"""Lesson 11, question 2: the same phase in two decks."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

from ....base.translatable import Sentence, Translatable, phrase
from ....editions import edition
from ....languages.number_text import percent
from ....odds.deal import deal
from ....odds.simulation.experiment import Trial
from ....odds.simulation.registry import question as experiment
from ....rules.phases import Phase
from ...exercises.question import Choice, Params, Reflection
from ..common import question
from ..worked import one_after_the_other

STANDARDS = ("7.SP.C.7", "HSS-IC.A.2", "HSS-MD.B.7")


@cache
def dealt(game: str, phase: int | str, cards: int = 10, side: str = "color") -> Fraction:
    """Return the chance that *cards* cards dealt in a game contain a phase."""
    return Fraction(deal(game, phase, cards=cards, side=side))


def either(first: Params, second: Params) -> Trial:
    """Return a trial that returns 1 if only the first deal contains its phase, and -1 if only the second does."""
    one, other = experiment("deal", **first), experiment("deal", **second)
    return lambda random: int(one.trial(random)) - int(other.trial(random))


GAMES = (*combinations(("classic", "masters", "standard"), 2), ("masters", "flip"), ("standard", "flip"))
"""Pairs of decks that a few thousand deals can tell apart, regardless of the phase in question."""
ASKED = ("2 sets of 3", "1 set of 4", "4 sets of 2", "1 run of 6", "1 run of 7", "1 set of 3 + 1 run of 4")


def _games(random: Random) -> Params:
    first, second = random.choice(GAMES)
    phase = random.choice(ASKED)
    if random.random() < 0.5:
        first, second = second, first
    return {
        "one": first,
        "two": second,
        "first": Translatable(edition(first).name),
        "second": Translatable(edition(second).name),
        "phase": phase,
        "goal": Phase.parse(phase),
    }


_CHOICE = {
    (False, False): phrase("There are two decks to choose from: {first} and {second}."),
    (True, False): phrase(
        "There are two decks to choose from: {first} and {second}. (Flip is played with the color side up.)"
    ),
    (False, True): phrase(
        "There are two decks to choose from: {first} and {second}. (The ordinary deck is the one for two players.)"
    ),
    (True, True): phrase(
        "There are two decks to choose from: {first} and {second}. (Flip is played with the color side up, and the "
        "ordinary deck is the one for two players.)"
    ),
}
"""The sentence that names the two decks, keyed by whether Flip and the ordinary deck are among them."""
_DECKS = {
    "classic": phrase("Phase 10 has 108 cards, and 8 of them are wild. There are 8 cards of each of 12 numbers."),
    "masters": phrase("Masters has 110 cards, and 12 of them are wild. There are 8 cards of each of 12 numbers."),
    "standard": phrase(
        "The ordinary deck has 108 cards, and 4 of them are wild. There are 8 cards of each of 13 ranks."
    ),
    "flip": phrase(
        "On the color side, Flip has 104 cards, and 8 of them are stars. There are 8 cards of each of 12 numbers, and "
        "no skips."
    ),
}
"""The reasons why a phase is easy or hard in each deck."""


def _choice(p: Params) -> Sentence:
    decks = {p["one"], p["two"]}
    return Sentence(_CHOICE["flip" in decks, "standard" in decks], first=p["first"], second=p["second"])


GAME = question(
    id="11/which-game",
    kind="choice",
    goals=(phrase("Compare two models by asking both the same question."),),
    standards=STANDARDS,
    prompt=phrase("You are dealt ten cards. {decks} With which deck do your ten cards contain {goal} more often?"),
    draw=_games,
    answer=lambda p: "first" if dealt(p["one"], p["phase"]) > dealt(p["two"], p["phase"]) else "second",
    choices=(
        Choice(
            "first",
            phrase("{first}"),
            phrase("Count the wilds and the copies of each number in both decks, and compare the sizes of the decks."),
        ),
        Choice(
            "second",
            phrase("{second}"),
            phrase(
                "Look at both decks again: how many wilds per hundred cards are there, and how many different numbers?"
            ),
        ),
        Choice(
            "equal",
            phrase("Equally often"),
            phrase("The phase is the same, but the decks differ, and so do the probabilities."),
        ),
    ),
    hints=(
        phrase("What makes a phase easy: wilds, copies of each number, or few different numbers?"),
        phrase("{facts} What does that mean for the phase?"),
        phrase("Compare the wilds first, then the copies of each number. Or let the computer count both decks."),
    ),
    solution=phrase("{first}: {p_one}. {second}: {p_two}. So the answer is: {answer}."),
    shown=lambda p: {
        "p_one": percent(dealt(p["one"], p["phase"])),
        "p_two": percent(dealt(p["two"], p["phase"])),
        "decks": _choice(p),
        "facts": one_after_the_other(_DECKS[game] for game in (p["one"], p["two"])),
    },
    experiment=lambda p: either({"edition": p["one"], "phase": p["phase"]}, {"edition": p["two"], "phase": p["phase"]}),
    reads=lambda p, value: "first" if value > 0 else "second",
    reflect=Reflection(
        phrase("Four more wilds raise the chance a lot. Would four more skips lower it as much?"),
        phrase("No: a skip only takes the place of an ordinary card, while a wild can stand for any missing card."),
    ),
)
