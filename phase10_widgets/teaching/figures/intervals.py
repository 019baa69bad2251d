"""Lesson 14: a hundred confidence intervals from a chosen method, and the proportion that contain the true chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from random import Random
from typing import Any, ClassVar, NamedTuple

from ...base.translatable import phrase
from ...languages.number_text import number, percent
from ...odds.estimate import score_interval
from ...ui.interactive import MOST_SEED, Input
from .shared.controls import ChoiceControl, NumberControl, SliderControl
from .shared.guess import PERCENT, Guess
from .shared.parts import Curve, Level, Line, Part, Value, formula, lines, table, text
from .shared.trials import AT_ONCE, Trials

Z = Fraction(196, 100)
"""The number of standard errors on each side of a 95% interval."""
PROMISED = Fraction(95, 100)
DRAWN = 100
"""The maximum number of intervals drawn; only the latest are shown."""
MOST_CHANCE = 50


class NamedInterval(NamedTuple):
    """An interval method: its name, and its formula for a proportion p̂ of n deals, in the glossary's notation."""

    name: str
    written: str


METHODS = {
    "wald": NamedInterval(phrase("Wald"), phrase("p̂ ± 1.96 · √(p̂ · (1 \N{MINUS SIGN} p̂) / n)")),
    "wilson": NamedInterval(
        phrase("Wilson"), phrase("(p̂ + z²/2n ± z · √(p̂ · (1 \N{MINUS SIGN} p̂)/n + z²/4n²)) / (1 + z²/n), z = 1.96")
    ),
    "plus_four": NamedInterval(
        phrase("plus four (Agresti and Coull)"),
        phrase("p̃ ± 1.96 · √(p̃ · (1 \N{MINUS SIGN} p̃) / (n + 4)), p̃ = (n · p̂ + 2) / (n + 4)"),
    ),
}


def interval(method: str, hits: int, n: int) -> tuple[float, float]:
    """Return a method's 95% interval for *hits* in *n* deals.

    >>> interval("wald", 0, 20), [round(end, 3) for end in interval("wilson", 0, 20)]
    ((0.0, 0.0), [0.0, 0.161])
    """
    if method == "wilson":
        return score_interval(hits, n, float(Z))
    more = 2 if method == "plus_four" else 0
    middle = (hits + more) / (n + 2 * more)
    half = float(Z) * sqrt(middle * (1 - middle) / (n + 2 * more))
    return max(0.0, middle - half), min(1.0, middle + half)


def contains(method: str, hits: int, n: int, p: Fraction) -> bool:
    """Return True if the interval for *hits* in *n* deals contains *p*, using only fractions and no square roots."""
    if method == "wilson":
        return (Fraction(hits, n) - p) ** 2 <= Z**2 * p * (1 - p) / n
    more = 2 if method == "plus_four" else 0
    hits, n = hits + more, n + 2 * more
    return (Fraction(hits, n) - p) ** 2 <= Z**2 * Fraction(hits * (n - hits), n**3)


@cache
def coverage(method: str, n: int, chance: int) -> Fraction:
    """Return the exact proportion of intervals that contain the true chance, which is given as a percentage."""
    p = Fraction(chance, 100)
    hits = (k for k in range(n + 1) if contains(method, k, n, p))
    return Fraction(sum(comb(n, k) * chance**k * (100 - chance) ** (n - k) for k in hits), 100**n)


class Intervals(Trials):
    """Intervals for a chance, and how many of them contain it: ``Intervals(method="wald", chance=3, n=20)``."""

    TITLE = phrase("How often does a 95% interval contain the truth?")
    LEAD = phrase(
        "You set the true chance. Somebody who does not know it deals, and makes an interval. How many of these "
        "intervals contain it?"
    )
    method = Input("wald", "The method: wald, wilson or plus_four.")
    chance = Input(3, "The true chance as a percentage, 1 to 50.")
    n = Input(20, "The number of deals in an experiment, 5 to 200.")
    seed = Input(1, "The seed of the experiments.")
    FIELDS: ClassVar = {
        "method": ChoiceControl(phrase("Method"), {key: one.name for key, one in METHODS.items()}),
        "chance": SliderControl(phrase("True chance"), 1, MOST_CHANCE, 1, phrase("{n}%")),
        "n": SliderControl(phrase("Deals in an experiment"), 5, 200, 5),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "deal"
    BUTTONS = (phrase("One experiment"), phrase("{n} experiments"))
    FULL = phrase("{n} experiments have been run; that is enough.")
    STREAM = "intervals"
    CHUNK = 100
    MAIN = AT_ONCE[1]
    ENOUGH = 100
    ASKED = ("method", "chance", "n")
    KEEPING = frozenset({"method"})

    def deal(self, n: Any) -> None:
        """Run 1, 100 or 10,000 more experiments."""
        self._more(n)

    @property
    def exact(self) -> Fraction:
        """The exact proportion of intervals that contain the true chance."""
        return coverage(self.method, self.n, self.chance)

    def _question(self) -> Guess:
        prompt = self.words.say(
            "Something happens in {chance}% of all deals. People who do not know this see {n} deals each, and make a "
            "95% interval by this method: {method}. What share of their intervals contains {chance}%?",
            chance=self.chance,
            n=self.n,
            method=self.words.say(METHODS[self.method].name),
        )
        return Guess(prompt, PERCENT, self.exact)

    def _sampled(self) -> Value | None:
        return self._found(self.caught, self.tried)

    def _begin(self) -> None:
        super()._begin()
        self.hits: list[int] = []
        """The number of hits in each experiment."""

    @property
    def tried(self) -> int:
        """The number of experiments."""
        return self._trials

    @property
    def caught(self) -> int:
        """The number of experiments whose interval contains the true chance."""
        p = Fraction(self.chance, 100)
        return sum(times for hits, times in Counter(self.hits).items() if contains(self.method, hits, self.n, p))

    def _try(self, random: Random, n: int) -> None:
        chance, share, deals = random.random, self.chance / 100, range(self.n)
        self.hits += [sum([chance() < share for _ in deals]) for _ in range(n)]

    def _parts(self) -> list[Part]:
        say, controls = self.words.say, self._controls(*self._try_buttons())
        if not self._open:
            return [controls, self._so_far()]
        return [
            controls,
            text(self._said(), "strong", key=self.method),
            self._so_far(),
            *([self._drawn()] if self.tried else []),
            formula(say(METHODS[self.method].name), [(self._told(say(METHODS[self.method].written)), self.method)]),
            self._compared(),
            self._by_chance(),
        ]

    def _said(self) -> str:
        if not self._open:
            return ""
        return self.words.say(
            "The intervals promise to contain the true chance in 95% of all experiments. In fact, {share} of them do.",
            share=percent(self.exact),
        )

    def _tried(self) -> str:
        say = self.words.say
        if not self.tried:
            return say("No experiment has been run yet. How many intervals out of 100 will miss?")
        if not self._open:
            return say("Experiments so far: {n}.", n=number(self.tried))
        return say(
            "{hits} of {n} intervals contain the true chance. In {none} experiments, nothing happened at all.",
            hits=number(self.caught),
            n=number(self.tried),
            none=number(self.hits.count(0)),
        )

    def _drawn(self) -> Part:
        """Draw the latest intervals, each as a vertical line."""
        say, p = self.words.say, Fraction(self.chance, 100)
        shown, first = self.hits[-DRAWN:], max(0, self.tried - DRAWN) + 1
        curves, rows = [], []
        for hits, times in sorted(Counter(shown).items()):
            low, high = interval(self.method, hits, self.n)
            ends = (percent(Fraction(f"{low:.4g}")), percent(Fraction(f"{high:.4g}")))
            written = say("{low} to {high}", low=ends[0], high=ends[1])
            verdict = say("yes") if contains(self.method, hits, self.n, p) else say("no")
            rows.append([str(hits), str(times), written, verdict])
        for at, hits in enumerate(shown, first):
            inside = contains(self.method, hits, self.n, p)
            points = [(at, end) for end in interval(self.method, hits, self.n)]
            name = say("contains the truth") if inside else say("misses it")
            curves.append(Curve("sample" if inside else "other", name, points, faint=inside))
        return lines(
            say("The latest intervals, one after another"),
            self._tried(),
            x=say("experiment"),
            y=say("chance"),
            curves=curves,
            levels=[Level("truth", say("true chance"), float(p), self._percent(p))],
            head=[say("hits"), say("experiments"), say("interval"), say("contains the true chance")],
            table=rows,
        )

    def _compared(self) -> Part:
        """Compare the methods for the current chance and number of deals."""
        say, n = self.words.say, self.n
        rows = []
        for method, one in METHODS.items():
            low, high = interval(method, 0, n)
            none = say("{low} to {high}", low=percent(Fraction(low)), high=percent(Fraction(f"{high:.4g}")))
            cells = [say(one.name), self._percent(coverage(method, n, self.chance)), none]
            rows.append(Line(cells, method, "strong" if method == self.method else "plain"))
        head = [say("method"), say("contains the true chance"), say("interval without a hit")]
        return table(say("Three methods, the same deals"), head, rows)

    def _by_chance(self) -> Part:
        """Draw each method's coverage against the true chance."""
        say, n = self.words.say, self.n
        chances = range(1, MOST_CHANCE + 1)
        curves = [
            Curve(
                "truth" if method == self.method else "other",
                say(one.name),
                [(chance, float(coverage(method, n, chance))) for chance in chances],
                faint=method != self.method,
                key=method,
            )
            for method, one in METHODS.items()
        ]
        rows = [
            [str(chance), *(self._percent(coverage(method, n, chance)) for method in METHODS)]
            for chance in (1, 2, 3, 5, 10, 20, 30, 40, 50)
        ]
        return lines(
            say("How many intervals contain the truth, for each true chance"),
            self._said(),
            x=say("true chance in percent"),
            y=say("share of intervals"),
            curves=curves,
            levels=[Level("guess", say("promised"), float(PROMISED), self._percent(PROMISED))],
            head=[say("true chance in percent"), *(say(one.name) for one in METHODS.values())],
            table=rows,
        )
