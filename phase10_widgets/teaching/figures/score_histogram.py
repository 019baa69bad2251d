"""Lesson 8: the cost of the cards left in hand, exact and sampled, with the mean, the median and the mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from math import comb, sqrt
from random import Random
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...editions import edition
from ...languages.number_text import number
from ...odds.estimate import Estimate
from ...ui.interactive import MOST_SEED, Input
from .shared.controls import ChoiceControl, NumberControl, SliderControl, SwitchControl
from .shared.figure import MANY
from .shared.guess import Guess
from .shared.parts import AxisPoint, Line, Part, Role, TableRow, Value, bars, formula, table, text
from .shared.trials import Trials, mean_of

SHOWN = Fraction(1, 2_000)
"""Sums at either end that are rarer than this are combined into one bar."""


class Cost:
    """The exact distribution of the total cost of several cards."""

    def __init__(self, chances: Mapping[int, Fraction]) -> None:
        self.chances = chances
        """The chance of every possible sum, in ascending order of the sums."""

    @cached_property
    def mean(self) -> Fraction:
        """The mean number of points."""
        return sum((points * chance for points, chance in self.chances.items()), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        mean = self.mean
        return sum(((points - mean) ** 2 * chance for points, chance in self.chances.items()), Fraction(0))

    @cached_property
    def median(self) -> int:
        """The smallest sum that at least half of all hands do not exceed."""
        so_far = accumulate(self.chances.values())
        return next(points for points, chance in zip(self.chances, so_far, strict=True) if 2 * chance >= 1)

    @cached_property
    def mode(self) -> int:
        """The most frequent sum; the smallest one if several are equally frequent."""
        return max(self.chances, key=lambda points: (self.chances[points], -points))


def prices(name: str) -> dict[int, int]:
    """Return the number of cards with each point value in an edition's deck, in ascending order of points."""
    found = edition(name)
    return dict(sorted(Counter(card.points for card in found.deck(found.seats[0])).items()))


@cache
def cost(name: str, cards: int, *, put_back: bool = False) -> Cost:
    """Return the exact cost distribution for *cards* cards, drawn with replacement if *put_back* is True."""
    found = prices(name)
    if put_back:
        ways = Counter({0: 1})
        for _ in range(cards):
            ways = _added(ways, found)
        return _as_cost(ways, sum(found.values()) ** cards)
    by_size = [Counter({0: 1}), *(Counter[int]() for _ in range(cards))]
    for points, n in found.items():
        for size in range(cards, 0, -1):
            for some in range(1, min(n, size) + 1):
                for total, before in by_size[size - some].items():
                    by_size[size][total + some * points] += before * comb(n, some)
    return _as_cost(by_size[cards], comb(sum(found.values()), cards))


def _added(ways: Counter[int], found: Mapping[int, int]) -> Counter[int]:
    after = Counter[int]()
    for total, before in ways.items():
        for points, n in found.items():
            after[total + points] += before * n
    return after


def _as_cost(ways: Counter[int], of: int) -> Cost:
    return Cost({points: Fraction(n, of) for points, n in sorted(ways.items())})


POINTS = SliderControl(phrase("Your guess"), 0, 250, 1, phrase("{n} points"))


class ScoreHistogram(Trials):
    """The cost of the cards left in hand: ``ScoreHistogram(cards=5)``."""

    TITLE = phrase("What will a hand cost me?")
    LEAD = phrase(
        "The round ends, and you still hold some cards. What do they usually cost, and what do they cost on average?"
    )
    edition = Input("classic", "The edition's id.")
    cards = Input(5, "The number of cards left, 1 to 15.")
    put_back = Input(False, "True to include a comparison with drawing with replacement.")
    seed = Input(1, "The seed of the hands.")
    FIELDS: ClassVar = {
        "edition": ChoiceControl(
            phrase("Game"),
            {name: edition(name).name for name in ("classic", "flip", "standard", "masters")},
        ),
        "cards": SliderControl(phrase("Cards left in hand"), 1, 15),
        "put_back": SwitchControl(phrase("Compare with replacement")),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "deal"
    BUTTONS = (phrase("One hand"), phrase("{n} hands"))
    FULL = phrase("{n} hands have been dealt; that is enough.")
    STREAM = "points"
    CHUNK = 500
    ENOUGH = 100
    ASKED = ("edition", "cards")
    KEEPING = frozenset({"put_back"})

    def deal(self, n: Any) -> None:
        """Deal 1, 100 or 10,000 more hands."""
        self._more(n)

    def _question(self) -> Guess:
        prompt = self.words.language.plural(
            "You are left with {n} card. How many points does that cost on average?",
            "You are left with {n} cards. How many points do they cost on average?",
            self.cards,
        )
        return Guess(prompt, POINTS, self.exact.mean, "number")

    def _sampled(self) -> Value | None:
        if not self.dealt:
            return None
        found = self._estimate()
        return Value(found.value, self._mean_written(), found.low, found.high)

    def _begin(self) -> None:
        super()._begin()
        self._deck = [points for points, n in prices(self.edition).items() for _ in range(n)]
        self.costs = Counter[int]()
        """The number of times each sum was dealt."""

    @property
    def exact(self) -> Cost:
        """The exact distribution."""
        return cost(self.edition, self.cards)

    @property
    def dealt(self) -> int:
        """The number of hands dealt."""
        return self._trials

    def _try(self, random: Random, n: int) -> None:
        deck, cards = self._deck, self.cards
        self.costs.update([sum(random.sample(deck, cards)) for _ in range(n)])

    def _parts(self) -> list[Part]:
        controls = self._controls(*self._try_buttons())
        if not self._open:
            return [controls, self._so_far(), *([self._histogram()] if self.dealt else [])]
        return [
            controls,
            text(self._said(), "strong", key="mean"),
            self._so_far(),
            self._histogram(),
            self._summary(),
            self._mean_of_a_card(),
            *self._spread(),
        ]

    def _said(self) -> str:
        if not self._open:
            return ""
        exact, mean = self.exact, self.exact.mean
        parts = {"mean": number(mean), "mode": exact.mode, "median": exact.median}
        if exact.chances.get(int(mean)) and mean.denominator == 1:
            template = phrase(
                "The mean is {mean} points, and the most common cost is {mode}. At least half of all hands cost "
                "at most {median}."
            )
        else:
            template = phrase(
                "The mean is {mean} points, though no hand costs exactly that, and the most common cost is {mode}. "
                "At least half of all hands cost at most {median}."
            )
        return self.words.say(template, **parts)

    def _tried(self) -> str:
        n = self.dealt
        if not n:
            return self.words.say("No hand has been dealt yet. What do you expect the first one to cost?")
        if n == 1:
            return self.words.say("The first hand costs {points} points.", points=min(self.costs))
        return self.words.say("{n} hands cost {mean} points on average.", n=number(n), mean=self._mean_written())

    def _mean_written(self) -> str:
        """Return the mean cost of the hands dealt: exact for a few hands; for many, with only the digits that its
        standard error supports."""
        if self.dealt < MANY:
            return self._number(Fraction(sum(self.costs.elements()), self.dealt))
        return self._told(self._estimate().text)

    def _estimate(self) -> Estimate:
        return mean_of(self.costs.items())

    def _rows(self) -> list[tuple[str, Sequence[int]]]:
        """Return each bar's name and the sums it covers: one sum, or all of the rare sums at one end."""
        chances = self.exact.chances
        often = [points for points, chance in chances.items() if chance >= SHOWN]
        low, high = often[0], often[-1]
        rows: list[tuple[str, Sequence[int]]] = [(str(points), [points]) for points in chances if low <= points <= high]
        few, many = [p for p in chances if p < low], [p for p in chances if p > high]
        if few:
            rows.insert(0, (f"≤ {few[-1]}", few))
        if many:
            rows.append((f"≥ {many[0]}", many))
        return rows

    def _histogram(self) -> Part:
        say, exact, n = self.words.say, self.exact, self.dealt
        back = cost(self.edition, self.cards, put_back=True) if self.put_back else None
        series: list[tuple[Role, str]] = [("truth", say("counted")), ("sample", say("dealt"))]
        if back:
            series.append(("other", say("with replacement")))
        rows = []
        for name, sums in self._rows():
            chance = sum((exact.chances[points] for points in sums), Fraction(0))
            values: list[Value | None] = [Value(float(chance), self._hundredths(chance)), self._share(sums, n)]
            if back:
                other = sum((back.chances.get(points, Fraction(0)) for points in sums), Fraction(0))
                values.append(Value(float(other), self._hundredths(other)))
            rows.append(TableRow(name, values, self._key(sums) if self._open else ""))
        series, rows = self._hushed(series, rows)
        marks = [
            AxisPoint("guess", say("median"), self._place(Fraction(exact.median)), str(exact.median)),
            AxisPoint("other", say("mean"), self._place(exact.mean), self._number(exact.mean)),
        ]
        return bars(
            say("What {n} cards cost", n=self.cards) if self.cards > 1 else say("What a card costs"),
            self._said() or self._tried(),
            series=series,
            rows=rows,
            axis=say("share of hands"),
            head=say("points"),
            upright=True,
            marks=marks * self._open,
        )

    def _place(self, points: Fraction) -> float:
        """Return a score's position among the columns."""
        sums = [max(some) if name.startswith("≤") else min(some) for name, some in self._rows()]
        after = next((at for at, each in enumerate(sums) if each >= points), len(sums) - 1)
        if not after:
            return 0.0
        low, high = sums[after - 1], sums[after]
        return after - 1 + float(min(Fraction(1), (points - low) / (high - low)))

    def _share(self, sums: Sequence[int], n: int) -> Value | None:
        return self._found(sum(self.costs[points] for points in sums), n)

    def _key(self, sums: Sequence[int]) -> str:
        """Return a bar's special role: the mode, the median, or the sum nearest to the mean."""
        exact = self.exact
        near = min(exact.chances, key=lambda points: abs(points - exact.mean))
        names = {near: "mean", exact.median: "median", exact.mode: "mode"}
        return next((names[points] for points in sums if points in names), "sample" if len(sums) > 1 else "")

    def _summary(self) -> Part:
        say, exact = self.words.say, self.exact
        rows = [
            Line([say("mean"), self._number(exact.mean), say("the balance point of the columns")], "mean"),
            Line(
                [say("median"), str(exact.median), say("at least half of all hands cost this much or less")], "median"
            ),
            Line([say("mode"), str(exact.mode), say("the highest column")], "mode"),
        ]
        return table(say("Three kinds of average"), [say("average"), say("points"), say("what it is")], rows)

    def _mean_of_a_card(self) -> Part:
        found = prices(self.edition)
        size, total = sum(found.values()), sum(points * n for points, n in found.items())
        counted = " + ".join(f"{n} · {points}" for points, n in found.items())
        mean = self._told(number(Fraction(total, size)))
        label = self.words.say("Average cost of a single card: {mean} points.", mean=mean)
        lines = [f"({counted}) / {size} = {total}/{size} = {mean}"]
        if self.cards > 1:
            lines.append(f"{self.cards} · {total}/{size} = {self._told(number(self.exact.mean))}")
        return formula(label, *([(line, "mean")] for line in lines))

    def _spread(self) -> list[Part]:
        """Compare the variances without and with replacement."""
        say, cards = self.words.say, self.cards
        if cards == 1:
            return []
        size = sum(prices(self.edition).values())
        one, without = cost(self.edition, 1).variance, self.exact.variance
        rows = [
            Line([name, self._told(number(variance)), self._told(_rounded(sqrt(variance)))], key)
            for name, variance, key in (
                (say("with replacement"), cards * one, "back"),
                (say("without replacement"), without, "spread"),
            )
        ]
        said = say(
            "Without replacement, hands vary a little less: the variance is multiplied by {left}/{others}.",
            left=size - cards,
            others=size - 1,
        )
        head = [say("{n} cards", n=cards), say("variance"), say("standard deviation, in points")]
        return [table(say("How much hands vary"), head, rows), text(said, key="spread")]


def _rounded(value: float) -> str:
    return number(Fraction(f"{value:.3g}"))
