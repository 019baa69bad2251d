"""The pool of unseen cards, as counts of faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from ..base.errors import Phase10Error
from ..base.integers import integer_from, shown
from ..game.hands import read_cards
from ..rules.cards import MAX_CARDS, Card, CardError, Side
from ..rules.edition import Edition

FIRST_SIDE = "color"
"""The side that is up at the start of a round (F4)."""

Deck: TypeAlias = str | Iterable[Card] | Mapping[str, int]
"""A custom deck: either the counts of some cards, as in ``{"W": 12}``, or a list of all cards. If empty, the edition's
own deck is used."""


class HandsError(Phase10Error, ValueError):
    """Raised if a matrix of card counts is invalid.

    >>> import phase10_widgets as p10
    >>> issubclass(p10.errors.HandsError, p10.errors.Phase10Error)
    True
    """


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pool:
    """Cards that are all equally likely to come next; only the faces on one side count."""

    side: Side
    counts: Mapping[str, int]
    """The number of cards with each face, keyed by its code; faces with no cards are left out."""
    size: int = field(init=False)
    """The total number of cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sum(self.counts.values()))

    @classmethod
    def of(cls, cards: Iterable[Card], side: Side) -> Pool:
        """Build a pool from these cards, each represented by its face on this side.

        Raises:
            CardError: a card is a single face from another side.
        """
        return cls(side, MappingProxyType(dict(Counter(face_on(card, side).code for card in cards))))

    @classmethod
    def of_deck(
        cls,
        edition: Edition,
        seats: int | None = None,
        side: str = FIRST_SIDE,
        without: Iterable[Card] = (),
        *,
        deck: Deck = "",
    ) -> Pool:
        """Build a pool from an edition's whole deck for this many seats (by default, the minimum), minus some cards.

        *deck*, which replaces the edition's own deck, is either a dict with the counts of some cards or a list of all
        cards.

        >>> from phase10_widgets.editions import edition
        >>> classic = edition("classic")
        >>> Pool.of_deck(classic, without=classic.cards("R7 R7 W"))
        <Pool of 105 cards>
        >>> Pool.of_deck(classic, deck={"W": 12})
        <Pool of 112 cards>

        Raises:
            CardError: *without* has more copies of a card than the deck, or *deck* is not a valid deck.
            Refusal: the edition does not allow this many seats.
        """
        face_up = edition.pack.side(side)
        own = cls.of(edition.deck(edition.seats[0] if seats is None else seats), face_up)
        if isinstance(deck, Mapping):
            return cls(face_up, MappingProxyType(_changed(own, deck))).without(without)
        whole = cls.of(read_cards(deck, edition, side), face_up) if deck else own
        return whole.without(without)

    def without(self, cards: Iterable[Card]) -> Pool:
        """Return the pool without these cards.

        Raises:
            CardError: the pool has too few copies of a card.
        """
        left, side = dict(self.counts), self.side
        for card in cards:
            code = card.code if card.side is side else face_on(card, side).code
            left[code] = left.get(code, 0) - 1
        for code, n in left.items():
            if n < 0:
                had = self.counts.get(code, 0)
                raise CardError(f"{had - n} copies of {code} are listed, but the pool has only {had}")
        return Pool(side, MappingProxyType({code: n for code, n in left.items() if n}))

    def count(self, codes: Iterable[str]) -> int:
        """Return the number of cards with one of these faces."""
        return sum([self.counts.get(code, 0) for code in codes])

    def faces(self) -> dict[Card, int]:
        """Return the count of each face in the pool."""
        return {self.side.faces[code]: n for code, n in self.counts.items()}

    def cards(self) -> list[Card]:
        """Return the face of every card, with equal faces next to each other."""
        return [face for face, n in self.faces().items() for _ in range(n)]

    def __eq__(self, other: object) -> bool:
        """Return True if the other pool has the same count for each face."""
        if not isinstance(other, Pool):
            return NotImplemented
        return self.side is other.side and self.counts == other.counts

    def __hash__(self) -> int:
        return hash((self.side.name, frozenset(self.counts.items())))

    def __reduce__(self) -> tuple[Callable[..., Pool], tuple[Any, ...]]:
        return _arrived, (self.side, dict(self.counts))

    def __repr__(self) -> str:
        return f"<Pool of {self.size} cards>"


def _arrived(side: Side, counts: dict[str, int]) -> Pool:
    """Restore a pool sent by another process."""
    return Pool(side, MappingProxyType(counts))


def _changed(own: Pool, deck: Mapping[str, int]) -> dict[str, int]:
    """Return the counts in the edition's own deck, overridden by these counts."""
    counts = dict(own.counts)
    for code, n in deck.items():
        face = own.side.pack.card(code) if isinstance(code, str) else None
        if face is None or face.side is not own.side:
            raise CardError(f"a deck must give counts for cards on the {own.side.name} side, not for {code!r:.40}")
        number = integer_from(0, n, MAX_CARDS)
        if number is None:
            raise CardError(f"a deck must have 0 to {MAX_CARDS} copies of {face.code}, not {shown(n)}")
        counts[face.code] = number
    return {code: n for code, n in counts.items() if n}


def face_on(card: Card, side: Side) -> Card:
    """Return the card's face on this side.

    Raises:
        CardError: a card is a single face from another side.
    """
    if card.side is side:
        return card.face
    if card.back is None or card.back.side is not side:
        raise CardError(f"{card.code} has no known face on the {side.name} side")
    return card.back
