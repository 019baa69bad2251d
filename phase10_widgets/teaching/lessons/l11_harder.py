"""Lesson 11: comparing phases and games. The misconception: "the number says how hard it is"."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from ...core.phases import Phase
from ...core.translatable import Translatable, phrase
from ...editions import edition
from ...odds.deal import deal
from ...odds.simulation.experiment import Trial
from ...odds.simulation.registry import question as experiment
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Choice, Distractor, Params, Reflection
from .common import question

TITLE = phrase("Which phase and which game are hardest?")
STANDARDS = ("7.SP.C.7", "HSS-IC.A.2", "HSS-MD.B.7")


@cache
def _deal(game: str, phase: int | str, cards: int = 10, side: str = "color") -> Fraction:
    return Fraction(deal(game, phase, cards=cards, side=side))


def _either(first: Params, second: Params) -> Trial:
    """Return a trial: 1 if only the first deal holds its phase, -1 if only the second does."""
    one, other = experiment("deal", **first), experiment("deal", **second)
    return lambda random: int(one.trial(random)) - int(other.trial(random))


def _phases(random: Random) -> Params:
    low, high = random.choice(((1, 2), (3, 4), (1, 3), (2, 4), (7, 8), (7, 9), (5, 6), (2, 3), (6, 9)))
    listed = edition("classic").phases
    return {"low": low, "high": high, "first": listed[low - 1], "second": listed[high - 1]}


WHICH = question(
    id="11/which-phase",
    kind="choice",
    goals=(phrase("Measure how hard a phase is before you trust its number."),),
    standards=STANDARDS,
    prompt=phrase(
        "Phase {low} is {first}, and phase {high} is {second}. Which one is harder? In other words, which one are "
        "you less likely to be dealt in ten cards?"
    ),
    draw=_phases,
    answer=lambda p: "low" if _deal("classic", p["low"]) < _deal("classic", p["high"]) else "high",
    choices=(
        Choice(
            "low",
            phrase("Phase {low}, {first}"),
            phrase(
                "Not this time: here, the phase with the higher number really is harder. Simulate both to see by how "
                "much."
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
            phrase("Their chances are clearly different. A few hundred deals of each will show it."),
        ),
    ),
    hints=(
        phrase("Ignore the phase numbers. What do the phases require?"),
        phrase(
            "Large sets need many cards of one number, and there are only 8 cards of each number. A run can use any"
            " of 8 cards in each place."
        ),
        phrase("In Python: compare p10.odds.deal('classic', {low}) with p10.odds.deal('classic', {high})."),
    ),
    solution=phrase(
        "Phase {low} is dealt in {p_low} of all deals, phase {high} in {p_high}. So the answer is: {answer}."
    ),
    shown=lambda p: {
        "p_low": percent(_deal("classic", p["low"])),
        "p_high": percent(_deal("classic", p["high"])),
    },
    experiment=lambda p: _either({"edition": "classic", "phase": p["high"]}, {"edition": "classic", "phase": p["low"]}),
    reads=lambda p, value: "low" if value > 0 else "high",
    reflect=Reflection(
        phrase("Is a phase just as hard to complete in play as it is to be dealt?"),
        phrase(
            "Not quite. In play, you draw and choose your cards. That helps more with phases for which many "
            "different cards are useful."
        ),
    ),
)


def _games(random: Random) -> Params:
    first, second = random.choice(
        (("classic", "masters"), ("masters", "standard"), ("standard", "classic"), ("flip", "standard"))
    )
    phase = random.choice(("2 sets of 3", "1 run of 7", "1 set of 4", "1 set of 3 + 1 run of 4"))
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


GAME = question(
    id="11/which-game",
    kind="choice",
    goals=(phrase("Compare two models by asking both the same question."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt ten cards. With which deck do they contain {goal} more often, {first} or {second}? (Flip is "
        "played with the color side up, and the ordinary deck is the one for two players.)"
    ),
    draw=_games,
    answer=lambda p: "first" if _deal(p["one"], p["phase"]) > _deal(p["two"], p["phase"]) else "second",
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
            phrase("The phase is the same, but the decks differ, and so do the chances."),
        ),
    ),
    hints=(
        phrase("What makes a phase easy: wilds, copies of each number, or few different numbers?"),
        phrase(
            "Masters has 12 wilds in 110 cards, classic has 8 in 108, and the ordinary deck has 4 in 108, with "
            "13 ranks."
        ),
        phrase(
            "On the color side, Flip has 104 cards: 96 number cards and 8 stars, but no skips. Let the "
            "computer count both decks."
        ),
    ),
    solution=phrase("{first}: {p_one}. {second}: {p_two}. So the answer is: {answer}."),
    shown=lambda p: {
        "p_one": percent(_deal(p["one"], p["phase"])),
        "p_two": percent(_deal(p["two"], p["phase"])),
    },
    experiment=lambda p: _either(
        {"edition": p["one"], "phase": p["phase"]}, {"edition": p["two"], "phase": p["phase"]}
    ),
    reads=lambda p, value: "first" if value > 0 else "second",
    reflect=Reflection(
        phrase("Four more wilds raise the chance a lot. Would four more skips lower it as much?"),
        phrase("No: a skip only takes the place of an ordinary card, while a wild can stand for any missing card."),
    ),
)


@cache
def _flip(number: int) -> Params:
    return {"number": number, "phase": edition("flip").phases[number - 1]}


SIDE = question(
    id="11/wild-side",
    goals=(phrase("Answer a question that nobody could work out by hand."),),
    standards=STANDARDS,
    prompt=phrase(
        "In Flip, ten cards with the color side up contain phase {number} ({phase}) in {color} of all deals. How "
        "likely are ten cards to contain it with the wild side up, where every number counts as any color? Let the "
        "computer count, or simulate."
    ),
    draw=lambda random: _flip(random.choice((1, 3, 4, 5, 6, 7))),
    answer=lambda p: _deal("flip", p["number"], side="wild"),
    tolerance=Fraction(1, 100),
    wrong=(
        Distractor(
            "color side",
            lambda p: _deal("flip", p["number"]),
            phrase(
                "That is the chance on the color side, which is given in the question. The backs of the cards "
                "are different."
            ),
        ),
        Distractor(
            "opposite",
            lambda p: 1 - _deal("flip", p["number"]),
            phrase("The wild side is not the opposite of the color side: their chances do not have to add up to 1."),
        ),
    ),
    hints=(
        phrase("In the figure, choose the game “Phase 10 Flip!, wild side”."),
        phrase("In Python, p10.odds.deal accepts side='wild'."),
        phrase("Let p10.odds.deal('flip', {number}, side='wild') count it."),
    ),
    solution=phrase("Color side: {color}. Wild side: {answer}. On the wild side, a color run is just a run."),
    shown=lambda p: {"color": percent(_deal("flip", p["number"]))},
    experiment=lambda p: experiment("deal", edition="flip", phase=p["number"], side="wild"),
    reflect=Reflection(
        phrase("When would you flip everything over?"),
        phrase(
            "When the flip helps your own hand more than the other players' hands. You can see the backs of their "
            "cards."
        ),
    ),
)


@cache
def _drawn(name: str, number: int) -> Params:
    found = edition(name)
    return {"name": name, "game": Translatable(found.name), "number": number, "phase": found.phases[number - 1]}


DRAW = question(
    id="11/first-draw",
    goals=(phrase("See how much difference one more card can make."),),
    standards=STANDARDS,
    prompt=phrase(
        "In {game}, the ten cards you are dealt contain phase {number} ({phase}) in {ten} of all deals. How likely "
        "are your eleven cards to contain it after one draw from the pile? Let the computer count, or simulate."
    ),
    draw=lambda random: _drawn(random.choice(("classic", "masters")), random.choice((1, 2, 4, 5))),
    answer=lambda p: _deal(p["name"], p["number"], 11),
    tolerance=Fraction(1, 100),
    wrong=(
        Distractor(
            "no draw",
            lambda p: _deal(p["name"], p["number"]),
            phrase("That is the chance before the draw. The eleventh card can only help."),
        ),
        Distractor(
            "a tenth more",
            lambda p: _deal(p["name"], p["number"]) * Fraction(11, 10),
            phrase(
                "With a tenth more cards, the chance grows by more than a tenth, because the new card can combine "
                "with all the others."
            ),
        ),
        Distractor(
            "other deck",
            lambda p: _deal("masters" if p["name"] == "classic" else "classic", p["number"], 11),
            phrase("That would be right for the other deck. Check which game you are playing."),
        ),
    ),
    hints=(
        phrase("How many hands are just one card short after the deal? Those are the ones that matter."),
        phrase("In the figure, set “Cards dealt” to 11. The order in which you get the cards does not matter."),
        phrase("Let p10.odds.deal('{name}', {number}, cards=11) count it."),
    ),
    solution=phrase("Ten cards: {ten}. Eleven: {answer}."),
    shown=lambda p: {"ten": percent(_deal(p["name"], p["number"]))},
    experiment=lambda p: experiment("deal", edition=p["name"], phase=p["number"], cards=11),
    reflect=Reflection(
        phrase("Which phases gain the most from one more card?"),
        phrase(
            "In percentage points, the phases that are neither common nor rare gain the most. In relative "
            "terms, the rare ones do."
        ),
    ),
)


QUESTIONS = (WHICH, GAME, SIDE, DRAW)

GUIDE = Guide(
    aim="Say what 'hard' means so that it can be measured, and compare with only one thing changed.",
    before="Chances as counted shares; what an interval says (lesson 7).",
    plan=(
        Step(8, "Play phases 3 and 4. Everybody writes down which one felt harder, before anything is counted."),
        Step(5, "Predict question 1. Let them order all ten phases on paper, from easy to hard."),
        Step(10, "The board: first the list, then one phase in five decks. Compare with the papers: who was nearest?"),
        Step(10, "Compute phase 8 row by row; then phases 8 and 9 by dealing, and why 10,000 deals do not settle it."),
        Step(9, "Dealt or played: what does 'hard' mean? Questions 2 to 4 in pairs."),
        Step(3, "The kidney stones as a riddle to take home."),
    ),
    talks=(
        Talk(
            "Phase 8 is dealt more rarely than phase 4, but completed more often in play. Which one is harder?",
            "It depends on what is asked. Listen for somebody who says that both are right.",
        ),
        Talk(
            "What makes a deck easy: wilds, copies of each number, or few different numbers?",
            "All three. Ordinary cards have 13 ranks with 8 copies, but only 4 wilds. Change one at a time in thought.",
        ),
        Talk(
            "How would you find out fairly which of two schools teaches better?",
            "Compare pupils who were alike at the start; look at what was gained, not at where they ended.",
        ),
    ),
    misconceptions=(
        Misconception(
            "More cards in a phase means a harder phase.",
            "Phase 6 asks for nine cards and is dealt six times as often as phase 7 with eight.",
        ),
        Misconception(
            "If two intervals overlap, both things are equal.",
            "Overlap says only that these deals cannot tell. Phases 8 and 9 differ; counting shows it.",
        ),
        Misconception(
            "What holds in each part holds in the whole.",
            "The kidney stones: better for small ones, better for large ones, worse in all. Draw the four groups to "
            "scale.",
        ),
    ),
    without="Give each group a real deck and one phase; each deals ten cards thirty times and counts. Order the "
    "phases by the class's counts, then show the exact order.",
)
