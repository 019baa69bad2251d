"""The desk: every room, every page, one message in, messages out.

All of it runs in one thread. A page's connection is a :class:`~.pages.PageLine`; time passes in :meth:`Desk.tick`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from .. import languages
from ..core.events import Event, RoundEnded
from ..core.translatable import Refusal
from ..players import PlayerError
from ..store.store import NoAnswer
from ..text import Text
from ..views.protocol.live import LiveBye
from . import requests
from .book import HOUR, HOURS, Book, RoomLost
from .budgets import Upkeep
from .codes import LETTERS, digest
from .entrance import AGAIN, STRANGER, Entrance
from .jobs import Jobs, T, unsaid
from .lesson import lesson_requests
from .own_rooms import reason
from .pages import Page, PageLine
from .reviews import ResultReview
from .room import Person, Room, RoomViews
from .shared_table import SharedTable

LOG = logging.getLogger(__name__)
SUMMARY = 30.0
"""The seconds for which computer players wait while somebody looks at a round's result."""
ROOM_EVERY = 1.0
"""The seconds between two views of the room for pages that did not change it."""
SWEEP_EVERY = 600.0
"""The seconds between two looks for rooms that nobody has used for long."""
RENEW_EVERY = 5.0
"""The seconds between two renewals of the leases of this process's rooms."""


class Desk(Entrance):
    """Every room of a service, and the pages there."""

    def __init__(
        self,
        book: Book,
        *,
        open_to_all: bool = False,
        letters: str = LETTERS,
        executor: Executor | None = None,
        workers: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        """Open the rooms of a book.

        Args:
            book: where everything is written down.
            open_to_all: True if anybody may open a room for friends.
            letters: the letters with which the codes of new rooms begin.
            executor: computes in threads what takes long; without it, that is done at once.
            workers: compute reviews and everybody's deals, perhaps on other machines; the executor by default.
            clock: returns seconds that never jump.
            now: returns the seconds since 1970.
            processor: returns the processor time of this thread, in seconds.
        """
        super().__init__(book, letters, clock, now, open_to_all=open_to_all)
        self._changed: dict[SharedTable, float] = {}
        """When each game last changed, or was begun."""
        self._stale: set[int] = set()
        """The rooms whose pages do not know everything yet."""
        self._jobs = Jobs(executor, workers, clock)
        self._upkeep = Upkeep(clock, processor)
        self._untold: set[Page] = set()
        """The pages that do not know everything about their lesson yet."""
        self._deserted: set[int] = set()
        """The rooms whose time stands still."""
        self._ticked = self._told = self._swept = self._renewed = clock()

    # lines

    def hear(self, line: PageLine, message: object) -> None:
        """Carry out a page's message, or refuse it with a sentence."""
        kind = message.get("kind") if isinstance(message, Mapping) else None
        page = self.pages.get(line)
        if not isinstance(message, Mapping) or not isinstance(kind, str):
            self._end(line, 4429, Refusal(requests.UNKNOWN))
        elif kind == "hello":
            try:
                self._hello(line, message)
            except OSError as error:
                self._lost(error)
                self._end(line, *reason(error), after=AGAIN)
        elif page is None:
            self._end(line, 4401, Refusal("Join again, please."))
        else:
            self._heard(page, awake=kind != "beat")
            if kind != "beat":
                self._carry_out(page, kind, message)

    def _carry_out(self, page: Page, kind: str, message: Mapping[str, Any]) -> None:
        message_id = requests.id_of(message.get("message") if kind == "say" else message)
        known = requests.WALLS if page.wall else requests.EVERYBODY
        aside = kind in lesson_requests.KINDS
        try:
            handler = known.get(kind)
            if handler is None and kind in requests.HOSTS:
                if not page.person.host or page.wall:
                    raise Refusal("Only the host of this room may do that.")
                handler = requests.HOSTS[kind]
            if handler is None:
                raise Refusal(requests.UNKNOWN)
            handler(self, page, message)
        except Refusal as refusal:
            page.refuse(message_id, refusal, aside=aside)
        except RoomLost as error:
            self._lost(error)
        except OSError as error:
            if not isinstance(error, NoAnswer):
                LOG.warning("a message could not be written down: %s", error)
            why = Refusal("This could not be stored, so nothing has changed. Try again.")
            page.refuse(message_id, why, aside=aside)
        except Exception as error:
            LOG.error("a message failed", exc_info=unsaid(error))
            why = Refusal("Something went wrong here, but the game has not changed.")
            page.refuse(message_id, why, aside=aside)

    def gone(self, line: PageLine) -> None:
        """Note that a page has gone; its person may come back."""
        page = self.pages.pop(line, None)
        if page is not None:
            page.person.lines.pop(line, None)
            self._stale.add(page.room.id)
            self.lesson_changed(page.room)

    def _hello(self, line: PageLine, message: Mapping[str, Any]) -> None:
        words = Text(language if (language := message.get("language")) in languages.names() else languages.ENGLISH)
        if message.get("v") != 1:
            self._end(line, 4409, Refusal("There is a new version of this page. Load it again."), words=words)
            return
        found = self._rooms.find(message.get("token"))
        if found is None:
            self._end(line, 4401, Refusal(STRANGER), words=words)
            return
        room, person = found
        self.gone(line)
        if (other := self.pages.in_the_way(person)) is not None:
            self._end(other, 4429, Refusal("This game is open on too many pages."))
        wall = person.host and message.get("wall") is True
        page = self.pages[line] = Page(line, room, person, words, wall=wall, clock=self._clock)
        page.token = digest(message.get("token")) or b""
        self._keep_visit(room, page.token)
        person.lines[line], person.arrived = None, True
        self._heard(page)
        page.welcome()
        page.tell_lesson(self._clock())
        page.tell_room()
        page.show_table()
        self.look_back(page)
        self._stale.add(room.id)
        self.lesson_changed(room)

    def _end(
        self, line: PageLine, code: int, why: Refusal, *, after: float | None = None, words: Text | None = None
    ) -> None:
        """End a line with a reason."""
        page = self.pages.get(line)
        words = words or (page.words if page else Text(languages.ENGLISH))
        bye: LiveBye = {"kind": "bye", "code": code, "why": words.refusal(why), "after": after}
        self.gone(line)
        line.send(bye)
        line.close(code)

    def _heard(self, page: Page, *, awake: bool = True) -> None:
        """Note a sign of life: whoever was away plays again. *awake* is False for signs that a page gives by itself."""
        page.heard = page.person.heard = self._clock()
        found = None if page.wall else page.room.table_of(page.person.id)
        if found and found[0].come_back(found[1], awake=awake) and found[0].session is not None:
            self.table_changed(page.room, found[0])

    # changes

    def room_changed(self, room: Room) -> None:
        """Write a room's change down, and tell everybody there."""
        room.keep(self._now())
        self._stale.discard(room.id)
        self.pages.room_changed(room)

    def begin(self, table: SharedTable) -> None:
        """Note that a game begins now."""
        self._changed[table] = self._clock()

    def table_changed(
        self,
        room: Room,
        table: SharedTable,
        events: Sequence[Event] = (),
        ack: Mapping[PageLine, str] | None = None,
        *,
        only: Person | None = None,
    ) -> None:
        """Send a table's new view to its pages; the arguments are as for :meth:`Pages.table_changed`."""
        if events and only is None:
            self._changed[table] = self._clock()
        self._stale.add(room.id)
        table.look(room.clock, paused=room.paused, now=self._clock())
        self.pages.table_changed(room, table, events, ack, only=only)
        if table.deal is not None and any(isinstance(event, RoundEnded) for event in events):
            self.pages.uncover(room)
        if table.is_over_for_some:
            for page in self.pages.at(room, table):
                self.look_back(page)

    def look_back(self, page: Page) -> None:
        """Have the coach look back at the round or game whose result a page shows; the page then gets the review."""
        room, person, (table, seat) = page.room, page.person, page.table()
        asked = None if table is None or seat is None else table.ask_review(seat, page.words)
        if table is None or asked is None:
            return

        def take(found: ResultReview) -> None:
            asked.keep(found)
            if self._rooms.get(room.id) is room and table.session is not None:
                self.pages.table_changed(room, table, only=person)

        try:
            self._jobs.add(asked.work, take, lambda _: None, anywhere=True)
        except Refusal:  # too much is under way: somebody may ask again
            asked.drop()

    def set_pause(self, room: Room, *, on: bool) -> None:
        """Stop all tables of a room, or let them go on."""
        room.paused = on
        self.room_changed(room)
        for table in room.tables.values():
            if table.session is not None:
                self.table_changed(room, table)

    def lesson_changed(self, room: Room) -> None:
        """Send the lesson's new view to all pages of a room, each a few times a second at most."""
        if room.lesson.polls:
            self._untold.update(self.pages.of(room))
            self._tell_lessons()

    def _tell_lessons(self) -> None:
        now = self._clock()
        self._untold = {page for page in self._untold if page.line in self.pages and not self._tell_lesson(page, now)}

    def _tell_lesson(self, page: Page, now: float) -> bool:
        """Send a page its lesson, if it has changed; return False if that must wait."""
        payer = page.room.payer
        with self._upkeep.charged(payer):
            return self._upkeep.may(payer) and page.tell_lesson(now)

    def compute(
        self,
        page: Page,
        message: Mapping[str, Any],
        work: Callable[[], T],
        then: Callable[[T], None],
        *,
        anywhere: bool = False,
    ) -> None:
        """Compute something for a page's message beside the loop, and take its result if the room is still there.

        Args:
            page: the page.
            message: its message.
            work: the computation.
            then: takes its result.
            anywhere: True if it can be sent to another machine.

        Raises:
            Refusal: the person's last computation is under way, or too many are.
        """
        room, message_id = page.room, requests.id_of(message)

        def take(found: T) -> None:
            if self._rooms.get(room.id) is room:
                try:
                    then(found)
                except RoomLost as error:
                    self._lost(error)

        failed = partial(page.refuse, message_id, aside=True)
        self._jobs.add_for(page.person.id, work, take, failed, anywhere=anywhere)

    def moved(self, room: Room, person: Person, tables: Sequence[SharedTable]) -> None:
        """Tell everybody that a person sits elsewhere now."""
        room.keep(self._now())
        self.pages.moved(room, person, tables)

    def remove(self, room: Room, person: Person) -> None:
        """Remove somebody from a room; their token is worth nothing anymore."""
        for line in [*person.lines]:
            self._end(line, 4403, Refusal("The host has removed you from this room."))
        found = room.table_of(person.id)
        room.remove(person.id)
        self._people.drop(person)
        self.moved(room, person, [found[0]] if found else [])

    def seat_again(self, room: Room, person: Person, newcomer: Person) -> None:
        """Let a newcomer be a person whose browser has lost their token; that token is worth nothing anymore."""
        tables = room.move(newcomer, None)
        self._people.hand(room, person, newcomer)
        room.merge(person, newcomer)
        for line in [*person.lines]:
            self._end(line, 4401, Refusal("The host has given this seat to another device."))
        person.heard, person.arrived = self._clock(), person.arrived or newcomer.arrived
        for page in self.pages.of_person(newcomer):
            page.person, person.lines[page.line] = person, None
            self._heard(page)
            page.welcome()
        found = room.table_of(person.id)
        self.moved(room, person, [*tables, *([found[0]] if found else [])])
        self.lesson_changed(room)

    def end_others(self, page: Page) -> None:
        """End every other device of a person."""
        self._people.keep_only(page.room, page.person, page.token)
        for other in [*self.pages.of_person(page.person)]:
            if other.token != page.token:
                self._end(other.line, 4401, Refusal("You have ended this device from another one."))
        self.room_changed(page.room)

    def forget(self, room: Room) -> None:
        """Close a room, and delete everything about it."""
        self._rooms.drop(room)
        self._close(room, 4410, Refusal("This room is closed, and everything about it is deleted."))

    def _close(self, room: Room, code: int, why: Refusal, *, after: float | None = None) -> None:
        for page in self.pages.of(room):
            self._end(page.line, code, why, after=after)
        for table in room.tables.values():
            self._changed.pop(table, None)

    def _let_go(self, room: Room, code: int, why: Refusal) -> None:
        """Leave a room to whichever process its pages find when they come back; that one reads it from the book."""
        self._rooms.let_go(room)
        self._close(room, code, why, after=AGAIN)

    def _lost(self, error: OSError) -> None:
        """Let a room go of which this process does not know everything: what pages see must be in the book."""
        if isinstance(error, RoomLost):
            LOG.warning("%s", error)
            if room := self._rooms.get(error.room):
                self._let_go(room, *reason(error))

    def tick(self) -> None:
        """Let time pass: people are away, computer players act, pages learn what others did.

        While a room is deserted, its time stands still: nobody is away any longer, and no computer player acts. Where
        that has taken much of the processor lately, computer players and news wait a little, see `Upkeep`.
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
        if now - self._told >= ROOM_EVERY:
            self._told = now
            self._apart(self._tell_rooms)
        if now - self._renewed >= RENEW_EVERY:
            self._renewed = now
            self._apart(self._renew)
        if now - self._swept >= SWEEP_EVERY:
            self._swept = now
            self._apart(self._sweep)

    def _in_turn(self, now: float) -> list[tuple[Room, SharedTable]]:
        """Return the tables that play: rooms that have taken least first, then what waits for longest."""
        found = [(room, each) for room in self._rooms.values() for each in room.tables.values()]
        playing = [(room, table) for room, table in found if table.state == "playing"]
        taken = self._upkeep.taken(room.payer for room, _ in playing)
        return sorted(playing, key=lambda one: (taken[one[0].payer], self._changed.get(one[1], now)))

    def _apart(self, step: Callable[..., None], *values: object) -> None:
        """Do something whose failure must not keep anything else from being done."""
        try:
            step(*values)
        except RoomLost as error:
            self._lost(error)
        except NoAnswer:
            pass
        except Exception as error:
            LOG.error("time stands still somewhere", exc_info=unsaid(error))

    def _still(self, room: Room) -> bool:
        """Return True while the tables of a room wait."""
        return room.paused or room.id in self._deserted

    def _pass_time(self, room: Room, table: SharedTable, now: float) -> None:
        since, still = now - self._changed.setdefault(table, now), self._still(room)
        if not still and table.note_absences(lambda one: now - room.people[one].heard if one in room.people else 0.0):
            self.table_changed(room, table)
        if table.look(room.clock, paused=still, now=now):
            self.pages.tell_here(room, table)
        if table.clock.time_up:
            table.time_up()
            self.table_changed(room, table)
        if still or not table.computer_acts or since < (SUMMARY if table.looking else room.pace):
            return
        if not self._upkeep.may(room.payer):
            return
        try:
            self.table_changed(room, table, table.step())
        except RoomLost:
            raise
        except (OSError, PlayerError) as error:  # the error may name cards
            self._changed[table] = now
            if not isinstance(error, NoAnswer):
                LOG.warning("a computer player could not act; it tries again")

    def _tell_rooms(self) -> None:
        """Tell pages of stale rooms; those that show a running game have its views anyway."""
        for room in self._rooms.values():
            still = self._still(room)
            looks = [table.attention.look(table, paused=still, now=self._told) for table in room.tables.values()]
            if any(looks):
                self._stale.add(room.id)
        views = {number: RoomViews() for number in self._stale if self._may_tell(number)}
        self._stale -= views.keys()
        for page in self.pages.values():
            if page.room.id in views and (page.shown is None or page.person.host):
                with self._upkeep.charged(page.room.payer):
                    page.tell_room(views[page.room.id])

    def _may_tell(self, number: int) -> bool:
        """Return False while what a room's pages are told has to wait."""
        room = self._rooms.get(number)
        return room is None or self._upkeep.may(room.payer)

    def _sweep(self) -> None:
        """Forget rooms that nobody has used for a day, and give the others new codes in good time."""
        for room in {page.room for page in self.pages.values()}:
            try:
                room.keep(self._now())
            except RoomLost as error:
                self._lost(error)
        for room in [*self._rooms.values()]:
            if room.touched < self._now() - HOURS * HOUR:
                self.forget(room)
            elif room.code_is_old(self._now()):
                self._apart(self._renew_code, room)
        self._rooms.forget_old()

    def _renew_code(self, room: Room) -> None:
        room.renew_code(self._now())
        for page in self.pages.of(room):
            page.welcome()

    def _renew(self) -> None:
        """Own the rooms here for another lease, and let those go that other processes own or ask for."""
        try:
            gone = self._rooms.renew({page.room.id for page in self.pages.values()})
        except OSError as error:
            if not isinstance(error, NoAnswer):
                LOG.warning("the leases could not be renewed")
            return
        for room in gone:
            self._let_go(room, *reason(RoomLost(room.id)))

    def close(self) -> None:
        """End every line, because the service stops; pages come back."""
        for line in [*self.pages]:
            self._end(line, 1012, Refusal("The service starts again. One moment, please."), after=2.0)
        self._jobs.close()
        self._book.close()
