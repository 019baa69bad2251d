"""Lesson 14: the question and the task about Wald's interval, which fails for rare events."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ...code.code_task import Bug, CodeTask
from ...exercises.question import Distractor, Params, Reflection
from ..common import question
from .old_rules import STANDARDS

Z = Fraction(196, 100)
"""The number of standard errors on each side of a 95% interval."""


def _rare(random: Random) -> Params:
    """Return a small chance and a number of deals for which no hits and at least one hit are both reasonably likely."""
    while True:
        share, n = random.randint(1, 6), random.randint(8, 90)
        if 0.3 <= share * n / 100 <= 0.9 and abs((1 - share / 100) ** n - 0.5) > 0.03:
            return {"percent": share, "n": n}


def _nothing(p: Params) -> Fraction:
    return Fraction(Fraction(100 - p["percent"], 100) ** p["n"])


ZERO = question(
    id="14/point-at-zero",
    goals=(phrase("See when the Wald interval fails."),),
    standards=STANDARDS,
    prompt=phrase(
        "Something happens in {percent}% of all deals, but you do not know that. You watch {n} deals and compute the "
        "Wald interval: your share, plus or minus 1.96 standard errors. How likely is it that this “interval” goes "
        "from 0% to 0%?"
    ),
    draw=_rare,
    answer=_nothing,
    wrong=(
        Distractor(
            "promise",
            lambda p: Fraction(1, 20),
            phrase(
                "A 95% interval promises to miss in only 5% of all cases. But the promise depends on the normal "
                "curve, and with so few hits there is no bell."
            ),
        ),
        Distractor(
            "some hit",
            lambda p: 1 - _nothing(p),
            phrase("That is the probability of at least one hit. With a hit, the interval is not a single point."),
        ),
        Distractor(
            "added",
            lambda p: 1 - Fraction(p["percent"] * p["n"], 100),
            phrase("You added up the probabilities of a hit, {n} times {percent}%. That counts two hits twice."),
        ),
    ),
    hints=(
        phrase("What must have happened in your deals if your share is 0?"),
        phrase("If the share is 0, the standard error is 0, too. So you need {n} misses. How likely is a single miss?"),
        phrase("The probability of a miss is {miss}. Raise it to the power of {n}."),
    ),
    solution=phrase(
        "The interval is a point at 0 if all {n} deals are misses. The probability of that is {miss} to the power "
        "of {n}: {answer}. All these intervals miss the truth."
    ),
    shown=lambda p: {
        "miss": percent(Fraction(100 - p["percent"], 100)),
        "top": percent(Fraction(ceil(1000 * Z**2 / (p["n"] + Z**2)), 1000)),
    },
    experiment=lambda p: lambda random: not any(random.random() < p["percent"] / 100 for _ in range(p["n"])),
    reflect=Reflection(
        phrase("What does Wilson's interval say after {n} deals without a hit?"),
        phrase(
            "It goes from 0% to {top}. Even without a hit so far, a hit may still be possible, and Wilson's "
            "interval allows for that."
        ),
    ),
)

DEALS, CHANCE = 20, Fraction(15, 100)
DOC = phrase("Deal 20 times; return True if the Wald interval contains the true chance.")
_START = """def catches(random):
    p = 0.15
    hits = sum(random.random() < p for deal in range(20))
    share = hits / 20
"""
_ERROR = "    error = (share * (1 - share) / 20) ** 0.5\n"
_CATCH = "    return share - 1.96 * error <= p <= share + 1.96 * error\n"


def _caught(inside: Callable[[Fraction], bool]) -> Fraction:
    """Return the chance that an interval contains the true value; *inside* decides this for each proportion of hits."""
    found = Fraction(0)
    for hits in range(DEALS + 1):
        if inside(Fraction(hits, DEALS)):
            found += comb(DEALS, hits) * CHANCE**hits * (1 - CHANCE) ** (DEALS - hits)
    return found


def _square(share: Fraction) -> Fraction:
    """Return the squared standard error of a proportion."""
    return share * (1 - share) / DEALS


WALD = _caught(lambda share: (share - CHANCE) ** 2 <= Z**2 * _square(share))
TASK = CodeTask(
    id="14/your-turn",
    name="catches",
    kind="chance",
    exact=WALD,
    prompt=phrase(
        "Something happens in 15% of all deals. Write one experiment: deal 20 times, and compute the share of hits "
        "and its Wald interval. (It goes from the share minus 1.96 standard errors to the share plus 1.96 standard "
        "errors.) Return True if the interval contains the true chance. How often does this 95% interval catch the "
        "truth?"
    ),
    start=f'''def catches(random):
    """{DOC}"""
    p = 0.15
    return ___
''',
    solution=_START + _ERROR + _CATCH,
    bugs=(
        Bug(
            "one error",
            _START + _ERROR + "    return share - error <= p <= share + error\n",
            _caught(lambda share: (share - CHANCE) ** 2 <= _square(share)),
            phrase(
                "Your interval goes one standard error to each side. Under a normal curve, that catches only about "
                "68%. For 95%, go 1.96 standard errors."
            ),
        ),
        Bug(
            "no root",
            _START + "    error = share * (1 - share) / 20\n" + _CATCH,
            _caught(lambda share: abs(share - CHANCE) <= Z * _square(share)),
            phrase(
                "Your interval is far too narrow. The standard error is the square root of share · (1 − share) / "  # noqa: RUF001
                "20. Did you leave out the root, or did you divide by 20 only after taking it?"
            ),
        ),
        Bug(
            "one deal",
            _START + "    error = (share * (1 - share)) ** 0.5\n" + _CATCH,
            _caught(lambda share: (share - CHANCE) ** 2 <= Z**2 * share * (1 - share)),
            phrase(
                "You used the standard deviation of a single deal, so your interval is far too wide. For a share "
                "of 20 deals, divide by 20 under the root."
            ),
        ),
        Bug(
            "knows the truth",
            _START + "    error = (p * (1 - p) / 20) ** 0.5\n" + _CATCH,
            _caught(lambda share: (share - CHANCE) ** 2 <= Z**2 * _square(CHANCE)),
            phrase(
                "You put the true chance into the standard error. But somebody who sees only the deals does not "
                "know it. Wald uses the share instead. (Your idea leads to Wilson's interval.)"
            ),
        ),
        Bug(
            "the share itself",
            _START + _ERROR + "    return share - 1.96 * error <= share <= share + 1.96 * error\n",
            Fraction(1),
            phrase(
                "You ask whether the interval contains its own share. It always does. Ask whether it contains the true "
                "chance."
            ),
        ),
        Bug(
            "misses",
            _START + _ERROR + "    return not (share - 1.96 * error <= p <= share + 1.96 * error)\n",
            1 - WALD,
            phrase("You return True if the interval misses the truth. It should be the other way around."),
        ),
    ),
    hints=(
        phrase("Imagine that you see 20 deals, and nothing else. Which number do you get, and what do you do with it?"),
        phrase(
            "hits = sum(random.random() < p for deal in range(20)) deals 20 times. The standard error of the share is "
            "(share * (1 - share) / 20) ** 0.5."
        ),
        phrase("The interval goes from share - 1.96 * error to share + 1.96 * error. Is p between the two?"),
    ),
)
