"""Lesson 3: simulated deals next to the exact count."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...editions import edition as find_edition
from ...odds.estimate import MINUS, share
from ...odds.pool import Pool
from ...odds.simulation.card_experiment import drawn, in_order
from ...odds.simulation.experiment import FunctionExperiment
from ...rules.cards import Card
from ...ui.interactive import MOST_SEED, SLICE, Input
from ...ui.sample import MOST_DEALS, Sample
from .shared.controls import ChoiceControl, NumberControl, SliderControl
from .shared.figure import MANY
from .shared.guess import PERCENT, Guess
from .shared.parts import (
    Counted,
    Crowd,
    Curve,
    Held,
    Level,
    Line,
    Part,
    Piece,
    Role,
    TableRow,
    Value,
    bars,
    cards,
    counting,
    formula,
    lines,
    table,
    text,
    units,
)
from .shared.trials import AT_ONCE, Repeated, number_to_do

LAST = 100
"""The number of recent hands shown as marks."""
THINNED = 8
"""The running proportion is plotted at 24 points per factor of ten; its table lists every eighth point."""
KINDS = 4
"""The number of hand types: no wild, one wild, two wilds, or three or more."""
GAMES = {
    "classic": phrase("Phase 10"),
    "masters": phrase("Phase 10 Masters"),
    "flip": phrase("Phase 10 Flip!"),
    "standard": phrase("Phases with ordinary cards"),
}
"""The name of every game, by edition id."""


class DealSimulator(Repeated):
    """Randomly dealt hands, and the proportion with a wild: ``DealSimulator(cards=10)``."""

    TITLE = phrase("At least one wild?")
    LEAD = phrase("How many hands contain a wild? Guess first, and then deal.")
    edition = Input("classic", "The edition's id.")
    cards = Input(10, "The number of cards dealt, 1 to 20.")
    at_least = Input(1, "The minimum number of wilds, 1 to 3, but no more than the number of cards dealt.")
    seed = Input(1, "The seed of the deals.")
    FIELDS: ClassVar = {
        "edition": ChoiceControl(phrase("Game"), GAMES),
        "cards": SliderControl(phrase("Cards dealt"), 1, 20),
        "at_least": SliderControl(phrase("Wilds, at least"), 1, KINDS - 1),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "deal"
    ENOUGH = 100
    ASKED = ("edition", "cards", "at_least")

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        wanted = {name: changes.get(name, getattr(self, name)) for name in self.INPUTS}
        if wanted["at_least"] > wanted["cards"]:
            kept, other = ("cards", "at_least") if "cards" in changes else ("at_least", "cards")
            wanted[other] = wanted[kept]
        super()._chosen(wanted)

    def _begin(self) -> None:
        super()._begin()
        self._deck = in_order(Pool.of_deck(find_edition(self.edition)))
        self._wilds = sum(card.wild for card in self._deck)
        self._last: list[Card] = []
        self._latest: deque[int] = deque(maxlen=LAST)
        self._having: Counter[int] = Counter()
        self._sample = Sample(lambda: FunctionExperiment(self._one), self.seed)

    def _one(self, random: Random) -> bool:
        """Deal a hand and record the facts to display."""
        self._last = drawn(random.random, self._deck, self.cards)
        wilds = sum([card.wild for card in self._last])
        self._latest.append(wilds)
        self._having[wilds] += 1
        return wilds >= self.at_least

    def deal(self, n: Any) -> None:
        """Deal 1, 100 or 10,000 more hands."""
        self._wanted = self._sample.wanted = min(MOST_DEALS, self._wanted + number_to_do(n, AT_ONCE))

    def _advance(self) -> None:
        self._sample.run(SLICE)
        self._trials = self._sample.trials

    def again(self, _: Any) -> None:
        """Discard all deals."""
        self._begin()

    ACTS: ClassVar = {"again": again}

    @property
    def exact(self) -> Fraction:
        """The exact chance of at least the chosen number of wilds."""
        return 1 - sum(map(self._exactly, range(self.at_least)), Fraction(0))

    @property
    def added(self) -> Fraction:
        """The wrong sum: one card's chance of being wild, added once for each card. It equals the mean number of
        wilds."""
        return Fraction(self._wilds * self.cards, len(self._deck))

    def _exactly(self, wilds: int) -> Fraction:
        n, marked = len(self._deck), self._wilds
        ways = comb(marked, wilds) * comb(n - marked, self.cards - wilds) if wilds <= self.cards else 0
        return Fraction(ways, comb(n, self.cards))

    def _question(self) -> Guess:
        prompt = self.words.language.plural(
            "You are dealt {cards} cards from a deck of {size} with {wilds} wilds. How often will you get at least "
            "{n} wild?",
            "You are dealt {cards} cards from a deck of {size} with {wilds} wilds. How often will you get at least "
            "{n} wilds?",
            self.at_least,
            cards=self.cards,
            size=len(self._deck),
            wilds=self._wilds,
        )
        return Guess(prompt, PERCENT, self.exact)

    def _sampled(self) -> Value | None:
        return self._found(self._sample.hits, self._sample.trials)

    def _said(self) -> str:
        return "" if self._running or not self._sample.trials else self._outcome()

    def _outcome(self) -> str:
        """Report the proportion of hits and its interval."""
        n, hits = self._sample.trials, self._sample.hits
        found = share(hits, n)
        low, high = map(self._told, found.ends)
        percent = self._told(found.text if n >= MANY else found.counted)
        return self.words.language.plural(
            "{number} hand dealt, {hits} with {what}: {percent}. A plausible range for the true proportion is {low} to "
            "{high}.",
            "{number} hands dealt, {hits} with {what}: {percent}. A plausible range for the true proportion is {low} "
            "to {high}.",
            n,
            number=self._number(n),
            hits=self._number(hits),
            what=self._asked(),
            percent=percent,
            low=low,
            high=high,
        )

    def _parts(self) -> list[Part]:
        say, dealt = self.words.say, self._sample.trials
        parts = [self._buttons()]
        if not dealt:
            parts.append(text(say("No hands have been dealt yet."), "hint"))
        else:
            parts.append(text(self._outcome(), "strong", key="sample"))
            parts += [self._course()] if dealt > LAST else [self._hand(), self._marks()]
        if not self._open:
            return parts
        if not dealt:
            return [*parts, self._compared(), *self._computation(self._formula(), *self._error())]
        return [*parts, *self._computation(self._compared(), self._formula(), *self._error())]

    def _buttons(self) -> Part:
        say = self.words.say
        full = self._wanted >= MOST_DEALS or not self._ready
        deal = [
            self._deed("deal", self.words.language.plural("{n} deal", "{n} deals", n), n, disabled=full)
            for n in AT_ONCE[:-1]
        ]
        most = say("{number} deals", number=self._number(AT_ONCE[-1]))
        deal.append(self._deed("deal", most, AT_ONCE[-1], main=True, disabled=full))
        return self._controls(*deal, self._deed("again", say("Start again"), disabled=not self._sample.trials))

    def _hand(self) -> Part:
        """Show the last hand, with its wilds in a separate row."""
        say = self.words.say
        wilds = [card for card in self._last if card.wild]
        others = sorted((card for card in self._last if not card.wild), key=lambda card: (card.number or 99, card.code))
        key, note = self._key(len(wilds)), self._kind(min(len(wilds), KINDS - 1))
        rows = [Held(say("The last hand"), _words(others), key=key, note="" if wilds else note)]
        if wilds:
            rows.append(Held(say("Wilds in it"), _words(wilds), key=key, tone="right", note=note))
        return cards(*rows)

    def _key(self, wilds: int) -> str:
        return f"wilds {min(wilds, KINDS - 1)}"

    def _kind(self, wilds: int) -> str:
        """Return the label for hands with this number of wilds."""
        say = self.words.say
        return (say("no wild"), say("exactly 1 wild"), say("exactly 2 wilds"), say("3 wilds or more"))[wilds]

    def _marks(self) -> Part:
        say, n = self.words.say, len(self._latest)
        order = [min(wilds, KINDS - 1) for wilds in self._latest]
        groups = [
            Crowd(self._kind(at), order.count(at), self._found_written(order.count(at), n), self._key(at))
            for at in range(KINDS)
        ]
        plural = self.words.language.plural
        marks = units(
            plural("The last hand as a mark", "The last {n} hands, one mark each", n),
            ", ".join(f"{group.name}: {group.size}" for group in groups),
            groups,
            order,
            head=[say("wilds in the hand"), say("hands"), say("share")],
        )
        return counting(marks, say("The last hand"), self._moment, [Counted(_words(self._last), n - 1)])

    def _compared(self) -> Part:
        """Compare the exact chance, the sample, and the wrong sum."""
        say, n, having = self.words.say, self._sample.trials, self._having
        series: list[tuple[Role, str]] = [("truth", say("counted"))]
        if n:
            series.append(("sample", say("dealt")))
        if self._computed and self.at_least == 1:
            series.append(("other", say("added up: wrong")))
        wrong = Value(float(self.added), self._percent(self.added))
        rows = [self._row(self._asked(), "asked", series, self.exact, self._sample.hits, wrong)]
        for at in range(KINDS):
            counted, found = self._exactly(at), having[at]
            if at == KINDS - 1:
                counted = 1 - sum(map(self._exactly, range(at)), Fraction(0))
                found = n - sum(having[fewer] for fewer in range(at))
            rows.append(self._row(self._kind(at), self._key(at), series, counted, found))
        label = say("{what}: {percent} of all hands.", what=self._asked(), percent=self._percent(self.exact))
        return bars(
            say("How many of the hands"),
            label,
            series=series,
            rows=rows,
            axis=say("share of all hands"),
            head=say("wilds in the hand"),
        )

    def _row(
        self,
        name: str,
        key: str,
        series: list[tuple[Role, str]],
        counted: Fraction,
        found: int,
        wrong: Value | None = None,
    ) -> TableRow:
        """Return a row of the comparison, with a value for each of its series."""
        values = {"truth": self._counted(counted), "sample": self._found(found, self._sample.trials), "other": wrong}
        return TableRow(name, [values[role] for role, _ in series], key)

    def _asked(self) -> str:
        plural = self.words.language.plural
        return plural("{n} wild or more", "{n} wilds or more", self.at_least)

    def _course(self) -> Part:
        """Plot the running proportion of hits."""
        say, sample = self.words.say, self._sample
        moments = sample.to_dicts()
        points = [(row["trials"], row["value"], row["low"], row["high"]) for row in moments]
        listed = [*moments[:-1:THINNED], moments[-1]]
        return lines(
            say("The share while dealing"),
            self._outcome(),
            x=say("hands"),
            y=say("share"),
            log=True,
            curves=[Curve("sample", say("dealt"), [(n, value) for n, value, _, _ in points], key="sample")],
            band=[(n, low, high) for n, _, low, high in points],
            levels=[Level("truth", say("counted"), float(self.exact), self._percent(self.exact))] * self._open,
            head=[say("hands"), say("share")],
            table=[[self._number(row["trials"]), self._found_written(row["hits"], row["trials"])] for row in listed],
        )

    def _formula(self) -> Part:
        """Subtract the chance of the complement from one."""
        say, n, size, wilds = self.words.say, self.cards, len(self._deck), self._wilds
        others, all_hands = size - wilds, f"C({size}, {n})"
        named: list[Piece] = [(self._asked(), "asked"), " = 1"]
        numbers: list[Piece] = [" = 1"]
        for at in range(self.at_least):
            ways = f"C({others}, {n - at})" if at == 0 else f"C({wilds}, {at}) · C({others}, {n - at})"
            named += [f" {MINUS} ", (f"{ways} / {all_hands}", self._key(at))]
            numbers += [f" {MINUS} ", (self._percent(self._exactly(at)), self._key(at))]
        result = (self._percent(self.exact), "asked")
        rows = [named, [*numbers, " = ", result]]
        if self.at_least == 1 and n > 1:
            factors = [f"{others - at}/{size - at}" for at in range(n)]
            shown = factors if n <= 4 else [*factors[:3], "…", factors[-1]]
            one_by_one = (" · ".join(shown), self._key(0))
            rows.append([say("card by card") + f": 1 {MINUS} ", one_by_one, " = ", result])
        said = say("{what}, counted: {percent}", what=self._asked(), percent=self._percent(self.exact))
        return formula(said, *rows)

    def _error(self) -> list[Part]:
        """Show the wrong sum, and explain what it measures."""
        if self.at_least > 1 or self.cards == 1:
            return []
        say, dealt = self.words.say, self._sample.trials
        said = say(
            "Adding {wilds}/{size} once for each of {n} cards gives {percent}. That counts a hand with two wilds "
            "twice and a hand with three wilds three times. The sum is really the average number of wilds in a "
            "hand: {mean}.",
            wilds=self._wilds,
            size=len(self._deck),
            n=self.cards,
            percent=self._percent(self.added),
            mean=self._number(self.added),
        )
        if self.added > 1:
            said += " " + say("Besides, nothing can happen in more than 100% of all hands.")
        parts: list[Part] = [text(said, "wrong", key="added")]
        if dealt:
            several = [(at, self._having[at]) for at in sorted(self._having) if at and self._having[at]]
            wilds = sum(at * n for at, n in several)
            rows = [Line([str(at), self._number(n), self._number(at * n)], self._key(at)) for at, n in several]
            total = Line(
                [say("together"), self._number(sum(n for _, n in several)), self._number(wilds)], tone="strong"
            )
            head = [say("wilds in the hand"), say("hands"), say("counted when adding up")]
            parts.append(table(say("Double counting in these {n} hands", n=self._number(dealt)), head, [*rows, total]))
        return parts


def _words(found: list[Card]) -> str:
    return " ".join(card.code for card in found)
