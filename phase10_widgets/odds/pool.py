"""The cards that may still come, as counts of faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ..core.cards import Card, CardError, Side
from ..core.edition import Edition


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pool:
    """Cards of which each is as likely as any other to come next; only the faces of one side count."""

    side: Side
    counts: Mapping[str, int]
    """How many cards there are of each face, by its word; a face without cards is left out."""
    size: int = field(init=False)
    """How many cards there are in all."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sum(self.counts.values()))

    @classmethod
    def of(cls, cards: Iterable[Card], side: Side) -> Pool:
        """These cards, each by its face on this side.

        Raises:
            CardError: a lone face of another side.
        """
        return cls(side, MappingProxyType(dict(Counter(face_on(card, side).code for card in cards))))

    @classmethod
    def of_deck(
        cls, edition: Edition, seats: int | None = None, side: str = "color", without: Iterable[Card] = ()
    ) -> Pool:
        """An edition's whole deck for so many seats (default: the fewest) without these cards.

        >>> from phase10_widgets.editions import edition
        >>> classic = edition("classic")
        >>> Pool.of_deck(classic, without=classic.cards("R7 R7 W"))
        <Pool of 105 cards>

        Raises:
            CardError: more copies of a card are to be left out than the deck has.
            Refusal: so many may not play.
        """
        face_up = edition.pack.side(side)
        return cls.of(edition.deck(edition.seats[0] if seats is None else seats), face_up).without(without)

    def without(self, cards: Iterable[Card]) -> Pool:
        """The pool when these cards are gone.

        Raises:
            CardError: a card is not there, or not so often.
        """
        left = Counter(self.counts)
        left.subtract(face_on(card, self.side).code for card in cards)
        for code, n in left.items():
            if n < 0:
                had = self.counts.get(code, 0)
                raise CardError(f"{had - n} cards {code} are named, but there are only {had}")
        return Pool(self.side, MappingProxyType({code: n for code, n in left.items() if n}))

    def count(self, codes: Iterable[str]) -> int:
        """How many cards have one of these faces."""
        return sum([self.counts.get(code, 0) for code in codes])

    def faces(self) -> dict[Card, int]:
        """Each face that is there, with its count."""
        return {self.side.faces[code]: n for code, n in self.counts.items()}

    def cards(self) -> list[Card]:
        """Every card as its face, equal ones side by side."""
        return [face for face, n in self.faces().items() for _ in range(n)]

    def __repr__(self) -> str:
        return f"<Pool of {self.size} cards>"


def face_on(card: Card, side: Side) -> Card:
    """The card's face on this side.

    Raises:
        CardError: a lone face of another side.
    """
    if card.side is side:
        return card.face
    if card.back is None or card.back.side is not side:
        raise CardError(f"{card.code} shows no face of the {side.name} side")
    return card.back
