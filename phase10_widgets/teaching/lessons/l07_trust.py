"""Lesson 7: the accuracy of a simulation. The misconception: "it is due"."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, isqrt, sqrt
from random import Random

from ...core.translatable import Translatable, phrase
from ...editions import edition
from ...odds.deal import deal
from ...odds.pool import Pool
from ...odds.simulation.experiment import Trial
from ...odds.simulation.registry import question as experiment
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number, percent
from ..question import Choice, Distractor, Params, Reflection
from .common import question

STANDARDS = ("7.SP.C.6", "HSS-IC.A.2", "HSS-IC.B.4")
PHASES = (1, 2, 4, 5)
BITS = 20
"""The binary digits of a simulated chance."""

DUE_PHASES = {"classic": PHASES, "masters": (1, 3, 4, 5), "standard": (2, 3, 4, 5, 7, 8)}
"""Phases by edition for which a hit is neither rare nor common, so that misses in a row are soon found."""

_deal = cache(lambda phase, name="classic": Fraction(deal(name, phase)))


_SERIES = [
    {"percent": percent, "deals": deals}
    for percent in (2, 10, 20, 36, 50, 64, 80, 90, 98)
    for deals in (100, 400, 900, 1600, 2500, 3600, 6400)
    if percent * (100 - percent) != deals
]
"""Chances and numbers of deals whose standard error is a fraction, but not 1, which is its own square."""


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
        "Something happens in {percent}% of all deals. You simulate {deals} deals and find the share in which "
        "it happened. What is the standard error of that share, in percentage points?"
    ),
    draw=lambda random: random.choice(_SERIES),
    answer=_error,
    wrong=(
        Distractor(
            "no root",
            lambda p: Fraction(p["percent"] * (100 - p["percent"]), p["deals"]),
            phrase("You forgot the square root: that is the variance. The standard error is its square root."),
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
        "deals": number(p["deals"]),
        "rest": 100 - p["percent"],
        "root": isqrt(p["deals"]),
        "spread": isqrt(p["percent"] * (100 - p["percent"])),
    },
    experiment=lambda p: lambda random: _squared(p, random),
    reads=lambda p, value: sqrt(max(0.0, value)),
    reflect=Reflection(
        phrase("How many times as many deals does it take to get one more correct digit?"),
        phrase("A hundred times as many, since the error is divided by the square root of the number of deals."),
    ),
)


def _squared(p: Params, random: Random) -> float:
    """Return the squared error of one simulated share, in percentage points."""
    share = 100 * _hits(Fraction(p["percent"], 100), p["deals"], random) / p["deals"]
    return float((share - p["percent"]) ** 2)


def _hits(chance: Fraction, deals: int, random: Random) -> int:
    """Return the hits among independent deals, all dealt at once: each bit of an integer is a deal.

    From the last binary digit of the chance to the first, a 1 makes half of the misses hits, a 0 half of the hits
    misses.
    """
    digits, hit = round(chance * 2**BITS), 0
    for place in range(BITS):
        if digits % 2 ** (place + 1):
            coins = random.getrandbits(deals)
            hit = hit | coins if digits >> place & 1 else hit & coins
    return hit.bit_count()


def _misses(random: Random) -> Params:
    """Return a game with one of its phases, and a number of misses in a row."""
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
        "In {game}, the ten cards you are dealt contain phase {phase} in {chance} of all deals. It has not come up "
        "in the last {misses} deals, each from a well-shuffled deck. How likely is it to come up in the next deal?"
    ),
    draw=_misses,
    answer=_share,
    wrong=(
        Distractor(
            "due",
            lambda p: 1 - (1 - _share(p)) ** (p["misses"] + 1),
            phrase(
                "You treated it as due. Before all these deals, that was the chance that it would come up at least "
                "once. Those deals are over now, and the cards have no memory."
            ),
        ),
        Distractor(
            "series",
            lambda p: (1 - _share(p)) ** p["misses"] * _share(p),
            phrase(
                "That is the chance of the whole series: {misses} misses, then a hit. But the misses have "
                "already happened."
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
        "came before. So the chance is that of any deal: {answer}."
    ),
    shown=lambda p: {"chance": percent(_share(p))},
    experiment=lambda p: lambda random: _next(p, random),
    reflect=Reflection(
        phrase("Why do proportions settle down if nothing evens out?"),
        phrase("Later deals do not make up for early luck; they dilute it."),
    ),
)


def _next(p: Params, random: Random) -> bool:
    """Simulate series until one begins with the required misses; return True if the next deal is a hit."""
    share = float(_share(p))
    while any(random.random() < share for _ in range(p["misses"])):
        pass
    return random.random() < share


def _dealt(p: Params) -> Trial:
    """Return a trial that is True if one of the dealt hands holds the phase."""
    trial = experiment("deal", edition="classic", phase=p["phase"]).prepared()
    return lambda random: any(trial(random) for _ in range(p["deals"]))


ONCE = question(
    id="07/at-least-once",
    goals=(phrase("Join independent deals."),),
    standards=STANDARDS,
    prompt=phrase(
        "The ten cards you are dealt contain phase {phase} in {chance} of all deals. You deal {deals} times, "
        "shuffling well each time. How likely is it to come up at least once?"
    ),
    draw=lambda random: {"phase": random.choice(PHASES), "deals": random.randint(3, 10)},
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
        phrase("When does it not come up at all?"),
        phrase("Only if every single deal is a miss. How likely is one miss?"),
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
    sizes = [random.choice((5, 10, 15, 20)), random.choice((100, 120, 150, 200, 250))]
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
    solution=phrase(
        "The standard error is 50 percentage points divided by the square root of the number of deals. That is "
        "{error_ana} for Ana's {ana} deals, {error_ben} for Ben's {ben}. 60% is 10 points above the 50%. Luck goes "
        "that far in {chance_ana} of all series like Ana's, and in {chance_ben} of those like Ben's. So the answer is: "
        "{answer}."
    ),
    shown=lambda p: {
        **{f"error_{who}": number(Fraction(50 / sqrt(p[who]))) for who in ("ana", "ben")},
        **{f"chance_{who}": percent(_good(p[who])) for who in ("ana", "ben")},
    },
    experiment=lambda p: lambda random: _many(p["ana"], random) - _many(p["ben"], random),
    reads=lambda p, value: "ana" if value > 0.05 else "ben" if value < -0.05 else "equal",
    reflect=Reflection(
        phrase("Where do you see results from small samples that look meaningful?"),
        phrase("Small schools, small hospitals, new players: the best and worst rates often come from small samples."),
    ),
)


def _good(deals: int) -> Fraction:
    """Return the chance that at least 60% of the deals are good."""
    return Fraction(sum(comb(deals, hits) for hits in range(-(-6 * deals // 10), deals + 1)), 2**deals)


def _many(deals: int, random: Random) -> int:
    return int(10 * _hits(Fraction(1, 2), deals, random) >= 6 * deals)


QUESTIONS = (SMALL, ERROR, DUE, ONCE)


def _program(line: str) -> str:
    """Return a program: deal 25 hands, and return a number made of their share of hits."""
    return f"""def squared_error(random):
    hits = sum(random.random() < 0.2 for deal in range(25))
    share = 100 * hits / 25
    return {line}
"""


_COUNTED = [comb(25, hits) * Fraction(1, 5) ** hits * Fraction(4, 5) ** (25 - hits) for hits in range(26)]
"""The chance of each number of hits in 25 deals."""

TASK = CodeTask(
    id="07/your-turn",
    name="squared_error",
    kind="mean",
    exact=Fraction(64),
    prompt=phrase(
        "A hand has a 20% chance of being good. This code deals 25 hands, finds the share of good ones in percent, and "
        "returns the difference from 20. The mean of what it returns should be the variance of the share. It runs, "
        "but its mean is something else. Change one line."
    ),
    start=_program("share - 20"),
    solution=_program("(share - 20) ** 2"),
    bugs=(
        Bug(
            "signed",
            _program("share - 20"),
            Fraction(0),
            phrase("Errors above and errors below cancel, so their mean is 0. In the variance, they must not cancel."),
        ),
        Bug(
            "absolute",
            _program("abs(share - 20)"),
            sum((chance * abs(4 * hits - 20) for hits, chance in enumerate(_COUNTED)), Fraction(0)),
            phrase("That is the mean distance. It makes sense, but the variance is the mean of the squared distance."),
        ),
        Bug(
            "counts",
            _program("(hits - 5) ** 2"),
            Fraction(4),
            phrase(
                "That is the variance of the number of good hands. You want the variance of their share in percent."
            ),
        ),
        Bug(
            "order",
            _program("share - 20 ** 2"),
            Fraction(-380),
            phrase("Python squares first, so only the 20 is squared. Put the difference in parentheses."),
        ),
        Bug(
            "share squared",
            _program("share ** 2 - 20"),
            Fraction(444),
            phrase("That squares the share, not its distance from 20. Subtract first, then square."),
        ),
        Bug(
            "half",
            _program("(share - 50) ** 2"),
            Fraction(964),
            phrase("You measured the distance from 50. But the mean of this share is 20, so measure from 20."),
        ),
    ),
    hints=(
        phrase("The code returns errors with a sign. What do you get if you average errors of +4 and -4?"),
        phrase("The variance is the mean of the squared distance from the mean. Which line returns the distance?"),
        phrase("Square the whole difference in the last line: put it in parentheses and add ** 2."),
    ),
)

GUIDE = Guide(
    aim="A share of n deals is typically off by the square root of p(1 - p)/n. Nothing is ever due: early luck is "
    "watered down.",
    before="Chances as shares of many trials; square roots; every deal is a fresh shuffle.",
    plan=(
        Step(
            8,
            "Five deals each: did your ten cards contain phase 1? Collect everybody's share on the board, then the "
            "share of the whole class.",
        ),
        Step(
            5, "Everybody predicts the question about Ana and Ben and says how sure they are. Vote; do not resolve it."
        ),
        Step(
            9,
            "Simulate until everybody dares to bet on the share. Only then does the true value appear. Put 100 series "
            "side by side; everybody writes down how many of theirs are outside the band.",
        ),
        Step(
            11,
            "Compute: mean and variance of one deal, repair the code in Your turn, then n deals and the square root. "
            "Compare the class's shares with the formula. Go back to question 1; answer question 2.",
        ),
        Step(
            9,
            "'It is due': everybody first says what comes after five misses. Then count, and answer questions 3 and 4.",
        ),
        Step(3, "Everybody writes one sentence: how many deals would convince me, and of what?"),
    ),
    talks=(
        Talk(
            "The shares on the board differ. Who made a mistake?",
            "Nobody: with five deals, most shares are 0, 20 or 40%. The share of the whole class is nearer to 18%.",
        ),
        Talk(
            "If cards remember nothing, what makes the shares settle down?",
            "More deals in the denominator. Ten early misses stay forever, but among 10,000 deals they are one in a "
            "thousand.",
        ),
        Talk(
            "The band holds 19 out of 20 series. You see a series outside. Is anything wrong with it?",
            "Not necessarily: one in 20 is outside for no reason at all. Among 100 series, you will find some. Lesson "
            "12 comes back to this.",
        ),
        Talk(
            "You have your share and its standard error. What can you say about the true chance?",
            "Share plus or minus two standard errors is a 95% confidence interval. An interval made this way contains "
            "the true chance in 95 of 100 such experiments. It is a statement about the method.",
        ),
        Talk(
            "The best schools in the country are small. Would you make schools smaller?",
            "Look at the worst ones first: they are small, too. Small numbers swing more.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Twice as many deals are twice as precise.",
            "That takes four times as many. Let them deal 100 and 400 and compare the bands.",
        ),
        Misconception(
            "In the long run, the number of hits gets close to the expected number.",
            "The share does. The number strays farther and farther, with the square root of n: after 10,000 deals, 40 "
            "hits too many or too few are nothing special.",
        ),
        Misconception(
            "A series that is doing well will go on doing well: it is hot.",
            "This is the other side of 'it is due'. The table of misses in a row answers both.",
        ),
    ),
    without="In pairs with one deck, learners shuffle and deal ten cards ten times, and note hits and misses as a row "
    "of 1s and 0s. Plot the running share on the board. Then mark what came after each row of three misses.",
)
