"""Pairs of events involving dealt cards, with derivations of their exact chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ....base.translatable import phrase
from ....odds.estimate import MINUS
from ....rules.cards import Card

EDITION = "classic"


CARDS, WILDS, SKIPS, COLOR, NUMBER, BOTH = 108, 8, 4, 24, 8, 2
"""The deck's card counts: all cards, wilds, skips, cards of one color, cards of one number, and cards of that
color and number."""


HAND = 10


TIMES = "·"


NEWS: Mapping[str, str] = {
    "hand_wild": phrase("Your hand has a wild"),
    "hand_skip": phrase("Your hand has a skip"),
    "first_wild": phrase("Your first card is wild"),
    "first_red": phrase("Your first card is red"),
}
"""The events that may be known, keyed by id."""


WANTED: Mapping[str, str] = {
    "theirs_wild": phrase("The other hand has a wild"),
    "no_wild": phrase("Your hand has no wild"),
    "second_wild": phrase("Your second card is wild"),
    "second_red": phrase("Your second card is red"),
    "first_five": phrase("Your first card is a 5"),
    "first_blue": phrase("Your first card is blue"),
}
"""The events whose chances may be asked for, keyed by id."""


FIRST = {"first_wild": WILDS, "first_red": COLOR}


ONE_CARD = {"second_wild": WILDS, "second_red": COLOR, "first_five": NUMBER, "first_blue": COLOR}
"""The events involving a single card, each with the number of cards that fit it."""


EXCLUSIVE = {
    ("hand_wild", "no_wild"),
    ("first_wild", "no_wild"),
    ("first_wild", "first_five"),
    ("first_wild", "first_blue"),
    ("first_red", "first_blue"),
}
"""The pairs of events that cannot happen together."""


HAPPENED: Mapping[str, Callable[[Sequence[Card]], bool]] = {
    "hand_wild": lambda dealt: any(card.wild for card in dealt[:HAND]),
    "hand_skip": lambda dealt: any(card.skip for card in dealt[:HAND]),
    "first_wild": lambda dealt: dealt[0].wild,
    "first_red": lambda dealt: dealt[0].color == "R",
    "theirs_wild": lambda dealt: any(card.wild for card in dealt[HAND:]),
    "no_wild": lambda dealt: not any(card.wild for card in dealt[:HAND]),
    "second_wild": lambda dealt: dealt[1].wild,
    "second_red": lambda dealt: dealt[1].color == "R",
    "first_five": lambda dealt: dealt[0].number == 5,
    "first_blue": lambda dealt: dealt[0].color == "B",
}
"""Each event as a function of 20 dealt cards: your hand, then the other hand."""


class Derived(NamedTuple):
    """A chance with the arithmetic that leads to it."""

    chance: Fraction
    how: str

    def opposite(self) -> Derived:
        """Return the chance of the complement."""
        return Derived(1 - self.chance, f"1 {MINUS} {self.how}")

    def then(self, other: Derived) -> Derived:
        """Return the product of two chances; the second is conditional on the first event."""
        how = other.how if MINUS not in other.how else f"({other.how})"
        return Derived(self.chance * other.chance, f"{self.how} {TIMES} {how}")


class Dealing:
    """The chances of events involving cards dealt in sequence, with or without replacement.

    >>> Dealing(put_back=False).both("first_wild", "second_wild")
    Derived(chance=Fraction(14, 2889), how='8/108 · 7/107')
    """

    def __init__(self, *, put_back: bool) -> None:
        self.put_back = put_back

    def card(self, kind: int, gone: int = 0, same: int = 0) -> Derived:
        """Return the chance that the next card is of a given kind, if the full deck has *kind* such cards and *gone*
        cards have been dealt, including *same* of that kind."""
        if self.put_back:
            gone = same = 0
        return Derived(Fraction(kind - same, CARDS - gone), f"{kind - same}/{CARDS - gone}")

    def none(self, kind: int, drawn: int, gone: int = 0, same: int = 0) -> Derived:
        """Return the chance that none of the next *drawn* cards is of a given kind (parameters as for ``card``)."""
        if self.put_back:
            return Derived(Fraction(CARDS - kind, CARDS) ** drawn, f"({CARDS - kind}/{CARDS})^{drawn}")
        left = CARDS - gone
        others = left - kind + same
        return Derived(Fraction(comb(others, drawn), comb(left, drawn)), f"C({others}, {drawn})/C({left}, {drawn})")

    def one(self, event: str) -> Derived:
        """Return the chance of an event."""
        if event in FIRST or event in ONE_CARD:
            return self.card({**FIRST, **ONE_CARD}[event])
        none = self.none(SKIPS if event == "hand_skip" else WILDS, HAND)
        return none if event == "no_wild" else none.opposite()

    def both(self, a: str, b: str) -> Derived:
        """Return the chance that both events happen."""
        if (a, b) in EXCLUSIVE:
            return Derived(Fraction(0), "0")
        if a in FIRST:
            return self._first_and(a, b)
        kind = WILDS if a == "hand_wild" else SKIPS
        if (a, b) == ("hand_wild", "second_wild"):
            return self.card(WILDS)
        if b in ONE_CARD:
            return self.card(ONE_CARD[b]).then(self.none(kind, HAND - 1, 1).opposite())
        if b == "no_wild":
            none, neither = self.none(WILDS, HAND), self.none(WILDS + SKIPS, HAND)
            return Derived(none.chance - neither.chance, f"{none.how} {MINUS} {neither.how}")
        return self._both_hands(a, kind)

    def _first_and(self, a: str, b: str) -> Derived:
        """Return the chance that the first card fits *a* and *b* happens."""
        if b == "first_five":
            return self.card(BOTH)
        first, wild = self.card(FIRST[a]), int(a == "first_wild")
        if b in ONE_CARD:
            same = a.partition("_")[2] == b.partition("_")[2]
            return first.then(self.card(ONE_CARD[b], 1, int(same)))
        if b == "no_wild":
            return first.then(self.none(WILDS, HAND - 1, 1))
        return first.then(self.none(WILDS, HAND, 1, wild).opposite())

    def _both_hands(self, a: str, kind: int) -> Derived:
        """Return the chance that your hand has a card of this kind and the other hand has a wild: 1 minus the chances
        of each being missing, plus the chance of both being missing."""
        mine, theirs = self.none(kind, HAND), self.none(WILDS, HAND)
        if self.put_back:
            product = mine.opposite().chance * theirs.opposite().chance
            return Derived(product, f"(1 {MINUS} {mine.how}) {TIMES} (1 {MINUS} {theirs.how})")
        neither = self.none(WILDS, 2 * HAND) if a == "hand_wild" else self._no_skip_and_no_wild()
        apart = f"2 {TIMES} {mine.how}" if a == "hand_wild" else f"{mine.how} {MINUS} {theirs.how}"
        chance = 1 - mine.chance - theirs.chance + neither.chance
        return Derived(chance, f"1 {MINUS} {apart} + {neither.how}")

    @staticmethod
    def _no_skip_and_no_wild() -> Derived:
        """Return the chance of no skip in your hand and no wild in the other, summed over j, the number of wilds in
        your hand."""
        others, left = CARDS - WILDS - SKIPS, CARDS - HAND
        ways = sum(
            comb(WILDS, j) * comb(others, HAND - j) * comb(left - WILDS + j, HAND) for j in range(min(WILDS, HAND) + 1)
        )
        mine = f"C({WILDS}, j) {TIMES} C({others}, {HAND} {MINUS} j)/C({CARDS}, {HAND})"
        theirs = f"C({left - WILDS} + j, {HAND})/C({left}, {HAND})"
        how = f"Σ {mine} {TIMES} {theirs}, j = 0 … {WILDS}"
        return Derived(Fraction(ways, comb(CARDS, HAND) * comb(left, HAND)), how)
