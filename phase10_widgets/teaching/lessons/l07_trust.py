"""Lesson 7: the accuracy of a simulation. The misconception: "it is due"."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isqrt, sqrt
from random import Random

from ...core.translatable import phrase
from ...odds.deal import deal
from ...odds.simulation.experiment import Trial
from ...odds.simulation.registry import question as experiment
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Choice, Distractor, Params, Reflection
from .common import question

TITLE = phrase("How many deals until I can believe it?")
STANDARDS = ("7.SP.C.6", "HSS-IC.A.2", "HSS-IC.B.4")
PHASES = (1, 2, 4)

_deal = cache(lambda phase: Fraction(deal("classic", phase)))


def _error(p: Params) -> Fraction:
    """Return the standard error in percentage points; the numbers are chosen to make it a fraction."""
    share = p["percent"]
    return Fraction(isqrt(share * (100 - share)), isqrt(p["deals"]))


ERROR = question(
    id="07/error",
    kind="number",
    goals=(phrase("Find the typical error of a simulated proportion."),),
    standards=STANDARDS,
    prompt=phrase(
        "Something happens in {percent}% of all deals. You simulate {deals} deals and find the proportion in which "
        "it happened. What is the standard error of that proportion, in percentage points?"
    ),
    draw=lambda random: {
        "percent": random.choice((10, 20, 50, 80, 90)),
        "deals": random.choice((100, 400, 3600, 6400)),
    },
    answer=_error,
    wrong=(
        Distractor(
            "no root",
            lambda p: Fraction(p["percent"] * (100 - p["percent"]), p["deals"]),
            phrase(
                "You forgot the square root: that is the variance. Standard errors shrink with the square root of the "
                "number of deals."
            ),
        ),
        Distractor(
            "divided by deals",
            lambda p: _error(p) / isqrt(p["deals"]),
            phrase("You divided by the number of deals instead of its square root. Simulations are not that precise."),
        ),
        Distractor(
            "one deal",
            lambda p: _error(p) * isqrt(p["deals"]),
            phrase("That is the standard deviation for a single deal. A proportion from many deals varies much less."),
        ),
    ),
    hints=(
        phrase("A single deal is a yes or a no. What is its standard deviation?"),
        phrase(
            "For one deal, it is the square root of p times (1 - p). For many deals, divide that by the square root "
            "of their number."
        ),
        phrase("In percentage points: the square root of {percent} times {rest}, divided by {root}."),
    ),
    solution=phrase(
        "The square root of {percent} times {rest} is {spread}; divided by {root}: {answer} percentage points."
    ),
    shown=lambda p: {
        "rest": 100 - p["percent"],
        "root": isqrt(p["deals"]),
        "spread": isqrt(p["percent"] * (100 - p["percent"])),
    },
    experiment=lambda p: lambda random: _squared(p, random),
    reads=lambda p, value: sqrt(max(0.0, value)),
    reflect=Reflection(
        phrase("How many times as many deals does it take to get one more correct digit?"),
        phrase("A hundred times as many, since the error shrinks with the square root of the number of deals."),
    ),
)


def _squared(p: Params, random: Random) -> float:
    """Return the squared error of one simulated share, in percentage points."""
    share, n = p["percent"] / 100, p["deals"]
    got = sum([random.random() < share for _ in range(n)]) / n
    return float((100 * (got - share)) ** 2)


DUE = question(
    id="07/due",
    goals=(phrase("Recognize that cards have no memory."),),
    standards=STANDARDS,
    prompt=phrase(
        "The ten cards you are dealt contain phase {phase} in {chance} of all deals. It has not come up in the last "
        "{misses} deals, each well shuffled. How likely is it to come up in the next deal?"
    ),
    draw=lambda random: {"phase": random.choice(PHASES), "misses": random.randint(3, 8)},
    answer=lambda p: _deal(p["phase"]),
    wrong=(
        Distractor(
            "due",
            lambda p: 1 - (1 - _deal(p["phase"])) ** (p["misses"] + 1),
            phrase(
                "You treated it as due. Before all these deals, that was the chance that it would come up at least "
                "once. Those deals are over now, and the cards have no memory."
            ),
        ),
        Distractor(
            "series",
            lambda p: (1 - _deal(p["phase"])) ** p["misses"] * _deal(p["phase"]),
            phrase(
                "That is the chance of the whole series: {misses} misses, then a hit. But the misses have "
                "already happened."
            ),
        ),
        Distractor(
            "used up",
            lambda p: _deal(p["phase"]) / (p["misses"] + 1),
            phrase("You took the misses as a bad sign. But neither good luck nor bad luck survives a good shuffle."),
        ),
    ),
    hints=(
        phrase("What do the cards know about the previous deals?"),
        phrase("Imagine two tables: one has had a long series of misses, the other is just starting. Both shuffle."),
        phrase("The answer is in the question."),
    ),
    solution=phrase("Every well-shuffled deal is like the first one: {answer}."),
    shown=lambda p: {"chance": percent(_deal(p["phase"]))},
    experiment=lambda p: lambda random: _next(p, random),
    reflect=Reflection(
        phrase("Why do proportions settle down if nothing evens out?"),
        phrase("Later deals do not make up for early luck; they dilute it."),
    ),
)


def _next(p: Params, random: Random) -> bool:
    """Simulate series until one begins with the required misses; return True if the next deal is a hit."""
    share = float(_deal(p["phase"]))
    while any(random.random() < share for _ in range(p["misses"])):
        pass
    return random.random() < share


def _dealt(p: Params) -> Trial:
    """Return a trial that is True if one of the dealt hands holds the phase."""
    asked = experiment("deal", edition="classic", phase=p["phase"])
    return lambda random: any(asked.trial(random) for _ in range(p["deals"]))


ONCE = question(
    id="07/at-least-once",
    goals=(phrase("Join independent deals."),),
    standards=STANDARDS,
    prompt=phrase(
        "The ten cards you are dealt contain phase {phase} in {chance} of all deals. You deal {deals} times, "
        "shuffling well each time. How likely is it to come up at least once?"
    ),
    draw=lambda random: {"phase": random.choice(PHASES), "deals": random.randint(3, 6)},
    answer=lambda p: 1 - (1 - _deal(p["phase"])) ** p["deals"],
    wrong=(
        Distractor(
            "added",
            lambda p: p["deals"] * _deal(p["phase"]),
            phrase("You added the chance {deals} times. That counts a series twice if the phase comes up twice."),
        ),
        Distractor(
            "never",
            lambda p: (1 - _deal(p["phase"])) ** p["deals"],
            phrase("That is the chance that it never comes up. You are one step away."),
        ),
        Distractor(
            "just once",
            lambda p: p["deals"] * _deal(p["phase"]) * (1 - _deal(p["phase"])) ** (p["deals"] - 1),
            phrase("That is the chance that it comes up exactly once. “At least once” also includes twice or more."),
        ),
    ),
    hints=(
        phrase("Which series do not count?"),
        phrase("Those in which every single deal is a miss. How likely is one miss?"),
        phrase("Raise {miss}, the chance of a miss, to the power of {deals}, and subtract the result from 1."),
    ),
    solution=phrase("The chance of a miss is {miss}; of {deals} misses in a row, {never}. So at least once: {answer}."),
    shown=lambda p: {
        "chance": percent(_deal(p["phase"])),
        "miss": percent(1 - _deal(p["phase"])),
        "never": percent((1 - _deal(p["phase"])) ** p["deals"]),
    },
    experiment=_dealt,
    reflect=Reflection(
        phrase("Why can you multiply by the same chance each time here, but not for the cards in one hand?"),
        phrase(
            "Shuffling makes the deals independent. Within one hand, a card that has been dealt cannot be dealt again."
        ),
    ),
)


def _two_series(random: Random) -> Params:
    sizes = [random.choice((5, 10, 15)), random.choice((100, 150, 200))]
    random.shuffle(sizes)
    return {"ana": sizes[0], "ben": sizes[1]}


SMALL = question(
    id="07/small-series",
    kind="choice",
    goals=(phrase("Expect surprises from small samples."),),
    standards=STANDARDS,
    prompt=phrase(
        "Ana deals {ana} hands, Ben deals {ben}. Each deal has a 50% chance of being good. Who is more likely to "
        "find that at least 60% of their own deals were good?"
    ),
    draw=_two_series,
    answer=lambda p: "ana" if p["ana"] < p["ben"] else "ben",
    choices=(
        Choice("ana", phrase("Ana"), phrase("Ana deals more hands, so her proportion stays closer to 50%.")),
        Choice("ben", phrase("Ben"), phrase("Ben deals more hands, so his proportion stays closer to 50%.")),
        Choice(
            "equal",
            phrase("Both equally"),
            phrase(
                "The chance is the same on every deal, but proportions from a few deals vary much more than "
                "proportions from many."
            ),
        ),
    ),
    hints=(
        phrase("What if one of them dealt just one hand?"),
        phrase(
            "The standard error of a proportion is the square root of p times (1 - p), divided by the square root of "
            "the number of deals."
        ),
        phrase("60% is less than one standard error from 50% in the short series, but two or more in the long one."),
    ),
    solution=phrase("The answer is {answer}: the fewer the deals, the more the proportion varies."),
    experiment=lambda p: lambda random: _many(p["ana"], random) - _many(p["ben"], random),
    reads=lambda p, value: "ana" if value > 0.05 else "ben" if value < -0.05 else "equal",
    reflect=Reflection(
        phrase("Where do you see results from small samples that look meaningful?"),
        phrase("Small schools, small hospitals, new players: the best and worst rates often come from small samples."),
    ),
)


def _many(deals: int, random: Random) -> int:
    good = sum([random.random() < 0.5 for _ in range(deals)])
    return int(10 * good >= 6 * deals)


QUESTIONS = (SMALL, ERROR, DUE, ONCE)

GUIDE = Guide(
    aim="A share of n deals is usually off by the root of p(1 - p)/n; nothing is due, luck is watered down.",
    before="Chances as shares of many tries; square roots; that every deal is a fresh shuffle.",
    plan=(
        Step(
            8,
            "Five deals each: was phase 1 there? Collect everybody's share on the board, then the share of the whole "
            "class together.",
        ),
        Step(5, "Everybody predicts the question about Ana and Ben, with how sure they are. Vote; do not resolve it."),
        Step(
            9,
            "Simulate: one series, then 100 side by side. Everybody writes down how many of their series are outside.",
        ),
        Step(
            11,
            "Compute: one deal, n deals, the root. Put the class's shares beside the formula. Answer the question on "
            "the standard error.",
        ),
        Step(9, "It is due: everybody states first what comes after five misses; then count, and answer the question."),
        Step(3, "Everybody writes one sentence: how many deals would convince me, of what?"),
    ),
    talks=(
        Talk(
            "The shares on the board differ. Who dealt wrongly?",
            "Nobody: five deals give 0, 20 or 40% mostly. The whole class together is nearer to 18%.",
        ),
        Talk(
            "If cards remember nothing, what makes the shares settle down?",
            "More deals in the denominator. The ten misses stay; of 10,000 deals they are a thousandth.",
        ),
        Talk(
            "A band holds 19 of 20 series. You see a series outside. Is anything wrong with it?",
            "One of 20 is outside without any reason. Who looks at 100 series will find some; see lesson 12.",
        ),
        Talk(
            "The best schools of the country are small. Would you make schools smaller?",
            "Look at the worst ones first: they are small, too. Small numbers swing.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Twice as many deals are twice as exact.",
            "Four times as many are. Let them deal 100 and 400 and compare the bands.",
        ),
        Misconception(
            "In the long run the number of hits comes near to the expected number.",
            "The share does; the number strays farther and farther, with the root of n. Look at 10,000 deals: some 40 "
            "hits too many or too few are usual.",
        ),
        Misconception(
            "A series that does well goes on doing well: it is hot.",
            "The other side of 'it is due'. The table of misses in a row answers both.",
        ),
    ),
    without="Every learner shuffles and deals ten cards ten times, in pairs with one deck, and notes hits as a row of "
    "0 and 1. Plot the running share on the board; then mark what came after each row of three misses.",
)
