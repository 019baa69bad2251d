"""Rooms: people brought together by a code, and their tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

from ..base.names import checked_name, looks_of
from ..base.translatable import Refusal
from ..languages.text import Text
from .attention import most_urgent
from .codes import LETTERS, link_hash, new_code, new_key, new_recovery_code, new_token, token_hash
from .lesson.room_lesson import RoomLesson
from .lesson.wire import LiveLesson
from .own_seats import Faces
from .plan import Plan
from .same_cards import SameCards, SharedDeal
from .shared_table import PACE_SECONDS, SharedTable
from .storage.room_store import HOUR, RoomStore, StoredRoom
from .wire import LivePerson, LiveRoom, LiveSeat, LiveTable

MOST_PEOPLE = 60
MOST_TABLES = 40
MOST_WATCHERS = 20
"""The maximum number of people who may watch one table, besides the host."""
CODE_HOURS = 12
"""The number of hours that a typed code is valid. Links are valid for as long as the room exists."""
SILENT_SECONDS = 12.0
"""The number of seconds of silence after which a page's socket is presumed dead; a stand-in takes over only later."""
MOST_LINKS = 10
"""The maximum number of unused links for a host's devices."""
ARRIVE_SECONDS = 30.0
"""The number of seconds after which a person whose page has never said hello may lose their place in a full room."""
BRIEF_SECONDS = 120.0
"""The number of seconds after which a person who has left may lose their place in a full room, if they stayed for less
time than that."""
MOST_NAME = 20
"""The maximum length of a name, in characters."""
SWITCHES = ("locked", "paused", "clock", "pace", "names_on_wall", "hands", "faces", "_recovery", "_links")
"""The settings that messages change in memory before they are stored."""


@dataclass
class Person:
    """A person in a room."""

    id: int
    name: str
    host: bool
    came: float = float("-inf")
    """The time at which the person joined, on the service's clock."""
    arrived: bool = True
    """True once one of the person's pages has said hello, and for everybody loaded from the store."""
    heard: float = float("-inf")
    """The time at which one of the person's pages was last heard from, on the service's clock."""
    reacted: float = float("-inf")
    """The time of the person's last reaction, on the service's clock."""
    watching: int | None = None
    """The table that the person is watching."""
    connections: dict[Any, None] = field(default_factory=dict)
    """The person's open pages, oldest first."""


class RoomViews:
    """A cache of the parts of a room that look the same to several people at the same moment."""

    def __init__(self) -> None:
        self.people: dict[bool, list[LivePerson]] = {}
        """Everybody, as seen by hosts (True) and by others (False)."""
        self.tables: dict[tuple[str, bool, bool], list[LiveTable]] = {}
        """The tables, keyed by language and by whether the viewer is a host or a wall."""


class Room:
    """A room, with a host who opens and manages its tables."""

    def __init__(self, store: RoomStore, stored: StoredRoom) -> None:
        """Load a room from the store, including its people, tables and games."""
        self._store = store
        self.id, self.code, self.key = stored.room, stored.code, stored.key
        self.payer = f"room {self.id}"
        """The payer for background work: the address that opened the room in this process, or the room itself."""
        self._coded = float(stored.settings.get("coded", stored.touched))
        """The time at which the room received its current code, in seconds since 1970."""
        self.locked = bool(stored.settings.get("locked"))
        self.paused = bool(stored.settings.get("paused"))
        self.clock = int(stored.settings.get("clock", 0))
        """The number of seconds per turn, or 0 for no limit."""
        self.pace = float(stored.settings.get("pace", PACE_SECONDS))
        """The number of seconds before a computer player acts."""
        self.names_on_wall = bool(stored.settings.get("names"))
        self.friends = bool(stored.settings.get("friends"))
        """True if friends opened the room for a single table."""
        recovery = stored.settings.get("recovery")
        self._recovery = None if recovery is None else bytes.fromhex(recovery)
        """The hash of the code with which the host can return."""
        self._links: list[str] = [*stored.settings.get("links", ())]
        """The hashes of the links that each admit the host on one device."""
        self.touched = stored.touched
        """The time at which the room was last used, in seconds since 1970."""
        self.people = {row.person: Person(row.person, row.name, row.host) for row in store.people(self.id)}
        self.tables = {row.number: SharedTable.stored(store, self.id, row) for row in store.tables(self.id)}
        self.same = SameCards(stored.settings.get("same"))
        self.same.find(self.tables.values())
        self.hands = {int(one): None for one in stored.settings.get("hands", ()) if one in self.people}
        """The people with raised hands, in the order in which they raised them."""
        known = {int(one): face for one, face in stored.settings.get("faces", {}).items()}
        self.faces = Faces({one: face for one, face in known.items() if one in self.people})
        self.lesson = RoomLesson(store, self.id)
        self._kept = self._switches()

    @classmethod
    def open(cls, store: RoomStore, plan: Plan, now: float, letters: str = LETTERS) -> Room:
        """Open a new room with one table; *now* is in seconds since 1970.

        Its code begins with one of these letters. Its key and everybody's tokens begin with the same letter, so that a
        proxy can find the room's process.
        """
        code = new_code(letters)
        key = new_key(code[0])
        room = cls(store, StoredRoom(store.add_room(code, key, {}, now), code, key, {}, now))
        room.set_tables(1, plan)
        return room

    def keep(self, now: float) -> None:
        """Store the room's settings, and record that it is in use; *now* is in seconds since 1970.

        Raises:
            OSError: they could not be stored, and the old ones are restored.
        """
        self.touched = now
        try:
            self._store.keep_room(self.id, self.code, self._settings(), now)
        except OSError:
            vars(self).update(self._kept)
            self.hands = {one: None for one in self.hands if one in self.people}
            raise
        self._kept = self._switches()

    def _switches(self) -> dict[str, Any]:
        return {name: copy(getattr(self, name)) for name in SWITCHES}

    def _settings(self) -> dict[str, Any]:
        return {
            "coded": self._coded,
            "locked": self.locked,
            "paused": self.paused,
            "clock": self.clock,
            "pace": self.pace,
            "names": self.names_on_wall,
            "friends": self.friends,
            "recovery": None if self._recovery is None else self._recovery.hex(),
            "links": self._links,
            "same": self.same.to_dict(),
            "hands": [*self.hands],
            "faces": {str(one): face for one, face in self.faces.items()},
        }

    def code_is_old(self, now: float) -> bool:
        """Return True if the code has expired; *now* is in seconds since 1970."""
        return now - self._coded > CODE_HOURS * HOUR

    def renew_code(self, now: float) -> None:
        """Replace the code; its first letter stays the same, so that a proxy can still find the room's process.

        Args:
            now: the time from which the new code is valid, in seconds since 1970.

        Raises:
            OSError: it could not be stored; the old code remains.
        """
        old = self.code, self._coded
        self.code, self._coded = new_code(self.code[0]), now
        try:
            self.keep(self.touched)
        except OSError:
            self.code, self._coded = old
            raise

    def new_recovery_code(self) -> str:
        """Return a new recovery code for the host; it invalidates the earlier one."""
        code = new_recovery_code(self.code[0])
        self._recovery = token_hash(code)
        return code

    def recovers(self, code: str) -> bool:
        """Return True if this is the host's recovery code."""
        return self._recovery is not None and compare_digest(self._recovery, token_hash(code))

    def new_link(self) -> str:
        """Return the key from a new link for one of the host's devices; only the last few unused links are valid."""
        link = new_key(self.code[0])
        self._links = [*self._links[1 - MOST_LINKS :], link_hash(link)]
        return link

    def linked_by(self, link: str) -> bool:
        """Return True if this is the key from a valid link for the host."""
        return link_hash(link) in self._links

    def spend_link(self, link: str) -> None:
        """Invalidate a link."""
        self._links = [each for each in self._links if each != link_hash(link)]

    def deserted(self, now: float) -> bool:
        """Return True if all open pages are silent; the tables then wait, as during a pause."""
        return not any(person.connections and now - person.heard <= SILENT_SECONDS for person in self.people.values())

    def ghost(self, now: float) -> Person | None:
        """Return a person who may lose their place in a full room, ideally one whose page never said hello, or None."""
        if len(self.people) < MOST_PEOPLE:
            return None
        ghosts = (one for one in self.people.values() if not one.host and self._is_ghost(one, now))
        return min(ghosts, key=lambda one: one.arrived, default=None)

    def _is_ghost(self, one: Person, now: float) -> bool:
        """Return True if a person's page never said hello, or if they left soon after joining and are not playing."""
        if not one.arrived:
            return now - one.came > ARRIVE_SECONDS
        sits = (found := self.table_of(one.id)) is not None and found[0].state == "playing"
        return not one.connections and not sits and one.heard - one.came < BRIEF_SECONDS < now - one.heard

    @property
    def host(self) -> Person:
        """The room's host."""
        return next(person for person in self.people.values() if person.host)

    def add(self, name: object, *, host: bool) -> tuple[Person, str]:
        """Add a person; return the person and their token.

        Raises:
            Refusal: the name is taken, or the room is locked or full.
        """
        called = checked_name(name, MOST_NAME)
        if self.locked and not host:
            raise Refusal("The host is not letting anyone else in right now.")
        if len(self.people) >= MOST_PEOPLE:
            raise Refusal("This room is full.")
        if alike := [person for person in self.people.values() if looks_of(person.name) & looks_of(called)]:
            raise Refusal("Somebody here is already called {name}: choose another name.", name=alike[0].name)
        token = new_token(self.code[0])
        person = Person(self._store.add_person(self.id, token_hash(token), called, host=host), called, host)
        self.people[person.id] = person
        return person, token

    def remove(self, person: int) -> None:
        """Remove a person: a computer player takes their seat, and their token becomes invalid."""
        if found := self.table_of(person):
            found[0].stand(found[1])
        for table in self.tables.values():
            table.forget(person, self.people.keys())
        self._store.drop_person(self.id, person)
        self.same.forget(person)
        self.lesson.forget(person)
        for known in (self.hands, self.faces):
            known.pop(person, None)
        del self.people[person]

    def merge(self, person: Person, newcomer: Person) -> None:
        """Merge a newcomer into this person, including everything that either has seen and answered."""
        self.lesson.merge(person.id, newcomer.id)
        if self.same.deal is not None:
            self.same.deal.merge(person.id, newcomer.id)
        for table in self.tables.values():
            table.merge(person.id, newcomer.id)
        for known in (self.hands, self.faces):
            known.pop(newcomer.id, None)
        del self.people[newcomer.id]

    def table(self, number: object) -> SharedTable:
        """Return a table.

        Raises:
            Refusal: there is no such table.
        """
        found = self.tables.get(number) if isinstance(number, int) else None
        if found is None:
            raise Refusal("There is no such table.")
        return found

    def table_of(self, person: int) -> tuple[SharedTable, int] | None:
        """Return a person's table and seat, or None if they have no seat."""
        for table in self.tables.values():
            seat = table.seat_of(person)
            if seat is not None:
                return table, seat
        return None

    def move(self, person: Person, table: SharedTable | None, seat: int | None = None) -> list[SharedTable]:
        """Seat a person at a table, by default in a free seat, or remove them from it; return the tables that have
        changed.

        Raises:
            Refusal: the seat is not free, or they know cards that are still to be played there.
        """
        found = self.table_of(person.id)
        left = [found[0]] if found else []
        if table is None:
            chosen = None
        else:
            chosen = table.choose_seat(person.id, seat)
            self.same.check(person.id, table, found[0] if found else None)
        if found:
            found[0].stand(found[1])
        if table is not None and chosen is not None:
            table.sit(person.id, chosen)
            self.faces.give(person.id, [status.person for status in table.seats])
            self._come(person, table)
        person.watching = None
        return [*left, *([table] if table is not None else [])]

    def watch(self, person: Person, table: SharedTable) -> None:
        """Let a person watch a table.

        Raises:
            Refusal: they have a seat somewhere, or twenty people are already watching the table. There is always room
                for the host.
        """
        if self.table_of(person.id):
            raise Refusal("Leave your seat first.")
        others = [each for each in self.people.values() if each is not person and not each.host]
        watchers = sum(each.watching == table.number for each in others)
        if watchers >= MOST_WATCHERS and not person.host:
            raise Refusal("{n} people are already watching this table. Choose another table.", n=watchers)
        person.watching = table.number
        self._come(person, table)

    def _come(self, person: Person, table: SharedTable) -> None:
        """Lower the raised hands at a table that the host now visits."""
        for status in table.seats if person.host else ():
            self.hands.pop(status.person or 0, None)

    def set_hand(self, person: Person, *, up: bool) -> bool:
        """Raise or lower a person's hand; return False if nothing has changed."""
        if up is (person.id in self.hands):
            return False
        if up:
            self.hands.setdefault(person.id)
        else:
            self.hands.pop(person.id, None)
        return True

    def to_start(self, table: SharedTable | None) -> tuple[list[SharedTable], SharedDeal | None]:
        """Return the tables to start (this one, or all ready ones if *table* is None) and the deal that they share.

        Raises:
            Refusal: nobody is sitting there, or other tables are still playing the same cards.
        """
        return self.same.to_start(table, self.tables), self.same.draw(self.people)

    def begin_again(self) -> list[SharedTable]:
        """Start another game wherever friends have finished one and everybody present wants it; return the tables."""
        ready = [table for table in self.tables.values() if self.friends and table.state == "over"]
        found = []
        for table in ready:
            people = [(status, self.people.get(status.person or 0)) for status in table.seats]
            here = [status.again for status, person in people if person is not None and person.connections]
            if here and all(here) and not self.same.on:
                table.start(self.names())
                found.append(table)
        return found

    def start(self, tables: Iterable[SharedTable], deal: SharedDeal | None) -> None:
        """Start these tables with a stored deal, or each with its own cards if the deal is None."""
        for table in tables:
            table.start(self.names(), deal)

    def shown_to(self, person: Person) -> tuple[SharedTable | None, int | None]:
        """Return the table shown on a person's pages, and the person's seat there (None for spectators)."""
        if found := self.table_of(person.id):
            return found
        return self.tables.get(person.watching or 0), None

    def set_tables(self, n: int, plan: Plan) -> None:
        """Set the number of tables to *n*; new ones get this plan, and only empty ones are removed.

        Raises:
            Refusal: the number is out of range, or people are sitting at a table that would be removed.
        """
        if not 1 <= n <= MOST_TABLES:
            raise Refusal("A room has 1 to {most} tables.", most=MOST_TABLES)
        gone = [table for number, table in self.tables.items() if number > n]
        if any(status.person is not None for table in gone for status in table.seats):
            raise Refusal("People are sitting at a table that would be removed.")
        for table in gone:
            self._store.drop_table(self.id, table.number)
            if table.deal is not None:
                table.deal.drop(table)
            del self.tables[table.number]
        for number in range(len(self.tables) + 1, n + 1):
            self.tables[number] = SharedTable(self._store, self.id, number, plan)
            self.tables[number].keep()

    def names(self) -> dict[int, str]:
        """Return the names of all people in the room."""
        return {person.id: person.name for person in self.people.values()}

    # views

    def lesson_view(self, person: Person, words: Text, *, wall: bool = False) -> LiveLesson:
        """Return the lesson as seen by a person; hosts ask questions but do not answer them."""
        present = self._present()
        own = None if wall or person.host else person.id
        return self.lesson.view(words, present, person=own, host=person.host and not wall)

    def _present(self) -> set[int]:
        """Return the people present, not counting hosts."""
        return {each.id for each in self.people.values() if each.connections and not each.host}

    def view(self, person: Person, words: Text, views: RoomViews | None = None, *, wall: bool = False) -> LiveRoom:
        """Return the room as seen by a person; a *wall* shows names only if the host wants it to.

        *views* caches the parts that other people see too, because most parts are the same for everybody.
        """
        views = RoomViews() if views is None else views
        table, seat = (None, None) if wall else self.shown_to(person)
        alike = words.language.name, person.host, wall
        if alike not in views.tables:
            views.tables[alike] = [self._table(each, words, person, wall=wall) for each in self.tables.values()]
        if not wall and person.host not in views.people:
            views.people[person.host] = [*self._people(person.host)]
        shown: LiveRoom = {
            "kind": "room",
            "locked": self.locked,
            "paused": self.paused,
            "same": self.same.on,
            "clock": self.clock,
            "pace": self.pace,
            "names": self.names_on_wall,
            "here": len(self._present()),
            "people": [] if wall else self._with_own_hand(person, views.people[person.host]),
            "tables": views.tables[alike],
            "table": None if table is None else table.number,
            "seat": seat,
        }
        return {**shown, "friends": True} if self.friends else shown

    def _with_own_hand(self, viewer: Person, people: list[LivePerson]) -> list[LivePerson]:
        """Return the people as seen by a viewer; only hosts see raised hands other than their own."""
        if viewer.host or viewer.id not in self.hands:
            return people
        place = [*self.hands].index(viewer.id) + 1
        return [{**one, "hand": place} if one["person"] == viewer.id else one for one in people]

    def _people(self, host: bool) -> Iterator[LivePerson]:
        """Yield everybody as seen by a host or by another person."""
        places = {person: place for place, person in enumerate(self.hands, 1)}
        tables = {status.person: table.number for table in self.tables.values() for status in table.seats}
        for person in self.people.values():
            yield {
                "person": person.id,
                "name": person.name,
                "host": person.host,
                "there": bool(person.connections),
                "table": tables.get(person.id),
                "hand": places.get(person.id, 0) if host else 0,
            }

    def _table(self, table: SharedTable, words: Text, person: Person, *, wall: bool) -> LiveTable:
        plan = table.plan
        edition = plan.game()
        game = None if table.session is None else table.session.game
        urgency, reason = most_urgent(table, table.attention, self.names(), words, self.hands)
        tended = person.host and not wall
        shown: LiveTable = {
            "table": table.number,
            "state": table.state,
            "own": None if wall else table.own_seat(person.id),
            "edition": plan.edition,
            "title": words.edition_name(edition),
            "preset": plan.preset,
            "line": plan.line(words),
            "level": plan.level,
            "options": dict(plan.options),
            "most": edition.seats[-1],
            "phases": [phase.number for phase in edition.phases],
            "seats": [self._seat(table, seat, wall=wall) for seat in range(len(table.seats))],
            "round": None if game is None else game.state.round,
            "to_act": None if game is None else game.to_act,
            "needs": reason if tended else "",
            "urgency": int(urgency) if tended else 0,
        }
        return {**shown, "portraits": table.portraits(words, self.faces)} if self.friends else shown

    def _seat(self, table: SharedTable, seat: int, *, wall: bool) -> LiveSeat:
        game = None if table.session is None else table.session.game
        person = self.people.get(table.seats[seat].person or 0)
        name = person.name if person else "" if game is None else game.players[seat]
        shown: LiveSeat = {
            "name": "" if wall and not self.names_on_wall else name,
            "presence": table.presence(seat),
            "person": person.id if person and not wall else None,
            "phase": None if game is None else game.state.seats[seat].phase,
            "completed": [] if game is None else list(game.state.seats[seat].completed),
        }
        return {**shown, "again": True} if table.seats[seat].again else shown
