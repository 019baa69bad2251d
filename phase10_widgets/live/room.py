"""A room: people who found each other by a code, and the tables at which they play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..core.translatable import Refusal
from ..game import JOINERS
from ..text import Text
from ..views.protocol.live import LivePerson, LiveRoom, LiveSeat, LiveTable
from ..views.protocol.live_lesson import LiveLesson
from .book import Book, StoredRoom
from .codes import digest, new_code, new_key, new_token
from .plan import Plan
from .room_lesson import RoomLesson
from .shared_table import SharedTable

MOST_PEOPLE = 60
MOST_TABLES = 40
MOST_NAME = 20
"""The longest name, in characters."""


@dataclass
class Person:
    """Somebody in a room."""

    id: int
    name: str
    host: bool
    heard: float = float("-inf")
    """When a page of theirs was last heard of, on the desk's clock."""
    watching: int | None = None
    """The table that they watch."""
    lines: dict[Any, None] = field(default_factory=dict)
    """Their open pages, the oldest first."""


class Room:
    """A room. Its host opens tables and decides about them."""

    def __init__(self, book: Book, stored: StoredRoom) -> None:
        """Open a room of the book, with its people, tables and games."""
        self._book = book
        self.id, self.code, self.key = stored.room, stored.code, stored.key
        self.locked = bool(stored.settings.get("locked"))
        self.paused = bool(stored.settings.get("paused"))
        self.touched = stored.touched
        """When it was last used, in seconds since 1970."""
        self.people = {row.person: Person(row.person, row.name, row.host) for row in book.people(self.id)}
        self.tables = {row.number: SharedTable.stored(book, self.id, row) for row in book.tables(self.id)}
        self.lesson = RoomLesson(book, self.id)

    @classmethod
    def open(cls, book: Book, plan: Plan, now: float) -> Room:
        """Open a new room with one table; *now* is in seconds since 1970."""
        code, key = new_code(), new_key()
        room = cls(book, StoredRoom(book.add_room(code, key, {}, now), code, key, {}, now))
        room.set_tables(1, plan)
        return room

    def keep(self, now: float) -> None:
        """Write down the room's settings and that it is still used; *now* is in seconds since 1970."""
        self.touched = now
        self._book.keep_room(self.id, {"locked": self.locked, "paused": self.paused}, now)

    def add(self, name: object, *, host: bool) -> tuple[Person, str]:
        """Add a person; return them and their token.

        Raises:
            Refusal: the name is taken, or the room is locked or full.
        """
        called = name_from(name)
        if self.locked and not host:
            raise Refusal("The host lets nobody else in right now.")
        if len(self.people) >= MOST_PEOPLE:
            raise Refusal("This room is full.")
        if any(person.name.casefold() == called.casefold() for person in self.people.values()):
            raise Refusal("Somebody here is already called {name}: take another name.", name=called)
        token = new_token()
        hashed = digest(token)
        assert hashed is not None, "a token is a text"
        person = Person(self._book.add_person(self.id, hashed, called, host=host), called, host)
        self.people[person.id] = person
        return person, token

    def remove(self, person: int) -> None:
        """Remove a person; a computer player takes their seat, and their token is worth nothing anymore."""
        if found := self.table_of(person):
            found[0].stand(found[1])
        self._book.drop_person(person)
        self.lesson.forget(person)
        del self.people[person]

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
        """Return the table and the seat of a person; None if they do not sit."""
        for table in self.tables.values():
            seat = table.seat_of(person)
            if seat is not None:
                return table, seat
        return None

    def shown_to(self, person: Person) -> tuple[SharedTable | None, int | None]:
        """Return the table that a person's pages show, and their seat; None for spectators."""
        if found := self.table_of(person.id):
            return found
        return self.tables.get(person.watching or 0), None

    def set_tables(self, n: int, plan: Plan) -> None:
        """Have *n* tables; new ones get this plan, and only empty ones go.

        Raises:
            Refusal: the number is out of range, or people sit at a table that would go.
        """
        if not 1 <= n <= MOST_TABLES:
            raise Refusal("A room has 1 to {most} tables.", most=MOST_TABLES)
        gone = [table for number, table in self.tables.items() if number > n]
        if any(chair.person is not None for table in gone for chair in table.chairs):
            raise Refusal("People sit at a table that would go.")
        for table in gone:
            self._book.drop_table(self.id, table.number)
            del self.tables[table.number]
        for number in range(len(self.tables) + 1, n + 1):
            self.tables[number] = SharedTable(self._book, self.id, number, plan)
            self.tables[number].keep()

    def names(self) -> dict[int, str]:
        """Return the name of everybody here."""
        return {person.id: person.name for person in self.people.values()}

    # what people see

    def lesson_view(self, person: Person, words: Text, *, wall: bool = False) -> LiveLesson:
        """Return the lesson as a person sees it; a host asks and does not answer."""
        present = {each.id for each in self.people.values() if each.lines and not each.host}
        own = None if wall or person.host else person.id
        return self.lesson.view(words, present, person=own, host=person.host and not wall)

    def view(self, person: Person, words: Text, *, wall: bool = False) -> LiveRoom:
        """Return the room as a person sees it; on the *wall*, without any name."""
        table, seat = (None, None) if wall else self.shown_to(person)
        return {
            "kind": "room",
            "locked": self.locked,
            "paused": self.paused,
            "people": [] if wall else [*self._people()],
            "tables": [self._table(each, words, named=not wall) for each in self.tables.values()],
            "table": None if table is None else table.number,
            "seat": seat,
        }

    def _people(self) -> Iterator[LivePerson]:
        for person in self.people.values():
            found = self.table_of(person.id)
            yield {
                "person": person.id,
                "name": person.name,
                "host": person.host,
                "there": bool(person.lines),
                "table": None if found is None else found[0].number,
            }

    def _table(self, table: SharedTable, words: Text, *, named: bool) -> LiveTable:
        plan = table.plan
        edition = plan.game()
        game = None if table.session is None else table.session.game
        return {
            "table": table.number,
            "state": table.state,
            "edition": plan.edition,
            "title": words.edition_name(edition),
            "preset": plan.preset,
            "line": plan.line(words),
            "level": plan.level,
            "most": edition.seats[-1],
            "phases": [phase.number for phase in edition.phases],
            "seats": [self._seat(table, seat, named=named) for seat in range(len(table.chairs))],
            "round": None if game is None else game.state.round,
            "to_act": None if game is None else game.to_act,
            "needs": self._needs(table, words) if named else "",
        }

    def _seat(self, table: SharedTable, seat: int, *, named: bool) -> LiveSeat:
        game = None if table.session is None else table.session.game
        person = self.people.get(table.chairs[seat].person or 0)
        name = person.name if person else "" if game is None else game.players[seat]
        return {
            "name": name if named else "",
            "presence": table.presence(seat),
            "person": person.id if person and named else None,
            "phase": None if game is None else game.state.seats[seat].phase,
            "completed": [] if game is None else list(game.state.seats[seat].completed),
        }

    def _needs(self, table: SharedTable, words: Text) -> str:
        """Return what the host should know about a table."""
        away = [self.people[chair.person].name for chair in table.chairs if chair.away and chair.person in self.people]
        if away:
            return words.say("{names}: away", names=", ".join(away))
        if table.state == "over":
            return words.say("The game is over.")
        return ""


def name_from(text: object) -> str:
    """Return a person's name.

    Raises:
        Refusal: it is not 1 to 20 visible characters.
    """
    name = " ".join(text.split()) if isinstance(text, str) else ""
    if not 0 < len(name) <= MOST_NAME or not all(letter.isprintable() or letter in JOINERS for letter in name):
        raise Refusal("A name has 1 to {most} visible characters.", most=MOST_NAME)
    return name
