"""Handlers for a page's messages; each handles one message and returns the resulting changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..base.integers import integer, integer_from
from ..base.translatable import Refusal, phrase
from ..ui.screen import Refused, check_rev, id_in, kind_in, language_in
from ..ui.setup.view import option_specs, phase_lines
from .changes import (
    Change,
    GamesStarted,
    LessonChanged,
    OtherDevicesEnded,
    PersonMoved,
    PersonRemoved,
    PersonReseated,
    Reacted,
    ResultShown,
    RoomChanged,
    RoomEnded,
    RoundsOpened,
    TableChanged,
    all_tables,
    set_pause,
)
from .lesson import lesson_requests
from .own_seats import TAKEN
from .pages import Page
from .plan import Plan
from .shared_table import PACES_SECONDS, SharedTable
from .turn_clock import TURN_SECONDS
from .wire import LiveRules

UNKNOWN = phrase("This message was not understood.")
WATCHING = phrase("You are watching this table.")
REACTIONS = 6
"""The number of drawings with which people react."""
REACT_EVERY_SECONDS = 1.5
"""The minimum number of seconds between a person's reactions; the others see nothing of those in between."""

Message = Mapping[str, Any]
Handler = Callable[[Page, Message], Iterable[Change]]
"""A handler for a message to the room."""
TableHandler = Callable[[Page, SharedTable, int | None, Message], Iterable[Change]]
"""A handler for a message to a table from a seat or a spectator."""
SeatHandler = Callable[[Page, SharedTable, int, Message], Iterable[Change]]
"""A handler for a message to a table from a seat that has seen the table's latest view."""


# messages to the table


def say(page: Page, message: Message) -> Iterable[Change]:
    """Pass a message on to the table shown on the page."""
    content, (table, seat) = message.get("message"), page.table()
    if table is None or table.session is None or not isinstance(content, dict) or id_in(content) is None:
        raise Refused("malformed", UNKNOWN)
    kind = kind_in(content, UNKNOWN)
    if handler := ANYTIME.get(kind):
        return handler(page, table, seat, content)
    if seat is None:
        raise Refusal(WATCHING)
    if table.has_acted(content["id"]):
        page.tell_view(table, seat)
        return ()
    if kind == "continue" and table.seats[seat].ended is None:
        page.tell_view(table, seat, ack=content["id"])  # a new game or another page has closed the result
        return ()
    _check_view(page, table, seat, content)
    if act := IN_TURN.get(kind):
        return act(page, table, seat, content)
    raise Refusal("That is not possible at a shared table.")


def _check_view(page: Page, table: SharedTable, seat: int, content: Message) -> None:
    """Refuse a message about an old view, and send the latest view; results may be closed even after others have
    played."""
    if content["kind"] == "continue" and table.may_go_on(seat, content.get("rev")):
        return
    try:
        check_rev(content, table.rev_for(seat))
    except Refused:
        page.tell_view(table, seat)
        raise


def greet(page: Page, table: SharedTable, seat: int | None, content: Message) -> Iterable[Change]:
    """Send the game's events so far."""
    page.tell(table, message={"kind": "welcome", "id": content["id"], "token": None, "offers": []})
    page.tell(table, message=table.story(seat, page.words))
    return ()


def pong(page: Page, table: SharedTable, seat: int | None, content: Message) -> Iterable[Change]:
    """Record a heartbeat."""
    page.tell(table, message={"kind": "pong", "id": content["id"]})
    return ()


def react(page: Page, table: SharedTable, seat: int | None, content: Message) -> Iterable[Change]:
    """Show the others at the table a drawing, unless the person has just shown one."""
    reaction = integer_from(0, content.get("reaction"), REACTIONS - 1)
    if seat is None:
        raise Refusal(WATCHING)
    if reaction is None:
        raise Refused("malformed", UNKNOWN)
    if page.heard - page.person.reacted < REACT_EVERY_SECONDS:
        return ()
    page.person.reacted = page.heard
    return [Reacted(table, seat, reaction)]


def leave(page: Page, table: SharedTable, seat: int | None, content: Message) -> Iterable[Change]:
    """Leave the table."""
    return stand(page, content)


def speak_at_table(page: Page, table: SharedTable, seat: int | None, content: Message) -> Iterable[Change]:
    """Switch the table and the room to another language."""
    return speak(page, content)


def act(page: Page, table: SharedTable, seat: int, content: Message) -> Iterable[Change]:
    """Carry out an action."""
    not_paused(page)
    events = table.act(seat, content.get("action"), content["id"])
    return [TableChanged(table, events, page.connection, content["id"])]


def undo(page: Page, table: SharedTable, seat: int, content: Message) -> Iterable[Change]:
    """Take back the seat's last action."""
    not_paused(page)
    table.undo(seat, content["id"])
    return [TableChanged(table, (), page.connection, content["id"])]


def go_on(page: Page, table: SharedTable, seat: int, content: Message) -> Iterable[Change]:
    """Close the last round's result on this person's pages."""
    table.go_on(seat)
    return [TableChanged(table, table.next_deal(), page.connection, content["id"], only=page.person)]


def advise(page: Page, table: SharedTable, seat: int, content: Message) -> Iterable[Change]:
    """Send the expert's advice."""
    page.tell(table, message=table.hint(seat, page.words, content["id"]))
    return ()


def not_paused(page: Page) -> None:
    """Raise a refusal if the host has paused all tables."""
    if page.room.paused:
        raise Refusal("The host has paused the game.")


# messages to the room


def sit(page: Page, message: Message) -> Iterable[Change]:
    """Take a seat, or change seats."""
    room, person = page.room, page.person
    table, wanted = room.table(message.get("table")), message.get("seat")
    seat = integer(wanted)
    if wanted is not None and seat is None:
        raise Refusal(TAKEN)
    return [PersonMoved(person, room.move(person, table, seat))]


def stand(page: Page, message: Message) -> Iterable[Change]:
    """Leave the seat, or stop watching."""
    return [PersonMoved(page.person, page.room.move(page.person, None))]


def back(page: Page, message: Message) -> Iterable[Change]:
    """Let a person take over from a stand-in, as any message from that person does."""
    return ()


def again(page: Page, message: Message) -> Iterator[Change]:
    """Ask for another game with the same people; it begins once everybody present has asked for it."""
    room, (table, seat) = page.room, page.table()
    if table is None or seat is None or table.state != "over" or not room.friends:
        raise Refusal("The host starts the next game.")
    table.seats[seat].again = True
    yield RoomChanged()
    if tables := room.begin_again():
        yield GamesStarted(tables)


def choose_face(page: Page, message: Message) -> Iterable[Change]:
    """Choose the face that the others see."""
    room, (table, seat) = page.room, page.table()
    if table is None or seat is None or table.state == "playing" or table.secret:
        raise Refusal("Faces are chosen at a table, before a game or after it.")
    room.faces.choose(page.person.id, message.get("face"), [status.person for status in table.seats])
    return [PersonMoved(page.person, [table])]


def watch(page: Page, message: Message) -> Iterable[Change]:
    """Watch a table."""
    page.room.watch(page.person, page.room.table(message.get("table")))
    return [PersonMoved(page.person)]


def hand(page: Page, message: Message) -> Iterable[Change]:
    """Raise or lower a hand; hosts can lower other people's."""
    room, person, up = page.room, page.person, message.get("up") is True
    if person.host:
        found = room.people.get(integer(message.get("person")) or 0)
        if found is None or up:
            raise Refusal("There is no raised hand to lower.")
        person = found
    return [RoomChanged()] if room.set_hand(person, up=up) else []


def speak(page: Page, message: Message) -> Iterable[Change]:
    """Switch the page to another language."""
    page.words = language_in(message)
    page.welcome()
    page.tell_room()
    page.show_table(id_in(message))
    return [ResultShown(), LessonChanged()]


# messages to the room from its host


def set_plan(page: Page, message: Message) -> Iterable[Change]:
    """Change a table's game."""
    room = page.room
    room.same.set_plan(room.table(message.get("table")), Plan.read(message), room.tables)
    return [RoomChanged()]


def list_rules(page: Page, message: Message) -> Iterable[Change]:
    """Send the house rules that can be chosen for a table."""
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
    page.connection.send(answer)
    return ()


def start(page: Page, message: Message) -> Iterator[Change]:
    """Start a table, or all tables at which people are sitting."""
    room, number = page.room, message.get("table")
    tables, deal = room.to_start(None if number is None else room.table(number))
    yield RoomChanged()  # a deal is stored before a table starts with it
    room.start(tables, deal)
    yield GamesStarted(tables)


def set_tables(page: Page, message: Message) -> Iterable[Change]:
    """Set the number of tables."""
    tables = page.room.tables
    page.room.set_tables(integer(message.get("n")) or 0, tables[max(tables)].plan)
    return [RoomChanged(), RoundsOpened()]


def same(page: Page, message: Message) -> Iterable[Change]:
    """Switch between dealing the same cards at every table and dealing separately."""
    page.room.same.switch(message.get("on") is True, page.room.tables)
    return [RoomChanged()]


def set_clock(page: Page, message: Message) -> Iterable[Change]:
    """Set the number of seconds per turn, or let people take as long as they like."""
    seconds = integer(message.get("seconds"))
    if seconds not in TURN_SECONDS:
        raise Refusal("The time for a turn must be 30, 60 or 90 seconds, or no limit.")
    page.room.clock = seconds
    return [RoomChanged(), *all_tables(page.room)]


def set_pace(page: Page, message: Message) -> Iterable[Change]:
    """Set the computer players' speed."""
    seconds = message.get("seconds")
    if isinstance(seconds, bool) or seconds not in PACES_SECONDS:
        raise Refusal("The pause must be 0.4, 0.8 or 2 seconds.")
    page.room.pace = float(seconds)
    return [RoomChanged(), *all_tables(page.room)]


def lock(page: Page, message: Message) -> Iterable[Change]:
    """Lock or unlock the room."""
    page.room.locked = message.get("on") is True
    return [RoomChanged()]


def pause(page: Page, message: Message) -> Iterable[Change]:
    """Pause or resume all tables."""
    return set_pause(page.room, on=message.get("on") is True)


def place(page: Page, message: Message) -> Iterable[Change]:
    """Seat a person at a table, or remove them from it; a computer player takes the seat that they leave."""
    room, number, wanted = page.room, message.get("table"), message.get("seat")
    person, seat = room.people.get(integer(message.get("person")) or 0), integer(wanted)
    if person is None:
        raise Refusal("This person is not here anymore.")
    if wanted is not None and seat is None:
        raise Refusal(TAKEN)
    return [PersonMoved(person, room.move(person, None if number is None else room.table(number), seat))]


def reseat(page: Page, message: Message) -> Iterable[Change]:
    """Give a person's place to a newcomer who is the same person, rejoining after their browser lost the token."""
    room = page.room
    person, newcomer = (room.people.get(integer(message.get(name)) or 0) for name in ("person", "newcomer"))
    if person is None or newcomer is None or person is newcomer:
        raise Refusal("This person is not here anymore.")
    if person.host or newcomer.host:
        raise Refusal("The host has to return with the recovery code.")
    return [PersonReseated(person, newcomer)]


def recovery(page: Page, message: Message) -> Iterator[Change]:
    """Show the host a new code for returning on another device, and a single-use link."""
    code, link = page.room.new_recovery_code(), page.room.new_link()
    yield RoomChanged()
    page.connection.send({"kind": "recovery", "code": code, "link": link})


def alone(page: Page, message: Message) -> Iterable[Change]:
    """Sign out the host's other devices."""
    return [OtherDevicesEnded()]


def set_names(page: Page, message: Message) -> Iterable[Change]:
    """Show or hide names on the wall."""
    page.room.names_on_wall = message.get("on") is True
    return [RoomChanged()]


def kick(page: Page, message: Message) -> Iterator[Change]:
    """Remove a person, optionally with all who joined later; computer players take over, and the room is locked."""
    room, person = page.room, page.room.people.get(integer(message.get("person")) or 0)
    if person is None or person.host:
        raise Refusal("There is nobody to remove.")
    later = [one for one in room.people.values() if one.id > person.id and not one.host]
    room.locked = True  # otherwise, they would come back through the same link
    yield RoomChanged()  # before anyone is removed, so that nothing changes if this cannot be stored
    for each in [person, *(later if message.get("later") is True else ())]:
        yield PersonRemoved(each)


def end(page: Page, message: Message) -> Iterable[Change]:
    """Close the room and delete all of its data."""
    return [RoomEnded()]


ANYTIME: Mapping[str, TableHandler] = {
    "hello": greet,
    "ping": pong,
    "leave": leave,
    "language": speak_at_table,
    "react": react,
}
"""The handlers for messages to a table that are valid for any view and from anyone."""
IN_TURN: Mapping[str, SeatHandler] = {"action": act, "undo": undo, "continue": go_on, "hint": advise}
"""The handlers for messages to a table from a seat that are valid only for its latest view."""
EVERYBODY: Mapping[str, Handler] = {
    "say": say,
    "sit": sit,
    "stand": stand,
    "watch": watch,
    "back": back,
    "again": again,
    "face": choose_face,
    "hand": hand,
    "language": speak,
    **lesson_requests.PUPILS,
}
"""The handlers for messages to the room from anyone."""
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
"""The handlers for messages to the room from its host."""
WALLS: Mapping[str, Handler] = {"language": speak}
"""The handlers for messages from a wall."""
