"""Lesson 4: the number of marked cards drawn with and without replacement, and the double counting caused by
multiplying by 12."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import ClassVar

from ...base.translatable import phrase
from ...odds.estimate import MINUS
from ...ui.interactive import Input
from .shared.controls import SliderControl
from .shared.figure import Figure
from .shared.guess import PERCENT, Guess
from .shared.parts import Crowd, Line, Part, Piece, TableRow, bars, formula, table, text, units

NUMBERS = 12
"""The number of distinct card numbers in a deck; each appears on as many cards as are marked."""
MOST_BARS = 12


class Urns(Figure):
    """Cards drawn from a pile in which some are marked: ``Urns(size=108, marked=8, drawn=10, at_least=3)``."""

    TITLE = phrase("Three fives? Any triple?")
    LEAD = phrase(
        "Some cards in a pile are marked, for example the fives. How many marked cards do you draw if you keep "
        "every card? How many if you put each card back?"
    )
    size = Input(108, "The number of cards in the pile, 24 to 120.")
    marked = Input(8, "The number of marked cards, 1 to 24.")
    drawn = Input(10, "The number of cards drawn, 1 to 20.")
    at_least = Input(3, "The minimum number of marked cards to draw, 1 to 8.")
    FIELDS: ClassVar = {
        "size": SliderControl(phrase("Cards in the pile"), 24, 120),
        "marked": SliderControl(phrase("Marked cards in it"), 1, 24),
        "drawn": SliderControl(phrase("Cards drawn"), 1, 20),
        "at_least": SliderControl(phrase("Marked cards drawn, at least"), 1, 8),
    }

    ASKED = ("size", "marked", "drawn", "at_least")

    @property
    def kept(self) -> list[Fraction]:
        """The chances of 0, 1, 2, … marked cards if each drawn card is kept."""
        size, marked, n = self.size, self.marked, self.drawn
        every = comb(size, n)
        return [Fraction(comb(marked, k) * comb(size - marked, n - k), every) for k in range(n + 1)]

    @property
    def put_back(self) -> list[Fraction]:
        """The chances of 0, 1, 2, … marked cards if each card is put back before the next draw."""
        share, n = Fraction(self.marked, self.size), self.drawn
        return [comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]

    @property
    def triples(self) -> list[Fraction]:
        """The chances that 0, 1, 2, … of 12 numbers are each drawn at least *at_least* times, with each number on as
        many cards as are marked; empty if the pile is too small for 12 such numbers."""
        if NUMBERS * self.marked > self.size:
            return []
        return numbers_with(self.at_least, self.marked, NUMBERS, self.size - NUMBERS * self.marked, self.drawn)

    def _question(self) -> Guess:
        prompt = self.words.say(
            "In a pile of {size} cards, {marked} are marked. You draw {drawn} cards without replacement. How likely "
            "are you to get {n} or more marked ones?",
            marked=self.marked,
            n=self.at_least,
            drawn=self.drawn,
            size=self.size,
        )
        return Guess(prompt, PERCENT, self._enough(self.kept))

    def _said(self) -> str:
        if not self._open:
            return ""
        return self.words.say(
            "{what}: {kept} without replacement, {back} with replacement.",
            what=self._asked(),
            kept=self._percent(self._enough(self.kept)),
            back=self._percent(self._enough(self.put_back)),
        )

    def _asked(self) -> str:
        plural = self.words.language.plural
        return plural("{n} marked card or more", "{n} marked cards or more", self.at_least)

    def _enough(self, chances: list[Fraction]) -> Fraction:
        return sum(chances[self.at_least :], Fraction(0))

    def _parts(self) -> list[Part]:
        if not self._open:
            return [self._controls(), self._pile()]
        parts = [self._controls(), text(self._said(), "strong", key="enough"), self._chances()]
        return [*parts, *self._computation(self._formula(), self._measures(), *self._any())]

    def _pile(self) -> Part:
        say, others = self.words.say, self.size - self.marked
        groups = [
            Crowd(say("marked"), self.marked, self._percent(Fraction(self.marked, self.size)), "marked"),
            Crowd(say("not marked"), others, self._percent(Fraction(others, self.size)), "others"),
        ]
        label = say("{marked} of {size} cards are marked.", marked=self.marked, size=self.size)
        head = [say("cards"), say("number"), say("share")]
        return units(say("The pile"), label, groups, [0] * self.marked + [1] * others, head=head)

    def _chances(self) -> Part:
        """Compare both distributions up to the point where the chances become negligible."""
        say, kept, back = self.words.say, self.kept, self.put_back
        shown = max(k for k in range(self.drawn + 1) if k <= self.at_least or kept[k] + back[k] > Fraction(1, 1000))
        rows = [
            TableRow(
                str(k), [self._counted(kept[k]), self._counted(back[k])], "enough" if k >= self.at_least else "few"
            )
            for k in range(min(shown, MOST_BARS) + 1)
        ]
        return bars(
            say("How many marked cards come"),
            self._said(),
            series=[("truth", say("kept")), ("other", say("put back"))],
            rows=rows,
            axis=say("chance"),
            head=say("marked cards drawn"),
            upright=True,
        )

    def _formula(self) -> Part:
        """For both ways of drawing, subtract the chance of the complement from 1."""
        say, size, marked, n, least = self.words.say, self.size, self.marked, self.drawn, self.at_least
        kept = f"C({marked}, k) · C({size - marked}, {n} {MINUS} k) / C({size}, {n})"
        back = f"C({n}, k) · ({marked}/{size})^k · ({size - marked}/{size})^({n} {MINUS} k)"
        few = "k = 0" if least == 1 else say("k = 0 to {last}", last=least - 1)
        rows: list[list[Piece]] = []
        for name, each, chances in ((say("kept"), kept, self.kept), (say("put back"), back, self.put_back)):
            result = (self._percent(self._enough(chances)), "enough")
            rows.append([f"{name}: 1 {MINUS} ", (say("sum of {each} for {few}", each=each, few=few), "few")])
            values = f" {MINUS} ".join(self._percent(chance) for chance in chances[:least])
            rows.append([f" = 1 {MINUS} ", (values, "few"), " = ", result])
        return formula(self._said(), *rows)

    def _measures(self) -> Part:
        """Compare both means and variances."""
        say, share = self.words.say, Fraction(self.marked, self.size)
        mean = self.drawn * share
        back = mean * (1 - share)
        kept = back * Fraction(self.size - self.drawn, self.size - 1)
        rows = [
            Line([say("kept"), self._number(mean), self._number(kept)]),
            Line([say("put back"), self._number(mean), self._number(back)]),
        ]
        head = [say("each card is"), say("mean"), say("variance")]
        return table(say("The same mean, but less spread when cards are kept"), head, rows)

    def _any(self) -> list[Part]:
        """Consider any number instead of a particular one: multiplying by 12 counts some hands twice."""
        say, found = self.words.say, self.triples
        if not found:
            said = say(
                "A pile of {n} cards is too small for 12 numbers with {marked} cards each.",
                marked=self.marked,
                n=self.size,
            )
            return [text(said, "hint")]
        one, anyone = self._enough(self.kept), 1 - found[0]
        said = say(
            "Suppose that the pile has 12 numbers with {marked} cards each. For one particular number, the "
            "probability of {n} or more cards is {one}. For any number, it is {any}. It is not 12 times the "
            "first probability, which would be {bound}.",
            marked=self.marked,
            n=self.at_least,
            one=self._percent(one),
            any=self._percent(anyone),
            bound=self._percent(NUMBERS * one),
        )
        drawn = bars(
            say("One number, or any of 12"),
            said,
            series=[("truth", say("counted")), ("other", say("times 12: wrong"))],
            rows=[
                TableRow(say("one particular number"), [self._counted(one), None], "enough"),
                TableRow(say("any number"), [self._counted(anyone), self._counted(NUMBERS * one)], "any"),
            ],
            axis=say("chance"),
            head=say("which number"),
        )
        several = [(k, chance) for k, chance in enumerate(found) if k and chance]
        write = self._hundredths
        rows = [Line([str(k), write(chance), write(k * chance)], "any") for k, chance in several]
        total = Line([say("together"), write(anyone), write(NUMBERS * one)], tone="strong")
        head = [
            say("numbers that come up often enough"),
            say("share of all hands"),
            say("counted when multiplying by 12"),
        ]
        return [text(said, key="any"), drawn, table(say("Hands that are counted more than once"), head, [*rows, total])]


def numbers_with(at_least: int, copies: int, numbers: int, others: int, drawn: int) -> list[Fraction]:
    """Return the chances that 0, 1, 2, … of the *numbers*, each on *copies* cards, are drawn at least *at_least*
    times from a pile with *others* additional cards.

    >>> [round(float(chance), 4) for chance in numbers_with(3, 8, 12, 12, 10)]
    [0.7116, 0.2719, 0.0164, 0.0001]
    """
    most = min(numbers, drawn // at_least)
    ways = [[comb(others, n) if not came else 0 for n in range(drawn + 1)] for came in range(most + 1)]
    for _ in range(numbers):
        more = [[0] * (drawn + 1) for _ in ways]
        for came, row in enumerate(ways):
            for n, before in enumerate(row):
                for k in range(min(copies, drawn - n) + 1 if before else 0):
                    more[came + (k >= at_least)][n + k] += before * comb(copies, k)
        ways = more
    every = comb(others + numbers * copies, drawn)
    return [Fraction(row[drawn], every) for row in ways]
