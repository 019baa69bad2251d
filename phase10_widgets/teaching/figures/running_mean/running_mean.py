"""Lesson 7: series of deals in which the proportion of hits settles down, and the deals after a streak of misses."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import sqrt
from random import Random
from typing import Any, ClassVar

from ....base.translatable import phrase
from ....editions import edition
from ....languages.number_text import number, percent
from ....odds.deal import deal as chance_of
from ....odds.estimate import rounded
from ....odds.estimate import share as share_of
from ....odds.pool import Pool
from ....odds.simulation.card_experiment import drawn, in_order
from ....odds.simulation.experiment import Trial
from ....odds.simulation.registry import question as experiment
from ....rules.edition import DEALT
from ....ui.interactive import MOST_SEED, Input
from ....ui.screen import Refused
from ..shared.controls import NumberControl, SliderControl
from ..shared.figure import NONE
from ..shared.guess import PERCENT, Guess
from ..shared.parts import Counted, Curve, Level, Line, Part, Value, counting, formula, lines, table, text
from ..shared.trials import Repeated, number_to_do
from .running_series import A_DECADE, ROWS_OF_MISSES, Due, RunningSeries, binomial, fewest, most

EDITION = "classic"
AT_ONCE = (1, 100, 1_000, 10_000)
MOST_AT_ONCE = 100_000
MOST = 2 * MOST_AT_ONCE
"""The maximum numbers of deals across all series: per button press and in total."""
SAVED = 1_000
"""The total number of deals across all series, shown with the result on a page without a kernel."""
BEFOREHAND = (1, 3, 10, 30, 100, 300, 1_000)
"""The numbers of deals at which the band is drawn before anything has been dealt."""
_FULL = phrase("There is room for {most} deals in each of {series} series, and {n} have already been dealt.")


class RunningMean(Repeated):
    """The proportion of hits settling down in up to 100 series at once: ``RunningMean(phase=4)``."""

    TITLE = phrase("How many deals until I can believe it?")
    LEAD = phrase(
        "Deal ten cards again and again. How often do they contain the phase, and how soon does the share come close to"
        " the true value?"
    )
    phase = Input(1, "The number of the phase, 1 to 10.")
    series = Input(1, "The number of series side by side, 1 to 100.")
    seed = Input(1, "The seed of the deals.")
    FIELDS: ClassVar = {
        "phase": SliderControl(phrase("Phase"), 1, 10),
        "series": SliderControl(phrase("Series side by side"), 1, 100),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "deal"
    ASKED = GATED = ("phase",)

    def _question(self) -> Guess:
        prompt = self.words.say(
            "Phase {number} is {phase}. In what share of deals do ten cards contain it? Deal until you think you know.",
            number=self.phase,
            phase=edition(EDITION).phases[self.phase - 1],
        )
        return Guess(prompt, PERCENT, self.truth)

    def _sampled(self) -> Value | None:
        return self._found(self._hits[0], self.deals) if self._moments else None

    def _chosen(self, changes: Any) -> None:
        for name in ("truth", "_trial"):
            self.__dict__.pop(name, None)
        super()._chosen(changes)

    def _begin(self) -> None:
        super()._begin()
        self._runs = [RunningSeries(self.seed, place) for place in range(self.series)]
        self._due = [[0, 0] for _ in range(ROWS_OF_MISSES + 1)]
        self._moments: list[int] = []
        self._next = self._at = 0

    @cached_property
    def truth(self) -> Fraction:
        """The exact chance that ten dealt cards contain the phase."""
        return Fraction(chance_of(EDITION, self.phase))

    @cached_property
    def _trial(self) -> Trial:
        return experiment("deal", edition=EDITION, phase=self.phase).prepared()

    @property
    def deals(self) -> int:
        """The number of deals in each series."""
        return self._trials

    @property
    def shares(self) -> list[float]:
        """The current proportion of hits in each series; empty before the first deal."""
        return [hits / self.deals for hits in self._hits]

    @property
    def _hits(self) -> list[int]:
        """The current number of hits in each series; empty before the first deal."""
        return [run.points[len(self._moments) - 1] for run in self._runs] if self._moments else []

    @property
    def last(self) -> str:
        """The codes of the cards in the first series' last deal."""
        random = Random()
        random.setstate(self._runs[0].before_last)
        cards = drawn(random.random, in_order(Pool.of_deck(edition(EDITION))), DEALT)
        return " ".join([card.code for card in cards])

    @property
    def outside(self) -> int:
        """The number of series currently more than two standard errors from the truth."""
        low, high = self._band(self.deals)
        return sum(not low <= share <= high for share in self.shares)

    @property
    def due(self) -> list[Due]:
        """For streaks of at least 0, 1, 2, … misses, the number of deals that followed and the number of hits among
        them."""
        found = []
        for misses in range(ROWS_OF_MISSES + 1):
            deals, hits = map(sum, zip(*self._due[misses:], strict=True))
            found.append(Due(misses, deals, hits))
        return found

    def usually_outside(self, deals: int) -> float:
        """Return the binomial chance that a series of this length is outside the band."""
        low, high = self._band(deals)
        first, last = fewest(low, deals), most(high, deals)
        return max(0.0, 1 - sum(binomial(k, deals, float(self.truth)) for k in range(first, last + 1)))

    def deal(self, n: Any) -> None:
        """Deal 1, 100 or 10,000 more times in every series."""
        n = number_to_do(n, AT_ONCE)
        if self._wanted + n > self._room:
            raise Refused("bad_value", _FULL, most=self._room, series=self.series, n=self._wanted)
        self._wanted += n

    @property
    def _room(self) -> int:
        return MOST // self.series

    def _advance(self) -> None:
        """Continue one series up to the next snapshot."""
        if not self._next:
            self._next = min(self._wanted, self.deals + 1_000, max(self.deals + 1, self._after(self.deals)))
        self._runs[self._at].go_on(self._trial, self._next - self.deals, self._due)
        self._at += 1
        if self._at == self.series:
            self._moments.append(self._next)
            self._trials = self._next
            self._at = self._next = 0

    @property
    def _saved(self) -> int:
        return max(1, SAVED // self.series)

    @staticmethod
    def _after(deals: int) -> int:
        """Return the number of deals at the next snapshot."""
        return round(deals * 10 ** (1 / A_DECADE))

    def _error(self, deals: int) -> float:
        truth = float(self.truth)
        return sqrt(truth * (1 - truth) / deals)

    def _band(self, deals: int) -> tuple[float, float]:
        truth, error = float(self.truth), 2 * self._error(max(1, deals))
        return max(0.0, truth - error), min(1.0, truth + error)

    def _parts(self) -> list[Part]:
        say = self.words.say
        offered = [n for n in AT_ONCE if n * self.series <= MOST_AT_ONCE]
        buttons = [
            self._deed("deal", self._button(n), n, main=n == offered[-1], disabled=self._wanted + n > self._room)
            for n in offered
        ]
        asked = say(
            "Phase {number} is {phase}. Ten cards contain it in {chance} of all deals.",
            number=self.phase,
            phase=edition(EDITION).phases[self.phase - 1],
            chance=percent(self.truth),
        )
        if not self._open:
            said = text(self._said(), "strong" if self.deals else "hint", key="sample")
            return [self._controls(*buttons), said, *([self._running_shares()] if self.deals else [])]
        return [
            self._controls(*buttons),
            text(asked, key="truth"),
            text(self._said(), "strong" if self.deals else "hint", key="sample"),
            self._running_shares(),
            *self._errors(),
            *self._after_misses(),
        ]

    def _button(self, n: int) -> str:
        return self.words.say("{n} more deals", n=number(n)) if n > 1 else self.words.say("One more deal")

    def _said(self) -> str:
        say, n = self.words.say, self.deals
        if not n:
            return say(
                "Nothing has been dealt yet. What do you expect from the first ten deals, and from the first 1,000?"
            )
        hits = self._hits
        share = self._told(share_of(hits[0], n).counted)
        if not self._open and self.series == 1:
            return say(
                "Hits so far: {hits} of {n}, a share of {share}.",
                n=number(n),
                hits=number(hits[0]),
                share=share,
            )
        if not self._open:
            return say(
                "After {n} deals in each of {series} series, the shares of hits lie between {low} and {high}.",
                n=number(n),
                series=self.series,
                low=self._found_written(min(hits), n),
                high=self._found_written(max(hits), n),
            )
        if self.series == 1:
            return say(
                "Hits so far: {hits} of {n}, a share of {share}; the true value is {truth}. The standard error is "
                "{error} percentage points. About two out of three such series end up within one standard error of the "
                "true value.",
                n=number(n),
                hits=number(hits[0]),
                share=share,
                truth=percent(self.truth),
                error=_points(self._error(n)),
            )
        return say(
            "Outside the band after {n} deals: {outside} of {series} series. On average, {usual} end up there, even"
            " though nothing is wrong with them.",
            n=number(n),
            series=self.series,
            outside=self.outside,
            usual=_tenths(self.series * self.usually_outside(n)),
        )

    def _running_shares(self) -> Part:
        say, moments = self.words.say, self._moments
        name, others = say("the first series"), say("the other series")
        first = [(n, hits / n) for n, hits in zip(moments, self._runs[0].points, strict=False)]
        curves = [
            Curve(
                "other",
                others,
                [(n, hits / n) for n, hits in zip(moments, run.points, strict=False)],
                faint=True,
            )
            for run in self._runs[1:]
        ]
        if first:
            curves.append(Curve("sample", name, first, key="sample"))
        shown = moments or BEFOREHAND
        places = {*range(0, len(shown), max(1, len(shown) // 12)), len(shown) - 1}
        rows = [
            [
                self._number(shown[at]),
                self._found_written(self._runs[0].points[at], shown[at]) if moments else NONE,
                *([self._band_written(shown[at])] * self._open),
            ]
            for at in sorted(places)
        ]
        shares = lines(
            say("The share of hits as you keep dealing"),
            self._said(),
            x=say("deals"),
            y=say("share"),
            log=True,
            curves=curves,
            band=[(n, *self._band(n)) for n in shown] * self._open,
            levels=[Level("truth", say("counted"), float(self.truth), self._percent(self.truth))] * self._open,
            head=[say("deals"), name, *([say("true value plus or minus two standard errors")] * self._open)],
            table=rows,
        )
        moment = self._moment if self._open and moments else None
        return counting(shares, say("The last hand"), moment, [Counted(self.last, -1)])

    def _band_written(self, deals: int) -> str:
        low, high = self._band(deals)
        return self.words.say("{low} to {high}", low=_percent(low), high=_percent(high))

    def _errors(self) -> list[Part]:
        """Tabulate the standard error as the number of deals increases, and the series' actual deviations."""
        say = self.words.say
        rows = []
        for n in (1, 100, 10_000, 1_000_000):
            rows.append(Line([self._number(n), self._told(_points(self._error(n)))], "error"))
        head = [say("deals"), say("standard error, in percentage points")]
        squares = [(share - float(self.truth)) ** 2 for share in self.shares]
        parts: list[Part] = [
            formula(
                say("The standard error is the square root of p times (1 - p), divided by the square root of n."),
                [(say("standard error"), "error"), " = √(p · (1 − p)) / √n"],  # noqa: RUF001
            ),
            table(say("A hundred times as many deals, a tenth of the error"), head, rows),
        ]
        if len(squares) > 1:
            off = say(
                "These {series} series miss the true value by {off} percentage points (root mean square); the formula "
                "predicts {error}.",
                series=self.series,
                off=_typical(squares),
                error=_points(self._error(self.deals)),
            )
            parts.append(text(off, key="error"))
        return parts

    def _after_misses(self) -> list[Part]:
        say, p = self.words.say, self.truth
        rows = []
        for misses, deals, hits in self.due:
            due = self._percent(1 - (1 - p) ** (misses + 1))
            name = say("any deal") if not misses else self._misses(misses)
            cells = [name, self._number(deals), self._number(hits), self._found_written(hits, deals), due]
            rows.append(Line(cells, f"due{misses}"))
        head = [say("before it"), say("next deals"), say("hits"), say("share"), say("if it were due")]
        sentence = say(
            "“It has not come up for so long that it must be due.” If that were true, the proportion would grow "
            "from row to row. Does it?"
        )
        return [text(sentence), table(say("What came after several misses in a row"), head, rows)]

    def _misses(self, n: int) -> str:
        if n == 1:
            return self.words.say("a miss")
        return self.words.say("{n} misses", n=n)


def _points(share: float) -> Any:
    """Format a proportion as a percentage, to two digits."""
    return number(Fraction(f"{100 * share:.2g}"))


def _typical(squares: list[float]) -> Any:
    """Return the root mean square of these deviations in percentage points.

    For n normal deviations, its standard error is about its value divided by the square root of 2n.
    """
    off = 100 * sqrt(sum(squares) / len(squares))
    return rounded(off, off / sqrt(2 * len(squares)))


def _percent(share: float) -> Any:
    return percent(Fraction(f"{share:.3f}"))


def _tenths(value: float) -> Any:
    return number(Fraction(f"{value:.1f}"))
