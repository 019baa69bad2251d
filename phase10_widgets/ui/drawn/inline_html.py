"""Small objects that render in a notebook: a hand of cards and a phase."""

from __future__ import annotations

from ...game.hands import missing, read_cards, read_phase
from ...languages.text import Text
from ...rules.cards import Card
from ...rules.edition import Edition
from ...rules.phases import Phase
from .markup import Html, tag
from .static_html import SmallPicture, cards_html, phase_html


class Hand(SmallPicture):
    """A hand of cards, drawn in a row. ``Hand("R3 R3 W B7")``"""

    def __init__(
        self,
        cards: str | tuple[Card, ...],
        edition: str | Edition = "classic",
        side: str = "color",
        *,
        language: str = "en",
    ) -> None:
        """Accept cards or their codes.

        Raises:
            ValueError: a word is not a card in the edition, or the language is unknown.
        """
        self.text = Text(language)
        self.cards = read_cards(cards, edition, side)

    def __repr__(self) -> str:
        return f"Hand({' '.join(card.as_it_lies for card in self.cards)!r})"

    def _repr_html_(self) -> str:
        return str(cards_html(self.cards, text=self.text))


class PhaseCard(SmallPicture):
    """A phase, rendered as a card that lists its groups. ``PhaseCard("1 set of 3 + 1 run of 4")``"""

    def __init__(self, phase: str | Phase, hand: Hand | None = None, *, language: str = "en") -> None:
        """Accept a phase or its text; with a hand, also show how many cards are missing.

        Raises:
            ValueError: the text is not a phase, or the language is unknown.
        """
        self.text = Text(language)
        self.phase = read_phase(phase)
        self.hand = hand

    def __repr__(self) -> str:
        return f"PhaseCard({str(self.phase)!r})"

    def _repr_html_(self) -> str:
        return str(phase_html(self.phase, self.text, *self._distance()))

    def _distance(self) -> tuple[Html, ...]:
        if self.hand is None:
            return ()
        n = missing(self.hand.cards, self.phase) if self.hand.cards else self.phase.size
        line = self.text.say("These cards complete the phase.")
        if n:
            line = self.text.language.plural("{n} more card needed.", "{n} more cards needed.", n)
        return (tag("div", line, style="margin-top:6px"),)
