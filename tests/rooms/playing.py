"""A service without a network, with pages that record their messages and a clock that advances only on request."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from phase10_widgets.rooms import service as rooms
from phase10_widgets.rooms.changes import TableChanged
from phase10_widgets.rooms.storage.room_store import RoomStore
from phase10_widgets.rooms.storage.sql_store import SqliteStore

DRAW = {"type": "draw", "from": "deck"}
MOST_STEPS = 2_000
STORED = "This could not be stored, so nothing has changed. Try again."


class Line:
    """A page's connection."""

    def __init__(self, service: Service, token: str, **hello: Any) -> None:
        """Open a page with this token."""
        self.service, self.token, self.hello = service, token, hello
        self.language = hello.pop("language", "en")
        self.sent: list[Any] = []
        self.closed: int | None = None
        self.count = 0
        service.desk.hear(self, {"kind": "hello", "v": 1, "token": token, "language": self.language, **hello})

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def close(self, code: int) -> None:
        self.closed = code

    def ask(self, kind: str, **fields: Any) -> None:
        """Send a message to the room."""
        self.count += 1
        self.service.desk.hear(self, {"kind": kind, "id": f"{id(self)}:{self.count}", **fields})

    def say(self, kind: str, *, rev: int | None = None, message_id: str = "", **fields: Any) -> str:
        """Send a message to the table; return its id."""
        self.count += 1
        message_id = message_id or f"{id(self)}:{self.count}"
        message = {"kind": kind, "v": 1, "id": message_id, "rev": self.view["rev"] if rev is None else rev, **fields}
        self.service.desk.hear(self, {"kind": "say", "message": message})
        return message_id

    def last(self, kind: str) -> Any:
        """Return the last message of this kind."""
        return next(message for message in reversed(self.sent) if message["kind"] == kind)

    def told(self, what: str) -> Any:
        """Return the table's last "about", "view" or "message"."""
        return next(each[what] for each in reversed(self.sent) if each["kind"] == "tell" and what in each)

    @property
    def view(self) -> Any:
        return self.told("view")

    @property
    def acks(self) -> list[str]:
        """The ids of messages that views have answered."""
        return [each["view"]["ack"] for each in self.sent if each["kind"] == "tell" and "view" in each]

    @property
    def room(self) -> Any:
        return self.last("room")

    @property
    def refusal(self) -> str:
        """The sentence from the last refusal."""
        for message in reversed(self.sent):
            found = message if message["kind"] == "reject" else message.get("message", {})
            if found.get("kind") == "reject":
                return str(found["why"])
        return ""


class Desk(rooms.Service):
    """The service and its store, which some tests call its book."""

    @property
    def _book(self) -> RoomStore:
        return self._store


class Service:
    """A service with its own clocks."""

    def __init__(self, path: Any = ":memory:", store: Callable[[], RoomStore] | None = None, **settings: Any) -> None:
        """Open the service; *path* is the path of its store, unless *store* returns a different store."""
        self.now = 1_000_000.0
        self.worked = 0.0
        """The processor time used so far."""
        self.path = path
        self.store = store or (lambda: SqliteStore(self.path))
        self.settings = settings
        self.start()

    def start(self) -> None:
        """Start the service as after a crash."""
        clocks: dict[str, Any] = {"clock": lambda: self.now, "now": lambda: self.now, "processor": lambda: self.worked}
        self.desk = Desk(self.store(), **clocks, **self.settings)

    def start_again(self, *lines: Line) -> list[Line]:
        """Start the service as after a crash; return new pages for these people."""
        self.start()
        return [Line(self, line.token) for line in lines]

    def host(self, name: str = "Hanna") -> Line:
        """Open a room; return its host's page."""
        return Line(self, self.desk.open_room(name))

    def guest(self, host: Line, name: str, **hello: Any) -> Line:
        """Let a person join through the link; return their page."""
        joined = self.desk.join({"key": host.last("welcome")["key"], "name": name}, "192.0.2.1")
        return Line(self, joined["token"], **hello)

    def wait(self, seconds: float, *lines: Line) -> None:
        """Let time pass while these pages send heartbeats."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + 0.5)
            for line in lines:
                if line.closed is None:
                    self.desk.hear(line, {"kind": "beat"})
            self.desk.tick()


def table(service: Service, *names: str, **plan: Any) -> list[Line]:
    """Return the pages of a host and guests who are playing at one table."""
    host = service.host(names[0])
    guests = [service.guest(host, name) for name in names[1:]]
    chosen = {"edition": "classic", "preset": "taste", "seats": max(2, len(names)), "level": 5, **plan}
    host.ask("plan", table=1, **chosen)
    for line in (host, *guests):
        line.ask("sit", table=1)
    host.ask("start", table=1)
    return [host, *guests]


def friends(service: Service, *names: str) -> list[Line]:
    """Return the pages of friends who are sitting at a table for three, the first of them its host."""
    host = Line(service, service.desk.open_room(names[0], friends=True))
    host.ask("plan", table=1, edition="classic", preset="quick", seats=3, level=2)
    lines = [host, *(service.guest(host, name) for name in names[1:])]
    for line in lines:
        line.ask("sit", table=1)
    return lines


def finish(service: Service, line: Line) -> None:
    """Let computer players play the game at a page's table to its end, in a couple of hundred turns."""
    room = room_of(line)
    shared = room.tables[1]
    events: Any = ()
    for _ in range(MOST_STEPS):
        if shared.state == "over":
            break
        shared.stand_in(shared.game.to_act)
        events = shared.step()
    assert shared.state == "over", "the game does not end"
    service.desk.table_changed(room, TableChanged(shared, events))


def begun(service: Service | None = None, *, seconds: int = 0, **plan: Any) -> tuple[Line, Line]:
    """Return the pages of the person to act and another person, at a table with this many seconds per turn."""
    hanna, ben = table(service or Service(), "Hanna", "Ben", **{"preset": "full", **plan})
    hanna.ask("clock", seconds=seconds)
    return (hanna, ben) if hanna.view["legal"] else (ben, hanna)


def act(line: Line, chance: random.Random) -> None:
    """Let a page's person take a legal action or continue."""
    view = line.view
    if view["summary"] is not None:
        line.say("continue")
    elif view["legal"]:
        choices = [each for each in view["legal"] if each["type"] == "lay_down"] or view["legal"]
        line.say("action", action=chance.choice(choices))


def play(service: Service, lines: list[Line], turns: int, chance: random.Random) -> None:
    """Let each of these people act up to this many times, or until the game is over."""
    for _ in range(turns):
        for line in lines:
            act(line, chance)
        service.wait(1.0, *lines)
        if all(line.view["over"] for line in lines):
            return


def to_results(*lines: Line) -> None:
    """Let people play without computer players until all of them see the result of a round."""
    chance = random.Random(3)
    while not all(line.view["summary"] for line in lines):
        for line in lines:
            if line.view["summary"] is None:
                act(line, chance)


def class_of(
    service: Service, n: int, *names: str, sit: int | None = None, same: bool = True, **plan: Any
) -> list[Line]:
    """Return the pages of a host, who does not play, and of guests spread over *n* tables with the *same* cards.

    *sit* is the number of guests who sit down; by default, all of them do.
    """
    host = service.host("Teacher")
    guests = [service.guest(host, name) for name in names]
    host.ask("plan", table=1, **{"edition": "classic", "preset": "taste", "seats": 2, "level": 5, **plan})
    host.ask("tables", n=n)
    host.ask("same", on=same)
    for at, guest in enumerate(guests[:sit]):
        guest.ask("sit", table=at % n + 1)
    host.ask("start", table=None)
    return [host, *guests]


def number(line: Line) -> int:
    """Return the number of the person on a page."""
    return int(line.last("welcome")["person"])


def presence(line: Line, of: Line) -> str:
    """Return the other person's presence as shown on this page."""
    return str(line.last("here")["seats"][of.view["you"]])


def room_of(line: Line) -> Any:
    """Return the only room of a page's service."""
    (room,) = line.service.desk._rooms.values()
    return room


def status_of(line: Line) -> Any:
    """Return the first-table status of a page's person."""
    return room_of(line).tables[1].seats[line.view["you"]]
