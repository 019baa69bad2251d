"""Observations as arrays, written plainly and from scratch: what the fast encoder must agree with.

It was the encoder of the first environment, and it stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from phase10_widgets.core.cards import Card
from phase10_widgets.core.edition import Edition
from phase10_widgets.core.events import Discarded, Drawn
from phase10_widgets.core.groups import Group
from phase10_widgets.core.observation import Observation
from phase10_widgets.core.phases import KINDS
from phase10_widgets.core.rounds import QUIET_LIMIT
from phase10_widgets.core.state import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CARDS, MOST_ROUNDS, MOST_POINTS = 11, 50, 1000
"""The values encoded as 1: cards in a hand, rounds and points; greater ones are clipped to 1."""
STEPS = ("choose_phase", "draw", "play")
_SEAT = ("to act", "playing", "cards", "saved", "score", "laid", "skipped", "saved this round")


class PlainFeatures:
    """An encoder of observations as arrays. ``layout`` gives the meaning of each part."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self.edition = edition
        self.seats = seats
        sides = edition.pack.sides
        self._faces = {code: at for at, code in enumerate(chain(*(side.faces for side in sides)))}
        self._copies = self._of_faces(edition.deck(seats))
        self._deck = len(edition.deck(seats))
        self._phases = {phase.number: at for at, phase in enumerate(edition.phases)}
        self._kinds = {kind: at for at, kind in enumerate(KINDS)}
        self._colors = {color: at for at, color in enumerate(dict.fromkeys(chain(*(side.colors for side in sides))))}
        self._suits = {suit: at for at, suit in enumerate(dict.fromkeys(chain(*(side.suits for side in sides))))}
        self._n_groups = max(len(phase.needs) for phase in edition.phases)
        self.layout: dict[str, slice] = {}
        """The parts of the array by name, in order."""
        self.size = 0
        """The length of the array."""
        for name, size in self._parts():
            self.layout[name] = slice(self.size, self.size + size)
            self.size += size

    def _parts(self) -> Iterable[tuple[str, int]]:
        """Yield every part of the array with its length."""
        faces, phases = len(self._faces), len(self._phases)
        group = len(self._kinds) + self.edition.pack.numbers[-1] + 1 + len(self._colors) + len(self._suits)
        yield from (("step", len(STEPS)), ("wild side", 1), ("laid this turn", 1), ("draw pile", 1))
        yield from (("quiet turns", 1), ("tie break", 1), ("round", 1), ("dealer", self.seats))
        yield from (("hand", faces), ("top discard", faces), ("discards", faces))
        if self.edition.saves:
            yield "saved", faces
        if self.edition.two_sided:
            yield from (("hand backs", faces), ("draw pile back", faces))
        for at in range(self.seats):
            yield from ((f"seat +{at}", len(_SEAT)), (f"seat +{at} phase", phases), (f"seat +{at} completed", phases))
            yield from ((f"seat +{at} used", phases), (f"seat +{at} groups", self._n_groups * group))
            yield from ((f"seat +{at} took", faces), (f"seat +{at} threw", faces))
            if self.edition.two_sided and at:
                yield f"seat +{at} backs", faces

    def array(self, view: Observation) -> NDArray[Any]:
        """Return the observation as float32 numbers from 0 to 1."""
        found: NDArray[Any] = np.zeros(self.size, np.float32)
        part = {name: found[where] for name, where in self.layout.items()}
        if view.step is not None:
            part["step"][STEPS.index(view.step)] = 1
        part["wild side"][0] = view.side == "wild"
        part["laid this turn"][0] = view.laid_this_turn
        part["draw pile"][0] = view.draw_size / self._deck
        part["quiet turns"][0] = view.quiet_turns / (QUIET_LIMIT * len(view.playing))
        part["tie break"][0] = view.tie_break
        part["round"][0] = view.round / MOST_ROUNDS
        part["dealer"][(view.dealer - view.seat) % self.seats] = 1
        part["hand"][:] = self._share(view.hand)
        part["top discard"][:] = self._share(view.discard_pile[:1]) > 0
        part["discards"][:] = self._share(view.discard_pile)
        if self.edition.saves:
            part["saved"][:] = self._share(view.saved)
        if self.edition.two_sided:
            part["hand backs"][:] = self._share([card.back for card in view.hand if card.back])
            part["draw pile back"][:] = self._share([view.draw_back] if view.draw_back else []) > 0
        took, threw = _moved(view)
        for at in range(self.seats):
            seat = (view.seat + at) % self.seats
            self._write_seat(part, f"seat +{at}", view, seat)
            part[f"seat +{at} took"][:] = self._share(took[seat])
            part[f"seat +{at} threw"][:] = self._share(threw[seat])
            if self.edition.two_sided and at:
                part[f"seat +{at} backs"][:] = self._share(view.backs[seat])
        return np.clip(found, 0, 1, out=found)

    def _write_seat(self, part: dict[str, Any], name: str, view: Observation, at: int) -> None:
        seat: Seat = view.seats[at]
        part[name][:] = (
            view.to_act == at,
            at in view.playing,
            view.hand_sizes[at] / MOST_CARDS,
            view.saved_sizes[at] / MOST_CARDS,
            seat.score / MOST_POINTS,
            bool(seat.laid),
            seat.skipped,
            seat.saved_this_round,
        )
        if seat.phase is not None:
            part[f"{name} phase"][self._phases[seat.phase]] = 1
        for of, numbers in (("completed", seat.completed), ("used", seat.used)):
            for number in numbers:
                part[f"{name} {of}"][self._phases[number]] = 1
        groups = part[f"{name} groups"].reshape(self._n_groups, -1)
        for row, group in zip(groups, seat.laid, strict=False):
            self._write_group(row, group)

    def _write_group(self, row: NDArray[Any], group: Group) -> None:
        """Write the group's kind, its number (for a run its lowest), its length, color and suit."""
        at = len(self._kinds)
        row[self._kinds[group.kind]] = 1
        lowest = group.number or group.start
        if lowest:
            row[at + lowest - 1] = 1
        at += self.edition.pack.numbers[-1]
        row[at] = len(group.cards) / self.edition.pack.numbers[-1]
        if group.color:
            row[at + 1 + self._colors[group.color]] = 1
        if group.suit:
            row[at + 1 + len(self._colors) + self._suits[group.suit]] = 1

    def _of_faces(self, cards: Iterable[Card]) -> NDArray[Any]:
        """Return the number of times each face is among the cards, counting both faces of a two-sided card."""
        found: NDArray[Any] = np.zeros(len(self._faces), np.float32)
        for card in cards:
            for face in (card, card.back):
                if face is not None:
                    found[self._faces[face.code]] += 1
        return found

    def _share(self, cards: Iterable[Card]) -> NDArray[Any]:
        """Return, for each face, the share of its copies among the cards; of a two-sided card the face up counts."""
        found: NDArray[Any] = np.zeros(len(self._faces), np.float32)
        for card in cards:
            found[self._faces[card.code]] += 1
        return found / np.maximum(self._copies, 1)


def _moved(view: Observation) -> tuple[dict[int, list[Card]], dict[int, list[Card]]]:
    """Return the cards each seat took from the discard pile in this round, and those it threw there."""
    took: dict[int, list[Card]] = {at: [] for at in range(len(view.seats))}
    threw: dict[int, list[Card]] = {at: [] for at in range(len(view.seats))}
    for event in view.log or ():
        if isinstance(event, Discarded):
            threw[event.seat].append(event.card)
        elif isinstance(event, Drawn) and event.source == "discard" and event.card is not None:
            took[event.seat].append(event.card)
    return took, threw
