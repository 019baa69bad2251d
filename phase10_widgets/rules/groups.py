"""Groups of cards on the table: their identities, the cards they accept, and their parser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ..base.translatable import UNTRANSLATED, Refusal
from .cards import Card, Pack
from .phases import KINDS, Identity, Need


class GroupError(Refusal):
    """Cards that do not form a group, or a declaration that is missing or contradicts a card.

    >>> import phase10_widgets as p10
    >>> p10.fits("R7", {"kind": "set", "cards": "R7 B8", "number": 7}, edition="classic")
    Traceback (most recent call last):
    phase10_widgets.rules.groups.GroupError: the set 'R7 B8' does not fit
    """


@dataclass(frozen=True, slots=True)
class Group:
    """Cards laid down together. The cards of a run go from low to high.

    >>> import phase10_widgets as p10
    >>> run = p10.arrange("R3 W B5 Y6", "1 run of 4", edition="classic").groups[0]
    >>> run.kind, run.start, run.to_dict()
    ('run', 3, {'kind': 'run', 'cards': 'R3 W B5 Y6', 'start': 3})
    """

    kind: str
    cards: tuple[Card, ...]
    number: int | None = None
    start: int | None = None
    color: str | None = None
    """The group's color, or None if its kind has no color or the color is still open (F9)."""
    suit: str | None = None
    takes: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    """The ends where each matching face may be hit, by card code (G11, F9)."""

    def __post_init__(self) -> None:
        pack = self.cards[0].side.pack
        kind: Any = KINDS[self.kind]
        found = _takes(kind, self.number, self.start, self.color, self.suit, len(self.cards), pack)
        object.__setattr__(self, "takes", found)

    def __reduce__(self) -> tuple[Callable[..., Group], tuple[Any, ...]]:
        if self.kind in KINDS.built_in:
            return Group, (self.kind, self.cards, *self.identity)
        return make_group, (KINDS[self.kind](len(self.cards)), self.cards, self.identity)

    def __str__(self) -> str:
        return " ".join(card.code for card in self.cards)

    @property
    def identity(self) -> Identity:
        """The group's number, start, color and suit."""
        return Identity(self.number, self.start, self.color, self.suit)

    @property
    def wilds(self) -> int:
        """The number of wild cards in the group."""
        return sum(card.wild for card in self.cards)

    def ends(self, card: Card) -> tuple[str, ...]:
        """Return the ends where the card may be hit: ``()``, ``("any",)``, ``"low"``, ``"high"`` or both (G11, F9)."""
        return self.takes.get(card.code, ())

    def hit(self, card: Card, end: str) -> Group:
        """Return the group with *card* added at *end*; a card with a color settles an open color run (F9)."""
        color = card.color if self.kind == "color run" and self.color is None else self.color
        if end == "low":
            return Group(self.kind, (card, *self.cards), self.number, (self.start or 0) - 1, color, self.suit)
        return Group(self.kind, (*self.cards, card), self.number, self.start, color, self.suit)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; each card is written with its face-up side first."""
        result: dict[str, Any] = {"kind": self.kind, "cards": " ".join(card.as_it_lies for card in self.cards)}
        for name in KINDS[self.kind].fields:
            result[name] = getattr(self, name)
        return result


@lru_cache(maxsize=10_000)
def _takes(
    kind: type[Need],
    number: int | None,
    start: int | None,
    color: str | None,
    suit: str | None,
    length: int,
    pack: Pack,
) -> Mapping[str, tuple[str, ...]]:
    openings = kind.openings(Identity(number, start, color, suit), length, pack.numbers)
    faces = [face for side in pack.sides for face in side.faces.values()]
    ends = {face.code: tuple(end for end, place in openings if face.fits(*place)) for face in faces}
    return MappingProxyType({code: found for code, found in ends.items() if found})


def make_group(need: Need, cards: Sequence[Card], identity: Identity) -> Group:
    """Build a group without checks, for callers whose cards are known to fit."""
    return Group(need.kind, tuple(cards), *identity)


def read_group(need: Need, cards: Sequence[Card], declared: Identity) -> Group:
    """Build the group that these cards make; *declared* settles anything they leave open (G10).

    Raises:
        GroupError: the cards do not make the group, or the declaration is missing or contradicts a card.
    """
    cards, side = tuple(cards), cards[0].side
    for name in Identity._fields:
        if getattr(declared, name) is not None and name not in need.fields:
            raise GroupError(UNTRANSLATED, fault=f"A {need.kind} has no {name} to declare.")
    known = need.identities(side, len(cards))
    agreeing = [declared] if declared in known else [name for name in known if _agrees(declared, name)]
    possible = [name for name in agreeing if _all_fit(need, name, cards)]
    if not possible:
        raise GroupError("These cards do not make {need}: {cards}.", need=need, cards=cards)
    if len(possible) > 1:
        raise GroupError(
            "These cards can make {need} in several ways; say which one you mean: {cards}.", need=need, cards=cards
        )
    return make_group(need, cards, possible[0])


def group_from_dict(data: Mapping[str, Any], pack: Pack) -> Group:
    """Build a group from its JSON form; it may contain cards from both sides of a pack (F9).

    Raises:
        GroupError: an unknown kind, cards that do not fit it, or a missing identity.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str) or data["kind"] not in KINDS:
        raise GroupError(UNTRANSLATED, fault=f"a group must have a 'kind', one of {', '.join(KINDS)}")
    kind = KINDS[data["kind"]]
    for key in data:
        if key not in ("kind", "cards", *kind.fields):
            raise GroupError(UNTRANSLATED, fault=f"a {kind.kind} has no {key!r}")
    cards = pack.cards(data.get("cards", ""))
    if not cards:
        raise GroupError(UNTRANSLATED, fault=f"a {kind.kind} must have cards")
    declared = Identity(**{name: data.get(name) for name in kind.fields})
    need = kind(len(cards))
    names = [name for name in need.identities(pack.sides[0]) if _agrees(declared, name)]
    fitting = [name for name in names if _all_fit(need, name, cards)]
    if kind.kind == "color run" and declared.color is None and all(card.color is None for card in cards):
        fitting = list(dict.fromkeys(name._replace(color=None) for name in fitting))
    if len(fitting) != 1:
        fault = "does not fit" if not fitting else f"needs its {' and '.join(kind.fields)}"
        raise GroupError(UNTRANSLATED, fault=f"the {kind.kind} {data.get('cards')!r} {fault}")
    return make_group(need, cards, fitting[0])


def _all_fit(need: Need, name: Identity, cards: Sequence[Card]) -> bool:
    return all(card.fits(*need.place(name, at)) for at, card in enumerate(cards))


def _agrees(declared: Identity, identity: Identity) -> bool:
    return all(given is None or given == real for given, real in zip(declared, identity, strict=True))
