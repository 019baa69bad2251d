"""Check an edition's limits once, when it is registered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from ..base.names import checked_name
from ..base.registry import RegistrationError
from ..base.translatable import Refusal
from ..rules.cards import BUILT_IN, PACKS, Card, Pack, Side
from ..rules.edition import DEALT, Edition
from ..rules.options import MAX_PHASES, own_phase
from ..rules.phases import KINDS
from .kind_check import checked_on

SEATS = range(2, 9)
"""The possible numbers of seats at a table."""
LARGEST_DECK = 432
"""The maximum number of cards in a deck: as many as in the standard edition with eight players."""
LONGEST_NAME = 60
"""The maximum number of characters in an edition's name."""
_ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}


def checked(edition: Any, name: str | None = None) -> tuple[str, Edition]:
    """Return an edition's id and the edition itself, after checking that the whole package supports it.

    Raises:
        RegistrationError: it is not an edition, it exceeds a limit, or its cards cannot be dealt; the message says
            which.
    """
    if not isinstance(edition, Edition):
        raise RegistrationError(f"an edition must be an Edition, not {edition!r:.60}")
    if edition.id in BUILT_IN:
        raise RegistrationError(f"the id {edition.id!r} belongs to a built-in edition; give the edition its own id")
    for fault in _faults(edition):
        raise RegistrationError(f"the edition {edition.id!r:.60} cannot be registered: {fault}")
    edition.pack.build_deck = edition.build_deck
    return edition.id, edition


def _faults(edition: Edition) -> Iterator[str]:
    """Yield an edition's faults, starting with the most basic ones."""
    if not isinstance(edition.id, str) or not _ID.fullmatch(edition.id):
        yield "its id must be 1 to 40 lowercase letters, digits, '-' or '_', beginning with a letter"
    if edition.base is not None:
        yield "it has options; register the edition without them"
    try:
        checked_name(edition.name, LONGEST_NAME)
    except Refusal as error:
        yield f"{error}: {edition.name!r:.80}"
    if edition.pack.id != edition.id:
        yield f"its pack has a different id, {edition.pack.id!r}; make a Pack({edition.id!r}, …) for it"
    if PACKS.get(edition.id) is not edition.pack:
        yield f"another Pack({edition.id!r}) was created after its own; build the edition from the latest one"
    if not isinstance(edition.seats, range) or edition.seats.step != 1 or not set(edition.seats) <= set(SEATS):
        yield f"its seats must be a range within {SEATS[0]} to {SEATS[-1]}, such as range(2, 5), not {edition.seats}"
    if not edition.seats:
        yield "it has no seats"
    yield from _in_the_pack(edition.pack)
    yield from _in_the_phases(edition)
    for seats in edition.seats:
        yield from _in_the_deck(edition, seats)


def _in_the_pack(pack: Pack) -> Iterator[str]:
    if [side.name for side in pack.sides] not in (["color"], ["color", "wild"]):
        yield 'its pack must have one side, "color", or two, "color" and "wild"'
    codes = [code for side in pack.sides for code in side.faces]
    if len(set(codes)) < len(codes):
        yield "two faces of its pack have the same code"
    for side in pack.sides:
        yield from _in_the_side(side)


def _in_the_side(side: Side) -> Iterator[str]:
    pack = side.pack
    names = list(map(pack.color_name, side.colors))
    if not side.suits and len(set(names)) < len(names):
        yield f"two of its colors have the same name: {', '.join(names)}"
    if not side.suits and not all(re.fullmatch("[A-Z]", color) for color in side.colors):
        yield f"a color must be one capital letter, but its colors are {', '.join(side.colors)}"
    for face in side.faces.values():
        if face.number is not None and face.number not in pack.numbers:
            yield f"the face {face.code} has the number {face.number}; the numbers are 1 to {pack.numbers[-1]}"
        if face.color is not None and face.color not in side.colors:
            yield f"the face {face.code} has the color {face.color}, which its side does not list"
        if type(face.points) is not int or not 0 <= face.points <= 100:
            yield f"the face {face.code} costs {face.points!r} points; use a whole number from 0 to 100"
        if face.flips and not side.turns:
            yield f"the face {face.code} turns the cards over, but they have only one side"
        if face.code not in (wanted := _codes(face)):
            yield f"the face {face.code!r} must be written {' or '.join(wanted)}, as people and the table expect"


def _codes(face: Card) -> tuple[str, ...]:
    """Return the codes that card notation allows for a face with these properties."""
    mark = "!" if face.flips else ""
    if face.skip:
        return ("S",)
    if face.suit is not None:
        return (f"{_RANKS.get(face.number or 0, face.number)}{face.suit}",)
    if face.number is not None:
        return (f"{face.color or ''}{face.number}{mark}",)
    if face.side.turns:
        return (f"{face.color or ''}*{mark}",)
    return ("JK",) if face.side.suits else ("W",)


def _in_the_phases(edition: Edition) -> Iterator[str]:
    if [phase.number for phase in edition.phases] != list(range(1, len(edition.phases) + 1)):
        yield "its phases must be numbered 1, 2 and so on: write numbered(…)"
    if not 1 <= len(edition.phases) <= MAX_PHASES:
        yield f"it has {len(edition.phases)} phases; a game must have 1 to {MAX_PHASES}"
    for phase in edition.phases:
        try:
            own_phase(edition, str(phase), phase.number)
            for need in phase.needs:
                if need.kind not in KINDS.built_in:
                    for side in edition.pack.sides:
                        checked_on(type(need), side)
        except ValueError as error:
            yield f"phase {phase.number}: {error}"


def _in_the_deck(edition: Edition, seats: int) -> Iterator[str]:
    try:
        deck = edition.build_deck(seats, Random("checks"))
    except Exception as error:
        yield f"its deck for {seats} seats failed with {type(error).__name__}: {error}"
        return
    faces = [face for card in deck for face in (card, card.back) if face is not None]
    if any(face.side.pack is not edition.pack for face in faces):
        yield f"its deck for {seats} seats has cards from another pack"
    if any((card.back is None) == edition.two_sided or card.side.index for card in deck):
        yield f"its deck for {seats} seats has cards that do not show their color side, or lack a side"
    if not (fewest := DEALT * seats + 1) <= len(deck) <= LARGEST_DECK:
        yield f"its deck for {seats} seats has {len(deck)} cards; it needs {fewest} to {LARGEST_DECK}"
