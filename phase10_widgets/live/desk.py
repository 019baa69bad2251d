"""The desk: every room, every page, one message in, messages out.

All of it runs in one thread. A page's connection is a :class:`Line`; time passes in :meth:`Desk.tick`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from .. import languages
from ..core.actions import IllegalAction
from ..core.events import Event
from ..core.integers import integer
from ..core.translatable import Refusal
from ..editions import EDITIONS, edition
from ..players import PlayerError
from ..text import NOTICE, Text
from ..views.presets import PRESETS
from ..views.protocol.live import LiveBye, LiveDown, LiveHere, LiveJoined, LiveTell, LiveWelcome
from ..views.protocol.messages import Reject
from ..views.setup import LINES
from .book import HOURS, Book
from .codes import digest, read_code
from .guesses import Guesses
from .plan import Plan
from .room import Person, Room
from .shared_table import PACE, SharedTable

LOG = logging.getLogger(__name__)
AWAY = 8.0
"""The seconds without a sign of life after which a person is away."""
STAND_IN = 30.0
"""The seconds after which a computer player stands in for them."""
STAND_IN_NOW = 20.0
"""The same on their own turn."""
SUMMARY = 30.0
"""The seconds for which computer players wait while somebody looks at a round's result."""
ROOM_EVERY = 1.0
"""The seconds between two views of the room for pages that did not change it."""
SWEEP_EVERY = 600.0
"""The seconds between two looks for rooms that nobody has used for long."""
MOST_ROOMS = 50
MOST_LINES = 3
"""The most pages of one person."""
MOST_ID = 100
FRIENDS = 3
"""The rooms that one address may open in an hour, where friends may open rooms."""
HOUR = 3600.0

Ack = tuple["Line", str] | None
"""The page that asked, and the id of its message."""


class Line(Protocol):
    """A page's connection."""

    def send(self, message: LiveDown) -> None:
        """Send a message; of views, only the latest need arrive."""

    def close(self, code: int) -> None:
        """End the connection."""


class Refused(Exception):
    """The answer to a request to join or to open a room."""

    def __init__(self, code: str, why: Refusal, after: float | None = None) -> None:
        """Take a code for programs, a sentence for people, and the seconds to wait before another try."""
        super().__init__(code)
        self.code, self.why, self.after = code, why, after


class Page:
    """An open page of a person."""

    def __init__(self, line: Line, room: Room, person: Person, words: Text, *, wall: bool) -> None:
        """Show the room to this person; on the *wall*, what everybody may see."""
        self.line, self.room, self.person, self.words, self.wall = line, room, person, words, wall
        self.shown: SharedTable | None = None
        """The table whose constant content it has."""
        self.last_room: object = None
        self.last_here: object = None


class TableClock:
    """The time at a table."""

    def __init__(self, now: float) -> None:
        """Begin now."""
        self.moved = now
        """When the game last changed."""


class Desk:
    """Every room of a service."""

    def __init__(
        self,
        book: Book,
        *,
        open_to_all: bool = False,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Open the rooms of a book.

        Args:
            book: where everything is written down.
            open_to_all: True if anybody may open a room for friends.
            clock: returns seconds that never jump.
            now: returns the seconds since 1970.
        """
        self._book, self._open_to_all, self._clock, self._now = book, open_to_all, clock, now
        self._rooms: dict[int, Room] = {}
        self._people: dict[bytes, tuple[Room, Person]] = {}
        self._pages: dict[Line, Page] = {}
        self._clocks: dict[SharedTable, TableClock] = {}
        self._guesses = Guesses()
        self._opened: dict[str, list[float]] = {}
        self._stale: set[int] = set()
        """The rooms whose pages do not know everything yet."""
        self._told = self._swept = clock()
        self._load()

    def _load(self) -> None:
        oldest = self._now() - HOURS * HOUR
        for row in self._book.rooms():
            if row.touched < oldest:
                self._book.drop_room(row.room)
                continue
            room = Room(self._book, row)
            self._rooms[room.id] = room
            for one in self._book.people(room.id):
                self._people[one.token] = room, room.people[one.person]

    # before there is a line

    def open(self, name: object, address: str) -> LiveJoined:
        """Open a room for friends; return its host's token.

        Raises:
            Refused: not here, or not now.
        """
        if not self._open_to_all:
            raise Refused("closed", Refusal("Here, only a teacher opens tables. Ask for a link or a code."))
        now = self._clock()
        recent = [at for at in self._opened.get(address, []) if now - at < HOUR]
        if len(recent) >= FRIENDS:
            after = HOUR - (now - recent[0])
            raise Refused("wait", Refusal("You have opened enough tables for now. Use one of them."), after)
        token = self.open_room(name)
        if len(self._opened) > 10_000:
            self._opened.clear()
        self._opened[address] = [*recent, now]
        return {"token": token}

    def open_room(self, name: object, plan: Plan = Plan()) -> str:  # noqa: B008 - a plan never changes
        """Open a room; return its host's token.

        Raises:
            Refused: the name is none, or there are too many rooms.
        """
        if len(self._rooms) >= MOST_ROOMS:
            raise Refused("full", Refusal("There are too many rooms here. Try again later."))
        room = Room.open(self._book, plan, self._now())
        self._rooms[room.id] = room
        try:
            return self._add(room, name, host=True)
        except Refused:
            self._forget(room)
            raise

    def join(self, request: Mapping[str, Any], address: str) -> LiveJoined:
        """Let somebody in with a key or a code; return their token.

        Raises:
            Refused: the key or the code is none, or the room does not let them in.
        """
        return {"token": self._add(self._asked_for(request, address), request.get("name"), host=False)}

    def _asked_for(self, request: Mapping[str, Any], address: str) -> Room:
        key = request.get("key")
        if isinstance(key, str):
            room = next((room for room in self._rooms.values() if room.key == key), None)
            if room is None:
                raise Refused("unknown", Refusal("This link leads nowhere anymore. Ask for a new one."))
            return room
        now = self._clock()
        if wait := self._guesses.wait(address, now):
            raise Refused("wait", Refusal("Too many wrong codes. Try again in a moment, or use the link."), wait)
        code = read_code(request.get("code"))
        room = next((room for room in self._rooms.values() if room.code == code), None)
        if room is None:
            self._guesses.wrong(address, now)
            raise Refused("unknown", Refusal("No room has this code. Look at it again."))
        return room

    def _add(self, room: Room, name: object, *, host: bool) -> str:
        try:
            person, token = room.add(name if isinstance(name, str) else "", host=host)
        except Refusal as refusal:
            raise Refused("refused", refusal) from None
        hashed = digest(token)
        assert hashed is not None, "a token is a text"
        self._people[hashed] = room, person
        self._touch(room)
        return token

    # lines

    def hear(self, line: Line, message: object) -> None:
        """Carry out a page's message, or refuse it with a sentence."""
        kind = message.get("kind") if isinstance(message, Mapping) else None
        page = self._pages.get(line)
        if not isinstance(message, Mapping) or not isinstance(kind, str):
            self._end(line, 4429, Refusal("This message was not understood."), None)
        elif kind == "hello":
            self._hello(line, message)
        elif page is None:
            self._end(line, 4401, Refusal("Join again, please."), None)
        else:
            self._heard(page)
            if kind != "beat":
                self._carry_out(page, kind, message)

    def _carry_out(self, page: Page, kind: str, message: Mapping[str, Any]) -> None:
        inner = message.get("message") if kind == "say" else message
        message_id = inner.get("id") if isinstance(inner, Mapping) else None
        if not isinstance(message_id, str) or not 0 < len(message_id) <= MOST_ID:
            message_id = None
        try:
            handler = self.HANDLERS.get(kind)
            if handler is None or (kind in self.HOSTS and not page.person.host) or (page.wall and kind != "language"):
                raise Refusal(
                    "Only the host of this room may do that." if handler else "This message was not understood."
                )
            handler(self, page, message)
        except Refusal as refusal:
            self._refuse(page, message_id, refusal)
        except OSError:
            LOG.exception("a message could not be written down")
            self._refuse(page, message_id, Refusal("This could not be stored, so nothing has changed. Try again."))
        except Exception:
            LOG.exception("a message failed")
            self._refuse(page, message_id, Refusal("Something went wrong here, but the game has not changed."))

    def _refuse(self, page: Page, message_id: str | None, refusal: Refusal) -> None:
        answer: Reject = {
            "kind": "reject",
            "id": message_id,
            "code": str(getattr(refusal, "code", "refused")),
            "rule": refusal.rule if isinstance(refusal, IllegalAction) else None,
            "why": page.words.refusal(refusal),
        }
        table, _ = page.room.shown_to(page.person)
        if table is not None and page.shown is table:
            page.line.send({"kind": "tell", "table": table.number, "message": answer})
        else:
            page.line.send(answer)

    def gone(self, line: Line) -> None:
        """Note that a page has gone; its person may come back."""
        page = self._pages.pop(line, None)
        if page is not None:
            page.person.lines.discard(line)
            self._stale.add(page.room.id)

    def _hello(self, line: Line, message: Mapping[str, Any]) -> None:
        found = self._people.get(digest(message.get("token")) or b"")
        words = Text(language if (language := message.get("language")) in languages.names() else languages.ENGLISH)
        if message.get("v") != 1:
            self._end(line, 4409, Refusal("There is a new version of this page. Load it again."), None)
            return
        if found is None:
            self._end(line, 4401, Refusal("Nobody here knows you anymore. Join again, please."), None, words)
            return
        room, person = found
        if line in self._pages:
            self.gone(line)
        if len(person.lines) >= MOST_LINES:
            oldest = next(iter(person.lines))
            self._end(oldest, 4429, Refusal("This game is open on too many pages."), None)
        page = Page(line, room, person, words, wall=person.host and message.get("wall") is True)
        self._pages[line] = page
        person.lines.add(line)
        self._heard(page)
        self._touch(room)
        line.send(self._welcome(page))
        self._tell_room(page)
        self._show_table(page)
        self._stale.add(room.id)

    def _welcome(self, page: Page) -> LiveWelcome:
        room, person, words = page.room, page.person, page.words
        return {
            "kind": "welcome",
            "v": 1,
            "person": person.id,
            "name": person.name,
            "role": "wall" if page.wall else "host" if person.host else "guest",
            "language": words.language.name,
            "code": room.code,
            "key": room.key,
            "notice": words.say(NOTICE),
            "editions": [
                {"id": name, "name": words.edition_name(edition(name)), "line": words.say(LINES.get(name, ""))}
                for name in EDITIONS
            ],
            "presets": [{"id": one.id, "name": words.say(one.name), "line": words.say(one.line)} for one in PRESETS],
        }

    def _end(self, line: Line, code: int, why: Refusal, after: float | None, words: Text | None = None) -> None:
        """End a line with a reason."""
        page = self._pages.get(line)
        words = words or (page.words if page else Text(languages.ENGLISH))
        bye: LiveBye = {"kind": "bye", "code": code, "why": words.refusal(why), "after": after}
        self.gone(line)
        line.send(bye)
        line.close(code)

    def _heard(self, page: Page) -> None:
        """Note a sign of life: whoever was away plays again."""
        page.person.heard = self._clock()
        if page.wall:
            return
        if (found := page.room.table_of(page.person.id)) and found[0].come_back(found[1]):
            self._changed(page.room, found[0])

    # messages

    def _say(self, page: Page, message: Mapping[str, Any]) -> None:
        """Pass a message on to the table that the page shows."""
        inner = message.get("message")
        kind = inner.get("kind") if isinstance(inner, Mapping) else None
        table, seat = page.room.shown_to(page.person)
        if table is None or table.session is None or not isinstance(inner, Mapping) or not isinstance(kind, str):
            raise Refusal("This message was not understood.")
        message_id = inner.get("id")
        if not isinstance(message_id, str) or not 0 < len(message_id) <= MOST_ID or inner.get("v") != 1:
            raise Refusal("This message was not understood.")
        if kind in ("hello", "ping", "leave", "language"):
            self._say_anytime(page, kind, inner, message_id)
            return
        if seat is None:
            raise Refusal("You are watching this table.")
        if table.has_moved(message_id):
            self._tell_view(page, table, seat)
            return
        if inner.get("rev") != table.rev_for(seat):
            self._tell_view(page, table, seat)
            raise Refusal("The table has changed in the meantime. Look again, and then choose again.")
        self._say_in_turn(page, table, seat, kind, inner, message_id)

    def _say_anytime(self, page: Page, kind: str, inner: Mapping[str, Any], message_id: str) -> None:
        table, seat = page.room.shown_to(page.person)
        assert table is not None, "it was there a moment ago"
        if kind == "leave":
            self._leave(page)
        elif kind == "language":
            self._speak(page, inner, message_id)
        elif kind == "ping":
            self._tell(page, table, {"message": {"kind": "pong", "id": message_id}})
        else:
            self._tell(page, table, {"message": {"kind": "welcome", "id": message_id, "token": None, "offers": []}})
            self._tell(page, table, {"message": table.story(seat, page.words)})

    def _say_in_turn(
        self, page: Page, table: SharedTable, seat: int, kind: str, inner: Mapping[str, Any], message_id: str
    ) -> None:
        ack = page.line, message_id
        if kind == "hint":
            self._tell(page, table, {"message": table.hint(seat, page.words, message_id)})
        elif kind == "continue":
            table.go_on(seat)
            self._changed(page.room, table, table.next_deal(), ack, only=page.person)
        elif page.room.paused:
            raise Refusal("The host has paused the game.")
        elif kind == "action":
            self._changed(page.room, table, table.act(seat, inner.get("action"), message_id), ack)
        elif kind == "undo":
            table.undo(seat, message_id)
            self._changed(page.room, table, (), ack)
        else:
            raise Refusal("That is not possible at a shared table.")

    def _sit(self, page: Page, message: Mapping[str, Any]) -> None:
        room, person = page.room, page.person
        table = room.table(message.get("table"))
        seat = None if message.get("seat") is None else integer(message.get("seat"))
        found = room.table_of(person.id)
        if found and found[0] is not table and not table.free_seats():
            raise Refusal("This seat is taken: choose another.")
        if seat is not None and seat not in table.free_seats():
            raise Refusal("This seat is taken: choose another.")
        if found:
            found[0].stand(found[1])
        table.sit(person.id, seat)
        person.watching = None
        self._moved(room, person, *([found[0]] if found else []), table)

    def _stand(self, page: Page, message: Mapping[str, Any]) -> None:
        self._leave(page)

    def _leave(self, page: Page) -> None:
        room, person = page.room, page.person
        person.watching = None
        found = room.table_of(person.id)
        if found:
            found[0].stand(found[1])
        self._moved(room, person, *([found[0]] if found else []))

    def _watch(self, page: Page, message: Mapping[str, Any]) -> None:
        room, person = page.room, page.person
        table = room.table(message.get("table"))
        if room.table_of(person.id):
            raise Refusal("Stand up first.")
        person.watching = table.number
        self._moved(room, person)

    def _speak(self, page: Page, message: Mapping[str, Any], message_id: str | None = None) -> None:
        wanted = message.get("language")
        if wanted not in languages.names():
            raise Refusal("The available languages are {names}.", names=", ".join(languages.names()))
        page.words = Text(wanted)
        page.line.send(self._welcome(page))
        self._tell_room(page)
        self._show_table(page, message_id)

    def _set_plan(self, page: Page, message: Mapping[str, Any]) -> None:
        table = page.room.table(message.get("table"))
        table.set_plan(Plan.read(message))
        self._room_changed(page.room)

    def _start(self, page: Page, message: Mapping[str, Any]) -> None:
        room = page.room
        number = message.get("table")
        tables = [*room.tables.values()] if number is None else [room.table(number)]
        ready = [each for each in tables if each.state != "playing" and len(each.free_seats()) < len(each.chairs)]
        if number is None and not ready:
            raise Refusal("Nobody sits at a table that could start.")
        for table in ready if number is None else tables:
            table.start(room.names())
            self._clocks[table] = TableClock(self._clock())
            for each in self._at(room, table):
                each.shown = None
        self._room_changed(room)
        for table in tables:
            for each in self._at(room, table):
                self._show_table(each)

    def _set_tables(self, page: Page, message: Mapping[str, Any]) -> None:
        tables = page.room.tables
        page.room.set_tables(integer(message.get("n")) or 0, tables[max(tables)].plan)
        self._room_changed(page.room)

    def _lock(self, page: Page, message: Mapping[str, Any]) -> None:
        page.room.locked = message.get("on") is True
        self._room_changed(page.room)

    def _pause(self, page: Page, message: Mapping[str, Any]) -> None:
        page.room.paused = message.get("on") is True
        self._room_changed(page.room)
        for table in page.room.tables.values():
            if table.session is not None:
                self._changed(page.room, table)

    def _kick(self, page: Page, message: Mapping[str, Any]) -> None:
        room = page.room
        person = room.people.get(integer(message.get("person")) or 0)
        if person is None or person.host:
            raise Refusal("There is nobody to remove.")
        table = room.table_of(person.id)
        for line in [*person.lines]:
            self._end(line, 4403, Refusal("The host has removed you from this room."), None)
        room.remove(person.id)
        self._people = {token: found for token, found in self._people.items() if found[1] is not person}
        self._room_changed(room)
        if table and table[0].session is not None:
            self._changed(room, table[0])

    def _close_room(self, page: Page, message: Mapping[str, Any]) -> None:
        self._forget(page.room)

    def _forget(self, room: Room) -> None:
        """Close a room, and delete everything about it."""
        for each in [page for page in self._pages.values() if page.room is room]:
            self._end(each.line, 4410, Refusal("This room is closed, and everything about it is deleted."), None)
        self._book.drop_room(room.id)
        self._people = {token: found for token, found in self._people.items() if found[0] is not room}
        for table in room.tables.values():
            self._clocks.pop(table, None)
        self._rooms.pop(room.id, None)

    HANDLERS: ClassVar[Mapping[str, Callable[[Desk, Page, Mapping[str, Any]], None]]] = {
        "say": _say,
        "sit": _sit,
        "stand": _stand,
        "watch": _watch,
        "language": _speak,
        "plan": _set_plan,
        "start": _start,
        "tables": _set_tables,
        "lock": _lock,
        "pause": _pause,
        "kick": _kick,
        "end": _close_room,
    }
    HOSTS: ClassVar[frozenset[str]] = frozenset({"plan", "start", "tables", "lock", "pause", "kick", "end"})
    """The messages of hosts."""

    # what pages are sent

    def _at(self, room: Room, table: SharedTable) -> list[Page]:
        """Return the pages that show a table."""
        return [
            page
            for page in self._pages.values()
            if page.room is room and not page.wall and room.shown_to(page.person)[0] is table
        ]

    def _tell(self, page: Page, table: SharedTable, fields: Mapping[str, Any]) -> None:
        told: LiveTell = {"kind": "tell", "table": table.number, **fields}  # type: ignore[typeddict-item]
        page.line.send(told)

    def _tell_view(
        self, page: Page, table: SharedTable, seat: int | None, events: Sequence[Event] = (), ack: str | None = None
    ) -> None:
        self._tell(page, table, {"view": table.view(seat, page.words, events, ack, paused=page.room.paused)})

    def _show_table(self, page: Page, ack: str | None = None) -> None:
        """Send everything about the table that a page shows, if its game has begun."""
        table, seat = (None, None) if page.wall else page.room.shown_to(page.person)
        if table is None or table.session is None:
            page.shown = None
            return
        page.shown, page.last_here = table, None
        about = table.about(seat, page.words)
        view = table.view(seat, page.words, (), ack, paused=page.room.paused)
        self._tell(page, table, {"about": about, "view": view})
        self._tell_here(page, table)

    def _changed(
        self,
        room: Room,
        table: SharedTable,
        events: Sequence[Event] = (),
        ack: Ack = None,
        *,
        only: Person | None = None,
    ) -> None:
        """Send a table's new view to its pages; with *only*, to those of one person."""
        if events and only is None:
            self._clocks.setdefault(table, TableClock(0)).moved = self._clock()
        self._stale.add(room.id)
        for page in self._at(room, table):
            if only is not None and page.person is not only:
                continue
            _, seat = room.shown_to(page.person)
            self._tell_view(page, table, seat, events, ack[1] if ack and ack[0] is page.line else None)
            self._tell_here(page, table)

    def _moved(self, room: Room, person: Person, *tables: SharedTable) -> None:
        """Tell everybody that somebody sits elsewhere now."""
        self._room_changed(room)
        for page in [page for page in self._pages.values() if page.person is person]:
            self._show_table(page)
        for table in tables:
            if table.session is not None:
                for page in self._at(room, table):
                    self._show_table(page)

    def _room_changed(self, room: Room) -> None:
        room.keep(self._now())
        self._stale.discard(room.id)
        for page in self._pages.values():
            if page.room is room:
                self._tell_room(page)

    def _tell_room(self, page: Page) -> None:
        view = page.room.view(page.person, page.words, wall=page.wall)
        if view != page.last_room:
            page.last_room = view
            page.line.send(view)

    def _tell_here(self, page: Page, table: SharedTable) -> None:
        from ..views.table import named_seat

        game = table.game
        here: LiveHere = {
            "kind": "here",
            "seats": [table.presence(seat) for seat in range(len(table.chairs))],
            "to_act": named_seat(game, game.to_act),
            "left": None,
            "of": None,
            "paused": page.room.paused,
            "watchers": sum(person.watching == table.number for person in page.room.people.values()),
        }
        if here != page.last_here:
            page.last_here = here
            page.line.send(here)

    # time

    def tick(self) -> None:
        """Let time pass: people are away or come back, computer players act, pages learn what others did."""
        now = self._clock()
        for room in [*self._rooms.values()]:
            for table in room.tables.values():
                if table.state == "playing":
                    self._pass_time(room, table, now)
        if now - self._told >= ROOM_EVERY:
            self._told = now
            self._tell_rooms()
        if now - self._swept >= SWEEP_EVERY:
            self._swept = now
            self._sweep()

    def _pass_time(self, room: Room, table: SharedTable, now: float) -> None:
        clock = self._clocks.setdefault(table, TableClock(now))
        if self._note_absences(room, table, now):
            self._changed(room, table)
        if room.paused or not table.computer_acts or now - clock.moved < PACE:
            return
        if table.looking and now - clock.moved < SUMMARY:
            return
        try:
            self._changed(room, table, table.step())
        except (OSError, PlayerError):
            clock.moved = now  # it tries again in a moment; the error may name cards, so only its kind is logged
            LOG.warning("a computer player could not act")

    def _note_absences(self, room: Room, table: SharedTable, now: float) -> bool:
        """Note who is away, and let computer players stand in; return True if something has changed."""
        changed = False
        for seat, chair in enumerate(table.chairs):
            person = room.people.get(chair.person or 0)
            if person is None or chair.stand_in:
                continue
            silent = now - max(person.heard, self._clocks[table].moved if person.heard < 0 else person.heard)
            if not chair.away and silent > AWAY:
                chair.away = changed = True
            if silent > (STAND_IN_NOW if table.game.to_act == seat else STAND_IN):
                table.stand_in(seat)
                changed = True
        return changed

    def _tell_rooms(self) -> None:
        """Tell pages in stale rooms: those that show a running game have its views anyway."""
        stale, self._stale = self._stale, set()
        for page in self._pages.values():
            playing = page.shown is not None and not page.person.host
            if page.room.id in stale and not playing:
                self._tell_room(page)

    def _touch(self, room: Room) -> None:
        room.keep(self._now())

    def _sweep(self) -> None:
        """Forget rooms that nobody has used for a day."""
        used = {page.room.id for page in self._pages.values()}
        for room in [*self._rooms.values()]:
            if room.id in used:
                self._touch(room)
        oldest = self._now() - HOURS * HOUR
        for row in self._book.rooms():
            if row.touched < oldest and row.room in self._rooms:
                self._forget(self._rooms[row.room])

    def close(self) -> None:
        """End every line, because the service stops; pages come back."""
        for line in [*self._pages]:
            self._end(line, 1012, Refusal("The service starts again. One moment …"), 2.0)
        self._book.close()
