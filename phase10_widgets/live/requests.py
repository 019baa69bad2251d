"""The messages of a page, and how each is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from .. import languages
from ..core.events import Event
from ..core.integers import integer
from ..core.translatable import Refusal, phrase
from ..text import Text
from ..views.protocol.live import LiveRules
from ..views.setup import option_specs, phase_lines
from .lesson import lesson_requests
from .own_seats import TAKEN
from .pages import Page, PageLine, Pages
from .plan import Plan
from .room import Person, Room
from .shared_table import PACES, SharedTable
from .turn_clock import SECONDS

MOST_ID = 100
"""The longest id of a message, in characters."""
UNKNOWN = phrase("This message was not understood.")


Message = Mapping[str, Any]


class Rooms(lesson_requests.LessonRooms, Protocol):
    """The changes to rooms that messages ask for; `Desk` carries them out."""

    pages: Pages

    def room_changed(self, room: Room) -> None: ...
    def begin(self, table: SharedTable) -> None: ...
    def table_changed(
        self,
        room: Room,
        table: SharedTable,
        events: Sequence[Event] = (),
        ack: Mapping[PageLine, str] | None = None,
        *,
        only: Person | None = None,
    ) -> None: ...
    def look_back(self, page: Page) -> None: ...
    def moved(self, room: Room, person: Person, tables: Sequence[SharedTable]) -> None: ...
    def remove(self, room: Room, person: Person) -> None: ...
    def seat_again(self, room: Room, person: Person, newcomer: Person) -> None: ...
    def end_others(self, page: Page) -> None: ...
    def forget(self, room: Room) -> None: ...


Handler = Callable[[Rooms, Page, Message], None]


def id_of(message: object) -> str | None:
    """Return a message's id; None if it has none."""
    found = message.get("id") if isinstance(message, Mapping) else None
    return found if isinstance(found, str) and 0 < len(found) <= MOST_ID else None


# to the table


def say(desk: Rooms, page: Page, message: Message) -> None:
    """Pass a message on to the table that the page shows."""
    inner = message.get("message")
    table, seat = page.table()
    message_id = id_of(inner)
    if table is None or table.session is None or not isinstance(inner, Mapping) or message_id is None:
        raise Refusal(UNKNOWN)
    kind = inner.get("kind")
    if not isinstance(kind, str) or inner.get("v") != 1:
        raise Refusal(UNKNOWN)
    if handler := ANYTIME.get(kind):
        handler(desk, page, inner)
    elif seat is None:
        raise Refusal("You are watching this table.")
    elif table.has_moved(message_id):
        page.tell_view(table, seat)
    elif kind == "continue" and table.chairs[seat].ended is None:
        page.tell_view(table, seat, ack=message_id)  # the next game, or another page of this person, has closed it
    elif (rev := inner.get("rev")) != table.rev_for(seat) and not (kind == "continue" and table.may_go_on(seat, rev)):
        page.tell_view(table, seat)
        raise Refusal("The table has changed in the meantime. Look again, and then choose again.")
    elif act := IN_TURN.get(kind):
        act(desk, page, table, seat, inner, message_id)
    else:
        raise Refusal("That is not possible at a shared table.")


def greet(desk: Rooms, page: Page, inner: Message) -> None:
    """Send the events so far."""
    table, seat = page.table()
    assert table is not None, "it was there a moment ago"
    page.tell(table, message={"kind": "welcome", "id": id_of(inner), "token": None, "offers": []})
    page.tell(table, message=table.story(seat, page.words))


def pong(desk: Rooms, page: Page, inner: Message) -> None:
    """Give a sign of life."""
    table, _ = page.table()
    assert table is not None, "it was there a moment ago"
    page.tell(table, message={"kind": "pong", "id": id_of(inner)})


InTurn = Callable[[Rooms, Page, SharedTable, int, Message, str], None]


def act(desk: Rooms, page: Page, table: SharedTable, seat: int, inner: Message, message_id: str) -> None:
    """Carry out an action."""
    not_paused(page)
    desk.table_changed(page.room, table, table.act(seat, inner.get("action"), message_id), {page.line: message_id})


def undo(desk: Rooms, page: Page, table: SharedTable, seat: int, inner: Message, message_id: str) -> None:
    """Take the seat's last action back."""
    not_paused(page)
    table.undo(seat, message_id)
    desk.table_changed(page.room, table, (), {page.line: message_id})


def go_on(desk: Rooms, page: Page, table: SharedTable, seat: int, inner: Message, message_id: str) -> None:
    """Close the last round's result on this person's pages."""
    table.go_on(seat)
    desk.table_changed(page.room, table, table.next_deal(), {page.line: message_id}, only=page.person)


def advise(desk: Rooms, page: Page, table: SharedTable, seat: int, inner: Message, message_id: str) -> None:
    """Answer with the expert's advice."""
    page.tell(table, message=table.hint(seat, page.words, message_id))


def not_paused(page: Page) -> None:
    """Refuse while the host has stopped all tables."""
    if page.room.paused:
        raise Refusal("The host has paused the game.")


# to the room


def sit(desk: Rooms, page: Page, message: Message) -> None:
    """Take a seat, or change seats."""
    room, person = page.room, page.person
    table, wanted = room.table(message.get("table")), message.get("seat")
    seat = integer(wanted)
    if wanted is not None and seat is None:
        raise Refusal(TAKEN)
    desk.moved(room, person, room.move(person, table, seat))


def stand(desk: Rooms, page: Page, message: Message) -> None:
    """Leave one's seat, or stop watching."""
    desk.moved(page.room, page.person, page.room.move(page.person, None))


def back(desk: Rooms, page: Page, message: Message) -> None:
    """Play on where a computer player has stood in; any message of a person does that."""


def watch(desk: Rooms, page: Page, message: Message) -> None:
    """Watch a table."""
    room, person = page.room, page.person
    room.watch(person, room.table(message.get("table")))
    desk.moved(room, person, [])


def hand(desk: Rooms, page: Page, message: Message) -> None:
    """Raise or lower a hand; hosts lower those of others."""
    room, person, up = page.room, page.person, message.get("up") is True
    if person.host:
        found = room.people.get(integer(message.get("person")) or 0)
        if found is None or up:
            raise Refusal("There is no hand to lower.")
        person = found
    if room.set_hand(person, up=up):
        desk.room_changed(room)


def speak(desk: Rooms, page: Page, message: Message) -> None:
    """Speak another language."""
    wanted = message.get("language")
    if wanted not in languages.names():
        raise Refusal("The available languages are {names}.", names=", ".join(languages.names()))
    page.words = Text(wanted)
    page.welcome()
    page.tell_room()
    page.show_table(id_of(message))
    desk.look_back(page)
    desk.lesson_changed(page.room)


# to the room, from its host


def set_plan(desk: Rooms, page: Page, message: Message) -> None:
    """Change the game of a table."""
    room = page.room
    room.same.set_plan(room.table(message.get("table")), Plan.read(message), room.tables)
    desk.room_changed(room)


def list_rules(desk: Rooms, page: Page, message: Message) -> None:
    """Answer with the house rules that a table could have."""
    table = page.room.table(message.get("table"))
    game, usual = table.plan.game(), table.plan.usual
    phases, options = phase_lines(game, page.words), option_specs(game, page.words)
    answer: LiveRules = {
        "kind": "rules",
        "table": table.number,
        "phases": phases,
        "options": [option for option in options if option["name"] in usual and option["name"] != "phases"],
        "usual": usual,
    }
    page.line.send(answer)


def start(desk: Rooms, page: Page, message: Message) -> None:
    """Start a table, or all at which people sit."""
    room, number = page.room, message.get("table")
    tables = room.start(None if number is None else room.table(number), lambda: desk.room_changed(room))
    for table in tables:
        desk.begin(table)
    desk.room_changed(room)
    for table in tables:
        for each in desk.pages.at(room, table):
            each.show_table()


def set_tables(desk: Rooms, page: Page, message: Message) -> None:
    """Set the number of tables."""
    tables = page.room.tables
    page.room.set_tables(integer(message.get("n")) or 0, tables[max(tables)].plan)
    desk.room_changed(page.room)
    desk.pages.uncover(page.room)


def same(desk: Rooms, page: Page, message: Message) -> None:
    """Deal the same cards at every table from now on, or other cards."""
    page.room.same.switch(message.get("on") is True, page.room.tables)
    desk.room_changed(page.room)


def set_clock(desk: Rooms, page: Page, message: Message) -> None:
    """Give every turn so many seconds, or as long as people like."""
    seconds = integer(message.get("seconds"))
    if seconds not in SECONDS:
        raise Refusal("A turn has 30, 60 or 90 seconds, or no clock.")
    page.room.clock = seconds
    desk.room_changed(page.room)
    all_changed(desk, page.room)


def set_pace(desk: Rooms, page: Page, message: Message) -> None:
    """Let computer players act as quickly as the host wants."""
    seconds = message.get("seconds")
    if isinstance(seconds, bool) or seconds not in PACES:
        raise Refusal("Computer players take 0.4, 0.8 or 2 seconds.")
    page.room.pace = float(seconds)
    desk.room_changed(page.room)
    all_changed(desk, page.room)


def lock(desk: Rooms, page: Page, message: Message) -> None:
    """Let nobody else in, or let people in again."""
    page.room.locked = message.get("on") is True
    desk.room_changed(page.room)


def pause(desk: Rooms, page: Page, message: Message) -> None:
    """Stop all tables, or let them go on."""
    desk.set_pause(page.room, on=message.get("on") is True)


def all_changed(desk: Rooms, room: Room) -> None:
    """Send the views of every game."""
    for table in room.tables.values():
        if table.session is not None:
            desk.table_changed(room, table)


def place(desk: Rooms, page: Page, message: Message) -> None:
    """Seat somebody at a table, or take them off; a computer player keeps the seat that they leave."""
    room, number, wanted = page.room, message.get("table"), message.get("seat")
    person, seat = room.people.get(integer(message.get("person")) or 0), integer(wanted)
    if person is None:
        raise Refusal("This person is not here anymore.")
    if wanted is not None and seat is None:
        raise Refusal(TAKEN)
    desk.moved(room, person, room.move(person, None if number is None else room.table(number), seat))


def reseat(desk: Rooms, page: Page, message: Message) -> None:
    """Give a person's place to a newcomer: their browser has lost the token, and they have joined again."""
    room = page.room
    person, newcomer = (room.people.get(integer(message.get(name)) or 0) for name in ("person", "newcomer"))
    if person is None or newcomer is None or person is newcomer:
        raise Refusal("This person is not here anymore.")
    if person.host or newcomer.host:
        raise Refusal("The host comes back with the recovery code.")
    desk.seat_again(room, person, newcomer)


def recovery(desk: Rooms, page: Page, message: Message) -> None:
    """Show the host a new code that brings them back on another device, and a link that does so once."""
    code, link = page.room.new_recovery_code(), page.room.new_link()
    desk.room_changed(page.room)
    page.line.send({"kind": "recovery", "code": code, "link": link})


def alone(desk: Rooms, page: Page, message: Message) -> None:
    """End the host's other devices."""
    desk.end_others(page)


def set_names(desk: Rooms, page: Page, message: Message) -> None:
    """Show names on the wall, or none."""
    page.room.names_on_wall = message.get("on") is True
    desk.room_changed(page.room)


def kick(desk: Rooms, page: Page, message: Message) -> None:
    """Remove somebody, perhaps with all who came later; computer players take over, and the room is locked."""
    room, person = page.room, page.room.people.get(integer(message.get("person")) or 0)
    if person is None or person.host:
        raise Refusal("There is nobody to remove.")
    later = [one for one in room.people.values() if one.id > person.id and not one.host]
    room.locked = True  # or they would come back by the same link
    desk.room_changed(room)  # before anybody goes: if it cannot be stored, nothing changes
    for each in [person, *(later if message.get("later") is True else ())]:
        desk.remove(room, each)


def end(desk: Rooms, page: Page, message: Message) -> None:
    """Close the room, and delete everything about it."""
    desk.forget(page.room)


ANYTIME: Mapping[str, Handler] = {"hello": greet, "ping": pong, "leave": stand, "language": speak}
"""The messages to a table that count for any view, whoever sends them."""
IN_TURN: Mapping[str, InTurn] = {"action": act, "undo": undo, "continue": go_on, "hint": advise}
"""The messages to a table from a seat, about the view that it shows."""
EVERYBODY: Mapping[str, Handler] = {
    "say": say,
    "sit": sit,
    "stand": stand,
    "watch": watch,
    "back": back,
    "hand": hand,
    "language": speak,
    **lesson_requests.PUPILS,
}
"""The messages of everybody to the room."""
HOSTS: Mapping[str, Handler] = {
    "plan": set_plan,
    "rules": list_rules,
    "start": start,
    "tables": set_tables,
    "same": same,
    "clock": set_clock,
    "pace": set_pace,
    "lock": lock,
    "pause": pause,
    "names": set_names,
    "place": place,
    "reseat": reseat,
    "recovery": recovery,
    "alone": alone,
    "kick": kick,
    "end": end,
    **lesson_requests.HOSTS,
}
"""The messages of its host."""
WALLS: Mapping[str, Handler] = {"language": speak}
"""The messages of a wall."""
