"""Functions that need only cards: arrange a hand, measure its distance from a phase, or fit a card to a group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from ..base.integers import integer
from ..base.translatable import UNTRANSLATED, Refusal
from ..editions import edition as find_edition
from ..rules import solver
from ..rules.cards import Card, CardError
from ..rules.edition import Edition
from ..rules.groups import Group, group_from_dict
from ..rules.phases import Phase, PhaseError
from ..rules.scoring import points as points_of
from ..rules.solver import Arrangement

_parse = lru_cache(maxsize=1024)(Phase.parse)


def arrange(
    cards: str | Iterable[Card], phase: Phase | int | str, *, edition: str | Edition | None = None, side: str = "color"
) -> Arrangement | None:
    """Return a minimum-size arrangement of the phase with the fewest wilds, or None if no arrangement exists.

    >>> [str(group) for group in arrange("R7 B7 W G2", "1 set of 3", edition="classic").groups]
    ['R7 B7 W']

    Args:
        cards: cards, or their codes as text together with *edition*.
        phase: a phase, its text, or its number together with *edition*.
        side: the face of the cards that counts, ``"color"`` or ``"wild"`` (flip only).

    Raises:
        ValueError: a code that is not a card, text or a number that is not a phase, or cards from different editions.
    """
    return solver.arrange(read_cards(cards, edition, side), read_phase(phase, edition))


def missing(
    cards: str | Iterable[Card], phase: Phase | int | str, *, edition: str | Edition | None = None, side: str = "color"
) -> int:
    """Return the smallest number of additional cards, chosen from all existing faces, that completes the phase.

    The distance is 0 exactly when :func:`arrange` returns an arrangement; a hand consisting only of wilds needs a
    natural (G9).

    >>> missing("R7 B7 W G2", "1 set of 3 + 1 run of 4", edition="classic")
    3
    >>> missing("R7 B7 W G2", 1, edition="classic")  # phase 1: 2 sets of 3
    2

    The arguments and errors are the same as for :func:`arrange`.
    """
    if type(cards) is tuple and type(phase) is Phase and cards and type(cards[0]) is Card and not cards[0].side.turns:
        return solver.missing(cards, phase)
    found, wanted = read_cards(cards, edition, side), read_phase(phase, edition)
    if not found and edition is not None:
        return solver.solver(wanted, find_edition(edition).pack.side(side)).missing(found)
    return solver.missing(found, wanted)


def fits(
    card: str | Card, group: Group | Mapping[str, Any], *, edition: str | Edition | None = None, side: str = "color"
) -> tuple[str, ...]:
    """Return the ends where the card may be hit: ``()`` for none, ``("any",)``, or ``"low"``, ``"high"`` or both (G11).

    >>> fits("W", {"kind": "run", "cards": "R3 B4 Y5", "start": 3}, edition="classic")
    ('low', 'high')

    Args:
        card: one card, or its code together with *edition*.
        group: a group, or its dict as in a position.
        side: the face of the card that counts (flip only).
    """
    found = read_cards([card] if isinstance(card, Card) else card, edition, side)
    if len(found) != 1:
        raise CardError(f"expected one card, not {len(found)}")
    if not isinstance(group, Group):
        group = group_from_dict(group, found[0].side.pack)
    return group.ends(found[0])


def points(cards: str | Iterable[Card], *, edition: str | Edition | None = None, side: str = "color") -> int:
    """Return the penalty points of the cards in a hand at the end of a round (C7, S7, F11).

    >>> points("R7 B12 W", edition="classic")
    40
    """
    return points_of(read_cards(cards, edition, side))


def read_phase(phase: Phase | int | str, edition: str | Edition | None = None) -> Phase:
    """Return the phase itself, look up its number in the edition's list, or parse its text.

    Raises:
        ValueError: there is no such phase, or it is a number without an edition.
    """
    if isinstance(phase, Phase):
        return phase
    number = integer(phase)
    if number is None:
        if isinstance(phase, str):
            return _parse(phase)
        raise PhaseError(UNTRANSLATED, fault=_no_phase(phase))
    if edition is None:
        raise PhaseError(UNTRANSLATED, fault="a phase number needs an edition, as in edition='classic'")
    listed = {one.number: one for one in find_edition(edition).phases}
    if number not in listed:
        raise Refusal("there is no phase {number}; the phases are 1 to {last}", number=number, last=max(listed))
    return listed[number]


def _no_phase(value: object) -> str:
    """Return the error for a value that is not a phase, with an example of a correct one."""
    fault = f"a phase must be a whole number such as 1, text such as '2 sets of 3', or a Phase, not {value!r:.60}"
    return f"{fault}; write {value:.0f}" if isinstance(value, float) and value.is_integer() else fault


def read_cards(cards: str | Iterable[Card], edition: str | Edition | None, side: str) -> tuple[Card, ...]:
    """Return the cards, parsed first if they are text, with this side up.

    Raises:
        CardError: text without an edition, a code that is not a card, or a single face of the other side.
    """
    if isinstance(cards, str):
        if edition is None:
            raise CardError("cards written as text need an edition, as in edition='classic'")
        found = find_edition(edition).cards(cards)
    else:
        found = tuple(cards) if isinstance(cards, Iterable) else (cards,)
        if not all(isinstance(card, Card) for card in found):
            raise CardError("cards must be given as a single string with an edition, or as Card values")
    return tuple(_side_up(card, side) for card in found)


def _side_up(card: Card, side: str) -> Card:
    wanted = card.side.pack.side(side)
    if card.side is wanted:
        return card
    if card.back is None:
        raise CardError(f"{card.code} is a face of the {card.side.name} side, but side={side!r} was given")
    return card.turned
