"""Lesson 3: a thousand hands turned over card by card, with a fraction for each card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...odds.estimate import MINUS
from ...ui.interactive import Input
from ...ui.screen import Refused
from ..lessons.common import CARDS, WILDS, drawn
from .shared.controls import SliderControl
from .shared.figure import NOT_NOW, Figure
from .shared.parts import Crowd, Part, Piece, TableRow, bars, formula, text, units

HANDS = 1_000
OTHERS = CARDS - WILDS
BY_HAND = 3
"""The number of fractions that the learner chooses; a button fills in the others."""
SHOWN = 3
"""The number of fractions that a long product shows before its last one."""

SLIPS = {
    "wild": phrase("That is the probability that this card is wild. Those hands drop out. What fraction is left?"),
    "odds": phrase("That compares the wilds with the other cards. Compare them with all the cards that can come."),
    "back": phrase(
        "That would be right if the last card went back into the deck. It stays in the hand: the deck has one card "
        "fewer, and one fewer that is not wild."
    ),
    "deck": phrase("Not all 108 cards can come now: those that have been dealt are out of the deck."),
    "none": phrase("That is the share of hands without a wild. The question is about all the other hands."),
    "times": phrase(
        "Nothing can happen in more than 100% of all hands. Which hands have you counted so far, and which are missing?"
    ),
}
"""The feedback for each wrong choice."""


class CardByCard(Figure):
    """The hands without a wild, card by card: ``CardByCard(cards=10)``. The learner chooses each fraction."""

    TITLE = phrase("No wild, card by card")
    LEAD = phrase("Turn over one card in each of 1,000 hands. Which hands still have no wild?")
    cards = Input(10, "The number of cards in a hand, 2 to 40.")
    FIELDS: ClassVar = {"cards": SliderControl(phrase("Cards dealt"), 2, 40)}
    _turned_over = 0
    """The number of cards turned over, each with its fraction."""
    _slip = ""
    """The kind of the latest wrong choice."""
    _done = False
    """True once the learner has gone from no wild to at least one."""

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        super()._chosen(changes)
        self._turned_over, self._slip = (self.cards if self._done else 0), ""

    def _place(self, value: Any) -> None:
        """Put a fraction on the next card."""
        kinds = dict(self._fractions()) if self._turned_over < self.cards else {}
        if not isinstance(value, str) or value not in kinds:
            raise Refused("bad_value", NOT_NOW)
        self._slip = kinds[value]
        self._turned_over += not self._slip

    def _rest(self, value: Any) -> None:
        """Put the fractions on all other cards."""
        if value is not None or not self._routine:
            raise Refused("bad_value", NOT_NOW)
        self._turned_over, self._slip = self.cards, ""

    def _end(self, value: Any) -> None:
        """Say what to do with the hands without a wild."""
        if value not in ("minus", "none", "times") or self._turned_over < self.cards or self._done:
            raise Refused("bad_value", NOT_NOW)
        self._done, self._slip = value == "minus", "" if value == "minus" else value

    def _again(self, value: Any) -> None:
        if value is not None:
            raise Refused("bad_value", NOT_NOW)
        self._turned_over, self._slip, self._done = 0, "", False

    ACTS: ClassVar = {"place": _place, "rest": _rest, "end": _end, "again": _again}

    @property
    def exact(self) -> Fraction:
        """The chance of at least one wild."""
        return drawn(1, WILDS, self.cards)

    def _none(self, cards: int) -> Fraction:
        """Return the chance that this many cards have no wild."""
        return 1 - drawn(1, WILDS, cards)

    @property
    def _routine(self) -> bool:
        """True if the learner has chosen enough fractions."""
        return BY_HAND <= self._turned_over < self.cards

    def _fractions(self) -> Sequence[tuple[str, str]]:
        """Return the fractions offered for the next card, each with its mistake; the right one has none."""
        at = self._turned_over
        left, others = CARDS - at, OTHERS - at
        wrong = (
            [(f"{others + 1}/{left + 1}", "back"), (f"{others}/{CARDS}", "deck")]
            if at
            else [(f"{WILDS}/{CARDS}", "wild"), (f"{WILDS}/{OTHERS}", "odds")]
        )
        offered = [(f"{others}/{left}", ""), *wrong]
        first = (at + 1) % len(offered)
        return [*offered[first:], *offered[:first]]

    def _said(self) -> str:
        say, at = self.words.say, self._turned_over
        if self._slip:
            return say(SLIPS[self._slip])
        if self._done:
            return say("{percent} of all hands have at least one wild.", percent=self._percent(self.exact))
        if at:
            return self.words.language.plural(
                "After {n} card, {left} of 1,000 hands still have no wild.",
                "After {n} cards, {left} of 1,000 hands still have no wild.",
                at,
                left=self._number(self._left),
            )
        return ""

    @property
    def _left(self) -> int:
        """The number of hands that still have no wild, of a thousand."""
        return round(HANDS * self._none(self._turned_over))

    def _parts(self) -> list[Part]:
        parts = [text(self._what_next(), "strong"), self._buttons()]
        if self._slip:
            parts.append(text(self._said(), "wrong"))
        elif self._turned_over:
            parts.append(text(self._said(), "right" if self._done else "plain", key="one" if self._done else "none"))
        parts.append(self._crowd())
        if self._turned_over:
            parts += [self._columns(), self._product()]
        return [*parts, *self._sum()] if self._done else parts

    def _what_next(self) -> str:
        say, at = self.words.say, self._turned_over
        if self._done:
            return say("Try other hands: from how many cards on is a wild almost certain?")
        if at == self.cards:
            return say(
                "{percent} of the hands have no wild. How do you get the share with at least one?",
                percent=self._percent(self._none(at)),
            )
        if not at:
            return say("Turn over the first card of each hand. What fraction of the hands still has no wild?")
        return say("Turn over card {n} of the hands without a wild. What fraction of them still has none?", n=at + 1)

    def _buttons(self) -> Part:
        say, none = self.words.say, self._percent(self._none(self.cards))
        again = self._deed("again", say("Start again"), disabled=not self._turned_over)
        if self._done:
            return self._controls(again)
        if self._turned_over == self.cards:
            ends = {"none": none, "minus": f"1 {MINUS} {none}", "times": f"{self.cards} · {none}"}
            return self._controls(*(self._deed("end", name, act) for act, name in ends.items()), again, only=())
        deeds = [self._deed("place", fraction, fraction) for fraction, _ in self._fractions()]
        if self._routine:
            deeds.append(self._deed("rest", say("Put on the other fractions"), main=True))
        return self._controls(*deeds, again, only=())

    def _crowd(self) -> Part:
        say, left = self.words.say, self._left
        groups = [Crowd(say("no wild so far"), left, self._percent(Fraction(left, HANDS)), "none")]
        if self._turned_over:
            groups.append(
                Crowd(
                    say("a wild"), HANDS - left, self._percent(1 - Fraction(left, HANDS)), "one", faint=not self._done
                )
            )
        order = [0] * left + [1] * (HANDS - left)
        label = ", ".join(f"{group.name}: {self._number(group.size)}" for group in groups)
        return units(say("1,000 hands"), label, groups, order, head=[say("hands"), say("number"), say("share")])

    def _columns(self) -> Part:
        """Draw the share of hands without a wild after each card."""
        say = self.words.say
        rows = [TableRow(str(n), [self._counted(self._none(n))], "none") for n in range(1, self._turned_over + 1)]
        return bars(
            say("Hands without a wild"),
            self._said(),
            series=[("truth", say("no wild so far"))],
            rows=rows,
            axis=say("share of all hands"),
            head=say("cards turned over"),
            upright=True,
        )

    def _product(self) -> Part:
        """Write the product of the fractions so far, and the complement once it has been found."""
        at, none = self._turned_over, self._percent(self._none(self._turned_over))
        factors = [f"{OTHERS - n}/{CARDS - n}" for n in range(at)]
        shown = factors if at <= SHOWN + 1 else [*factors[:SHOWN], "…", factors[-1]]
        rows: list[list[Piece]] = [[(" · ".join(shown), "none"), " = ", (none, "none")]]
        if self._done:
            rows.append([f"1 {MINUS} ", (none, "none"), " = ", (self._percent(self.exact), "one")])
        return formula(self._said(), *rows)

    def _sum(self) -> list[Part]:
        """Compare with the wrong sum."""
        added = Fraction(WILDS * self.cards, CARDS)
        told = self.words.say(
            "The sum {n} · 8/108 gives {percent}. It counts a hand with two wilds twice.",
            n=self.cards,
            percent=self._percent(added),
        )
        return [text(told, "wrong")]

    def _folded(self) -> Sequence[Part] | None:
        """Return the finished figure, which is collapsed on a page without a kernel."""
        if self._done:
            return None
        before = self._turned_over, self._slip, self._done
        self._turned_over, self._slip, self._done = self.cards, "", True
        try:
            return self._current()["parts"]
        finally:
            self._turned_over, self._slip, self._done = before
