"""An array that encodes one seat's observations, updated from moment to moment."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..rules.events import Discarded, Drawn, Flipped, Reshuffled
from ..rules.observation import Observation
from ..rules.rounds import QUIET_TURNS
from ..rules.state import Cards, Seat
from .features import Features

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CARDS, MOST_ROUNDS, MOST_POINTS = 11, 50, 1000
"""The values encoded as 1: cards in a hand, rounds and points; higher values are clipped to 1."""


class _SeatParts:
    """The names of the parts that describe one seat, and the position where they start."""

    __slots__ = ("backs", "name", "start", "threw", "took")

    def __init__(self, name: str, start: int) -> None:
        self.name = name
        self.start = start
        self.took, self.threw, self.backs = f"{name} took", f"{name} threw", f"{name} backs"


class Seen:
    """The numbers that encode the last observation. Encoding the next one rewrites only the parts whose cards, seats or
    events changed.

    The result never depends on earlier observations: an observation from a different seat, game or moment is written in
    full. Everything in an observation is immutable, so a part that is still the same object has not changed.
    """

    def __init__(self, features: Features) -> None:
        self._features = features
        self._last: Observation | None = None

    def array(self, view: Observation) -> NDArray[Any]:
        """Return the observation as a new array of float32 numbers from 0 to 1."""
        last = self._last
        if last is None or last.seat != view.seat or last.edition is not view.edition:
            self._clear()
            last = None
        self._last = None  # so that an error leaves nothing half written
        self._write_moment(view, last)
        self._write_cards(view, last)
        self._write_log(view, last)
        for at, part in enumerate(self._seats):
            self._write_seat(view, last, at, part)
        self._last = view
        return self._array.copy()

    def _clear(self) -> None:
        features = self._features
        self._numbers = array("f", bytes(4 * features.size))
        # a view of the same memory; ``_numbers`` is faster to fill number by number
        self._array: NDArray[Any] = np.frombuffer(self._numbers, np.float32)
        self._start = {name: where.start for name, where in features.layout.items()}
        self._counts: dict[str, list[int]] = {}
        self._marked: dict[str, int | None] = {}
        self._seats = [_SeatParts(name, self._start[name]) for name in (f"seat +{at}" for at in range(features.seats))]

    def _write_moment(self, view: Observation, last: Observation | None) -> None:
        features, numbers = self._features, self._numbers
        step, draw = view.step, view.draw_size / features.deck
        numbers[0], numbers[1], numbers[2] = step == "choose_phase", step == "draw", step == "play"
        numbers[3], numbers[4], numbers[5] = view.side == "wild", view.laid_this_turn, min(1, draw)
        numbers[6] = min(1, view.quiet_turns / (QUIET_TURNS * len(view.playing)))
        if last is None or (view.round, view.dealer, view.tie_break) != (last.round, last.dealer, last.tie_break):
            numbers[7], numbers[8] = view.tie_break, min(1, view.round / MOST_ROUNDS)
            dealer = (view.dealer - view.seat) % features.seats
            for at in range(features.seats):
                numbers[9 + at] = at == dealer

    def _write_cards(self, view: Observation, last: Observation | None) -> None:
        """Write the hand, the saved cards and the back of the draw pile's top card."""
        if last is None or view.hand is not last.hand:
            self._write_hand(view.hand, last.hand if last is not None else ())
            if self._features.edition.two_sided:
                self._write("hand backs", [card.back for card in view.hand if card.back])
        if self._features.edition.saves and (last is None or view.saved is not last.saved):
            self._write("saved", view.saved)
        if self._features.edition.two_sided and (last is None or view.draw_back is not last.draw_back):
            self._mark("draw pile back", view.draw_back)

    def _write_hand(self, hand: Cards, last: Cards) -> None:
        """Write the hand; usually, one card has been added at the end or removed."""
        if last and hand[:-1] == last:
            self._add("hand", hand[-1:], 1)
            return
        at = next((at for at, (card, old) in enumerate(zip(hand, last, strict=False)) if card is not old), len(hand))
        if len(last) == len(hand) + 1 and hand[at:] == last[at + 1 :]:
            self._add("hand", last[at : at + 1], -1)
        else:
            self._write("hand", hand)

    def _write_log(self, view: Observation, last: Observation | None) -> None:
        """Write the cards that each seat took and discarded in this round, and those on the discard pile."""
        entry, known = view.log, last.log if last is not None else None
        new: list[Discarded | Drawn] = []
        moved = False
        while entry is not None and entry is not known:
            event = entry.event
            if type(event) is Discarded or (type(event) is Drawn and event.source == "discard"):
                new.append(event)
            elif type(event) is Flipped or type(event) is Reshuffled:
                moved = True
            entry = entry.before
        if entry is None and (last is None or view.log is not known):
            for part in self._seats:
                self._write(part.took, ())
                self._write(part.threw, ())
        for event in new:
            part = self._seats[(event.seat - view.seat) % len(self._seats)]
            self._add(part.threw if type(event) is Discarded else part.took, (event.card,), 1)
        if last is None or view.discard_pile is not last.discard_pile:
            self._mark("top discard", view.discard_pile[0] if view.discard_pile else None)
            if entry is None or moved or not new:
                self._write("discards", view.discard_pile)
            else:
                self._add("discards", [event.card for event in new if type(event) is Discarded], 1)
                self._add("discards", [event.card for event in new if type(event) is Drawn], -1)

    def _write_seat(self, view: Observation, last: Observation | None, relative: int, part: _SeatParts) -> None:
        at = (view.seat + relative) % len(self._seats)
        numbers, start, seat = self._numbers, part.start, view.seats[at]
        numbers[start] = view.to_act == at
        numbers[start + 2] = min(1, view.hand_sizes[at] / MOST_CARDS)
        numbers[start + 3] = min(1, view.saved_sizes[at] / MOST_CARDS)
        if last is None or view.playing is not last.playing:
            numbers[start + 1] = at in view.playing
        if last is None or seat is not last.seats[at]:
            numbers[start + 4], numbers[start + 5] = min(1, seat.score / MOST_POINTS), bool(seat.laid)
            numbers[start + 6], numbers[start + 7] = seat.skipped, seat.saved_this_round
            self._write_phases(part.name, seat)
            if last is None or seat.laid is not last.seats[at].laid:
                self._write_groups(part.name, seat)
        if relative and self._features.edition.two_sided and (last is None or view.backs[at] != last.backs[at]):
            self._write(part.backs, view.backs[at])

    def _write_phases(self, name: str, seat: Seat) -> None:
        phases = self._features.phases
        for part, shown in (
            ("phase", () if seat.phase is None else (seat.phase,)),
            ("completed", seat.completed),
            ("used", seat.used),
        ):
            start = self._start[f"{name} {part}"]
            for number, at in phases.items():
                self._numbers[start + at] = number in shown

    def _write_groups(self, name: str, seat: Seat) -> None:
        where = self._features.layout[f"{name} groups"]
        self._array[where] = 0
        length = (where.stop - where.start) // self._features.n_groups
        for start, group in zip(range(where.start, where.stop, length), seat.laid, strict=False):
            for at, number in self._features.group_row(group):
                self._numbers[start + at] = number

    def _write(self, part: str, cards: Iterable[Any]) -> None:
        """Write the fraction of each face's copies that are among these cards; only a card's face-up side counts."""
        self._array[self._features.layout[part]] = 0
        self._counts[part] = [0] * len(self._features.faces)
        self._add(part, cards, 1)

    def _add(self, part: str, cards: Iterable[Any], n: int) -> None:
        """Add *n* to the count of each of these cards in a part."""
        faces, copies = self._features.faces, self._features.copies
        counts, start, numbers = self._counts[part], self._start[part], self._numbers
        for card in cards:
            face = faces[card.code]
            counts[face] += n
            numbers[start + face] = min(1, counts[face] / copies[face])

    def _mark(self, part: str, card: Any) -> None:
        """Write 1 for the face of this card and 0 for all others."""
        marked = self._marked.get(part)
        if marked is not None:
            self._numbers[marked] = 0
        self._marked[part] = None
        if card is not None:
            self._marked[part] = at = self._start[part] + self._features.faces[card.code]
            self._numbers[at] = 1
