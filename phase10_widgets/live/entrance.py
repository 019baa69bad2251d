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
from .codes import digest, read_code, read_recovery_code
from .guesses import Arrivals, EntryRefused, Guesses, Openings, site
from .own_rooms import OwnRooms, reason
from .pages import Pages
from .plan import Plan
from .room import Person, Room

MOST_ROOMS = 50
AGAIN = 2.0
"""The seconds after which pages come back that another process, or a book without an answer, keeps waiting."""
STRANGER = phrase("Nobody here knows you anymore. Join again, please.")
USED = phrase("This link has been used. On the device where the room is open, “Another device” shows a new one.")


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
        self._guesses, self._openings, self._arrivals = Guesses(), Openings(), Arrivals()
        self._by_links: dict[bytes | None, str] = {}
        """The links that have brought tokens whose pages have not said hello yet, by the tokens' hashes."""

    def open(self, name: object, address: str) -> LiveJoined:
        """Open a room for friends; return its host's token.

        Raises:
            EntryRefused: not here, or not now.
        """
        if not self.open_to_all:
            raise EntryRefused("closed", Refusal("Here, only a teacher opens tables. Ask for a link or a code."))
        if wait := self._openings.wait(address, self._clock()):
            raise EntryRefused("wait", Refusal("You have opened enough tables for now. Use one of them."), wait)
        token = self.open_room(name, payer=site(address))
        self._openings.note(address, self._clock())
        return {"token": token}

    def open_room(self, name: object, plan: Plan | None = None, payer: str = "") -> str:
        """Open a room; return its host's token. *payer* is the address that pays for what the clock does there.

        Raises:
            EntryRefused: the name is none, or there are too many rooms.
        """
        with self._entering():
            if len(self._rooms) >= MOST_ROOMS and not self._drop_unused():
                raise EntryRefused("full", Refusal("There are too many rooms here. Try again later."))
            room = self._rooms.open(plan or Plan())
            room.payer = payer or room.payer
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
            room, now = self._asked_for(request, address), self._clock()
            self._arrivals.check(room.id, address, now)
            if not room.locked and (ghost := room.ghost(now)):
                self.remove(room, ghost)
            token = self._add(room, request.get("name"), host=False)
        self._arrivals.note(room.id, address, now)
        return {"token": token}

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
        """Let a host in on a device, with a link or a recovery code; return a new token for it.

        Raises:
            EntryRefused: the link has been used, or the code is not valid.
        """
        if isinstance(link := request.get("link"), str):
            return self._by_link(link)
        self._guesses.check(address, self._clock())
        with self._entering():
            if room := self._rooms.recovered_by(read_recovery_code(request.get("code"))):
                return {"token": self._people.another_token(room, room.host)}
        self._guesses.wrong(address, self._clock())
        raise EntryRefused("unknown", Refusal("No room has this recovery code. Look at it again."))

    def _by_link(self, link: str) -> LiveJoined:
        with self._entering():
            if room := self._rooms.linked_by(link):
                token = self._people.another_token(room, room.host)
                self._by_links[digest(token)] = link
                return {"token": token}
        raise EntryRefused("unknown", Refusal(USED))

    def host_link(self, token: object) -> str:
        """Return a key that brings a room's host to one device, as the part of a link after ``#h=``.

        *token* is the host's. The key works until a page that it has brought says hello: an answer may get lost.

        Raises:
            EntryRefused: the token is no host's.
        """
        room, _ = self._hosted(token)
        with self._entering():
            link = room.new_link()
            room.keep(self._now())
        return link

    def _keep_visit(self, room: Room, token: bytes) -> None:
        """Write down that a room is used, and that the link which has brought this token's page is worth nothing.

        Raises:
            OSError: it could not be stored; the link is spent when the page says hello again.
        """
        if (link := self._by_links.get(token)) is not None:
            room.spend_link(link)
        room.keep(self._now())
        self._by_links.pop(token, None)

    @contextmanager
    def _entering(self) -> Iterator[None]:
        """Refuse entry where a room is another process's, or nothing can be stored."""
        try:
            yield
        except OSError as error:
            self._lost(error)
            raise EntryRefused("soon", reason(error)[1], AGAIN) from None

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
        room, _ = self._hosted(token)
        names = {each.id: each.name for each in room.people.values() if not each.host}
        return room, (room.lesson.state, *names.items()), room.lesson.summing_up(names)

    def _hosted(self, token: object) -> tuple[Room, Person]:
        room, person = self.find(token)
        if not person.host:
            raise EntryRefused("unknown", Refusal("Only the host of this room may do that."))
        return room, person

    # what `Desk` does

    def room_changed(self, room: Room) -> None:
        """Write a room's change down, and tell everybody there."""
        raise NotImplementedError

    def remove(self, room: Room, person: Person) -> None:
        """Remove somebody from a room."""
        raise NotImplementedError

    def forget(self, room: Room) -> None:
        """Close a room, and delete everything about it."""
        raise NotImplementedError

    def _lost(self, error: OSError) -> None:
        """Let a room go of which this process does not know everything."""
        raise NotImplementedError
