"""The rooms that this process owns: a room is loaded when a page needs it, and another process may take it over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ..base.translatable import Refusal, phrase
from .codes import LETTERS, digest, link_hash, token_hash
from .people import People
from .plan import Plan
from .room import Person, Room
from .storage.room_store import HOUR, KEPT_HOURS, RoomLost, RoomStore, StoredRoom

EMPTY_SECONDS = 60.0
"""The number of seconds after which a room without pages is released if other processes use the store."""

MOVED = phrase("This table has moved to another server. One moment, please.")
UNSTORED = phrase("The tables cannot be stored right now, so they have to wait.")


def reason(error: OSError) -> tuple[int, Refusal]:
    """Return the close code and the explanation for pages that cannot show a room."""
    moved = isinstance(error, RoomLost) and not error.unsure
    return (4421, Refusal(MOVED)) if moved else (1012, Refusal(UNSTORED))


class OwnRooms(dict[int, Room]):
    """This process's rooms, keyed by their numbers in the store."""

    def __init__(
        self, store: RoomStore, clock: Callable[[], float], now: Callable[[], float], letters: str = LETTERS
    ) -> None:
        """Take over every room if no other process uses the store; if it is shared, start with no rooms.

        Args:
            store: the store that contains the rooms.
            clock: a function that returns a monotonic time in seconds.
            now: a function that returns the number of seconds since 1970.
            letters: the letters that may begin a new room's code.
        """
        super().__init__()
        self._store, self._clock, self._now, self._letters = store, clock, now, letters
        self.people = People(store)
        self._used: dict[int, float] = {}
        """The time at which each room last had an open page."""
        self.forget_old()
        if store.alone:
            for row in store.rooms():
                self._take(row)

    def _take(self, row: StoredRoom) -> Room:
        """Take over a room from the store, and load it.

        Raises:
            RoomLost: another process owns the room (and is asked to release it if the room belongs here).
        """
        if not self._store.claim(row.room):
            if row.code[0] in self._letters and len(self._letters) < len(LETTERS):
                self._store.ask_for(row.room)
            raise RoomLost(row.room)
        found = self._store.find_room(key=row.key) or row  # its last owner may have changed it
        room = self[row.room] = Room(self._store, found)
        self.people.load(room)
        for person in room.people.values():
            person.heard = self._clock()
        self._used[room.id] = self._clock()
        return room

    def open(self, plan: Plan) -> Room:
        """Open a new room with one table."""
        room = Room.open(self._store, plan, self._now(), self._letters)
        self[room.id] = room
        self._used[room.id] = self._clock()
        return room

    # All of these raise RoomLost if another process owns the room, and OSError if the store does not respond.

    def with_key(self, key: str) -> Room | None:
        """Return the room to which a link leads, or None."""
        own = next((room for room in self.values() if room.key == key), None)
        return own or self._stored(self._store.find_room(key=key))

    def with_code(self, code: str | None) -> Room | None:
        """Return the room with a code, or None if there is no such room or the code has expired."""
        own = next((room for room in self.values() if room.code == code), None)
        room = own or (None if code is None else self._stored(self._store.find_room(code=code)))
        return None if room is None or room.code_is_old(self._now()) else room

    def recovered_by(self, code: str | None) -> Room | None:
        """Return the room with this recovery code, or None."""
        if code is None:
            return None
        own = next((room for room in self.values() if room.recovers(code)), None)
        hashed = token_hash(code).hex()
        return own or self._stored(
            next((row for row in self._store.rooms() if row.settings.get("recovery") == hashed), None)
        )

    def linked_by(self, link: str) -> Room | None:
        """Return the room for a host's link, or None."""
        own = next((room for room in self.values() if room.linked_by(link)), None)
        hashed = link_hash(link)
        return own or self._stored(
            next((row for row in self._store.rooms() if hashed in row.settings.get("links", ())), None)
        )

    def find(self, token: object) -> tuple[Room, Person] | None:
        """Return a token's owner and their room, or None if the token belongs to nobody."""
        found, hashed = self.people.find(token), digest(token)
        if found is None and hashed is not None and self._stored(self._store.find_room(token=hashed)):
            found = self.people.find(token)
        return found

    def _stored(self, row: StoredRoom | None) -> Room | None:
        if row is None or row.touched < self._now() - KEPT_HOURS * HOUR:
            return None
        return self.get(row.room) or self._take(row)

    def let_go(self, room: Room) -> None:
        """Release a room; its data remains in the store."""
        self._forget(room)
        with suppress(OSError):  # the lease then runs out instead
            self._store.release(room.id)

    def drop(self, room: Room) -> None:
        """Delete a room and all of its data.

        Raises:
            OSError: it could not be deleted; nothing has changed.
        """
        self._store.drop_room(room.id)
        self._forget(room)

    def _forget(self, room: Room) -> None:
        self.pop(room.id, None)
        self._used.pop(room.id, None)
        self.people.drop_room(room)

    def forget_old(self) -> None:
        """Delete stored rooms that have not been used for a day, unless another process owns them."""
        oldest = self._now() - KEPT_HOURS * HOUR
        for row in self._store.rooms():
            if row.touched < oldest and row.room not in self and self._store.claim(row.room):
                self._store.drop_room(row.room)

    def renew(self, used: set[int]) -> list[Room]:
        """Renew the leases; return the rooms that must be released. *used* lists the rooms with open pages."""
        now = self._clock()
        self._used.update(dict.fromkeys(used & self.keys(), now))
        lost = [room for number in self._store.renew() if (room := self.get(number))]
        empty = [] if self._store.alone else [self[room] for room, at in self._used.items() if now - at > EMPTY_SECONDS]
        return [*{*lost, *empty}]
