"""The shared-table service, which holds all rooms and pages and turns incoming messages into outgoing ones.

Everything runs in one thread. Each page has a :class:`~.connection.Connection`, and time advances in
:meth:`Service.tick`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from .. import languages
from ..base.translatable import Refusal
from ..languages.text import Text
from ..players import PlayerError
from ..rules.events import RoundEnded
from ..store.store import NoAnswer
from ..ui.screen import Refused, Screen, id_in
from . import changes, requests
from .budgets import Upkeep
from .codes import LETTERS, digest
from .connection import Connection
from .entrance import RETRY_SECONDS, STRANGER, Entrance
from .jobs import Jobs, T, not_stored, unsaid
from .lesson import lesson_requests
from .own_rooms import reason
from .pages import Page
from .reviews import ResultReview
from .room import Person, Room, RoomViews
from .shared_table import SharedTable
from .storage.room_store import HOUR, KEPT_HOURS, RoomLost, RoomStore
from .wire import LiveBye

LOG = logging.getLogger(__name__)
SUMMARY_SECONDS = 30.0
"""The number of seconds that computer players wait while a person looks at a round's result."""
ROOM_EVERY_SECONDS = 1.0
"""The number of seconds between room updates sent to pages that did not cause the changes."""
SWEEP_EVERY_SECONDS = 600.0
"""The number of seconds between searches for unused rooms."""
RENEW_EVERY_SECONDS = 5.0
"""The number of seconds between renewals of the leases of this process's rooms."""


class Service(Entrance):
    """A shared-table service: its rooms and their pages."""

    def __init__(
        self,
        store: RoomStore,
        *,
        open_to_all: bool = False,
        letters: str = LETTERS,
        executor: Executor | None = None,
        workers: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        """Open the rooms in a store.

        Args:
            store: the store that contains the rooms.
            open_to_all: True if anyone may open a room for friends.
            letters: the letters that may begin a new room's code.
            executor: the executor that runs long computations in threads; without one, they run immediately.
            workers: the executor for reviews and everybody's deals, possibly on other machines; by default, *executor*.
            clock: a function that returns a monotonic time in seconds.
            now: a function that returns the number of seconds since 1970.
            processor: a function that returns this thread's processor time, in seconds.
        """
        super().__init__(store, letters, clock, now, open_to_all=open_to_all)
        self._changed: dict[SharedTable, float] = {}
        """The time at which each game began or last changed."""
        self._stale: set[int] = set()
        """The rooms whose pages are not up to date."""
        self._jobs = Jobs(executor, workers, clock)
        self._upkeep = Upkeep(clock, processor)
        self._untold: set[Page] = set()
        """The pages whose lessons are not up to date."""
        self._deserted: set[int] = set()
        """The rooms in which time has stopped."""
        self._ticked = self._told = self._swept = self._renewed = clock()

    # connections

    def hear(self, connection: Connection, message: object) -> None:
        """Handle a page's message, or refuse it with an explanation."""
        kind = message.get("kind") if isinstance(message, Mapping) else None
        page = self.pages.get(connection)
        if not isinstance(message, Mapping) or not isinstance(kind, str):
            self._end(connection, 4429, Refusal(requests.UNKNOWN))
        elif kind == "hello":
            try:
                self._hello(connection, message)
            except OSError as error:
                self._lost(error)
                self._end(connection, *reason(error), after=RETRY_SECONDS)
        elif page is None:
            self._end(connection, 4401, Refusal("Please join again."))
        else:
            self._heard(page, awake=kind != "beat")
            if kind != "beat":
                self._carry_out(page, kind, message)

    def _carry_out(self, page: Page, kind: str, message: Mapping[str, Any]) -> None:
        message_id = id_in(message.get("message") if kind == "say" else message)
        known = requests.WALLS if page.wall else requests.EVERYBODY
        aside = kind in lesson_requests.KINDS
        try:
            handler = known.get(kind)
            if handler is None and kind in requests.HOSTS:
                if not page.person.host or page.wall:
                    raise Refusal("Only the host of this room may do that.")
                handler = requests.HOSTS[kind]
            if handler is None:
                raise Refused("malformed", requests.UNKNOWN)
            self._apply(page, message_id, handler(page, message))
        except Refusal as refusal:
            page.refuse(message_id, refusal, aside=aside)
        except RoomLost as error:
            self._lost(error)
        except OSError as error:
            page.refuse(message_id, not_stored(error, "a message"), aside=aside)
        except Exception as error:
            LOG.error("a message failed", exc_info=unsaid(error))
            page.refuse(message_id, Refused("failed", Screen.FAILED), aside=aside)

    def gone(self, connection: Connection) -> None:
        """Record that a page has been closed; the person may come back."""
        page = self.pages.pop(connection, None)
        if page is not None:
            page.person.connections.pop(connection, None)
            self._stale.add(page.room.id)
            self._lesson_changed(page.room)

    def _hello(self, connection: Connection, message: Mapping[str, Any]) -> None:
        words = Text(language if (language := message.get("language")) in languages.names() else languages.ENGLISH)
        if message.get("v") != 1:
            self._end(connection, 4409, Refusal("There is a new version of this page. Reload it."), words=words)
            return
        found = self._rooms.find(message.get("token"))
        if found is None:
            self._end(connection, 4401, Refusal(STRANGER), words=words)
            return
        room, person = found
        self.gone(connection)
        if (other := self.pages.in_the_way(person)) is not None:
            self._end(other, 4429, Refusal("This game is open on too many pages."))
        wall = person.host and message.get("wall") is True
        page = self.pages[connection] = Page(connection, room, person, words, wall=wall, clock=self._clock)
        page.token = digest(message.get("token")) or b""
        self._keep_visit(room, page.token)
        person.connections[connection], person.arrived = None, True
        self._heard(page)
        page.welcome()
        page.tell_lesson(self._clock())
        page.tell_room()
        page.show_table()
        self._look_back(page)
        self._stale.add(room.id)
        self._lesson_changed(room)

    def _end(
        self, connection: Connection, code: int, why: Refusal, *, after: float | None = None, words: Text | None = None
    ) -> None:
        """Close a connection, giving a reason."""
        page = self.pages.get(connection)
        words = words or (page.words if page else Text(languages.ENGLISH))
        bye: LiveBye = {"kind": "bye", "code": code, "why": words.refusal(why), "after": after}
        self.gone(connection)
        connection.send(bye)
        connection.close(code)

    def _heard(self, page: Page, *, awake: bool = True) -> None:
        """Record a heartbeat, which ends an absence. *awake* is False for heartbeats that a page sends
        automatically."""
        page.heard = page.person.heard = self._clock()
        found = None if page.wall else page.room.table_of(page.person.id)
        if found and found[0].come_back(found[1], awake=awake) and found[0].session is not None:
            self.table_changed(page.room, changes.TableChanged(found[0]))

    # changes

    def room_changed(self, room: Room) -> None:
        """Store a change to a room, and notify everybody there."""
        room.keep(self._now())
        self._stale.discard(room.id)
        self.pages.room_changed(room)

    def _apply(self, page: Page, message_id: str | None, made: Iterable[changes.Change]) -> None:
        """Store the changes made by a page's message, one at a time and in order, and notify everyone affected.

        Raises:
            Refusal: a later change was refused.
            OSError: a change could not be stored.
        """
        room = page.room
        for change in made:
            match change:
                case changes.RoomChanged():
                    self.room_changed(room)
                case changes.TableChanged():
                    self.table_changed(room, change)
                case changes.Reacted():
                    self.pages.react(room, change)
                case changes.GamesStarted(tables):
                    self._begin(room, tables)
                case changes.PersonMoved(person, tables):
                    self._moved(room, person, tables)
                case changes.PersonRemoved(person):
                    self.remove(room, person)
                case changes.PersonReseated(person, newcomer):
                    self._seat_again(room, person, newcomer)
                case changes.OtherDevicesEnded():
                    self._end_others(page)
                case changes.RoomEnded():
                    self.forget(room)
                case changes.RoundsOpened():
                    self.pages.uncover(room)
                case changes.ResultShown():
                    self._look_back(page)
                case changes.LessonChanged():
                    self._lesson_changed(room)
                case changes.Computation():
                    self._compute(page, message_id, change)

    def _begin(self, room: Room, tables: Sequence[SharedTable]) -> None:
        """Record that these games have begun, and show them."""
        self._changed.update(dict.fromkeys(tables, self._clock()))
        self.room_changed(room)
        for table in tables:
            for page, _ in self.pages.at(room, table):
                page.show_table()

    def table_changed(self, room: Room, change: changes.TableChanged) -> None:
        """Send a table's new view to its pages."""
        table, events = change.table, change.events
        if events and change.only is None:
            self._changed[table] = self._clock()
        self._stale.add(room.id)
        table.look(room.clock, paused=room.paused, now=self._clock())
        self.pages.show(room, change)
        if table.deal is not None and any(isinstance(event, RoundEnded) for event in events):
            self.pages.uncover(room)
        if table.is_over_for_some:
            for page, _ in self.pages.at(room, table):
                self._look_back(page)

    def _look_back(self, page: Page) -> None:
        """Start the coach's review of the result shown on a page; the page receives it later."""
        room, person, (table, seat) = page.room, page.person, page.table()
        asked = None if table is None or seat is None else table.ask_review(seat, page.words)
        if table is None or asked is None:
            return

        def take(found: ResultReview) -> None:
            asked.keep(found)
            if self._rooms.get(room.id) is room and table.session is not None:
                self.pages.show(room, changes.TableChanged(table, only=person))

        try:
            self._jobs.add(asked.work, take, lambda _: None, anywhere=True)
        except Refusal:  # too many jobs are in progress, but the page may ask again
            asked.drop()

    def _lesson_changed(self, room: Room) -> None:
        """Send the lesson's new view to all pages in a room, at most a few times per second for each page."""
        if room.lesson.polls:
            self._untold.update(self.pages.of(room))
            self._tell_lessons()

    def _tell_lessons(self) -> None:
        now = self._clock()
        self._untold = {
            page for page in self._untold if page.connection in self.pages and not self._tell_lesson(page, now)
        }

    def _tell_lesson(self, page: Page, now: float) -> bool:
        """Send a page its lesson if it has changed; return False if the page must wait."""
        payer = page.room.payer
        with self._upkeep.charged(payer):
            return self._upkeep.may(payer) and page.tell_lesson(now)

    def _compute(self, page: Page, message_id: str | None, wanted: changes.Computation[T]) -> None:
        """Compute something outside the loop for a page's message, and use the result if the room still exists.

        Raises:
            Refusal: the person's last computation is still in progress, or too many others are.
        """
        room = page.room

        def take(found: T) -> None:
            if self._rooms.get(room.id) is room:
                try:
                    self._apply(page, message_id, wanted.then(found))
                except RoomLost as error:
                    self._lost(error)

        failed = partial(page.refuse, message_id, aside=True)
        self._jobs.add_for(page.person.id, wanted.work, take, failed, anywhere=wanted.anywhere)

    def _moved(self, room: Room, person: Person, tables: Sequence[SharedTable]) -> None:
        """Record that a person has moved, and notify everybody."""
        room.keep(self._now())
        self.pages.moved(room, person, tables)

    def remove(self, room: Room, person: Person) -> None:
        """Remove a person from a room, and invalidate their token."""
        for connection in [*person.connections]:
            self._end(connection, 4403, Refusal("The host has removed you from this room."))
        found = room.table_of(person.id)
        room.remove(person.id)
        self._people.drop(person)
        self._moved(room, person, [found[0]] if found else [])

    def _seat_again(self, room: Room, person: Person, newcomer: Person) -> None:
        """Treat a newcomer as a person whose browser has lost the token; the old token becomes invalid."""
        tables = room.move(newcomer, None)
        self._people.hand(room, person, newcomer)
        room.merge(person, newcomer)
        for connection in [*person.connections]:
            self._end(connection, 4401, Refusal("The host has given this seat to another device."))
        person.heard, person.arrived = self._clock(), person.arrived or newcomer.arrived
        for page in self.pages.of_person(newcomer):
            page.person, person.connections[page.connection] = person, None
            self._heard(page)
            page.welcome()
        found = room.table_of(person.id)
        self._moved(room, person, [*tables, *([found[0]] if found else [])])
        self._lesson_changed(room)

    def _end_others(self, page: Page) -> None:
        """Sign out a person's other devices."""
        self._people.keep_only(page.room, page.person, page.token)
        for other in [*self.pages.of_person(page.person)]:
            if other.token != page.token:
                self._end(other.connection, 4401, Refusal("You have signed out this device from another one."))
        self.room_changed(page.room)

    def forget(self, room: Room) -> None:
        """Close a room and delete all of its data."""
        self._rooms.drop(room)
        self._close(room, 4410, Refusal("This room is closed, and everything about it is deleted."))

    def _close(self, room: Room, code: int, why: Refusal, *, after: float | None = None) -> None:
        for page in self.pages.of(room):
            self._end(page.connection, code, why, after=after)
        for table in room.tables.values():
            self._changed.pop(table, None)

    def _let_go(self, room: Room, code: int, why: Refusal) -> None:
        """Release a room, so that whichever process its pages reach next loads it from the store."""
        self._rooms.let_go(room)
        self._close(room, code, why, after=RETRY_SECONDS)

    def _lost(self, error: OSError) -> None:
        """Release a room if this process may have missed a change, because pages must show only stored changes."""
        if isinstance(error, RoomLost):
            LOG.warning("%s", error)
            if room := self._rooms.get(error.room):
                self._let_go(room, *reason(error))

    def tick(self) -> None:
        """Let time pass: record absences, let computer players act, and bring pages up to date.

        While a room is deserted, its clock is stopped: absences do not get longer, and no computer player acts. Rooms
        that have recently used a lot of processor time wait briefly (see `Upkeep`).
        """
        now = self._clock()
        elapsed, self._ticked = now - self._ticked, now
        self._deserted = {room.id for room in self._rooms.values() if room.deserted(now)}
        for room in [*self._rooms.values()]:
            for person in room.people.values() if room.id in self._deserted else ():
                person.heard += elapsed
        for room, table in self._in_turn(now):
            if room.id in self._rooms:
                with self._upkeep.charged(room.payer):
                    self._apart(self._pass_time, room, table, now)
        for room in self.pages.owed():
            with self._upkeep.charged(room.payer):
                if self._upkeep.may(room.payer):
                    self._apart(self.pages.catch_up, room)
        self._apart(self._jobs.take)
        self._apart(self._tell_lessons)
        if now - self._told >= ROOM_EVERY_SECONDS:
            self._told = now
            self._apart(self._tell_rooms)
        if now - self._renewed >= RENEW_EVERY_SECONDS:
            self._renewed = now
            self._apart(self._renew)
        if now - self._swept >= SWEEP_EVERY_SECONDS:
            self._swept = now
            self._apart(self._sweep)

    def _in_turn(self, now: float) -> list[tuple[Room, SharedTable]]:
        """Return the tables with a game in progress, sorted by their rooms' recent processor time, then last change."""
        found = [(room, each) for room in self._rooms.values() for each in room.tables.values()]
        playing = [(room, table) for room, table in found if table.state == "playing"]
        taken = self._upkeep.taken(room.payer for room, _ in playing)
        return sorted(playing, key=lambda one: (taken[one[0].payer], self._changed.get(one[1], now)))

    def _apart(self, step: Callable[..., None], *values: object) -> None:
        """Run a step whose failure must not stop the others."""
        try:
            step(*values)
        except RoomLost as error:
            self._lost(error)
        except NoAnswer:
            pass
        except Exception as error:
            LOG.error("a periodic step has failed", exc_info=unsaid(error))

    def _still(self, room: Room) -> bool:
        """Return True if a room's tables are waiting."""
        return room.paused or room.id in self._deserted

    def _pass_time(self, room: Room, table: SharedTable, now: float) -> None:
        since, still = now - self._changed.setdefault(table, now), self._still(room)
        if not still and table.note_absences(lambda one: now - room.people[one].heard if one in room.people else 0.0):
            self.table_changed(room, changes.TableChanged(table))
        if table.look(room.clock, paused=still, now=now):
            self.pages.tell_here(room, table)
        if table.clock.time_up:
            table.time_up()
            self.table_changed(room, changes.TableChanged(table))
        if still or not table.computer_acts or since < (SUMMARY_SECONDS if table.looking else room.pace):
            return
        if not self._upkeep.may(room.payer):
            return
        try:
            self.table_changed(room, changes.TableChanged(table, table.step()))
        except RoomLost:
            raise
        except (OSError, PlayerError) as error:  # the error may name cards
            self._changed[table] = now
            if not isinstance(error, NoAnswer):
                LOG.warning("a computer player could not act and will try again")

    def _tell_rooms(self) -> None:
        """Update the pages of stale rooms, except those of players in a game; start the games that all present want."""
        for room in [*self._rooms.values()]:
            if tables := room.begin_again():
                self._begin(room, tables)
            still = self._still(room)
            looks = [table.attention.look(table, paused=still, now=self._told) for table in room.tables.values()]
            if any(looks):
                self._stale.add(room.id)
        views = {number: RoomViews() for number in self._stale if self._may_tell(number)}
        self._stale -= views.keys()
        for page in self.pages.values():
            if page.room.id in views and (page.shown is None or page.person.host or page.shown.state == "over"):
                with self._upkeep.charged(page.room.payer):
                    page.tell_room(views[page.room.id])

    def _may_tell(self, number: int) -> bool:
        """Return False if updates to a room's pages have to wait."""
        room = self._rooms.get(number)
        return room is None or self._upkeep.may(room.payer)

    def _sweep(self) -> None:
        """Delete rooms that have not been used for a day, and replace old codes for the rest."""
        for room in {page.room for page in self.pages.values()}:
            try:
                room.keep(self._now())
            except RoomLost as error:
                self._lost(error)
        for room in [*self._rooms.values()]:
            if room.touched < self._now() - KEPT_HOURS * HOUR:
                self.forget(room)
            elif room.code_is_old(self._now()):
                self._apart(self._renew_code, room)
        self._rooms.forget_old()

    def _renew_code(self, room: Room) -> None:
        room.renew_code(self._now())
        for page in self.pages.of(room):
            page.welcome()

    def _renew(self) -> None:
        """Renew the leases of this process's rooms, and release those that other processes own or request."""
        try:
            gone = self._rooms.renew({page.room.id for page in self.pages.values()})
        except OSError as error:
            if not isinstance(error, NoAnswer):
                LOG.warning("the leases could not be renewed")
            return
        for room in gone:
            self._let_go(room, *reason(RoomLost(room.id)))

    def close(self) -> None:
        """Close every connection because the service is stopping; the pages reconnect later."""
        for connection in [*self.pages]:
            self._end(connection, 1012, Refusal("The service is restarting. One moment, please."), after=2.0)
        self._jobs.close()
        self._store.close()
