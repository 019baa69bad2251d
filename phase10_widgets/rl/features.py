"""Observations as arrays of numbers from 0 to 1: the parts of the array and the meaning of each number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ..rules.edition import Edition
from ..rules.groups import Group
from ..rules.phases import KINDS, Phase

STEPS = ("choose_phase", "draw", "play")
SEAT = ("to act", "playing", "cards", "saved cards", "score", "laid", "skipped", "saved this round")
"""The numbers that show a seat's status, in order."""


class Features:
    """The structure of the array: ``layout`` gives each part's slice, and ``names`` gives each number's name."""

    def __init__(self, edition: Edition, seats: int, phases: tuple[Phase, ...]) -> None:
        """Lay out the array for games of this edition with this number of seats and these phases."""
        self.edition = edition
        self.seats = seats
        sides = edition.pack.sides
        self.faces = {code: at for at, code in enumerate(chain(*(side.faces for side in sides)))}
        deck = edition.deck(seats)
        counted = [0] * len(self.faces)
        for card in deck:
            for face in (card, card.back):
                if face is not None:
                    counted[self.faces[face.code]] += 1
        self.copies = tuple(max(n, 1) for n in counted)
        """The number of copies of each face in the deck, or 1 if the deck lacks the face."""
        self.deck = len(deck)
        """The number of cards in the deck."""
        self.phases = {number: at for at, number in enumerate(dict.fromkeys(phase.number for phase in phases))}
        needs = [need for phase in phases for need in phase.needs]
        self.kinds = {kind: at for at, kind in enumerate(dict.fromkeys((*KINDS.built_in, *(n.kind for n in needs))))}
        self.colors = {color: at for at, color in enumerate(dict.fromkeys(chain(*(side.colors for side in sides))))}
        self.suits = {suit: at for at, suit in enumerate(dict.fromkeys(chain(*(side.suits for side in sides))))}
        self.highest = edition.pack.numbers[-1]
        """The highest card number."""
        self.n_groups = max(len(phase.needs) for phase in phases)
        """The maximum number of groups that one seat can lay down."""
        self.layout: dict[str, slice] = {}
        """The parts of the array by name, in order."""
        names: list[str] = []
        for name, values in self._parts():
            start = len(names)
            names += [f"{name} {value}".rstrip() for value in values]
            self.layout[name] = slice(start, len(names))
        self.names: tuple[str, ...] = tuple(names)
        """The name of each number in the array: its part, then what the number represents."""
        self.size = len(names)
        """The length of the array."""

    def group_row(self, group: Group) -> Iterator[tuple[int, float]]:
        """Yield the positions and values that describe a group: kind, number (for a run, the lowest), length, color and
        suit."""
        yield self.kinds[group.kind], 1
        at = len(self.kinds)
        lowest = group.number or group.start
        if lowest:
            yield at + lowest - 1, 1
        at += self.highest
        yield at, min(1, len(group.cards) / self.highest)
        if group.color:
            yield at + 1 + self.colors[group.color], 1
        if group.suit:
            yield at + 1 + len(self.colors) + self.suits[group.suit], 1

    def _parts(self) -> Iterable[tuple[str, Iterable[object]]]:
        """Yield every part of the array with the names of its numbers."""
        faces, phases, one = tuple(self.faces), tuple(self.phases), ("",)
        yield from (("step", STEPS), ("wild side", one), ("laid this turn", one), ("draw pile", one))
        yield from (("quiet turns", one), ("tie break", one), ("round", one))
        yield "dealer", [f"seat +{at}" for at in range(self.seats)]
        yield from (("hand", faces), ("top discard", faces), ("discards", faces))
        if self.edition.saves:
            yield "saved", faces
        if self.edition.two_sided:
            yield from (("hand backs", faces), ("draw pile back", faces))
        for at in range(self.seats):
            yield from ((f"seat +{at}", SEAT), (f"seat +{at} phase", phases), (f"seat +{at} completed", phases))
            yield from ((f"seat +{at} used", phases), (f"seat +{at} groups", self._groups()))
            yield from ((f"seat +{at} took", faces), (f"seat +{at} threw", faces))
            if self.edition.two_sided and at:
                yield f"seat +{at} backs", faces

    def _groups(self) -> Iterator[str]:
        """Yield the names of the numbers that describe one seat's groups."""
        numbers = [f"number {number}" for number in range(1, self.highest + 1)]
        for group in range(self.n_groups):
            for value in (*self.kinds, *numbers, "length", *self.colors, *self.suits):
                yield f"{group} {value}"
