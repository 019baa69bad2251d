"""Lesson 13: two events involving dealt cards in a two-way table, and the chance of one given the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from ....base.translatable import phrase
from ....editions import edition
from ....languages.number_text import number
from ....odds.estimate import MINUS
from ....odds.pool import Pool
from ....odds.simulation.card_experiment import in_order
from ....rules.cards import Card
from ....ui.interactive import MOST_SEED, Input
from ..shared.controls import ChoiceControl, NumberControl, SwitchControl
from ..shared.guess import Guess
from ..shared.parts import Held, Line, Part, Piece, Role, TableRow, Value, bars, cards, formula, table, text
from ..shared.trials import Trials
from .dealing import EDITION, HAND, HAPPENED, NEWS, TIMES, WANTED, Dealing, Derived

OUTCOMES = {
    (True, True): phrase("A and B happened"),
    (True, False): phrase("A happened, B did not"),
    (False, True): phrase("B happened, A did not"),
    (False, False): phrase("neither A nor B happened"),
}
"""The remark under the last hand, keyed by whether A happened and whether B happened."""
WAYS = ChoiceControl(
    phrase("Your guess"),
    {
        "more": phrase("B becomes more likely"),
        "less": phrase("B becomes less likely"),
        "same": phrase("the probability of B stays the same"),
        "never": phrase("B becomes impossible"),
    },
)


class TwoWayTable(Trials):
    """Two events in a two-way table: ``TwoWayTable(a="hand_wild", b="theirs_wild")``."""

    TITLE = phrase("Does one tell you about the other?")
    LEAD = phrase(
        "Ten cards are dealt to you, and ten to another player. Choose two events, and find out what one tells you "
        "about the other."
    )
    a = Input("hand_wild", f"The event that you know of: {', '.join(NEWS)}.")
    b = Input("theirs_wild", f"The event whose chance you want: {', '.join(WANTED)}.")
    put_back = Input(False, "True to put each card back before the next one is dealt.")
    seed = Input(1, "The seed of the deals.")
    FIELDS: ClassVar = {
        "a": ChoiceControl(phrase("A: what you learn"), NEWS),
        "b": ChoiceControl(phrase("B: what you want to know"), WANTED),
        "put_back": SwitchControl(phrase("Put each card back before the next one")),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "deal"
    BUTTONS = (phrase("Deal once"), phrase("Deal {n} times"))
    FULL = phrase("{n} hands have been dealt; that is enough.")
    STREAM = "two-way"
    CHUNK = 500
    ENOUGH = 100
    ASKED = GATED = ("a", "b", "put_back")

    def _question(self) -> Guess:
        prompt = self.words.say("You learn that A has happened. What does that do to the probability of B?")
        return Guess(prompt, WAYS, self.answer)

    def _begin(self) -> None:
        super()._begin()
        self.__dict__.pop("both", None)
        self._deck = in_order(Pool.of_deck(edition(EDITION)))
        self._last: list[Card] = []
        self.counts = Counter[tuple[bool, bool]]()
        """The number of deals, keyed by whether A happened and whether B happened."""

    def deal(self, n: Any) -> None:
        """Deal 1, 100 or 10,000 more times."""
        self._more(n)

    @property
    def dealing(self) -> Dealing:
        """The exact chances for this way of dealing."""
        return Dealing(put_back=self.put_back)

    @property
    def chance_a(self) -> Fraction:
        """The exact chance of A."""
        return self.dealing.one(self.a).chance

    @property
    def chance_b(self) -> Fraction:
        """The exact chance of B."""
        return self.dealing.one(self.b).chance

    @cached_property
    def both(self) -> Derived:
        """The exact chance of A and B, with its derivation."""
        return self.dealing.both(self.a, self.b)

    @property
    def given(self) -> Fraction:
        """The exact chance of B, given A."""
        return self.both.chance / self.chance_a

    @property
    def answer(self) -> str:
        """The effect of A on the chance of B, as one of the choices for the guess."""
        if not self.both.chance:
            return "never"
        return "same" if self.given == self.chance_b else "more" if self.given > self.chance_b else "less"

    @property
    def dealt(self) -> int:
        """The number of deals."""
        return self._trials

    def _try(self, random: Random, n: int) -> None:
        a, b, deck = HAPPENED[self.a], HAPPENED[self.b], self._deck
        for _ in range(n):
            self._last = random.choices(deck, k=2 * HAND) if self.put_back else random.sample(deck, 2 * HAND)
            self.counts[a(self._last), b(self._last)] += 1

    def _parts(self) -> list[Part]:
        named = self.words.say("A: {a}. B: {b}.", a=self.words.say(NEWS[self.a]), b=self.words.say(WANTED[self.b]))
        parts: list[Part] = [self._controls(*self._try_buttons()), text(named, key="a")]
        if self._open:
            parts.append(text(self._said(), "strong", key="given"))
        parts.append(self._so_far())
        if self.dealt:
            parts += [self._hands(), self._counted_table()]
        if self.dealt and self._open:
            parts.append(self._expected_table())
        if self.dealt or self._open:
            parts.append(self._bars())
        return [*parts, self._exact_table(), self._rule(), self._addition()] if self._open else parts

    def _said(self) -> str:
        if not self._open:
            return ""
        say, parts = self.words.say, {"b": self._percent(self.chance_b), "given": self._percent(self.given)}
        match self.answer:
            case "never":
                return say(
                    "A and B are mutually exclusive: they cannot happen together. The probability of B is {b}, but "
                    "if A has happened, B is impossible. So the two are not independent.",
                    **parts,
                )
            case "same":
                return say(
                    "A and B are independent: the probability of B is {b}, and if you know A, it is still {given}.",
                    **parts,
                )
            case "more":
                return say("A makes B more likely: {b} becomes {given}. The two are not independent.", **parts)
            case _:
                return say("A makes B less likely: {b} becomes {given}. The two are not independent.", **parts)

    def _tried(self) -> str:
        say, n, counts = self.words.say, self.dealt, self.counts
        if not n:
            return say("Nothing has been dealt yet.")
        both, with_a = counts[True, True], counts[True, True] + counts[True, False]
        if not with_a:
            return self.words.language.plural(
                "In {number} deal, A has not happened yet.",
                "In {number} deals, A has not happened yet.",
                n,
                number=number(n),
            )
        return say(
            "Deals: {n}. A happened in {a} of them, and B happened in {both} of those. B happened in {b} of all deals.",
            n=number(n),
            a=number(with_a),
            both=number(both),
            b=number(both + counts[False, True]),
        )

    def _hands(self) -> Part:
        """Show the cards of the last deal."""
        say, dealt = self.words.say, self._last
        note = OUTCOMES[HAPPENED[self.a](dealt), HAPPENED[self.b](dealt)]
        mine, theirs = (" ".join(card.code for card in hand) for hand in (dealt[:HAND], dealt[HAND:]))
        return cards(
            Held(say("Your last hand, in the order dealt"), mine, note=say(note)),
            Held(say("The other hand"), theirs),
        )

    def _two_way(self, title: str, cell: Callable[[bool | None, bool | None], str]) -> Part:
        """Return a two-way table; None as an argument of *cell* stands for both cases together."""
        say = self.words.say
        names = {True: "A", False: say("not A"), None: say("together")}
        keys = {True: "a", False: "not a", None: "all"}
        rows = [Line([names[a], *(cell(a, b) for b in (True, False, None))], keys[a]) for a in (True, False, None)]
        return table(title, ["", "B", say("not B"), say("together")], rows)

    def _count(self, a: bool | None, b: bool | None) -> int:
        return sum(n for (is_a, is_b), n in self.counts.items() if a in (None, is_a) and b in (None, is_b))

    def _counted_table(self) -> Part:
        return self._two_way(self.words.say("All deals, counted"), lambda a, b: self._number(self._count(a, b)))

    def _expected_table(self) -> Part:
        """Tabulate the counts that these margins imply if A and B are independent."""

        def cell(a: bool | None, b: bool | None) -> str:
            return self._number(Fraction(self._count(a, None) * self._count(None, b), self.dealt))

        return self._two_way(
            self.words.say("Expected if A and B were independent: row total · column total / all"), cell
        )

    def _exact_table(self) -> Part:
        both, a, b = self.both.chance, self.chance_a, self.chance_b
        cells = {(True, True): both, (True, False): a - both, (False, True): b - both, (False, False): 1 - a - b + both}

        def cell(is_a: bool | None, is_b: bool | None) -> str:
            chances = [chance for (x, y), chance in cells.items() if is_a in (None, x) and is_b in (None, y)]
            return self._percent(sum(chances, Fraction(0)))

        return self._two_way(self.words.say("The exact probabilities"), cell)

    def _bars(self) -> Part:
        """Compare how often B happens in all deals, in deals with A, and in deals without A."""
        say, without = self.words.say, (self.chance_b - self.both.chance) / (1 - self.chance_a)
        cases: list[tuple[str, Fraction, bool | None, str]] = [
            (say("all deals"), self.chance_b, None, "all"),
            (say("deals with A"), self.given, True, "given"),
            (say("deals without A"), without, False, "not a"),
        ]
        series: list[tuple[Role, str]] = [("truth", say("exact")), ("sample", say("dealt"))]
        rows = []
        for name, chance, a, key in cases:
            found: Value | None = self._found(self._count(a, True), self._count(a, None))
            rows.append(TableRow(name, [self._counted(chance), found], key))
        series, rows = self._hushed(series, rows)
        return bars(
            say("How often B happens"),
            self._said() or self._tried(),
            series=series,
            rows=rows,
            axis=say("share of these deals"),
            head=say("among"),
        )

    def _rule(self) -> Part:
        """Derive the conditional chance, and compare the joint chance with the product."""
        a, b = self.dealing.one(self.a), self.dealing.one(self.b)
        joint, given = (self._percent(self.both.chance), "both"), (self._percent(self.given), "given")
        with_a, with_b = (self._percent(a.chance), "a"), (self._percent(b.chance), "all")
        label = self.words.say(
            "The probability of B, given A, is the probability of both divided by the probability of A: {given}.",
            given=given[0],
        )
        return formula(
            label,
            [f"P(A) = {a.how} = ", with_a],
            [f"P(B) = {b.how} = ", with_b],
            ["P(A ∩ B)", *([f" = {self.both.how}"] if self.both.chance else []), " = ", joint],
            ["P(B | A) = P(A ∩ B) / P(A) = ", joint, " / ", with_a, " = ", given],
            [f"P(A) {TIMES} P(B) = ", (self._percent(a.chance * b.chance), "product")],
        )

    def _addition(self) -> Part:
        """Show the addition rule, which counts the hands with both events only once."""
        a, b, both = self.chance_a, self.chance_b, self.both.chance
        either = self._percent(a + b - both)
        label = self.words.say("By the addition rule, the probability of A or B is {either}.", either=either)
        total: list[Piece] = [" = ", (self._percent(a), "a"), " + ", (self._percent(b), "all")]
        total += [f" {MINUS} ", (self._percent(both), "both"), f" = {either}"]
        return formula(label, [f"P(A ∪ B) = P(A) + P(B) {MINUS} P(A ∩ B)"], total)  # noqa: RUF001
