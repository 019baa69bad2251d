"""Check a kind of group on real hands when it is registered.

The solvers see only a kind's places, and they are not correct for every set of places. So each kind is tested: a hand
must be reported complete if and only if it can be arranged, and a group must still be a group after a hit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from ..base.registry import RegistrationError
from ..rules.cards import PACKS, Card, Side
from ..rules.groups import Group, group_from_dict
from ..rules.phases import KINDS, Identity, InOrder, Need, Phase, PhaseError, Spread, check_playable
from ..rules.solver import arrange, missing

GROUP_SIZES = range(2, 7)
"""The group sizes to try."""
HANDS_PER_SIZE = 12
"""The number of hands to try for each side and size."""
_NAME = re.compile(r"[a-z][a-z -]{0,28}[a-z]")
_PARTS = ("kind", "fields", "words", "reads", "name", "label", "called", "about")


def checked_kind(kind: Any, name: str | None = None) -> tuple[str, type[Need]]:
    """Return a kind's name and the kind itself, after checking that the whole package supports it.

    Raises:
        RegistrationError: it lacks a required part, does not parse as printed, or is not solved correctly.
    """
    if not isinstance(kind, type) or not issubclass(kind, Need):
        raise RegistrationError(f"a kind of group must be a class derived from Spread or InOrder, not {kind!r:.60}")
    try:
        _check_parts(kind)
        before = KINDS.known(kind.kind)
        KINDS.adopt(kind.kind, kind)
        try:
            _check_text(kind)
            for pack in tuple(PACKS.values()):
                for side in pack.sides:
                    checked_on(kind, side)
        finally:
            KINDS.remove(kind.kind)
            if before is not None:
                KINDS.adopt(kind.kind, before)
    except RegistrationError as error:
        raise RegistrationError(f"the kind {kind.__name__} cannot be registered: {error}") from error
    return kind.kind, kind


def checked_on(kind: type[Need], side: Side) -> None:
    """Try groups of a kind with this side's cards; skip groups that these cards cannot make.

    Raises:
        RegistrationError: a hand is not solved correctly, or a hit results in something that is not a group.
    """
    for size in GROUP_SIZES:
        phase = Phase((kind(size),))
        try:
            check_playable(phase, side)
            names = phase.needs[0].identities(side)
        except PhaseError:
            continue
        if not names:
            continue
        chance = Random(f"{kind.kind}/{side.pack.id}/{size}")
        for _ in range(HANDS_PER_SIZE):
            _try(phase, *_hand(phase.needs[0], chance.choice(names), side, chance))


def _check_parts(kind: type[Need]) -> None:
    lacking = [name for name in _PARTS if not hasattr(kind, name)]
    if lacking:
        raise RegistrationError(f"it lacks {', '.join(lacking)}")
    if kind.kind in KINDS.built_in:
        raise RegistrationError(f"the name {kind.kind!r} belongs to a built-in kind; choose another name")
    if not isinstance(kind.kind, str) or not _NAME.fullmatch(kind.kind):
        raise RegistrationError(f"its kind must be a name of 2 to 30 lowercase letters, not {kind.kind!r:.60}")
    if not issubclass(kind, Spread | InOrder) or issubclass(kind, tuple(KINDS.built_in.values())):
        raise RegistrationError("it must be derived from Spread or InOrder, and not from a built-in kind")
    unknown = set(kind.fields) - set(Identity._fields)
    if unknown or not kind.fields:
        raise RegistrationError(f"its fields must be among {', '.join(Identity._fields)}, not {', '.join(kind.fields)}")


def _check_text(kind: type[Need]) -> None:
    """Check that every phase of this kind parses as printed."""
    for n, size in ((1, 2), (1, 5), (2, 3)):
        phase = Phase((kind(size),) * n)
        try:
            again = Phase.parse(str(phase))
        except PhaseError:
            again = None
        if again != phase:
            raise RegistrationError(
                f"its text {str(phase)!r} does not parse back into this phase; check its 'words' and 'reads'"
            )


def _hand(need: Need, name: Identity, side: Side, chance: Random) -> tuple[tuple[Card, ...], bool]:
    """Return a hand with a complete or nearly complete group with this identity, and whether it is complete."""
    faces = [face for face in side.faces.values() if not face.skip]
    wilds = [face for face in faces if face.wild and face.color is None]
    cards = []
    for at in range(need.size):
        fitting = [face for face in faces if face.fits(*need.place(name, at)) and not face.wild]
        if not fitting and not wilds:
            return tuple(chance.choices(faces, k=need.size)), False
        cards.append(chance.choice(wilds if not fitting or (wilds and chance.random() < 0.2) else fitting))
    whole = chance.random() < 0.6 and not all(card.wild for card in cards)
    if not whole:
        cards[chance.randrange(len(cards))] = chance.choice(faces)
    cards += chance.choices(faces, k=chance.randrange(3))
    chance.shuffle(cards)
    return tuple(cards), whole


def _try(phase: Phase, hand: tuple[Card, ...], whole: bool) -> None:
    shown = f"the hand '{' '.join(map(str, hand))}' and '{phase}'"
    try:
        lacking, made = missing(hand, phase), arrange(hand, phase)
    except Exception as error:
        raise RegistrationError(
            f"{shown} cannot be solved ({type(error).__name__}: {error}). The places of a group must all be alike or "
            "all be different"
        ) from error
    if whole and lacking:
        raise RegistrationError(f"{shown}: the group is in the hand, but {lacking} cards are reported missing")
    for group in made.groups if made else ():
        for grown in (group, *_hits(group)):
            _check_group(grown)


def _hits(group: Group) -> Iterator[Group]:
    """Yield the group after each hit that it accepts."""
    for face in group.cards[0].side.faces.values():
        for end in group.ends(face):
            yield group.hit(face, end)


def _check_group(group: Group) -> None:
    """Check that the group can be restored from its JSON form."""
    try:
        again = group_from_dict(group.to_dict(), group.cards[0].side.pack)
    except ValueError as error:
        raise RegistrationError(f"'{group}' can be laid down or made by a hit, but {error}") from error
    if again.identity != group.identity:
        raise RegistrationError(f"'{group}' is read as a different group from the one that was laid down or hit")


KINDS.accept = checked_kind
