"""Lesson 2: a tree of hands that collapses when order does not count."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm
from typing import ClassVar

from ...base.translatable import phrase
from ...ui.interactive import Input
from ..lessons.common import CARDS, COPIES
from .shared.controls import ChoiceControl, SliderControl
from .shared.figure import Figure
from .shared.guess import Guess
from .shared.parts import Branch, Held, Line, Part, Piece, cards, formula, table, text, tree

COLORS = "RBGYRB"
"""The colors of cards 1 to 6."""
NUMBERS = 12

HANDS = SliderControl(phrase("Your guess"), 1, 120, 1, phrase("{n} hands"))


class CountingTree(Figure):
    """Every way to draw a few different cards one by one: ``CountingTree(cards=4, drawn=2, order="none")``."""

    TITLE = phrase("How many hands are there?")
    LEAD = phrase(
        "Draw one card at a time and count the ways. But the order in which the cards come does not matter for a "
        "hand. Which of these ways give the same hand?"
    )
    cards = Input(4, "The number of different cards, 3 to 6.")
    drawn = Input(2, "The number of cards drawn, 1 to 3.")
    order = Input("counts", "The treatment of the cards' order: counts or none.")
    run = Input(10, "The length of a natural run counted in the same way, 2 to 12.")
    FIELDS: ClassVar = {
        "cards": SliderControl(phrase("Different cards"), 3, 6),
        "drawn": SliderControl(phrase("Cards drawn"), 1, 3),
        "order": ChoiceControl(
            phrase("The tree shows"),
            {"counts": phrase("every order"), "none": phrase("every hand in all its possible orders")},
        ),
        "run": SliderControl(phrase("Cards of a natural run"), 2, NUMBERS),
    }

    ASKED = ("cards", "drawn")

    def _question(self) -> Guess:
        prompt = self.words.say(
            "You draw {n} of {cards} different cards. How many different hands can you get?",
            n=self.drawn,
            cards=self.cards,
        )
        return Guess(prompt, HANDS, Fraction(self.hands), "number")

    @property
    def orders(self) -> int:
        """The number of ordered draws."""
        return perm(self.cards, self.drawn)

    @property
    def hands(self) -> int:
        """The number of hands, ignoring order."""
        return comb(self.cards, self.drawn)

    @property
    def runs(self) -> int:
        """The number of natural runs of this length that the classic deck's number cards can form."""
        return (NUMBERS + 1 - self.run) * int(COPIES**self.run)

    def _said(self) -> str:
        if not self._open:
            return self.words.say("Every branch is a card that you draw, and every path is a hand in one order.")
        return self.words.language.plural(
            "The tree has {n} path. It leads to {hands} different hand.",
            "The tree has {n} paths. They lead to {hands} different hands.",
            self.orders,
            hands=self.hands,
        )

    def _parts(self) -> list[Part]:
        if not self._open:
            return [self._controls(only=("cards", "drawn")), self._tree()]
        ways = self._controls(only=("cards", "drawn", "order"))
        run = (self._controls(only=("run",)), self._run_tree(), self._run_formula())
        computed = self._computation(self._formula(), self._list(), self._answers(), *run)
        return [ways, text(self._said(), "strong"), self._tree(), *computed]

    def _tree(self) -> Part:
        say = self.words.say
        if not self._open:
            root = Branch(say("no card yet"), children=self._drawn_after(()))
            return tree(say("Every order"), self._said(), root, head=[say("cards in this order"), say("choices"), ""])
        if self.order == "counts":
            root = Branch(say("no card yet"), children=self._drawn_after(()))
            head = [say("cards in this order"), say("choices"), say("hand")]
            title = say("Every order: {n}", n=self.orders)
        else:
            hands = combinations(range(1, self.cards + 1), self.drawn)
            root = Branch(
                say("no card yet"), children=[self._hand(hand, first=not at) for at, hand in enumerate(hands)]
            )
            head = [say("hand, and its order"), say("orders"), say("hand")]
            title = say("Every hand: {n}", n=self.hands)
        return tree(title, self._said(), root, head=head)

    def _drawn_after(self, before: tuple[int, ...]) -> list[Branch]:
        """Return a branch for each possible next card."""
        left = [card for card in range(1, self.cards + 1) if card not in before]
        last = len(before) + 1 == self.drawn
        written = self.words.say("1 of {n}", n=len(left))
        return [
            Branch(
                str(card),
                written,
                product=_listed(sorted((*before, card))) if last and self._open else "",
                children=() if last else self._drawn_after((*before, card)),
                key=_key((*before, card)) if last else f"card {len(before) + 1}",
                open=not before or card == left[0],
            )
            for card in left
        ]

    def _hand(self, hand: tuple[int, ...], *, first: bool) -> Branch:
        """Return a hand with all possible orders of its cards."""
        orders = [Branch(_listed(order), "", _listed(hand), key=_key(hand)) for order in permutations(hand)]
        written = self.words.language.plural("{n} order", "{n} orders", len(orders))
        return Branch(_listed(hand), written, children=orders, key=_key(hand), open=first)

    def _formula(self) -> Part:
        """Divide the total number of orders by the number of orders of one hand."""
        say, n, k = self.words.say, self.cards, self.drawn
        first = _key(range(1, k + 1))
        factors: list[Piece] = []
        for at in range(k):
            factors += [" · ", (str(n - at), f"card {at + 1}")]
        below = " · ".join(map(str, range(k, 0, -1)))
        return formula(
            self._said(),
            [*factors[1:], f" = {self.orders} ", (say("orders"), "orders")],
            [
                f"{self.orders} ÷ (",
                (below, first),
                ") = ",
                (f"C({n}, {k})", "hands"),
                " = ",
                (str(self.hands), "hands"),
            ],
        )

    def _list(self) -> Part:
        """List every hand as cards."""
        say, rows = self.words.say, []
        for at, hand in enumerate(combinations(range(1, self.cards + 1), self.drawn), 1):
            orders = say("from {orders}", orders=", ".join(map(_listed, permutations(hand))))
            codes = " ".join(f"{COLORS[card - 1]}{card}" for card in hand)
            rows.append(Held(say("Hand {n}", n=at), codes, key=_key(hand), note=orders))
        return cards(*rows)

    def _answers(self) -> Part:
        """Compare the number of hands with the results of common mistakes."""
        say, n, k = self.words.say, self.cards, self.drawn
        rows = [
            Line([say("hands"), f"C({n}, {k})", str(self.hands)], "hands", "right"),
            Line([say("orders of cards"), " · ".join(str(n - at) for at in range(k)), str(self.orders)], "orders"),
            Line([say("orders, with replacement"), " · ".join([str(n)] * k), str(n**k)]),
        ]
        return table(say("Three ways to count"), [say("what is counted"), say("how"), say("number")], rows)

    def _run_tree(self) -> Part:
        """Draw a natural run: its start, then a card for each number."""
        say, k = self.words.say, self.run
        each, ways = f"{COPIES}{_raised(k)}", self._number(COPIES**k)
        starts = [
            Branch(say("{low} to {high}", low=low, high=low + k - 1), each, ways, key="starts")
            for low in range(1, NUMBERS + 2 - k)
        ]
        root = Branch(say("a natural run of {n}", n=k), children=starts)
        head = [say("numbers"), say("8 cards for each number"), say("hands")]
        title = say("Natural runs of {n}: choose a start, then a card for each number", n=k)
        return tree(title, self._run_said(), root, head=head)

    def _run_said(self) -> str:
        starts = NUMBERS + 1 - self.run
        return self.words.language.plural(
            "{n} starting number with {each} hands gives {runs} natural runs.",
            "{n} starting numbers with {each} hands each give {runs} natural runs.",
            starts,
            each=self._number(COPIES**self.run),
            runs=self._number(self.runs),
        )

    def _run_formula(self) -> Part:
        """Divide the number of runs by the number of hands."""
        say, k = self.words.say, self.run
        every = comb(CARDS, k)
        chance = Fraction(self.runs, every)
        first: list[Piece] = [(say("runs"), "starts"), " = "]
        first += [(str(NUMBERS + 1 - k), "starts"), " · ", f"{COPIES}{_raised(k)} = {self._number(self.runs)}"]
        shown = " · ".join(str(CARDS - at) for at in range(k)) if k < 4 else f"108 · 107 · … · {CARDS - k + 1}"
        second = [say("all hands"), f" = C(108, {k}) = {shown} ÷ {k}! = {self._number(every)}"]
        rare = round(1 / chance) if 100 * chance < 1 else 1 / chance
        parts = {"runs": self._number(self.runs), "all": self._number(every), "n": self._number(rare)}
        third = say("{runs} of {all} hands are natural runs: 1 in {n}.", **parts)
        return formula(f"{self._run_said()} {third}", first, second, [third])


def _listed(hand: Iterable[int]) -> str:
    return " ".join(map(str, hand))


def _key(hand: Iterable[int]) -> str:
    return f"hand {' '.join(map(str, sorted(hand)))}"


def _raised(n: int) -> str:
    """Return a number in superscript digits."""
    return str(n).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
