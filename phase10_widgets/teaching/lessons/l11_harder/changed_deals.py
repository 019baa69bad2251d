"""Lesson 11, questions 3 and 4: the same phase on the wild side, and after a draw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from ....base.translatable import Translatable, phrase
from ....editions import edition
from ....odds.simulation.registry import question as experiment
from ....rules.phases import Phase
from ...exercises.question import Distractor, Params, Reflection
from ..common import question
from ..worked import counted
from .two_decks import STANDARDS, dealt

FLIPPED = tuple(sorted(set(product(range(1, 11), (8, 9, 10, 11))) - {(2, 11), (6, 11), (10, 10)}))
"""Flip's phases paired with numbers of cards. Three pairs are left out: one is nearly certain, one is slow to count,
and one has two right answers."""


def _flip(random: Random) -> Params:
    number, cards = random.choice(FLIPPED)
    return {"number": number, "phase": edition("flip").phases[number - 1], "cards": cards}


SIDE = question(
    id="11/wild-side",
    goals=(phrase("Answer a question that nobody could work out by hand."),),
    standards=STANDARDS,
    prompt=phrase(
        "Phase {number} of Flip is {phase}. With the color side up, {cards} cards contain it in {color} of all deals. "
        "With the wild side up, every number counts as any color. How likely are {cards} cards to contain the phase "
        "then? Let the computer count, or simulate."
    ),
    draw=_flip,
    answer=lambda p: dealt("flip", p["number"], p["cards"], "wild"),
    tolerance=Fraction(1, 100),
    measured=True,
    wrong=(
        Distractor(
            "color side",
            lambda p: dealt("flip", p["number"], p["cards"]),
            phrase(
                "That is the probability on the color side, which is given in the question. The backs of the cards are "
                "different."
            ),
        ),
        Distractor(
            "opposite",
            lambda p: 1 - dealt("flip", p["number"], p["cards"]),
            phrase("The wild side is not the opposite of the color side: the two probabilities need not add up to 1."),
        ),
    ),
    hints=(
        phrase(
            "The figure that compares the games also has “Phase 10 Flip!, wild side”. It counts ten or eleven cards. "
            "With fewer cards, the probability is lower."
        ),
        phrase("In Python, p10.odds.deal accepts side='wild'."),
        phrase("Let p10.odds.deal('flip', {number}, cards={cards}, side='wild') count it."),
    ),
    solution=phrase(
        "On the wild side, {ways} of the {all} hands contain the phase: {answer}. On the color side, it is {color}."
    ),
    shown=lambda p: counted(
        dealt, "flip", p["number"], p["cards"], "wild", color=dealt("flip", p["number"], p["cards"])
    ),
    experiment=lambda p: experiment("deal", edition="flip", phase=p["number"], cards=p["cards"], side="wild"),
    reflect=Reflection(
        phrase("When would you flip everything over?"),
        phrase(
            "When the flip helps your own hand more than the other players' hands. You can see the backs of their "
            "cards."
        ),
    ),
)


DRAWN = {
    "classic": (1, 2, 3, 4, 5, 6, 8, 9),
    "masters": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    "standard": (1, 2, 3, 4, 5, 8),
    "flip": (1, 2, 3, 4, 5, 6, 9),
}
"""For each deck, the Phase 10 phases that are common enough to show the effect of an eleventh card."""


def _drawn(random: Random) -> Params:
    name, number = random.choice([(name, number) for name, phases in DRAWN.items() for number in phases])
    phase = edition("classic").phases[number - 1]
    return {"name": name, "game": Translatable(edition(name).name), "phase": phase, "code": str(Phase(phase.needs))}


def _other(name: str) -> str:
    return "masters" if name == "classic" else "classic"


DRAW = question(
    id="11/first-draw",
    goals=(phrase("See how much one more card can help."),),
    standards=STANDARDS,
    prompt=phrase(
        "{game}: the ten cards that you are dealt contain {phase} in {ten} of all deals. Now you draw a card from the "
        "pile. How likely are your eleven cards to contain the phase? Let the computer count, or simulate."
    ),
    draw=_drawn,
    answer=lambda p: dealt(p["name"], p["code"], 11),
    tolerance=Fraction(1, 100),
    measured=True,
    wrong=(
        Distractor(
            "no draw",
            lambda p: dealt(p["name"], p["code"]),
            phrase("That is the probability before the draw. The eleventh card can only help."),
        ),
        Distractor(
            "a tenth more",
            lambda p: dealt(p["name"], p["code"]) * Fraction(11, 10),
            phrase(
                "You have a tenth more cards, but the chance grows by more than a tenth, because the new card can "
                "combine with all the others."
            ),
        ),
        Distractor(
            "other deck",
            lambda p: dealt(_other(p["name"]), p["code"], 11),
            phrase("That would be right for a different deck. Check which game you are playing."),
        ),
    ),
    hints=(
        phrase("How many hands lack just one card after the deal? Those are the ones that matter."),
        phrase(
            "In the figure, show “one phase in every deck”, and set “Cards dealt” to 11. The order in which you get "
            "the cards does not matter."
        ),
        phrase("Let p10.odds.deal('{name}', '{code}', cards=11) count it."),
    ),
    solution=phrase(
        "With eleven cards, {ways} of the {all} hands contain the phase: {answer}. With ten cards, it is {ten}."
    ),
    shown=lambda p: counted(dealt, p["name"], p["code"], 11, ten=dealt(p["name"], p["code"])),
    experiment=lambda p: experiment("deal", edition=p["name"], phase=p["code"], cards=11),
    reflect=Reflection(
        phrase("Which phases gain the most from one more card?"),
        phrase(
            "In percentage points, the phases that are neither common nor rare gain the most. In relative "
            "terms, the rare ones do."
        ),
    ),
)
