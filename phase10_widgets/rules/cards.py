"""Cards, their codes, and the packs they come from.

A :class:`Card` is a physical card with one face up. A property that the face leaves open is ``None``: a wild has
no number, and a number on flip's wild side has no color (F6). One rule covers every edition: a card fits a place
unless one of its fixed properties contradicts what the place requires.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from ..base.errors import Phase10Error
from .looks import COLOR_NAMES, Look

FIELD = 8
"""Bits per count in :attr:`Card.weight`: enough for any hand of up to 255 cards."""

MAX_NUMBERS, MAX_COLORS, MAX_SUITS = 13, 6, 4
"""The most card numbers, colors and suits that a pack can have."""

WILD_SHIFT = FIELD * MAX_NUMBERS
"""Bit offset of the wilds in a sum of weights; number *n* is at ``FIELD * (n - 1)``."""

HUE_WILD_SHIFT = FIELD * (MAX_COLORS + MAX_SUITS)
"""Bit offset of the wilds in a sum of hues; color *i* is at ``FIELD * i``, and the suits follow the colors."""

MAX_CARDS = 255
"""The maximum number of cards in one hand."""


_VALUES = ("points", "number", "color", "suit", "skip", "flips")
"""The properties set when a face is created."""


class CardError(Phase10Error, ValueError):
    """A code that no card in the edition has, or cards that do not belong together.

    >>> import phase10_widgets as p10
    >>> p10.edition("classic").cards("R77")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.rules.cards.CardError: 'R77' is not a card in the classic edition; its cards are ...
    """


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One card with one face up. Cards are interned: equal cards are the same object.

    >>> import phase10_widgets as p10
    >>> red, wild = p10.edition("classic").cards("R7 W")
    >>> red.code, red.number, red.color, wild.number
    ('R7', 7, 'R', None)
    """

    code: str
    """The code of the face that is up, as in ``"R7"`` or ``"R5!"``."""
    number: int | None
    """The number, from 1 to 12 (13 for ordinary cards), or None for wilds and skips."""
    color: str | None
    """The color: ``"R"``, ``"B"``, … (``"red"`` or ``"black"`` for ordinary cards), or None if the face fits any
    color."""
    suit: str | None
    """The suit of an ordinary card (``"C"``, ``"D"``, ``"H"`` or ``"S"``), or None for any other card."""
    points: int
    """The penalty points for holding the card at the end of a round."""
    skip: bool
    """True for a skip, which cannot be part of a group."""
    flips: bool
    """True if discarding the card turns every card over (F8)."""
    side: Side = field(repr=False)
    """The side of the pack that is up."""
    back: Card | None = field(repr=False)
    """The face that is down, as a one-faced card, or None for one-sided cards and for single faces."""
    wild: bool
    """True for a wild, joker or star: it has no number and is not a skip."""
    weight: int = field(repr=False)
    """A 1 in the field for the card's number, or for wilds, so that a sum of weights counts numbers and wilds."""
    hue: int = field(repr=False)
    """A 1 in the fields for the color and suit, or for wilds, so that a sum of hues counts colors, suits and wilds."""

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"<{self.side.pack.id} card {self.as_it_lies}>"

    def __reduce__(self) -> tuple[Callable[..., Card], tuple[str | Pack, str]]:
        pack = self.side.pack
        return _restore, (pack.id if pack.id in BUILT_IN else pack, self.as_it_lies)

    @property
    def face(self) -> Card:
        """The face that is up, without the other one."""
        return self.side.faces[self.code]

    @property
    def as_it_lies(self) -> str:
        """Codes of all known faces, starting with the one that is up: ``"9/R5!"`` has its wild side up."""
        return f"{self.code}/{self.back.code}" if self.back else self.code

    @property
    def word(self) -> str:
        """Codes of all known faces, starting with the first side's, no matter which face is up: ``"R5!/9"``."""
        if self.back and self.back.side.index < self.side.index:
            return f"{self.back.code}/{self.code}"
        return self.as_it_lies

    @property
    def turned(self) -> Card:
        """The same card with its other face up.

        Raises:
            CardError: the other face is unknown.
        """
        if self.back is None:
            raise CardError(f"{self.code} shows only one face: its other side is unknown")
        return self.side.pack.pair(self.back, self)

    def fits(self, number: int | None, color: str | None, suit: str | None) -> bool:
        """Return True if the card may fill a place with this number, color and suit (None: any)."""
        return (
            not self.skip
            and (number is None or self.number is None or self.number == number)
            and (color is None or self.color is None or self.color == color)
            and (suit is None or self.suit is None or self.suit == suit)
        )


@dataclass(slots=True, eq=False)
class Side:
    """All faces that can be up at the same time. Most packs have one side; flip has two.

    >>> import phase10_widgets as p10
    >>> [side.name for side in p10.edition("flip").pack.sides]
    ['color', 'wild']
    """

    pack: Pack = field(repr=False)
    name: str
    index: int
    colors: tuple[str, ...]
    """The colors that a color group may have."""
    suits: tuple[str, ...]
    run_colors: tuple[str | None, ...]
    """The colors that a color run may have: ``(None,)`` if still open (F9), empty if the side has no color runs."""
    faces: dict[str, Card] = field(default_factory=dict)
    """Every face by its code."""
    solvers: dict[Any, Any] = field(default_factory=dict, repr=False)
    """Cached solvers for phases on this side; filled in by ``solver``."""

    def __reduce__(self) -> tuple[Callable[..., Side], tuple[Pack, str]]:
        return Pack.side, (self.pack, self.name)

    @property
    def numbers(self) -> range:
        """The card numbers, starting at 1."""
        return self.pack.numbers

    @property
    def turns(self) -> bool:
        """True if the cards have another side."""
        return len(self.pack.sides) > 1

    @property
    def bound_wilds(self) -> bool:
        """True if wilds have colors (the stars on flip's color side)."""
        return any(face.wild and face.color is not None for face in self.faces.values())

    @property
    def numbered(self) -> tuple[Card, ...]:
        """One face for each number and color, without a flip symbol."""
        return tuple([face for face in self.faces.values() if face.number is not None and not face.flips])

    @property
    def content(self) -> list[tuple[str, dict[str, Any]]]:
        """The faces as plain values: the arguments of :meth:`add`."""
        return [(code, {name: getattr(face, name) for name in _VALUES}) for code, face in self.faces.items()]

    def color_shift(self, color: str | None) -> int | None:
        """Return the bit offset of a color in a sum of hues."""
        return None if color is None else FIELD * self.colors.index(color)

    def suit_shift(self, suit: str | None) -> int | None:
        """Return the bit offset of a suit in a sum of hues."""
        return None if suit is None else FIELD * (MAX_COLORS + self.suits.index(suit))

    def add(
        self,
        code: str,
        *,
        points: int,
        number: int | None = None,
        color: str | None = None,
        suit: str | None = None,
        skip: bool = False,
        flips: bool = False,
    ) -> Card:
        """Add a face to this side and return it, with the weight for its number or for a wild."""
        wild = number is None and not skip
        weight = hue = 0
        if wild:
            weight, hue = 1 << WILD_SHIFT, 1 << HUE_WILD_SHIFT
        elif number is not None:
            weight = 1 << FIELD * (number - 1)
            hue = sum(1 << shift for shift in (self.color_shift(color), self.suit_shift(suit)) if shift is not None)
        card = Card(code, number, color, suit, points, skip, flips, self, None, wild, weight, hue)
        self.faces[code] = card
        return card


class Pack:
    """The card faces used in an edition, and the parser for their codes.

    >>> import phase10_widgets as p10
    >>> p10.edition("classic").pack.cards("R7 W")
    (<classic card R7>, <classic card W>)
    """

    build_deck: Callable[..., Any] | None = None
    """The deck builder of the registered edition that uses this pack. It is sent along with the pack because importing
    its module creates the pack."""

    def __init__(
        self,
        id: str,
        numbers: range,
        aliases: Mapping[str, str] | None = None,
        looks: Mapping[str, Look] | None = None,
    ) -> None:
        """Create an empty pack and store it under its edition's id.

        Args:
            id: the edition's id; a second pack with the same id replaces the first.
            numbers: 1, 2 and so on; the count fields have room for at most 13.
            aliases: alternative codes that may be typed, mapped to the codes of the faces they stand for.
            looks: the looks of additional colors, by letter. Red, blue, green, yellow and orange (R, B, G, Y, O)
                look the same in every game.

        Raises:
            ValueError: the id belongs to a built-in edition, there are too many numbers, or a look is for a letter that
                already has one.
        """
        if id in BUILT_IN:
            raise ValueError(f"the id {id!r} belongs to a built-in edition; choose another id")
        for letter in looks or ():
            if letter in COLOR_NAMES:
                raise ValueError(f"{letter!r} is {COLOR_NAMES[letter]} in every game; choose another letter")
        if numbers != range(1, numbers.stop) or not 2 <= len(numbers) <= MAX_NUMBERS:
            raise ValueError(f"a pack's numbers must be 1, 2 and so on (at most {MAX_NUMBERS}), not {numbers}")
        self.id = id
        self.numbers = numbers
        self.sides: list[Side] = []
        self.looks: Mapping[str, Look] = dict(looks or {})
        """The looks of colors beyond those that every pack may use, by letter."""
        self._aliases = dict(aliases or {})
        self._words: dict[str, Card] = {}
        self._pairs: dict[tuple[str, str], Card] = {}
        PACKS[id] = self

    def __repr__(self) -> str:
        return f"<Pack {self.id}>"

    def __reduce__(self) -> tuple[Callable[..., Pack], tuple[Any, ...]]:
        if self.id in BUILT_IN:
            return _built_in, (self.id,)
        return _arrived, (self.build_deck, self.content)

    @property
    def content(self) -> tuple[Any, ...]:
        """The pack as plain values: equal packs have equal content."""
        sides = [(side.name, side.colors, side.suits, side.run_colors, side.content) for side in self.sides]
        return self.id, self.numbers, self._aliases, self.looks, sides

    def copied(self, id: str) -> Pack:
        """Return the pack with this id that has the same faces, making it if necessary."""
        return _arrived(None, (id, *self.content[1:]))

    def add_side(
        self,
        name: str,
        colors: Iterable[str],
        suits: Iterable[str] = (),
        run_colors: Iterable[str | None] | None = None,
    ) -> Side:
        """Add an empty side and return it; color runs use the side's colors by default.

        Raises:
            ValueError: there are more than six colors or four suits, too many for the count fields, or a color has no
                look.
        """
        colors, suits = tuple(colors), tuple(suits)
        if len(colors) > MAX_COLORS or len(suits) > MAX_SUITS:
            raise ValueError(f"a side can have at most {MAX_COLORS} colors and {MAX_SUITS} suits")
        for color in colors:
            if not suits and color not in self.looks and color not in COLOR_NAMES:
                raise ValueError(
                    f"the color {color!r} has no look; add it to the pack's looks, as in "
                    f"Pack({self.id!r}, …, looks={{{color!r}: Look(name, background, ink, shape)}})"
                )
        side = Side(self, name, len(self.sides), colors, suits, colors if run_colors is None else tuple(run_colors))
        self.sides.append(side)
        return side

    def side(self, name: str) -> Side:
        """Return the side with this name.

        Raises:
            ValueError: the pack has no such side.
        """
        for side in self.sides:
            if side.name == name:
                return side
        if len(self.sides) == 1:
            raise ValueError(f"there is no side {name!r:.40}: the cards of {self.id} have one side, so leave it out")
        raise ValueError(f"there is no side {name!r:.40}: write {' or '.join(repr(side.name) for side in self.sides)}")

    def card(self, word: str) -> Card:
        """Return the card with this code, in uppercase or lowercase.

        Raises:
            CardError: no card has this code.
        """
        card = self._words.get(word)
        return card if card is not None else self._read(word)

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards with these space-separated codes, in the same order."""
        if not isinstance(text, str):
            raise CardError(f"cards must be written as a single string such as {self.example!r}, not {text!r}")
        return tuple(self.card(word) for word in text.split())

    def pair(self, up: Card, down: Card) -> Card:
        """Return the two-sided card with these faces, *up* on top."""
        if not self._pairs:
            self._make_pairs()
        return self._pairs[up.code, down.code]

    def _make_pairs(self) -> None:
        """Build every possible pair of faces in advance, so that the existing pairs do not reveal which ones a game
        uses."""
        for one, other in permutations(self.sides, 2):
            for up in one.faces.values():
                for down in other.faces.values():
                    self._pairs[up.code, down.code] = replace(up, back=down)

    def color_name(self, color: str) -> str:
        """Return a color's English name: ``"purple"`` for its letter, ``"black"`` for the black suits."""
        return self.looks[color].name if color in self.looks else COLOR_NAMES.get(color, color)

    @property
    def example(self) -> str:
        """A few sample codes that show how this pack's cards are written."""
        faces = list(self.sides[0].faces)
        return f"{faces[0]} {faces[len(faces) // 2]} {faces[-1]}"

    def _read(self, word: str) -> Card:
        up, slash, down = word.upper().partition("/")
        card = self._face(up, word)
        if slash:
            other = self._face(down, word)
            if other.side is card.side:
                raise CardError(f"{word!r} is not a card: both of its faces belong to the same side")
            return self.pair(card, other)
        if len(self._words) < 10_000:
            self._words[word] = card
        return card

    def _face(self, code: str, word: str) -> Card:
        code = self._aliases.get(code, code)
        for side in self.sides:
            if code in side.faces:
                return side.faces[code]
        raise CardError(
            f"{word[:20]!r} is not a card in the {self.id} edition; its cards are written like {self.example}"
        )


PACKS: dict[str, Pack] = {}
"""Every pack by its edition's id; filled in by the modules in ``editions`` and by other programs."""
BUILT_IN: set[str] = set()
"""The ids whose packs cannot be replaced; filled in by ``editions``."""


def _built_in(id: str) -> Pack:
    return PACKS[id]


def _restore(pack: str | Pack, word: str) -> Card:
    return (PACKS[pack] if isinstance(pack, str) else pack).card(word)


def _arrived(build_deck: Callable[..., Any] | None, content: tuple[Any, ...]) -> Pack:
    """Return a pack from another process: the one that the deck's module makes or, failing that, a new one."""
    id, numbers, aliases, looks, sides = content
    if id not in PACKS or PACKS[id].content != content:
        pack = Pack(id, numbers, aliases, looks)
        for name, colors, suits, run_colors, faces in sides:
            side = pack.add_side(name, colors, suits, run_colors)
            for code, values in faces:
                side.add(code, **values)
    PACKS[id].build_deck = build_deck
    return PACKS[id]


def words(cards: Iterable[Card]) -> str:
    """Return the cards as one string, with each card's first side first, no matter which face is up."""
    return " ".join([card.word for card in cards])


def remove(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return *cards* without the first occurrence of *card*; raise ValueError if it is missing.

    >>> import phase10_widgets as p10
    >>> cards = p10.edition("classic").cards("R7 W R7")
    >>> remove(cards, cards[0])
    (<classic card W>, <classic card R7>)
    """
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def remove_all(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Return *cards* without one copy of each card in *gone*; raise ValueError if one is missing."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def distinct(cards: Iterable[Card]) -> dict[str, Card]:
    """Map each code to one card that has that face up, in order of first appearance."""
    return {card.code: card for card in cards}
