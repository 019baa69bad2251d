"""Lesson 14: exact and simulated sums, means and maxima of many results, overlaid with the normal curve."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import inf
from random import Random
from statistics import NormalDist
from typing import Any, ClassVar

from ....base.translatable import phrase
from ....languages.number_text import number, percent
from ....odds.estimate import Estimate
from ....odds.simulation.tally import Tally
from ....ui.interactive import MOST_SEED, Input
from ..shared.controls import ChoiceControl, NumberControl, SliderControl
from ..shared.guess import PERCENT, Guess
from ..shared.parts import AxisPoint, Line, Part, Piece, Role, TableRow, Value, bars, formula, table, text
from ..shared.trials import Trials
from .totals import HOW, MEASURED, NORMAL, ResultColumn, Totals, totals

MOST_COLUMNS = 36
FAR = 3.5
"""The range drawn as separate columns, in standard deviations on each side of the mean."""
RULE = (1, 2, 3)
"""The numbers of standard deviations in the 68-95-99.7 rule."""
SIZES = (1, 2, 5, 10, 30, 100)
"""The values of *n* for which the table shows how the shape changes."""
SAVED = 100
"""The number of trials shown with the result on a page without a kernel."""


class BellCurve(Trials):
    """Sums of many results and the bell curve they form: ``BellCurve(measured="cost", n=30)``."""

    TITLE = phrase("Where does the bell come from?")
    LEAD = phrase(
        "Measure something once, and its columns may have any shape. Add up many results. What shape do the sums have?"
    )
    measured = Input("cost", "The quantity measured: cost, number, wilds, win or phase.")
    how = Input("sum", "The summary of the results: sum, mean or largest.")
    n = Input(1, "The number of results, 1 to 100.")
    within = Input(1, "The number of standard deviations that the question asks about, 1 to 3.")
    seed = Input(1, "The seed of the trials.")
    FIELDS: ClassVar = {
        "measured": ChoiceControl(phrase("Measured"), {key: one.name for key, one in MEASURED.items()}),
        "how": ChoiceControl(
            phrase("Combined into"),
            {"sum": phrase("a sum"), "mean": phrase("a mean"), "largest": phrase("the largest")},
        ),
        "n": SliderControl(phrase("Number of results"), 1, 100),
        "within": SliderControl(phrase("Standard deviations"), 1, 3),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "deal"
    BUTTONS = (phrase("One trial"), phrase("{n} trials"))
    FULL = phrase("{n} trials have been run; that is enough.")
    STREAM = "bell"
    CHUNK = 100
    ENOUGH = 100
    ASKED = ("measured", "how", "n", "within")
    GATED = ("measured",)
    KEEPING = frozenset({"within"})

    def deal(self, n: Any) -> None:
        """Run 1, 100 or 10,000 more trials."""
        self._more(n)

    @property
    def exact(self) -> Totals:
        """The exact distribution of the sums, or of the largest results."""
        return totals(self.measured, self.n, largest=self.how == "largest")

    def _question(self) -> Guess:
        low, high = self._ends(self.within)
        prompt = self.words.language.plural(
            "{what} {how} The mean of many trials is {mean}, and their standard deviation is {deviation}. What share "
            "of them lies at most {n} standard deviation away from the mean, from {low} to {high}?",
            "{what} {how} The mean of many trials is {mean}, and their standard deviation is {deviation}. What share "
            "of them lies at most {n} standard deviations away from the mean, from {low} to {high}?",
            self.within,
            what=self.words.say(MEASURED[self.measured].asks),
            how=self.words.say(HOW[self.how], n=self.n) if self.n > 1 else self.words.say("You do this only once."),
            mean=self._as_shown(self.exact.mean),
            deviation=self._as_shown(self.exact.deviation),
            low=low,
            high=high,
        )
        return Guess(prompt, PERCENT, self.exact.within(self.within))

    def _ends(self, z: int) -> tuple[str, str]:
        mean, off = float(self.exact.mean), z * self.exact.deviation
        return self._as_shown(mean - off), self._as_shown(mean + off)

    def _as_shown(self, value: Fraction | float) -> str:
        """Format a sum to four digits; if the figure shows means, divide the sum by *n* first."""
        scaled = value / (self.n if self.how == "mean" else 1)
        return self._told(number(Fraction(f"{float(scaled):.4g}")).replace("-", "\N{MINUS SIGN}"))

    def _sampled(self) -> Value | None:
        exact = self.exact
        near = sum(times for value, times in self.counts.items() if exact.near(value, self.within))
        return self._found(near, self.tried)

    def _begin(self) -> None:
        super()._begin()
        self.counts = Counter[int]()
        """The number of trials that gave each result."""
        ways = MEASURED[self.measured].ways()
        self._results = list(ways), list(accumulate(count / sum(ways.values()) for count in ways.values()))

    @property
    def tried(self) -> int:
        """The number of trials."""
        return self._trials

    def _try(self, random: Random, n: int) -> None:
        values, shares = self._results
        join, choices = max if self.how == "largest" else sum, random.choices
        self.counts.update([join(choices(values, cum_weights=shares, k=self.n)) for _ in range(n)])

    @property
    def _saved(self) -> int:
        return SAVED

    def _parts(self) -> list[Part]:
        controls = self._controls(*self._try_buttons())
        if not self._open:
            return [controls, self._so_far(), *([self._histogram()] if self.tried else [])]
        return [
            controls,
            text(self._said(), "strong", key=f"within{self.within}"),
            self._so_far(),
            self._histogram(),
            self._rule(),
            *self._derived(),
        ]

    def _said(self) -> str:
        if not self._open:
            return ""
        low, high = self._ends(self.within)
        return self.words.say(
            "{share} of all trials lie between {low} and {high}. The normal curve with the same mean and standard "
            "deviation says {normal}.",
            share=percent(self.exact.within(self.within)),
            low=low,
            high=high,
            normal=_normal(self.within),
        )

    def _tried(self) -> str:
        if not self.tried:
            return self.words.say("No trial has been run yet. Where do you expect the first one?")
        if self.tried == 1:
            return self.words.say("The first trial gives {value}.", value=self._as_shown(min(self.counts)))
        scale = self.n if self.how == "mean" else 1
        total = sum(value * times for value, times in self.counts.items()) / scale
        spread = sum((value / scale - total / self.tried) ** 2 * times for value, times in self.counts.items())
        mean = Estimate.of(Tally("mean", self.tried, total, spread)).text
        return self.words.say("{n} trials have a mean of {mean}.", n=number(self.tried), mean=mean)

    @property
    def columns(self) -> list[ResultColumn]:
        """The columns of the histogram, each covering adjacent values; the outermost ones may be open-ended."""
        exact, step = self.exact, MEASURED[self.measured].step
        least, most = min(exact.ways), max(exact.ways)
        off = FAR * exact.deviation
        low = max(least, step * int((exact.mean - off) // step))
        high = min(most, step * int((exact.mean + off) // step + 1))
        width = step * -(-((high - low) // step + 1) // MOST_COLUMNS)
        found = [self._column(at, min(at + width - step, high)) for at in range(low, high + 1, width)]
        if low > least:
            found.insert(0, ResultColumn(f"< {self._as_shown(low)}", -inf, low - step))
        if high < most:
            found.append(ResultColumn(f"> {self._as_shown(high)}", high + step, inf))
        return found

    def _column(self, low: int, high: int) -> ResultColumn:
        first, last = self._as_shown(low), self._as_shown(high)
        return ResultColumn(
            first if low == high else self.words.say("{low} to {high}", low=first, high=last), low, high
        )

    def _histogram(self) -> Part:
        say, exact, step = self.words.say, self.exact, MEASURED[self.measured].step
        bell = NormalDist(float(exact.mean), exact.deviation)
        series: list[tuple[Role, str]] = [
            ("truth", say("counted")),
            ("sample", say("trials")),
            ("other", say("normal curve")),
        ]
        rows = []
        for name, low, high in self.columns:
            chance = exact.chance(lambda value, low=low, high=high: low <= value <= high)  # type: ignore[misc]
            normal = bell.cdf(high + step / 2) - bell.cdf(low - step / 2)
            hits = sum(times for value, times in self.counts.items() if low <= value <= high)
            near = exact.near(round(low), self.within) if low > -inf else False
            values = [self._counted(chance), self._found(hits, self.tried), self._rounded_share(normal)]
            rows.append(TableRow(name, values, f"within{self.within}" if near and self._open else ""))
        series, rows = self._hushed(series, rows)
        marks = [AxisPoint("guess", say("mean"), self._place(exact.mean), self._as_shown(exact.mean))]
        return bars(
            say("The results of many trials"),
            self._said() or self._tried(),
            series=series,
            rows=rows,
            axis=say("share of trials"),
            head=say("result"),
            upright=True,
            marks=marks * self._open,
        )

    def _rounded_share(self, share: float) -> Value:
        return Value(share, self._percent(Fraction(f"{share:.4g}")))

    def _place(self, value: Fraction) -> float:
        """Return the position of a value among the columns."""
        columns, step = self.columns, MEASURED[self.measured].step
        at = next((at for at, column in enumerate(columns) if value < column.high + step / 2), len(columns) - 1)
        low, high = columns[at].low - step / 2, columns[at].high + step / 2
        return at - 0.5 + (float(value) - low) / (high - low) if low > -inf and high < inf else float(at)

    def _rule(self) -> Part:
        """Compare the proportions within one, two and three standard deviations with those of the normal curve."""
        say, exact = self.words.say, self.exact
        rows = []
        for z in RULE:
            near = sum(times for value, times in self.counts.items() if exact.near(value, z))
            sample = self._found_written(near, self.tried)
            low, high = self._ends(z)
            name = say("{n}: from {low} to {high}", n=z, low=low, high=high)
            rows.append(Line([name, self._percent(exact.within(z)), sample, self._told(_normal(z))], f"within{z}"))
        head = [say("standard deviations from the mean"), say("counted"), say("trials"), say("normal curve")]
        return table(say("The rule of 68, 95 and 99.7 percent"), head, rows)

    def _derived(self) -> list[Part]:
        return self._of_largest() if self.how == "largest" else [self._of_sums(), self._shapes()]

    def _of_largest(self) -> list[Part]:
        """Derive the chance that the largest result is below the highest possible value."""
        say, ways, n = self.words.say, MEASURED[self.measured].ways(), self.n
        top, of = max(ways), sum(ways.values())
        below = Fraction(of - ways[top], of)
        label = say("The largest result stays below {top} only if every single one does.", top=top)
        pieces: list[Piece] = [f"({self._percent(below)})^{n} = ", (self._percent(below**n), "largest")]
        said = say("The largest of several results is not a sum. Nothing pulls it toward a bell.")
        return [text(said, key="largest"), formula(label, [label], pieces)]

    def _of_sums(self) -> Part:
        """Derive the mean and the standard deviation from those of a single result."""
        say, n, one = self.words.say, self.n, totals(self.measured, 1)
        mean, deviation = self._told(_four(one.mean)), self._told(_four(one.deviation))
        if self.how == "sum":
            label = say(
                "Means add up, and variances add up. So the standard deviation grows with the square root of n."
            )
            means, deviations = f"{n} · {mean}", f"√{n} · {deviation}"
        else:
            label = say(
                "A mean is a sum divided by n. So its standard deviation is that of one result, divided by the square "
                "root of n."
            )
            means, deviations = mean, f"{deviation} / √{n}"
        return formula(
            label,
            [say("mean"), f": {means} = ", (self._as_shown(self.exact.mean), "mean")],
            [say("standard deviation"), f": {deviations} = ", (self._as_shown(self.exact.deviation), "deviation")],
        )

    def _shapes(self) -> Part:
        """Show how the width and the skewness of sums and means change as the number of results grows."""
        say = self.words.say
        rows = []
        for n in sorted({*SIZES, self.n}):
            found = totals(self.measured, n)
            cells = [found.deviation, found.deviation / n, found.skewness]
            told = [self._told(_four(cell).replace("-", "\N{MINUS SIGN}")) for cell in cells]
            key = "deviation" if n == self.n else ""
            rows.append(Line([str(n), *told, self._percent(found.within(1))], key, "strong" if key else "plain"))
        head = [
            say("results"),
            say("standard deviation of the sum"),
            say("standard deviation of the mean"),
            say("skewness"),
            say("within one standard deviation"),
        ]
        return table(say("What happens when more results are added up"), head, rows)


def _four(value: Fraction | float) -> str:
    return number(Fraction(f"{float(value):.4g}"))


def _normal(z: int) -> Any:
    """Return the area under a normal curve within *z* standard deviations, as text."""
    return percent(Fraction(f"{2 * NORMAL.cdf(z) - 1:.4f}"))
