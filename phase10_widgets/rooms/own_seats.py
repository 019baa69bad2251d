"""Keep what is people's own at a table: a face, and during a game a seat.

Nobody sees two hands in a round or switches to a better seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..base.translatable import Refusal, phrase
from ..ui.table.portraits import NAMES

TAKEN = phrase("This seat is taken: choose another.")
TAKEN_FACE = phrase("Somebody at this table has this face: choose another.")


class OwnSeats:
    """The seats that people may take in a game in progress."""

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        """Restore a stored game's seats; by default, start a new record."""
        found = stored or {}
        self._sat = {int(person): (int(seat), int(seen)) for person, (seat, seen) in found.get("sat", {}).items()}
        """Each person's last seat, and the last round in which they saw that seat's hand."""
        self._closed, self._here = int(found.get("closed", -1)), frozenset(found.get("here", ()))
        """The last round in which a person was removed, and the people who were present then."""

    def to_dict(self) -> dict[str, Any]:
        """Return the record's JSON form."""
        sat = {str(person): list(seen) for person, seen in self._sat.items()}
        return {"sat": sat, "closed": self._closed, "here": sorted(self._here)}

    def note(self, person: int, seat: int, seen: int) -> None:
        """Record that a person has a seat in this round."""
        self._sat[person] = seat, seen

    def of(self, person: int) -> int | None:
        """Return a person's last seat, or None if they have not had one."""
        return self._sat[person][0] if person in self._sat else None

    def remove(self, person: int, here: Collection[int], seen: int) -> None:
        """Record a person's removal; the next newcomer may be that person and may already know a hand."""
        found = self._sat.pop(person, None)
        if found is not None and found[1] == seen:
            self._closed, self._here = seen, frozenset(here)
        self._here -= {person}  # numbers may be reused

    def merge(self, person: int, newcomer: int) -> None:
        """Record that a newcomer turned out to be this person."""
        if (found := self._sat.pop(newcomer, None)) is not None:
            self._sat.setdefault(person, found)

    def choose(self, person: int, wanted: int | None, free: Collection[int], seen: int) -> int:
        """Return the seat that a person gets: the one they want (by default, their own), or else the first free one.

        Args:
            person: the person.
            wanted: the seat that they want.
            free: the seats without a person, and the person's own seat.
            seen: the current round.

        Raises:
            Refusal: this seat is taken, or would show them another hand.
        """
        own, last = self._sat.get(person, (None, 0))
        if own is not None and own in free:
            if wanted not in (None, own):
                raise Refusal("During a game, everybody keeps their own seat. Yours is seat {n}.", n=own + 1)
            return own
        if last == seen and own is not None:
            raise Refusal("Anyone who has seen a hand in this round can take another seat in the next one.")
        if self._closed == seen and person not in self._here:
            raise Refusal("Somebody was removed from this table. Newcomers can sit here in the next round.")
        if not free or wanted not in (None, *free):
            raise Refusal(TAKEN)
        return min(free) if wanted is None else wanted


class Faces(dict[int, str]):
    """The faces of a room's people, keyed by person; people at one table have different ones."""

    def give(self, person: int, others: Collection[int | None]) -> None:
        """Give a person a face that none of the *others* at the table has, unless theirs is already different.

        >>> faces = Faces({1: "fox", 2: "fox"})
        >>> faces.give(2, [1, None])
        >>> faces
        {1: 'fox', 2: 'cat'}
        """
        taken = self._of(person, others)
        if self.get(person, "") in {"", *taken}:
            self[person] = next(face for face in NAMES if face not in taken)

    def choose(self, person: int, face: object, others: Collection[int | None]) -> None:
        """Give a person the face that they want.

        Raises:
            Refusal: there is no such face, or one of the *others* at the table has it.
        """
        if not isinstance(face, str) or face not in NAMES:
            raise Refusal("There is no such face.")
        if face in self._of(person, others):
            raise Refusal(TAKEN_FACE)
        self[person] = face

    def _of(self, person: int, others: Collection[int | None]) -> set[str]:
        """Return the faces of these people except *person*."""
        return {self[each] for each in others if each is not None and each != person and each in self}
