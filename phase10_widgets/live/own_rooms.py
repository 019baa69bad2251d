"""The rooms that this process owns: it reads a room when a page looks for it, and others may take it over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ..core.translatable import Refusal, phrase
from .book import HOUR, HOURS, Book, RoomLost, StoredRoom
from .codes import LETTERS, digest
from .people import People
from .plan import Plan
from .room import Person, Room, link_hash

EMPTY = 60.0
"""The seconds without a page after which a room is no longer owned, if other processes use the book."""

MOVED = phrase("This table has moved to another server. One moment, please.")
UNSTORED = phrase("The tables cannot be stored right now, so they wait.")


def reason(error: OSError) -> tuple[int, Refusal]:
    """Return the code and the sentence for pages that cannot be shown a room."""
    moved = isinstance(error, RoomLost) and not error.unsure
    return (4421, Refusal(MOVED)) if moved else (1012, Refusal(UNSTORED))


class OwnRooms(dict[int, Room]):
    """The rooms of this process, by their numbers in the book."""

    def __init__(
        self, book: Book, clock: Callable[[], float], now: Callable[[], float], letters: str = LETTERS
    ) -> None:
        """Own every room of a book that is this process's alone, and no room of another book.

        Args:
            book: where the rooms are.
            clock: returns seconds that never jump.
            now: returns the seconds since 1970.
            letters: the letters with which the codes of new rooms begin.
        """
        super().__init__()
        self._book, self._clock, self._now, self._letters = book, clock, now, letters
        self.people = People(book)
        self._used: dict[int, float] = {}
        """When each room was last seen with a page."""
        self.forget_old()
        if book.alone:
            for row in book.rooms():
                self._take(row)

    def _take(self, row: StoredRoom) -> Room:
        """Own a room of the book, and read it.

        Raises:
            RoomLost: another process owns it; it is asked for the room if that belongs here.
        """
        if not self._book.claim(row.room):
            if row.code[0] in self._letters and len(self._letters) < len(LETTERS):
                self._book.ask_for(row.room)
            raise RoomLost(row.room)
        found = self._book.find_room(key=row.key) or row  # its last owner may have changed it in the meantime
        room = self[row.room] = Room(self._book, found)
        self.people.load(room)
        for person in room.people.values():
            person.heard = self._clock()
        self._used[room.id] = self._clock()
        return room

    def open(self, plan: Plan) -> Room:
        """Open a new room with one table."""
        room = Room.open(self._book, plan, self._now(), self._letters)
        self[room.id] = room
        self._used[room.id] = self._clock()
        return room

    # Each of these raises RoomLost if another process owns the room, and OSError if the book does not answer.

    def with_key(self, key: str) -> Room | None:
        """Return the room that a link leads to; None if there is none."""
        own = next((room for room in self.values() if room.key == key), None)
        return own or self._stored(self._book.find_room(key=key))

    def with_code(self, code: str | None) -> Room | None:
        """Return the room with a code; None if there is none, or if its time is up."""
        own = next((room for room in self.values() if room.code == code), None)
        room = own or (None if code is None else self._stored(self._book.find_room(code=code)))
        return None if room is None or room.code_is_old(self._now()) else room

    def recovered_by(self, code: str | None) -> Room | None:
        """Return the room whose host a code brings back; None if there is none."""
        if code is None:
            return None
        own = next((room for room in self.values() if room.recovers(code)), None)
        hashed = (digest(code) or b"").hex()
        return own or self._stored(
            next((row for row in self._book.rooms() if row.settings.get("recovery") == hashed), None)
        )

    def linked_by(self, link: str) -> Room | None:
        """Return the room whose host a link brings to a device; None if there is none."""
        own = next((room for room in self.values() if room.linked_by(link)), None)
        hashed = link_hash(link)
        return own or self._stored(
            next((row for row in self._book.rooms() if hashed in row.settings.get("links", ())), None)
        )

    def find(self, token: object) -> tuple[Room, Person] | None:
        """Return the person with a token, and their room; None if nobody has it."""
        found, hashed = self.people.find(token), digest(token)
        if found is None and hashed is not None and self._stored(self._book.find_room(token=hashed)):
            found = self.people.find(token)
        return found

    def _stored(self, row: StoredRoom | None) -> Room | None:
        if row is None or row.touched < self._now() - HOURS * HOUR:
            return None
        return self.get(row.room) or self._take(row)

    def let_go(self, room: Room) -> None:
        """Own a room no longer; what is written down of it stays."""
        self._forget(room)
        with suppress(OSError):  # then its lease runs out
            self._book.release(room.id)

    def drop(self, room: Room) -> None:
        """Delete everything about a room.

        Raises:
            OSError: it could not be deleted; nothing has changed.
        """
        self._book.drop_room(room.id)
        self._forget(room)

    def _forget(self, room: Room) -> None:
        self.pop(room.id, None)
        self._used.pop(room.id, None)
        self.people.drop_room(room)

    def forget_old(self) -> None:
        """Delete the rooms of the book that nobody has used for a day, unless another process owns them."""
        oldest = self._now() - HOURS * HOUR
        for row in self._book.rooms():
            if row.touched < oldest and row.room not in self and self._book.claim(row.room):
                self._book.drop_room(row.room)

    def renew(self, used: set[int]) -> list[Room]:
        """Own these rooms for another lease; return those that must be let go. *used* have pages now."""
        now = self._clock()
        self._used.update(dict.fromkeys(used & self.keys(), now))
        lost = [room for number in self._book.renew() if (room := self.get(number))]
        empty = [] if self._book.alone else [self[room] for room, at in self._used.items() if now - at > EMPTY]
        return [*{*lost, *empty}]
