"""A service's store: rooms, people, tables and moves, each stored before anyone sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

HOUR = 3600.0
KEPT_HOURS = 24
"""The number of hours that a room is kept after its last heartbeat."""


class StoredRoom(NamedTuple):
    """A room in the store."""

    room: int
    code: str
    key: str
    settings: Mapping[str, Any]
    touched: float
    """The time at which the room was last used, in seconds since 1970."""


class StoredPerson(NamedTuple):
    """A person in the store."""

    person: int
    token: bytes
    """The hash of the token."""
    name: str
    host: bool


class StoredTable(NamedTuple):
    """A table in the store."""

    number: int
    plan: Mapping[str, Any]
    begun: Mapping[str, Any] | None
    seated: list[int | None]


class StoredMove(NamedTuple):
    """A move in the store."""

    n: int
    seat: int
    id: str | None
    action: Mapping[str, Any] | None
    """The action, or None to take back the seat's last decision."""


class StoredAnswer(NamedTuple):
    """A person's answer to a lesson's question, in stored form."""

    poll: int
    person: int
    vote: int
    text: str
    confidence: float


class StoredDeals(NamedTuple):
    """A person's deals for a question, in stored form."""

    poll: int
    person: int
    tally: list[Any]


class RoomLost(OSError):
    """Raised if this process must not change a room because it may have missed a change; the process must reload or
    leave the room. Either another process owns the room, or this one is *unsure* whether the last change was stored,
    because no response arrived.
    """

    def __init__(self, room: int, *, unsure: bool = False) -> None:
        """Create the error for the room with this number."""
        super().__init__(f"room {room} belongs to another process, or its last change is uncertain")
        self.room, self.unsure = room, unsure


class RoomStore(Protocol):
    """A store of rooms: each method returns once its change is stored, and raises OSError if it is not.

    Several processes may share a store. Each room is owned by one of them, under an epoch that increases with each new
    owner. A process that tries to change another process's room gets :class:`RoomLost`, and nothing changes.
    """

    alone: bool
    """True if no other process uses this store, in which case this one owns all rooms."""

    def claim(self, room: int) -> bool: ...
    def ask_for(self, room: int) -> None: ...
    def renew(self) -> list[int]: ...
    def release(self, room: int) -> None: ...
    def rooms(self) -> list[StoredRoom]: ...
    def find_room(self, *, code: str = "", key: str = "", token: bytes = b"") -> StoredRoom | None: ...
    def people(self, room: int) -> list[StoredPerson]: ...
    def tables(self, room: int) -> list[StoredTable]: ...
    def moves(self, room: int, number: int) -> list[StoredMove]: ...
    def add_room(self, code: str, key: str, settings: Mapping[str, Any], now: float) -> int: ...
    def keep_room(self, room: int, code: str, settings: Mapping[str, Any], now: float) -> None: ...
    def drop_room(self, room: int) -> None: ...
    def add_person(self, room: int, token: bytes, name: str, *, host: bool) -> int: ...
    def drop_person(self, room: int, person: int) -> None: ...
    def more_tokens(self, room: int) -> list[tuple[int, bytes]]: ...
    def add_token(self, room: int, person: int, token: bytes) -> None: ...
    def keep_token(self, room: int, person: int, token: bytes) -> None: ...
    def merge(self, room: int, person: int, newcomer: int, token: bytes, deals: Sequence[StoredDeals]) -> None: ...
    def keep_table(self, room: int, table: StoredTable) -> None: ...
    def drop_table(self, room: int, number: int) -> None: ...
    def add_move(self, room: int, number: int, move: StoredMove) -> None: ...
    def drop_moves(self, room: int, number: int) -> None: ...
    def asked(self, room: int) -> list[tuple[int, Mapping[str, Any]]]: ...
    def answers(self, room: int) -> list[StoredAnswer]: ...
    def deals(self, room: int) -> list[StoredDeals]: ...
    def keep_asked(self, room: int, poll: int, content: Mapping[str, Any]) -> None: ...
    def keep_answer(self, room: int, answer: StoredAnswer) -> None: ...
    def keep_deals(self, room: int, deals: StoredDeals) -> None: ...
    def close(self) -> None: ...
