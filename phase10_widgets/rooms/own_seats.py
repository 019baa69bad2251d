"""The seats that people have had in a game: nobody sees two hands of a round or changes to a better seat."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..base.translatable import Refusal, phrase

TAKEN = phrase("This seat is taken: choose another.")


class OwnSeats:
    """The seats of a running game that people may take."""

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        """Restore the seats of a stored game; by default, start a new game."""
        found = stored or {}
        self._sat = {int(person): (int(seat), int(seen)) for person, (seat, seen) in found.get("sat", {}).items()}
        """For each person, their last seat and the last round in which they saw its hand."""
        self._closed, self._here = int(found.get("closed", -1)), frozenset(found.get("here", ()))
        """The round in which somebody was removed, and the people who were present."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        sat = {str(person): list(seen) for person, seen in self._sat.items()}
        return {"sat": sat, "closed": self._closed, "here": sorted(self._here)}

    def note(self, person: int, seat: int, seen: int) -> None:
        """Note that a person sits on a seat in this round."""
        self._sat[person] = seat, seen

    def of(self, person: int) -> int | None:
        """Return a person's last seat; None if they have had none."""
        return self._sat[person][0] if person in self._sat else None

    def remove(self, person: int, here: Collection[int], seen: int) -> None:
        """Note that a person is removed from the room: the next newcomer may be the same person and know a hand."""
        found = self._sat.pop(person, None)
        if found is not None and found[1] == seen:
            self._closed, self._here = seen, frozenset(here)
        self._here -= {person}  # a number may be given again

    def merge(self, person: int, newcomer: int) -> None:
        """Note that a newcomer is this person."""
        if (found := self._sat.pop(newcomer, None)) is not None:
            self._sat.setdefault(person, found)

    def choose(self, person: int, wanted: int | None, free: Collection[int], seen: int) -> int:
        """Return the seat that a person gets: the one they want, by default their own, or the first free one.

        Args:
            person: the person.
            wanted: the seat that they want.
            free: the seats without a person, and the person's own.
            seen: the round that is played.

        Raises:
            Refusal: this seat is taken, or would show them another hand.
        """
        own, last = self._sat.get(person, (None, 0))
        if own is not None and own in free:
            if wanted not in (None, own):
                raise Refusal("In a running game, everybody keeps their own seat. Here it is seat {n}.", n=own + 1)
            return own
        if last == seen and own is not None:
            raise Refusal("Whoever has seen a hand of this round can take another seat in the next one.")
        if self._closed == seen and person not in self._here:
            raise Refusal("Somebody was removed from this table. Newcomers can sit here in the next round.")
        if not free or wanted not in (None, *free):
            raise Refusal(TAKEN)
        return min(free) if wanted is None else wanted
