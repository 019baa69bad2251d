"""Lesson 11: comparing phases and games. The misconception: "the number says how hard it is"."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt
from random import Random

from ...core.phases import Phase
from ...core.translatable import Translatable, phrase
from ...editions import edition
from ...odds.simulation.registry import question as experiment
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Choice, Distractor, Params, Reflection
from .common import question
from .l11_decks import GAME, STANDARDS, dealt, either
from .worked import counted, one_after_the_other

BACKWARDS = ((1, 2), (3, 4), (3, 5), (6, 8), (6, 9), (7, 8), (7, 9))
"""Pairs of phases of which the one with the lower number is harder."""
CLOSE = ((7, 10), (8, 9))
"""Pairs whose chances are too close to tell apart in 10,000 deals of each."""
FORWARDS = tuple(pair for pair in combinations(range(1, 11), 2) if pair not in BACKWARDS + CLOSE)


_KINDS = {
    "set": phrase("A set needs several cards of one number, and there are only 8 of each number."),
    "run": phrase("A run can use any of 8 cards in each place, but it needs one for every place."),
    "color": phrase("For a group of one color, any of the 24 cards of that color will do."),
}
"""What to keep in mind about each kind of group, by the word for it in a phase."""


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
        "Phase {low} is {first}, and phase {high} is {second}. Which one is harder? In other words, which one are "
        "you less likely to be dealt in ten cards?"
    ),
    draw=_phases,
    answer=lambda p: "low" if dealt("classic", p["low"]) < dealt("classic", p["high"]) else "high",
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
            phrase("Their chances are clearly different. Ten thousand deals of each will show it."),
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
            "Not quite. In play, you draw and choose your cards. That helps more with phases for which many "
            "different cards are useful."
        ),
    ),
)


FLIPPED = tuple(sorted(set(product(range(1, 11), (8, 9, 10, 11))) - {(2, 11), (6, 11), (10, 10)}))
"""Flip's phases with numbers of cards, except one nearly certain, one slow to count, and one with two right answers."""


def _flip(random: Random) -> Params:
    number, cards = random.choice(FLIPPED)
    return {"number": number, "phase": edition("flip").phases[number - 1], "cards": cards}


SIDE = question(
    id="11/wild-side",
    goals=(phrase("Answer a question that nobody could work out by hand."),),
    standards=STANDARDS,
    prompt=phrase(
        "Phase {number} of Flip is {phase}. With the color side up, {cards} cards contain it in {color} of all deals. "
        "How likely are they to contain it with the wild side up, where every number counts as any color? Let the "
        "computer count, or simulate."
    ),
    draw=_flip,
    answer=lambda p: dealt("flip", p["number"], p["cards"], "wild"),
    tolerance=Fraction(1, 100),
    wrong=(
        Distractor(
            "color side",
            lambda p: dealt("flip", p["number"], p["cards"]),
            phrase(
                "That is the chance on the color side, which is given in the question. The backs of the cards "
                "are different."
            ),
        ),
        Distractor(
            "opposite",
            lambda p: 1 - dealt("flip", p["number"], p["cards"]),
            phrase("The wild side is not the opposite of the color side: their chances do not have to add up to 1."),
        ),
    ),
    hints=(
        phrase(
            "The figure that compares the games also has “Phase 10 Flip!, wild side”. It counts ten or eleven cards. "
            "With fewer cards, the chance is lower."
        ),
        phrase("In Python, p10.odds.deal accepts side='wild'."),
        phrase("Let p10.odds.deal('flip', {number}, cards={cards}, side='wild') count it."),
    ),
    solution=phrase("On the wild side, {ways} of the {all} hands contain it: {answer}. On the color side, {color} do."),
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
"""For each deck, the phases of Phase 10 that are common enough to tell an eleventh card from a tenth."""


def _drawn(random: Random) -> Params:
    name, number = random.choice([(name, number) for name, phases in DRAWN.items() for number in phases])
    phase = edition("classic").phases[number - 1]
    return {"name": name, "game": Translatable(edition(name).name), "phase": phase, "code": str(Phase(phase.needs))}


def _other(name: str) -> str:
    return "masters" if name == "classic" else "classic"


DRAW = question(
    id="11/first-draw",
    goals=(phrase("See how much difference one more card can make."),),
    standards=STANDARDS,
    prompt=phrase(
        "{game}: the ten cards you are dealt contain {phase} in {ten} of all deals. How likely are your eleven cards "
        "to contain it after one draw from the pile? Let the computer count, or simulate."
    ),
    draw=_drawn,
    answer=lambda p: dealt(p["name"], p["code"], 11),
    tolerance=Fraction(1, 100),
    wrong=(
        Distractor(
            "no draw",
            lambda p: dealt(p["name"], p["code"]),
            phrase("That is the chance before the draw. The eleventh card can only help."),
        ),
        Distractor(
            "a tenth more",
            lambda p: dealt(p["name"], p["code"]) * Fraction(11, 10),
            phrase(
                "With a tenth more cards, the chance grows by more than a tenth, because the new card can combine "
                "with all the others."
            ),
        ),
        Distractor(
            "other deck",
            lambda p: dealt(_other(p["name"]), p["code"], 11),
            phrase("That would be right for a different deck. Check which game you are playing."),
        ),
    ),
    hints=(
        phrase("How many hands are just one card short after the deal? Those are the ones that matter."),
        phrase(
            "In the figure, show “one phase in every deck”, and set “Cards dealt” to 11. The order in which you get "
            "the cards does not matter."
        ),
        phrase("Let p10.odds.deal('{name}', '{code}', cards=11) count it."),
    ),
    solution=phrase("With eleven cards, {ways} of the {all} hands contain it: {answer}. With ten cards, {ten} do."),
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


QUESTIONS = (WHICH, GAME, SIDE, DRAW)


DEALS, FIRST, SECOND = 120, 18, 30
"""The hands dealt for each of two phases, and the chances of these phases in percent, as the task gives them."""


def _claimed(says: Callable[[int, int], bool]) -> Fraction:
    """Return the chance that a test says "they differ" after counting the hands that contain the phases."""
    rare, common = (
        [comb(DEALS, k) * share**k * (100 - share) ** (DEALS - k) for k in range(DEALS + 1)]
        for share in (FIRST, SECOND)
    )
    ways = sum(weight * sum([other for b, other in enumerate(common) if says(a, b)]) for a, weight in enumerate(rare))
    return Fraction(ways, 100 ** (2 * DEALS))


def _spread(hits: int) -> int:
    return hits * (DEALS - hits)


def _right(a: int, b: int) -> bool:
    """Return True if the difference is more than two standard errors from 0, computed in whole numbers."""
    return DEALS * (a - b) ** 2 > 4 * (_spread(a) + _spread(b))


def _apart(a: int, b: int) -> bool:
    """Return True if the two intervals do not overlap."""
    return abs(a - b) * sqrt(DEALS) > 2 * (sqrt(_spread(a)) + sqrt(_spread(b)))


DOC = phrase("Deal 120 hands for each phase; return True if the difference is clear.")
_DEAL = """from math import sqrt

def settled(random):
    a = sum(random.random() < 0.18 for hand in range(120)) / 120
    b = sum(random.random() < 0.30 for hand in range(120)) / 120
"""
_ERROR = "    error = sqrt(a * (1 - a) / 120 + b * (1 - b) / 120)\n"

TASK = CodeTask(
    id="11/your-turn",
    name="settled",
    kind="chance",
    exact=_claimed(_right),
    prompt=phrase(
        "Two phases are compared by dealing 120 hands for each. In truth, a hand contains the first phase with a "
        "chance of 0.18 and the second with a chance of 0.30. Write a function that deals the hands and returns True "
        "if the two shares differ by more than two standard errors of the difference. How often does such an "
        "experiment settle the matter?"
    ),
    start=f'''from math import sqrt

def settled(random):
    """{DOC}"""
    return ___
''',
    solution=_DEAL + _ERROR + "    return abs(a - b) > 2 * error\n",
    bugs=(
        Bug(
            "overlap",
            _DEAL
            + """    error = sqrt(a * (1 - a) / 120) + sqrt(b * (1 - b) / 120)
    return abs(a - b) > 2 * error
""",
            _claimed(_apart),
            phrase(
                "You added the two standard errors. That asks whether the two intervals overlap, and it misses many "
                "differences. Add the squares of the errors, then take the root."
            ),
        ),
        Bug(
            "one error",
            _DEAL + "    error = sqrt(a * (1 - a) / 120)\n    return abs(a - b) > 2 * error\n",
            _claimed(lambda a, b: DEALS * (a - b) ** 2 > 4 * _spread(a)),
            phrase(
                "You used the standard error of the first share only. The second share is off by luck as well, so "
                "the difference varies more than either of them."
            ),
        ),
        Bug(
            "one step",
            _DEAL + _ERROR + "    return abs(a - b) > error\n",
            _claimed(lambda a, b: DEALS * (a - b) ** 2 > _spread(a) + _spread(b)),
            phrase(
                "You asked for more than one standard error. Luck alone goes that far in about one of three "
                "experiments. The task asks for two."
            ),
        ),
        Bug(
            "any difference",
            _DEAL + "    return a != b\n",
            _claimed(lambda a, b: a != b),
            phrase(
                "Your code says True for any difference. Two shares are almost never exactly equal, even if the "
                "chances are. How large must the difference be?"
            ),
        ),
        Bug(
            "zero inside",
            _DEAL + _ERROR + "    return abs(a - b) <= 2 * error\n",
            1 - _claimed(_right),
            phrase("That is True when 0 lies inside the interval: the experiments that do not settle anything."),
        ),
    ),
    hints=(
        phrase("How do you simulate one hand that contains the first phase with a chance of 0.18?"),
        phrase(
            "sum(random.random() < 0.18 for hand in range(120)) counts the hands with the first phase. Divide by 120 "
            "to get the share a; do the same for b."
        ),
        phrase(
            "The standard error of the difference is the square root of a · (1 - a) / 120 + b · (1 - b) / 120. Compare "
            "the difference, without its sign, with twice that."
        ),
    ),
    trials=10_000,
)

GUIDE = Guide(
    aim="Say what 'hard' means so that you can measure it, and compare with only one thing changed.",
    before="Chances as counted shares; the standard error and the confidence interval (lesson 7).",
    plan=(
        Step(
            7,
            "Everybody plays phases 3 and 4 and writes down which one felt harder. Nothing is counted yet. Then each "
            "predicts question 1.",
        ),
        Step(
            9,
            "The board: guess the hardest phase, then look at the list. Next, one phase in every deck. Which guesses "
            "went wrong, and why?",
        ),
        Step(8, "Count phase 8 row by row. Now everybody answers question 1."),
        Step(
            9,
            "Phases 8 and 9 by dealing: look at the interval of the difference, and ask how many deals would settle "
            "it. Those who program write the test in Your turn.",
        ),
        Step(9, "Dealt or played: why is the first comparison unfair? Questions 2 to 4 in pairs or as homework."),
        Step(3, "The kidney stones, as a riddle to take home."),
    ),
    talks=(
        Talk(
            "In whole games of four copies of one player, 80% of the rounds at phase 8 completed it, but only 71% of "
            "those at phase 4. So phase 8 is easier to play. What is wrong with that?",
            "When you are at phase 8, your opponents are at different phases than when you are at phase 4. So the "
            "round has another length, and other cards are discarded: that is confounding. Only those who get past "
            "phase 7 reach phase 8, but copies of one player do not differ in skill. Listen for a proposal to give "
            "both the same round.",
        ),
        Talk(
            "What makes a deck easy: wilds, copies of each number, or few different numbers?",
            "All three. The lesson's ordinary cards, 108 from two packs, have 13 ranks with 8 copies each, but only "
            "4 wilds. Imagine that only one of them changes.",
        ),
        Talk(
            "How would you find out fairly which of two schools teaches better?",
            "Compare students who were alike at the start, and look at what they gained, not at where they ended. "
            "Random assignment would be best; ask why nobody does it.",
        ),
    ),
    misconceptions=(
        Misconception(
            "More cards in a phase make it harder.",
            "Phase 6 needs nine cards and is dealt six times as often as phase 7, which needs eight.",
        ),
        Misconception(
            "If two 95% intervals overlap, there is no significant difference.",
            "Overlap is no test. Look at one interval, that of the difference. Its error is the root of the sum of "
            "the squares, and that is less than the sum of the errors. If the two intervals do not overlap, there is "
            "a difference; if they overlap, there may still be one.",
        ),
        Misconception(
            "If 0 lies in the interval of the difference, the two are equal.",
            "Many other values lie in it, too. Phases 8 and 9 differ; counting shows it, and about 38,000 deals of "
            "each would show it four times out of five.",
        ),
        Misconception(
            "If something is true in each part, it is true in the whole.",
            "The kidney stones: better for small stones, better for large ones, worse in all. Draw the four groups to "
            "scale.",
        ),
    ),
    without="Give each group a real deck and one phase. Each group deals ten cards thirty times and counts. Put the "
    "phases in order by the class's counts, then show the exact order.",
)
