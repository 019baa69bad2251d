"""The changes that a message makes: handlers return them, and `Service` stores them and notifies the pages."""

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
    """The room's settings, people or tables have changed; the changes are stored before anyone sees them."""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table has a new view."""

    table: SharedTable
    events: Sequence[Event] = ()
    """The events since the previous view."""
    asker: Connection | None = None
    """The connection whose message caused the change."""
    ack: str | None = None
    """The id of the message that caused the change."""
    only: Person | None = None
    """The only person who can see the difference, or None if everybody can."""

    def ack_for(self, connection: Connection) -> str | None:
        """Return the id of this connection's message if the view responds to one, or None otherwise."""
        return self.ack if connection is self.asker else None


@dataclass(frozen=True, slots=True)
class Reacted:
    """A person at a table has shown the others a drawing."""

    table: SharedTable
    seat: int
    reaction: int


@dataclass(frozen=True, slots=True)
class GamesStarted:
    """Games have started at these tables."""

    tables: Sequence[SharedTable]


@dataclass(frozen=True, slots=True)
class PersonMoved:
    """A person has taken or left a seat, or has started or stopped watching a table."""

    person: Person
    tables: Sequence[SharedTable] = ()
    """The tables that the person left and joined."""


@dataclass(frozen=True, slots=True)
class PersonRemoved:
    """The host has removed a person."""

    person: Person


@dataclass(frozen=True, slots=True)
class PersonReseated:
    """A newcomer turned out to be someone already in the room whose browser had lost the token."""

    person: Person
    newcomer: Person


@dataclass(frozen=True, slots=True)
class OtherDevicesEnded:
    """The person has signed out all devices except the one that sent the message."""


@dataclass(frozen=True, slots=True)
class RoomEnded:
    """The room is closed, and everything about it is deleted."""


@dataclass(frozen=True, slots=True)
class RoundsOpened:
    """Spectators may now see rounds that were secret because other tables were still playing the same cards."""


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The page shows its table again, perhaps with a result whose review is not ready yet."""


@dataclass(frozen=True, slots=True)
class LessonChanged:
    """The lesson has changed."""


@dataclass(frozen=True, slots=True)
class Computation(Generic[T]):
    """A computation that would block the loop for too long and therefore runs outside it."""

    work: Callable[[], T]
    then: Callable[[T], Iterable[Change]]
    """The function to call with the result if the room still exists."""
    anywhere: bool = False
    """True if the result can be computed on another machine."""


Change: TypeAlias = (
    RoomChanged
    | TableChanged
    | Reacted
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
    """Return, for each of a room's tables with a game, the change that updates its views."""
    return [TableChanged(table) for table in room.tables.values() if table.session is not None]


def set_pause(room: Room, *, on: bool) -> list[Change]:
    """Pause or resume all tables in a room."""
    room.paused = on
    return [RoomChanged(), *all_tables(room)]
