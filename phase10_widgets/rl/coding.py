"""Encoding of observations and actions as numbers of fixed length, for one edition with its options and seats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..core.actions import Action, ChoosePhase, Discard, Draw, Hit, LayDown
from ..core.edition import Edition
from ..core.observation import Observation
from ..editions import edition as find_edition
from .features import Features

if TYPE_CHECKING:
    from numpy.typing import NDArray

Key: TypeAlias = tuple[Any, ...]
"""An action independent of its seat: its type, then its parts, with other seats counted from one's own left."""


class Coding:
    """An encoding of actions as numbers and of observations as arrays; the same for every seat.

    Seats are counted from the observer: 0 is itself, 1 its left neighbor. Cards are identified by the face in play,
    as in ``legal_actions()``. Every legal action has its own number, except that all ways to lay down a phase share
    one: see :meth:`menu`.
    """

    def __init__(self, edition: Edition, seats: int) -> None:
        """Build the encoding for games of this edition, with its options and this number of seats.

        Raises:
            ValueError: the edition does not allow this number of seats.
        """
        edition.check_seats(seats)
        self.edition = edition
        self.seats = seats
        self.keys: tuple[Key, ...] = tuple(_keys(edition, seats))
        """The action that each number stands for."""
        self._number = {key: at for at, key in enumerate(self.keys)}
        self.features = Features(edition, seats)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.edition.id, dict(self.edition.options), self.seats)

    @property
    def n_actions(self) -> int:
        """The number of action numbers."""
        return len(self.keys)

    def menu(self, view: Observation) -> dict[int, Action]:
        """Return the seat's legal actions by number; empty if it is not its turn.

        Of the ways to lay down a phase, it lists the one with the fewest wilds and, among those, the one that sheds
        most points; other fitting cards can still be hit in the same turn.
        """
        found: dict[int, Action] = {}
        for action in view.legal_actions():
            number = self.number(action, view)
            if number not in found or self._thrift(action) > self._thrift(found[number]):
                found[number] = action
        return found

    def number(self, action: Action, view: Observation) -> int:
        """Return the number of a legal action.

        Raises:
            KeyError: no such action can ever be legal.
        """
        return self._number[self._key(action, view)]

    def mask(self, view: Observation) -> NDArray[Any]:
        """Return an array with 1 for each number in the menu, else 0."""
        found: NDArray[Any] = np.zeros(self.n_actions, np.int8)
        for action in view.legal_actions():
            found[self.number(action, view)] = 1
        return found

    def describe(self, number: int) -> str:
        """Return the meaning of a number in words for a log: ``"hit R7 seat +1 group 0 low"``."""
        return " ".join(map(str, self.keys[number]))

    def encode(self, view: Observation) -> dict[str, NDArray[Any]]:
        """Return the observation in the environment's form: ``"observation"`` and ``"action_mask"``."""
        return {"observation": self.features.array(view), "action_mask": self.mask(view)}

    def _key(self, action: Action, view: Observation) -> Key:
        match action:
            case Draw():
                return ("draw", action.source if action.card is None else self._face(action.card, view))
            case ChoosePhase():
                return ("choose", action.phase)
            case LayDown():
                if self.edition.order != "any":
                    return ("lay down",)
                return ("lay down", action.phase or self.edition.last_phase.number)
            case Hit():
                end = "high" if action.end == "high" else "low"
                return ("hit", self._face(action.card, view), self._from(view, action.owner), action.group, end)
            case Discard() if action.target is None:
                return ("discard", self._face(action.card, view))
            case Discard():
                return ("discard", self._face(action.card, view), self._from(view, action.target))
            case _:
                return (action.type, self._face(getattr(action, "card", ""), view))

    def _face(self, word: str, view: Observation) -> str:
        """Return the face in play of a card named by one face or by both."""
        card = self.edition.pack.card(word)
        return card.code if card.back is None or card.side.name == view.side else card.turned.code

    def _from(self, view: Observation, seat: int | None) -> str:
        assert seat is not None
        return _seat((seat - view.seat) % self.seats)

    def _thrift(self, action: Action) -> tuple[int, int]:
        if not isinstance(action, LayDown):
            return (0, 0)
        cards = [card for group in action.groups for card in self.edition.pack.cards(group.cards)]
        return (-sum(card.wild for card in cards), sum(card.points for card in cards))


@lru_cache(maxsize=20)
def coding_of(edition: Edition, seats: int) -> Coding:
    """Return the encoding for such games, cached."""
    return Coding(edition, seats)


def _restored(edition: str, options: dict[str, Any], seats: int) -> Coding:
    return Coding(find_edition(edition, **options), seats)


def _keys(edition: Edition, seats: int) -> Iterator[Key]:
    faces = [face for side in edition.pack.sides for face in side.faces.values()]
    codes = [face.code for face in faces]
    yield ("draw", "deck")
    yield ("draw", "discard")
    if edition.saves:
        yield from (("draw", code) for code in codes)
    if edition.chooses_phase:
        yield from (("choose", phase.number) for phase in edition.phases)
    if edition.order == "any":
        yield from (("lay down", phase.number) for phase in edition.phases)
    else:
        yield ("lay down",)
    yield from (("discard", code) for code in codes)
    if edition.skip == "chosen":
        yield from (("discard", face.code, _seat(at)) for face in faces if face.skip for at in range(1, seats))
    if edition.saves:
        yield from (("save", code) for code in codes)
    n_groups = max(len(phase.needs) for phase in edition.phases)
    for face in faces:
        if not face.skip:
            for at in range(seats):
                for group in range(n_groups):
                    yield ("hit", face.code, _seat(at), group, "low")
                    yield ("hit", face.code, _seat(at), group, "high")


def _seat(at: int) -> str:
    return f"seat +{at}"
