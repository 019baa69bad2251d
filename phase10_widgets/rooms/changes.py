"""The changes that a message makes: handlers return them, and `Service` stores them and tells the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from ..rules.events import Event
from .connection import Connection
from .room import Person, Room
from .shared_table import SharedTable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The room's settings, people or tables have changed; they are stored before anybody sees them."""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table has a new view."""

    table: SharedTable
    events: Sequence[Event] = ()
    """What has happened there."""
    asker: Connection | None = None
    """The connection whose message did it."""
    ack: str | None = None
    """The id of that message."""
    only: Person | None = None
    """The only person who sees the difference; None if all do."""

    def ack_for(self, connection: Connection) -> str | None:
        """Return the id of the message that the view answers on a connection; None if it answers none there."""
        return self.ack if connection is self.asker else None


@dataclass(frozen=True, slots=True)
class GamesStarted:
    """Games have started at these tables."""

    tables: Sequence[SharedTable]


@dataclass(frozen=True, slots=True)
class PersonMoved:
    """A person sits or watches elsewhere."""

    person: Person
    tables: Sequence[SharedTable] = ()
    """The tables that they left and came to."""


@dataclass(frozen=True, slots=True)
class PersonRemoved:
    """The host has removed a person."""

    person: Person


@dataclass(frozen=True, slots=True)
class PersonReseated:
    """A newcomer is a person whose browser has lost their token."""

    person: Person
    newcomer: Person


@dataclass(frozen=True, slots=True)
class OtherDevicesEnded:
    """The person stays on the device that sent the message, and on no other."""


@dataclass(frozen=True, slots=True)
class RoomEnded:
    """The room is closed, and everything about it is deleted."""


@dataclass(frozen=True, slots=True)
class RoundsOpened:
    """Spectators may see rounds that other tables with the same cards kept secret."""


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The page shows its table anew, perhaps a result that lacks its review."""


@dataclass(frozen=True, slots=True)
class LessonChanged:
    """The lesson has changed."""


@dataclass(frozen=True, slots=True)
class Computation(Generic[T]):
    """Something takes too long for the loop: it is computed beside it."""

    work: Callable[[], T]
    then: Callable[[T], Iterable[Change]]
    """Takes the result, if the room is still there."""
    anywhere: bool = False
    """True if it can be computed on another machine."""


Change: TypeAlias = (
    RoomChanged
    | TableChanged
    | GamesStarted
    | PersonMoved
    | PersonRemoved
    | PersonReseated
    | OtherDevicesEnded
    | RoomEnded
    | RoundsOpened
    | ResultShown
    | LessonChanged
    | Computation[Any]
)


def all_tables(room: Room) -> list[TableChanged]:
    """Return the change that every game of a room has a new view."""
    return [TableChanged(table) for table in room.tables.values() if table.session is not None]


def set_pause(room: Room, *, on: bool) -> list[Change]:
    """Stop all tables of a room, or let them go on."""
    room.paused = on
    return [RoomChanged(), *all_tables(room)]
