"""Admission to rooms, before a page has a connection.

Typed codes can be guessed only slowly, and links and tokens cannot be guessed at all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..base.translatable import Refusal, phrase
from ..teaching import Summary
from .code_attempts import Arrivals, CodeAttempts, EntryRefused, Openings, site
from .codes import read_code, read_recovery_code, token_hash
from .entrance_wire import LiveInvitation, LiveJoined
from .own_rooms import OwnRooms, reason
from .pages import Pages
from .plan import Plan
from .room import Person, Room
from .storage.room_store import HOUR, RoomStore

MOST_ROOMS = 50
RETRY_SECONDS = 2.0
"""The number of seconds before a page retries if it has to wait for another process or the store."""
STRANGER = phrase("You are no longer signed in here. Please join again.")
USED = phrase("This link has been used. On the device where the room is open, “Another device” shows a new one.")


class Entrance:
    """A service's rooms, and the rules for entering them."""

    def __init__(
        self, store: RoomStore, letters: str, clock: Callable[[], float], now: Callable[[], float], *, open_to_all: bool
    ) -> None:
        """Open the rooms in a store; the arguments are the same as for `Service`."""
        self.pages = Pages(clock)
        self._store, self.open_to_all, self._clock, self._now = store, open_to_all, clock, now
        self._rooms = OwnRooms(store, clock, now, letters)
        self._people = self._rooms.people
        self._attempts, self._openings, self._arrivals = CodeAttempts(), Openings(), Arrivals()
        self._by_links: dict[bytes, str] = {}
        """The links whose pages have not said hello yet, keyed by the hash of the token that each page received."""

    def open(self, name: object, address: str, *, friends: bool = False) -> LiveJoined:
        """Open a room, with a single table if it is for *friends*; return its host's token.

        Raises:
            EntryRefused: only teachers can open rooms here, or no more can be opened at the moment.
        """
        if not self.open_to_all:
            raise EntryRefused("closed", Refusal("Only a teacher can open tables here. Ask for a link or a code."))
        if wait := self._openings.wait(address, self._clock()):
            raise EntryRefused("wait", Refusal("You have opened enough tables for now. Use one of them."), wait)
        token = self.open_room(name, payer=site(address), friends=friends)
        self._openings.note(address, self._clock())
        return {"token": token}

    def open_room(self, name: object, plan: Plan | None = None, payer: str = "", *, friends: bool = False) -> str:
        """Open a room; return its host's token. *payer* is the address that is charged for the room's background work.

        Raises:
            EntryRefused: the name is invalid, or there are too many rooms.
        """
        with self._entering():
            if len(self._rooms) >= MOST_ROOMS and not self._drop_unused():
                raise EntryRefused("full", Refusal("There are too many rooms here. Try again later."))
            room = self._rooms.open(plan or Plan())
            room.payer, room.friends = payer or room.payer, friends
            try:
                return self._add(room, name, host=True)
            except EntryRefused:
                self.forget(room)
                raise

    def _drop_unused(self) -> bool:
        """Delete the room that has been unused longest, if that is at least an hour; return True if one was deleted."""
        used = {page.room.id for page in self.pages.values()}
        unused = [room for room in self._rooms.values() if room.id not in used and self._now() - room.touched > HOUR]
        if unused:
            self.forget(min(unused, key=lambda room: room.touched))
        return bool(unused)

    def invitation(self, request: Mapping[str, Any]) -> LiveInvitation:
        """Return the name of the host who invites whoever has this link's key, and nothing else about the room.

        Raises:
            EntryRefused: the key is unknown.
        """
        with self._entering():
            return {"host": self._linked(request.get("key")).host.name}

    def join(self, request: Mapping[str, Any], address: str) -> LiveJoined:
        """Admit a person with a key or a code; return their token.

        Raises:
            EntryRefused: the key or code is unknown, or the room does not admit them.
        """
        with self._entering():
            room, now = self._asked_for(request, address), self._clock()
            self._arrivals.check(room.id, address, now)
            if not room.locked and (ghost := room.ghost(now)):
                self.remove(room, ghost)
            token = self._add(room, request.get("name"), host=False)
        self._arrivals.note(room.id, address, now)
        return {"token": token}

    def _linked(self, key: object) -> Room:
        if room := self._rooms.with_key(key) if isinstance(key, str) else None:
            return room
        raise EntryRefused("unknown", Refusal("This link no longer works. Ask for a new one."))

    def _asked_for(self, request: Mapping[str, Any], address: str) -> Room:
        if isinstance(key := request.get("key"), str):
            return self._linked(key)
        self._attempts.check(address, self._clock())
        if room := self._rooms.with_code(read_code(request.get("code"))):
            return room
        self._attempts.wrong(address, self._clock())
        raise EntryRefused("unknown", Refusal("No room has this code. Check it and try again."))

    def recover(self, request: Mapping[str, Any], address: str) -> LiveJoined:
        """Admit a host on another device, with a link or a recovery code; return a new token for that device.

        Raises:
            EntryRefused: the link has been used, or the code is not valid.
        """
        if isinstance(link := request.get("link"), str):
            return self._by_link(link)
        self._attempts.check(address, self._clock())
        with self._entering():
            if room := self._rooms.recovered_by(read_recovery_code(request.get("code"))):
                return {"token": self._people.another_token(room, room.host)}
        self._attempts.wrong(address, self._clock())
        raise EntryRefused("unknown", Refusal("No room has this recovery code. Check it and try again."))

    def _by_link(self, link: str) -> LiveJoined:
        with self._entering():
            if room := self._rooms.linked_by(link):
                token = self._people.another_token(room, room.host)
                self._by_links[token_hash(token)] = link
                return {"token": token}
        raise EntryRefused("unknown", Refusal(USED))

    def host_link(self, token: object) -> str:
        """Return a key that admits a room's host on one device; in a link, it follows ``#h=``.

        *token* is the host's token. Because a response may get lost, the key remains valid until a page that used it
        says hello.

        Raises:
            EntryRefused: the token does not belong to a host.
        """
        room, _ = self._hosted(token)
        with self._entering():
            link = room.new_link()
            room.keep(self._now())
        return link

    def _keep_visit(self, room: Room, token: bytes) -> None:
        """Record in the store that a room is in use, and invalidate the link that this token's page used.

        Raises:
            OSError: it could not be stored; the link is invalidated when the page says hello again.
        """
        if (link := self._by_links.get(token)) is not None:
            room.spend_link(link)
        room.keep(self._now())
        self._by_links.pop(token, None)

    @contextmanager
    def _entering(self) -> Iterator[None]:
        """Refuse entry if another process owns the room or nothing can be stored."""
        try:
            yield
        except OSError as error:
            self._lost(error)
            raise EntryRefused("soon", reason(error)[1], RETRY_SECONDS) from None

    def _add(self, room: Room, name: object, *, host: bool) -> str:
        try:
            person, token = room.add(name, host=host)
        except Refusal as refusal:
            raise EntryRefused("refused", refusal) from None
        person.came = person.heard = self._clock()
        person.arrived = False
        self._people.add(room, person, token)
        self.room_changed(room)
        return token

    def find(self, token: object) -> tuple[Room, Person]:
        """Return the room and the person to whom a token belongs.

        Raises:
            EntryRefused: the token belongs to nobody.
        """
        with self._entering():
            if found := self._rooms.find(token):
                return found
        raise EntryRefused("unknown", Refusal(STRANGER))

    def report(self, token: object) -> tuple[Room, Hashable, Callable[[], Summary]]:
        """Return a host's room, the state of its lesson, and a function that returns the lesson's summary.

        The function is slow but can be called from another thread.

        Raises:
            EntryRefused: the token does not belong to a host.
        """
        room, _ = self._hosted(token)
        names = {each.id: each.name for each in room.people.values() if not each.host}
        return room, (room.lesson.state, *names.items()), room.lesson.summing_up(names)

    def _hosted(self, token: object) -> tuple[Room, Person]:
        room, person = self.find(token)
        if not person.host:
            raise EntryRefused("unknown", Refusal("Only the host of this room may do that."))
        return room, person

    # implemented by `Service`

    def room_changed(self, room: Room) -> None:
        """Store a change to a room, and notify everybody there."""
        raise NotImplementedError

    def remove(self, room: Room, person: Person) -> None:
        """Remove a person from a room."""
        raise NotImplementedError

    def forget(self, room: Room) -> None:
        """Close a room and delete everything about it."""
        raise NotImplementedError

    def _lost(self, error: OSError) -> None:
        """Release a room if this process may have missed a change."""
        raise NotImplementedError
