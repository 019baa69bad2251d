"""Variations: an edition with other phases, another deck and other options, under an id of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any, NoReturn

from ..base.integers import integer_from, shown
from .cards import BUILT_IN, MAX_CARDS, MAX_NUMBERS, PACKS, Card, CardError, Pack
from .edition import VARIATIONS, Edition, numbered
from .options import OptionError, choose

_CLOSED = {
    "numbers": f"the numbers of a pack are 1 to at most {MAX_NUMBERS}, because the exact odds count cards in fields of "
    f"that size; make a Pack of your own for fewer or other numbers",
    "groups": "a group is one of the kinds with a number, a color or a suit, not a predicate, because the solver and "
    "the odds count cards by these; register a kind of group for another pattern",
    "seats": "the numbers of players stay those of the edition",
}


def varied(
    edition: Edition,
    id: str,
    name: str | None,
    deck: Mapping[str, int] | None,
    options: Mapping[str, Any],
) -> Edition:
    """Return a variation of an edition; see :meth:`Edition.vary`."""
    for closed in _CLOSED.keys() & options.keys():
        _refuse(f"a variation has no argument {closed!r}: {_CLOSED[closed]}")
    if not isinstance(id, str) or id in BUILT_IN:
        _refuse(f"a variation needs an id of its own, such as 'mine', not {id!r:.60}")
    phases = options.get("phases")
    if isinstance(phases, Sequence) and any(map(callable, phases)):
        _refuse(f"a phase must be written as text such as '2 sets of 3': {_CLOSED['groups']}")
    changed = choose(edition, {**edition.options, **options})
    pack = changed.pack.copied(id)
    return replace(
        changed,
        id=id,
        name=id if name is None else name,
        pack=pack,
        phases=numbered(*map(str, changed.phases)),
        build_deck=VariedDeck(id, edition.build_deck, _counts(changed, {} if deck is None else deck), pack),
        variants=MappingProxyType({}),
        options=MappingProxyType({}),
        base=None,
        line="",
    )


class VariedDeck:
    """A function that builds another edition's deck from this pack's cards, with other numbers of some of them."""

    def __init__(
        self,
        id: str,
        of: Callable[[int, Random], tuple[Card, ...]],
        counts: Mapping[str, int],
        pack: Pack | None = None,
    ) -> None:
        self._id, self._of, self._counts, self._pack = id, of, dict(counts), pack

    def __call__(self, seats: int, chance: Random) -> tuple[Card, ...]:
        pack = self._pack or PACKS[self._id]
        cards = self._of(seats, chance)
        if pack.sides[1:]:
            return tuple([pack.pair(pack.card(card.code), pack.card(card.back.code)) for card in cards if card.back])
        kept = [card.code for card in cards if card.code not in self._counts]
        return tuple(map(pack.card, kept + [code for code, n in self._counts.items() for _ in range(n)]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariedDeck) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self._id, self._of))

    def __reduce__(self) -> tuple[type[VariedDeck], tuple[Any, ...]]:
        return VariedDeck, (self._id, self._of, self._counts)  # the pack is sent with the edition


def _counts(edition: Edition, deck: Mapping[str, int]) -> dict[str, int]:
    """Return the new number of each face, by its code.

    Raises:
        CardError: a key is no card of the edition, or a number is not a count.
    """
    if not isinstance(deck, Mapping):
        raise CardError(f"a deck must map cards to their numbers, as in {{'W': 12}}, not {deck!r:.60}")
    if deck and edition.two_sided:
        raise CardError("the deck of two-sided cards cannot be varied, because each game pairs its faces anew (F3)")
    counts = {}
    for code, n in deck.items():
        if not isinstance(code, str):
            raise CardError(f"a deck must map cards to their numbers, as in {{'W': 12}}, not {code!r:.40}")
        face, number = edition.pack.card(code), integer_from(0, n, MAX_CARDS)
        if number is None:
            raise CardError(f"a deck must have 0 to {MAX_CARDS} copies of {face.code}, not {shown(n)}")
        counts[face.code] = number
    return counts


def _refuse(fault: str) -> NoReturn:
    raise OptionError(fault)


VARIATIONS["varied"] = varied
