"""A service's open pages, and the messages sent to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from ..base.translatable import Refusal
from ..editions import edition, names
from ..languages.text import NOTICE, Text
from ..rules.events import Event
from ..ui.screen import rejection
from ..ui.setup.presets import PRESETS
from ..ui.setup.view import LINES
from ..ui.table.portraits import NAMES, portrait
from ..ui.table.view_parts import named_seat
from .changes import Reacted, TableChanged
from .code_attempts import Leak
from .connection import Connection
from .room import Person, Room, RoomViews
from .shared_table import SharedTable
from .wire import LiveHere, LiveTell, LiveWelcome

MOST_HERE = 4
"""The maximum number of messages per second about who is present."""
MOST_CONNECTIONS = 3
"""The maximum number of pages per person."""
MOST_TOLD, TOLD_EVERY_SECONDS = 20, 0.5
"""The number of changes to a room that are sent immediately, and the number of seconds until another may be sent."""
LESSON_EVERY_SECONDS = 0.25
"""The minimum number of seconds between views of the lesson sent to the same page."""


class Page:
    """A person's open page."""

    def __init__(
        self, connection: Connection, room: Room, person: Person, words: Text, *, wall: bool, clock: Callable[[], float]
    ) -> None:
        """Show the room to this person; a *wall* shows only the parts that everybody may see."""
        self.connection, self.room, self.person, self.words, self.wall = connection, room, person, words, wall
        self.shown: SharedTable | None = None
        """The table whose constant content has been sent to the page."""
        self.heard = clock()
        """The time at which the page was last heard from."""
        self.token = b""
        """The hash of the token in the page's hello message."""
        self.last_room: object = None
        self.last_here: object = None
        self.owes_here = False
        """True if a change in the list of players present has not been sent yet."""
        self._clock = clock
        self._heres: deque[float] = deque(maxlen=MOST_HERE)
        self.last_lesson: object = None
        self.lesson_told = float("-inf")
        """The time at which the lesson's last view was sent."""

    def table(self) -> tuple[SharedTable | None, int | None]:
        """Return the table shown on the page (or None) and the person's seat there (None for spectators)."""
        return (None, None) if self.wall else self.room.shown_to(self.person)

    def welcome(self) -> None:
        """Answer a "hello" message."""
        room, person, words = self.room, self.person, self.words
        message: LiveWelcome = {
            "kind": "welcome",
            "v": 1,
            "person": person.id,
            "name": "" if self.wall else person.name,
            "role": "wall" if self.wall else "host" if person.host else "guest",
            "language": words.language.name,
            "code": room.code,
            "key": room.key,
            "notice": words.say(NOTICE),
            "editions": [
                {"id": name, "name": words.edition_name(edition(name)), "line": words.say(LINES.get(name, ""))}
                for name in names()
            ],
            "presets": [{"id": one.id, "name": words.say(one.name), "line": words.say(one.line)} for one in PRESETS],
        }
        if room.friends:
            message["faces"] = {name: portrait(name, words) for name in NAMES}
        self.connection.send(message)

    def tell_room(self, views: RoomViews | None = None) -> None:
        """Send the room if it has changed; *views* caches the parts that other people see too."""
        view = self.room.view(self.person, self.words, views, wall=self.wall)
        if view != self.last_room:
            self.last_room = view
            self.connection.send(view)

    def tell_lesson(self, now: float) -> bool:
        """Send the lesson if it has changed; return False if it must wait."""
        if not self.room.lesson.polls:
            return True
        if now - self.lesson_told < LESSON_EVERY_SECONDS:
            return False
        view = self.room.lesson_view(self.person, self.words, wall=self.wall)
        if view != self.last_lesson:
            self.last_lesson, self.lesson_told = view, now
            self.connection.send(view)
        return True

    def tell(self, table: SharedTable, **fields: Any) -> None:
        """Send a table's content or message."""
        told: LiveTell = {"kind": "tell", "table": table.number, **fields}  # type: ignore[typeddict-item]
        self.connection.send(told)

    def tell_view(
        self, table: SharedTable, seat: int | None, events: Sequence[Event] = (), ack: str | None = None
    ) -> None:
        """Send a table's view."""
        self.tell(table, view=table.view(seat, self.words, events, ack, paused=self.room.paused, pace=self.room.pace))

    def show_table(self, ack: str | None = None) -> None:
        """Send everything about the table shown on the page, if its game has begun."""
        table, seat = self.table()
        if table is None or table.session is None:
            self.shown = None
            return
        self.shown, self.last_here = table, None
        view = table.view(seat, self.words, (), ack, paused=self.room.paused, pace=self.room.pace)
        self.tell(table, about=table.about(seat, self.words, self.room.faces), view=view)
        self.tell_here(table)

    def tell_here(self, table: SharedTable) -> None:
        """Send the list of players present at a table if it has changed."""
        game = table.game
        here: LiveHere = {
            "kind": "here",
            "seats": [table.presence(seat) for seat in range(len(table.seats))],
            "to_act": named_seat(game, game.to_act),
            "left": table.clock.left,
            "of": self.room.clock or None,
            "paused": self.room.paused,
            "watchers": sum(person.watching == table.number for person in self.room.people.values()),
        }
        known = {**here, "left": table.clock.state}  # the page counts down the time itself
        if known == self.last_here:
            return
        now = self._clock()
        self.owes_here = len(self._heres) == MOST_HERE and now - self._heres[0] < 1
        if not self.owes_here:
            self.last_here = known
            self._heres.append(now)
            self.connection.send(here)

    def catch_up(self) -> None:
        """Send the list of players present if it was delayed."""
        table, _ = self.table()
        if self.owes_here and table is not None and self.shown is table and table.session is not None:
            self.tell_here(table)

    def refuse(self, message_id: str | None, refusal: Refusal, *, aside: bool = False) -> None:
        """Explain a refusal at the page's table, or in the room if there is no table or *aside* is True."""
        answer = rejection(message_id, refusal, self.words)
        table, _ = self.table()
        if table is not None and self.shown is table and not aside:
            self.tell(table, message=answer)
        else:
            self.connection.send(answer)


class Telling:
    """Limits how often a room's pages receive changes: the first few are sent immediately, and later ones together."""

    def __init__(self) -> None:
        self._leak = Leak(1 / TOLD_EVERY_SECONDS)
        self.owed = False
        """True if the pages are not up to date."""

    def may(self, now: float) -> bool:
        """Return True if the pages may be notified now, and count the notification."""
        if self._leak.level(now) > MOST_TOLD - 1:
            return False
        self._leak.add(now)
        return True


class Pages(dict[Connection, Page]):
    """The open pages, keyed by connection."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with no pages; *clock* returns a monotonic time in seconds."""
        super().__init__()
        self._clock = clock
        self._telling: WeakKeyDictionary[Room, Telling] = WeakKeyDictionary()

    def of(self, room: Room) -> list[Page]:
        """Return a room's pages."""
        return [page for page in self.values() if page.room is room]

    def at(self, room: Room, table: SharedTable) -> list[tuple[Page, int | None]]:
        """Return the pages that show a table, each with the person's seat there (None for spectators)."""
        shown = [(page, *page.table()) for page in self.of(room)]
        return [(page, seat) for page, there, seat in shown if there is table]

    def of_person(self, person: Person) -> Iterator[Page]:
        """Yield a person's pages."""
        return (page for each in [*person.connections] if (page := self.get(each)) is not None)

    def in_the_way(self, person: Person) -> Connection | None:
        """Return the connection that a new page replaces if a person has too many pages: the one that has been silent
        longest."""
        silent_first = [page.connection for page in sorted(self.of_person(person), key=lambda page: page.heard)]
        return silent_first[0] if len(silent_first) >= MOST_CONNECTIONS else None

    def room_changed(self, room: Room) -> None:
        """Notify everybody in a room that it has changed, either immediately or, after many changes, a moment later.

        Notifying a room takes time for each of its pages, each of which may send ten messages per second.
        """
        telling = self._telling.setdefault(room, Telling())
        telling.owed = not telling.may(self._clock())
        if not telling.owed:
            views = RoomViews()
            for page in self.of(room):
                page.tell_room(views)

    def show(self, room: Room, change: TableChanged) -> None:
        """Send a table's new view to its pages."""
        table = change.table
        for page, seat in self.at(room, table):
            if change.only is None or page.person is change.only:
                page.tell_view(table, seat, change.events, change.ack_for(page.connection))
            if table.state == "over":
                page.tell_room()  # it asks whether to play again
        self.tell_here(room, table)

    def tell_here(self, room: Room, table: SharedTable) -> None:
        """Send a table's pages the list of players present and the time left."""
        for page, _ in self.at(room, table):
            page.tell_here(table)

    def react(self, room: Room, change: Reacted) -> None:
        """Show a reaction to everybody at the table, but not to spectators while other tables play the same cards."""
        table = change.table
        for page, seat in self.at(room, table):
            if seat is not None or not table.secret:
                page.tell(table, message={"kind": "reaction", "seat": change.seat, "reaction": change.reaction})

    def owed(self) -> set[Room]:
        """Return the rooms whose pages have pending updates."""
        rooms = {room for room, telling in self._telling.items() if telling.owed}
        return rooms | {page.room for page in self.values() if page.owes_here}

    def catch_up(self, room: Room) -> None:
        """Send pending updates to a room's pages."""
        if room in self._telling and self._telling[room].owed:
            self.room_changed(room)
        for page in self.of(room):
            page.catch_up()

    def uncover(self, room: Room) -> None:
        """Reveal finished rounds to spectators of same-deal tables."""
        for page in self.of(room):
            table, seat = page.table()
            if table is not None and table.deal is not None and seat is None:
                page.tell_view(table, None)

    def moved(self, room: Room, person: Person, tables: Sequence[SharedTable]) -> None:
        """Notify everybody that a person has moved; *tables* lists the ones that the person left and joined."""
        self.room_changed(room)
        told = [page for table in tables if table.session is not None for page, _ in self.at(room, table)]
        for page in {*told, *self.of_person(person)}:
            page.show_table()
