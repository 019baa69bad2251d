"""The hidden places of a round, and one seat's knowledge of the cards in them.

Every card is counted upright, first side up. A hidden card in another hand belongs to a bucket: the cards in that hand
that came from one source. Source 0 holds the cards that nobody has seen in this round, source 1 those of the first
reshuffle, and so on. Cards that the seat can track, such as those picked up openly, are in no bucket.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple, TypeAlias

from ..cards import Card
from ..edition import Edition

Faces: TypeAlias = "Counter[Card]"
"""The count of each face (or whole card)."""

FRESH = 0
"""The source of the cards that nobody has seen in this round."""


class Glimpse(NamedTuple):
    """A face that was seen on a card whose other face was not seen."""

    side: int
    face: Card


class Bucket:
    """Hidden cards in one hand that came from one source."""

    __slots__ = ("faces", "glimpses", "n", "source")

    def __init__(self, source: int, n: int, faces: list[Faces | None]) -> None:
        self.source = source
        self.n = n
        self.faces = faces
        """The faces on each side, or None if they were not all seen together (fresh cards only)."""
        self.glimpses: list[Glimpse] = []
        """The face seen on each reshuffled two-sided card."""

    def copy(self) -> Bucket:
        new = Bucket(self.source, self.n, [None if faces is None else faces.copy() for faces in self.faces])
        new.glimpses = self.glimpses.copy()
        return new

    def key(self) -> tuple[Any, ...]:
        faces = tuple([None if faces is None else frozenset(faces.items()) for faces in self.faces])
        return self.source, self.n, faces, frozenset(Counter(self.glimpses).items())


class Stock:
    """The hidden places of the draw pile, numbered from the top in the order of the last shuffle."""

    __slots__ = ("bottom", "glimpses", "source", "top", "turned")

    def __init__(self, source: int, size: int) -> None:
        self.source = source
        self.top, self.bottom = 0, size - 1
        self.turned = False
        """True if the card at ``bottom`` is the next one to be drawn."""
        self.glimpses: dict[int, list[Card | None]] = {}
        """For each place whose card has shown a face, the card's face on each side."""

    def __len__(self) -> int:
        return self.bottom - self.top + 1

    @property
    def next(self) -> int:
        """The top card's place."""
        return self.bottom if self.turned else self.top

    def draw(self) -> list[Card | None]:
        """Remove the top card and return those of its faces that have been seen."""
        at = self.next
        if self.turned:
            self.bottom -= 1
        else:
            self.top += 1
        return self.glimpses.pop(at, [None, None])

    def places(self) -> range:
        """Return the places, starting with the top card's."""
        return range(self.bottom, self.top - 1, -1) if self.turned else range(self.top, self.bottom + 1)

    def copy(self) -> Stock:
        new = Stock(self.source, 0)
        new.top, new.bottom, new.turned = self.top, self.bottom, self.turned
        new.glimpses = {at: faces.copy() for at, faces in self.glimpses.items()}
        return new


class OpenPlay(NamedTuple):
    """A play whose bucket is not yet known."""

    at: int
    """The event's number."""
    nth: int
    """The card's index among the event's cards."""
    seat: int
    card: Card
    numbers: tuple[int, ...]
    """The buckets that the card may have come from."""


Change: TypeAlias = "tuple[int, int] | OpenPlay"
"""A bucket's number and the change in its size, or a play that took a card from one of several buckets."""


class Impossible(Exception):
    """Raised if an explanation contradicts the observation."""


class Places:
    """One explanation of the current round: the source of every hidden card and of every card that was played."""

    __slots__ = (
        "aside", "buckets", "changes", "counts", "explained", "followed", "open", "saved", "share", "sides", "stock",
        "unseen", "ways",
    )  # fmt: skip

    def __init__(self, edition: Edition, n_seats: int, draw_size: int) -> None:
        self.sides = len(edition.pack.sides)
        self.unseen: list[list[Faces]] = [[faces.copy() for faces in whole_deck(edition, n_seats)]]
        """For each source, the cards that may be in any hidden place (for fresh cards, the faces on each side)."""
        self.followed: list[list[Card]] = [[] for _ in range(n_seats)]
        """For each hand, the cards that this seat knows to be there."""
        self.buckets: list[list[Bucket]] = [[] for _ in range(n_seats)]
        self.saved: list[list[Card | int]] = [[] for _ in range(n_seats)]
        """For each save pile, its cards (or the sources of hidden ones), oldest first."""
        self.changes: list[list[Change]] = [[] for _ in range(n_seats)]
        """For each hand, the changes in the sizes of its buckets, oldest first."""
        self.open: list[OpenPlay] = []
        """Plays of one-sided cards that may have come from several buckets; ``weights.PlayCounts`` resolves them."""
        self.counts: Any = None
        """The choices for these plays, once ``weights.PlayCounts`` has counted them."""
        self.stock = Stock(FRESH, draw_size)
        self.aside = 0
        self.ways = 1
        """The number of ways to match equal cards with the ones that this explanation names."""
        self.share = Fraction(1)
        """This explanation's fraction of the total weight of explanations that leave the same assignments open."""
        self.explained: dict[int, Any] = {}
        """The origin of each event's cards, by event number."""

    def copy(self) -> Places:
        new = Places.__new__(Places)
        new.sides, new.aside, new.ways, new.share = self.sides, self.aside, self.ways, self.share
        new.unseen = [[faces.copy() for faces in source] for source in self.unseen]
        new.followed = [cards.copy() for cards in self.followed]
        new.buckets = [[bucket.copy() for bucket in buckets] for buckets in self.buckets]
        new.saved = [cards.copy() for cards in self.saved]
        new.changes = [changes.copy() for changes in self.changes]
        new.open = self.open.copy()
        new.counts = None
        new.stock = self.stock.copy()
        new.explained = self.explained.copy()
        return new

    def see(self, source: int, card: Card) -> None:
        """Remove a whole card from a source's unseen cards."""
        if source:
            self._take(self.unseen[source][0], card)
        else:
            for side in range(self.sides):
                self.see_face(side, face_of(card, side))

    def see_face(self, side: int, face: Card) -> None:
        """Remove a face from the fresh faces."""
        self._take(self.unseen[FRESH][side], face)

    def place(self, side: int, bucket: Bucket) -> bool:
        """Remove a fresh bucket's faces from the unseen ones; return False if they do not fit."""
        faces = bucket.faces[side] or Counter()
        if faces.total() != bucket.n or not faces <= self.unseen[FRESH][side]:
            return False
        for face, n in faces.items():
            self.ways *= comb(self.unseen[FRESH][side][face], n)
        self.unseen[FRESH][side] -= faces
        return True

    def glimpse_top(self, side: int, face: Card | None) -> None:
        """Record the face visible on top of the draw pile."""
        if face is None or not len(self.stock):
            return
        faces = self.stock.glimpses.setdefault(self.stock.next, [None, None])
        if faces[side] is None:
            faces[side] = face
            if self.stock.source == FRESH:
                self.see_face(side, face)
        elif faces[side] is not face:
            raise Impossible

    def _take(self, faces: Faces, face: Card) -> None:
        """Remove one of several equal faces."""
        self.ways *= faces[face]
        take(faces, face)

    def bucket(self, seat: int, source: int) -> int:
        """Return the bucket number for a card that this hand now draws from a source."""
        for at, bucket in enumerate(self.buckets[seat]):
            if bucket.source == source and (source or self.sides == 1 or None in bucket.faces):
                return at
        self.buckets[seat].append(Bucket(source, 0, [None] * self.sides))
        return len(self.buckets[seat]) - 1

    def grow(self, seat: int, number: int, n: int = 1) -> None:
        """Add hidden cards to a bucket, or remove hidden cards from it."""
        self.buckets[seat][number].n += n
        self.changes[seat].append((number, n))

    def may_leave(self, bucket: Bucket, card: Card) -> bool:
        """Return True if a bucket may contain this card."""
        if not bucket.n:
            return False
        if bucket.source:
            return self.unseen[bucket.source][0][card] > 0 and (
                self.sides == 1 or any(glimpse.face is face_of(card, glimpse.side) for glimpse in bucket.glimpses)
            )
        fresh = self.unseen[FRESH]
        return all(
            (fresh[side] if faces is None else faces)[face_of(card, side)] > 0
            for side, faces in enumerate(bucket.faces)
        )

    def remove(self, seat: int, number: int, card: Card) -> None:
        """Remove from a bucket a card that has been seen."""
        self.grow(seat, number, -1)
        bucket = self.buckets[seat][number]
        if bucket.source:
            self._take(self.unseen[bucket.source][0], card)
            if self.sides > 1:
                bucket.glimpses.remove(next(g for g in bucket.glimpses if g.face is face_of(card, g.side)))
            return
        for side, faces in enumerate(bucket.faces):
            self._take(self.unseen[FRESH][side] if faces is None else faces, face_of(card, side))

    def hidden_fresh(self) -> int:
        """Return the number of fresh cards in hands and save piles whose first face has not been seen."""
        hands = sum(b.n for row in self.buckets for b in row if not b.source and b.faces[0] is None)
        return hands + sum(card == FRESH for row in self.saved for card in row if isinstance(card, int))

    def key(self) -> tuple[Any, ...]:
        """Return a key shared by all explanations that leave the same assignments open."""
        return (
            tuple([tuple([frozenset(faces.items()) for faces in source]) for source in self.unseen]),
            tuple([frozenset(Counter(cards).items()) for cards in self.followed]),
            tuple([tuple([bucket.key() for bucket in buckets]) for buckets in self.buckets]),
            tuple(map(tuple, self.saved)),
            tuple([(at, *faces) for at, faces in sorted(self.stock.glimpses.items())]),
            tuple(self.open),
        )

    def glimpsed(self, source: int) -> list[Glimpse]:
        """Return the faces seen on hidden reshuffled cards whose other faces were not seen."""
        if not source or self.sides == 1:
            return []
        found = [
            glimpse for row in self.buckets for bucket in row if bucket.source == source for glimpse in bucket.glimpses
        ]
        if self.stock.source == source:
            for faces in self.stock.glimpses.values():
                if None in faces:
                    found += [Glimpse(side, face) for side, face in enumerate(faces) if face is not None]
        return found


def face_of(card: Card, side: int) -> Card:
    """Return an upright card's face on a side (for a one-sided card, the card itself)."""
    return card if card.back is None else card.back if side else card.face


def pair(front: Card, back: Card) -> Card:
    """Return the upright card with these faces."""
    return front.side.pack.pair(front, back)


def upright(card: Card) -> Card:
    """Return the card with its first side up."""
    return card.turned if card.back is not None and card.side.index else card


def take(faces: Faces, face: Card) -> None:
    """Remove one copy of the face; raise Impossible if there is none."""
    left = faces[face] - 1
    if left > 0:
        faces[face] = left
    elif left == 0:
        del faces[face]
    else:
        raise Impossible


def less(faces: Faces, gone: Iterable[Card]) -> Faces:
    """Return *faces* without those in *gone*; raise Impossible if one is missing."""
    left = faces.copy()
    for face in gone:
        take(left, face)
    return +left


@lru_cache(maxsize=100)
def whole_deck(edition: Edition, n_seats: int) -> tuple[Faces, ...]:
    """Return the faces in the whole deck, for each side."""
    deck = edition.deck(n_seats)
    return tuple([Counter([face_of(card, side) for card in deck]) for side in range(len(edition.pack.sides))])
