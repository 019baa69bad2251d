"""The entrance: how people come into rooms, before their page has a line.

Typed codes are guessed slowly; links and tokens cannot be guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..core.translatable import Refusal, phrase
from ..teaching import Summary
from ..views.protocol.live import LiveJoined
from .book import HOUR, Book
from .codes import read_code, read_recovery_code
from .guesses import EntryRefused, Guesses, Openings
from .own_rooms import OwnRooms, reason
from .pages import Pages
from .plan import Plan
from .room import Person, Room

MOST_ROOMS = 50
AGAIN = 2.0
"""The seconds after which pages come back that another process, or a book without an answer, keeps waiting."""
STRANGER = phrase("Nobody here knows you anymore. Join again, please.")


class Entrance:
    """The rooms of a service, and who gets in."""

    def __init__(
        self, book: Book, letters: str, clock: Callable[[], float], now: Callable[[], float], *, open_to_all: bool
    ) -> None:
        """Open the rooms of a book; the arguments are as for `Desk`."""
        self.pages = Pages(clock)
        self._book, self.open_to_all, self._clock, self._now = book, open_to_all, clock, now
        self._rooms = OwnRooms(book, clock, now, letters)
        self._people = self._rooms.people
        self._guesses, self._openings = Guesses(), Openings()

    def open(self, name: object, address: str) -> LiveJoined:
        """Open a room for friends; return its host's token.

        Raises:
            EntryRefused: not here, or not now.
        """
        if not self.open_to_all:
            raise EntryRefused("closed", Refusal("Here, only a teacher opens tables. Ask for a link or a code."))
        if wait := self._openings.wait(address, self._clock()):
            raise EntryRefused("wait", Refusal("You have opened enough tables for now. Use one of them."), wait)
        token = self.open_room(name)
        self._openings.note(address, self._clock())
        return {"token": token}

    def open_room(self, name: object, plan: Plan | None = None) -> str:
        """Open a room; return its host's token.

        Raises:
            EntryRefused: the name is none, or there are too many rooms.
        """
        if len(self._rooms) >= MOST_ROOMS and not self._drop_unused():
            raise EntryRefused("full", Refusal("There are too many rooms here. Try again later."))
        with self._entering():
            room = self._rooms.open(plan or Plan())
            try:
                return self._add(room, name, host=True)
            except EntryRefused:
                self.forget(room)
                raise

    def _drop_unused(self) -> bool:
        """Forget the room that nobody has used for longest, if that is an hour; return True if there was one."""
        used = {page.room.id for page in self.pages.values()}
        unused = [room for room in self._rooms.values() if room.id not in used and self._now() - room.touched > HOUR]
        if unused:
            self.forget(min(unused, key=lambda room: room.touched))
        return bool(unused)

    def join(self, request: Mapping[str, Any], address: str) -> LiveJoined:
        """Let somebody in with a key or a code; return their token.

        Raises:
            EntryRefused: the key or the code is none, or the room does not let them in.
        """
        with self._entering():
            return {"token": self._add(self._asked_for(request, address), request.get("name"), host=False)}

    def _asked_for(self, request: Mapping[str, Any], address: str) -> Room:
        key = request.get("key")
        if isinstance(key, str):
            if room := self._rooms.with_key(key):
                return room
            raise EntryRefused("unknown", Refusal("This link leads nowhere anymore. Ask for a new one."))
        self._guesses.check(address, self._clock())
        if room := self._rooms.with_code(read_code(request.get("code"))):
            return room
        self._guesses.wrong(address, self._clock())
        raise EntryRefused("unknown", Refusal("No room has this code. Look at it again."))

    def recover(self, request: Mapping[str, Any], address: str) -> LiveJoined:
        """Bring a host back on another device; return one more token of theirs.

        Raises:
            EntryRefused: the code is none.
        """
        self._guesses.check(address, self._clock())
        with self._entering():
            if room := self._rooms.recovered_by(read_recovery_code(request.get("code"))):
                return {"token": self._people.another_token(room, room.host)}
        self._guesses.wrong(address, self._clock())
        raise EntryRefused("unknown", Refusal("No room has this recovery code. Look at it again."))

    @contextmanager
    def _entering(self) -> Iterator[None]:
        """Refuse entry where a room is another process's, or nothing can be stored."""
        try:
            yield
        except OSError as error:
            self._lost(error)
            raise EntryRefused("wait", reason(error)[1], AGAIN) from None

    def _add(self, room: Room, name: object, *, host: bool) -> str:
        try:
            person, token = room.add(name, host=host)
        except Refusal as refusal:
            raise EntryRefused("refused", refusal) from None
        person.heard = self._clock()
        self._people.add(room, person, token)
        self.room_changed(room)
        return token

    def find(self, token: object) -> tuple[Room, Person]:
        """Return the room of a token's person, and them.

        Raises:
            EntryRefused: nobody has this token.
        """
        with self._entering():
            if found := self._rooms.find(token):
                return found
        raise EntryRefused("unknown", Refusal(STRANGER))

    def report(self, token: object) -> tuple[Room, Hashable, Callable[[], Summary]]:
        """Return the room that a token's person hosts, the state of its lesson, and what returns its summary.

        That takes a while, and may be done in another thread.

        Raises:
            EntryRefused: the token is no host's.
        """
        room, person = self.find(token)
        if not person.host:
            raise EntryRefused("unknown", Refusal("Only the host of this room may do that."))
        names = {each.id: each.name for each in room.people.values() if not each.host}
        return room, (room.lesson.state, *names.items()), room.lesson.summing_up(names)

    # what `Desk` does

    def room_changed(self, room: Room) -> None:
        """Write a room's change down, and tell everybody there."""
        raise NotImplementedError

    def forget(self, room: Room) -> None:
        """Close a room, and delete everything about it."""
        raise NotImplementedError

    def _lost(self, error: OSError) -> None:
        """Let a room go of which this process does not know everything."""
        raise NotImplementedError
