"""SQL stores: the statements shared by SQLite and PostgreSQL, and the store in an SQLite file."""

from __future__ import annotations

import json
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from ...store.store import NoAnswer
from ...store.store_file import identity, is_broken
from ...store.upgrade import upgrade
from .room_store import RoomLost, StoredAnswer, StoredDeals, StoredMove, StoredPerson, StoredRoom, StoredTable
from .sql_tables import SCHEMA, STEPS, VERSION

LOG = logging.getLogger(__name__)
Result = TypeVar("Result")
OPENING_SECONDS = 5.0
"""The longest time, in seconds, to wait for another program when opening an SQLite file."""
BUSY_MILLISECONDS = 250
"""The longest time, in milliseconds, to wait for another program before a change; after a failure, there is no wait."""
REST_SECONDS = 1.0, 30.0
"""The shortest and longest pauses after a failure, in seconds."""
REST_FACTOR = 20
"""The pause after a failure, as a multiple of the attempt's duration."""
LEASE_SECONDS = 15.0
"""The length of a lease on a room, in seconds; the process that holds it renews it three times in that period."""
_ROOMS = "SELECT room, code, key, settings, touched FROM rooms"
_HERE = "room IN (SELECT room FROM mine)"
_TOKENS = "SELECT room FROM people WHERE token = ? UNION SELECT room FROM people JOIN tokens USING (person)"

Step = tuple[str, Sequence[Any]]
"""An SQL statement together with its values."""


class Unanswered(OSError):
    """Raised if a change received no response and thus may or may not have been stored."""


class SqlStore:
    """A store in a database. Subclasses execute the statements, which have a ``?`` for each value."""

    alone = True
    NOW, FREE, HELD = "0", "TRUE", ""
    """SQL for the seconds since 1970, for the condition under which any process may take a room, and for locking a
    row."""

    def __init__(self, lease: float = LEASE_SECONDS) -> None:
        """Start with no rooms; *lease* is in seconds."""
        self.lease = lease
        self._owner = secrets.token_hex(8)
        self._epochs: dict[int, int] = {}
        """This process's rooms, each with its epoch."""

    def _rows(self, words: str, *values: Any) -> Sequence[Sequence[Any]]:
        """Execute a statement and return its rows.

        Raises:
            OSError: it was not executed.
            Unanswered: it may have been.
        """
        raise NotImplementedError

    def _count(self, *steps: Step) -> int:
        """Execute either all or none of the statements; return the number of changed rows.

        Raises:
            OSError: nothing has changed.
            Unanswered: either nothing or everything has changed.
        """
        raise NotImplementedError

    # owners

    def claim(self, room: int) -> bool:
        """Take over a room; return False if another process owns it. Each new owner gets the next epoch."""
        rows = self._rows(
            f"UPDATE rooms SET owner = ?, epoch = epoch + 1, lease = {self.NOW} + ?, wanted = 0 "
            f"WHERE room = ? AND ({self.FREE} OR owner = ?) RETURNING epoch",
            *(self._owner, self.lease, room, self._owner),
        )
        for (epoch,) in rows:
            self._epochs[room] = epoch
        return bool(rows)

    def ask_for(self, room: int) -> None:
        """Ask the process that owns a room to release it."""
        self._count(("UPDATE rooms SET wanted = 1 WHERE room = ? AND owner <> ?", (room, self._owner)))

    def renew(self) -> list[int]:
        """Renew the leases of this process's rooms; return the rooms that have been lost or requested."""
        words = f"UPDATE rooms SET lease = {self.NOW} + ? WHERE owner = ? AND wanted = 0 RETURNING room, epoch"
        kept: dict[int, int] = {row[0]: row[1] for row in self._rows(words, self.lease, self._owner)}
        return [room for room, epoch in self._epochs.items() if kept.get(room) != epoch]

    def release(self, room: int) -> None:
        """Release a room, so that any process may take it."""
        epoch = self._epochs.pop(room, None)
        if epoch is not None:
            self._count(("UPDATE rooms SET lease = 0 WHERE room = ? AND epoch = ?", (room, epoch)))

    def _write(self, room: int, words: str, *values: Any) -> None:
        """Make a change to a room that this process owns; see :meth:`_write_all`."""
        self._write_all(room, (words, values))

    def _write_all(self, room: int, *steps: Step) -> None:
        """Make several changes to a room that this process owns, or none of them.

        Each statement checks the epoch itself, so a previous owner of the room changes nothing.

        Raises:
            RoomLost: another process owns it, or no response arrived.
        """
        epoch = self._epochs.get(room, -1)
        try:
            if self._count(*((self._mine + words, (room, epoch, *values)) for words, values in steps)):
                return
            owned = self._rows("SELECT 1 FROM rooms WHERE room = ? AND epoch = ?", room, epoch)
        except Unanswered as error:
            raise self._lost(room, unsure=True) from error
        if not owned:
            raise self._lost(room)

    def _add(self, room: int, words: str, *values: Any) -> int:
        """Add a row to a room that this process owns; return the row's number.

        Raises:
            RoomLost: another process owns it, or no response arrived.
        """
        try:
            rows = self._rows(self._mine + words, room, self._epochs.get(room, -1), *values)
        except Unanswered as error:
            raise self._lost(room, unsure=True) from error
        if not rows:
            raise self._lost(room)
        return int(rows[0][0])

    @property
    def _mine(self) -> str:
        """The beginning of a statement that changes a room only if its epoch has not changed."""
        return f"WITH mine AS (SELECT room FROM rooms WHERE room = ? AND epoch = ?{self.HELD}) "

    def _lost(self, room: int, *, unsure: bool = False) -> RoomLost:
        self._epochs.pop(room, None)
        return RoomLost(room, unsure=unsure)

    # rooms

    def rooms(self) -> list[StoredRoom]:
        return [_room(row) for row in self._rows(_ROOMS)]

    def find_room(self, *, code: str = "", key: str = "", token: bytes = b"") -> StoredRoom | None:
        """Return the room with this code or key, or with a person whose token has this hash."""
        if token:
            rows = self._rows(f"{_ROOMS} WHERE room IN ({_TOKENS} WHERE tokens.token = ?)", token, token)
        else:
            rows = self._rows(f"{_ROOMS} WHERE {'code' if code else 'key'} = ?", code or key)
        return _room(rows[0]) if rows else None

    def add_room(self, code: str, key: str, settings: Mapping[str, Any], now: float) -> int:
        words = (
            "INSERT INTO rooms (code, key, settings, touched, owner, epoch, lease) "
            f"VALUES (?, ?, ?, ?, ?, 1, {self.NOW} + ?) RETURNING room"
        )
        ((room,),) = self._rows(words, code, key, json.dumps(settings), now, self._owner, self.lease)
        self._epochs[room] = 1
        return int(room)

    def keep_room(self, room: int, code: str, settings: Mapping[str, Any], now: float) -> None:
        words = "UPDATE rooms SET code = ?, settings = ?, touched = ? WHERE room IN (SELECT room FROM mine)"
        self._write(room, words, code, json.dumps(settings), now)

    def drop_room(self, room: int) -> None:
        self._write(room, "DELETE FROM rooms WHERE room IN (SELECT room FROM mine)")
        self._epochs.pop(room, None)

    # people

    def people(self, room: int) -> list[StoredPerson]:
        rows = self._rows("SELECT person, token, name, host FROM people WHERE room = ? ORDER BY person", room)
        return [StoredPerson(person, token, name, bool(host)) for person, token, name, host in rows]

    def add_person(self, room: int, token: bytes, name: str, *, host: bool) -> int:
        words = "INSERT INTO people (room, token, name, host) SELECT room, ?, ?, ? FROM mine RETURNING person"
        return self._add(room, words, token, name, int(host))

    def drop_person(self, room: int, person: int) -> None:
        self._write(room, "DELETE FROM people WHERE person = ? AND room IN (SELECT room FROM mine)", person)

    def more_tokens(self, room: int) -> list[tuple[int, bytes]]:
        """Return the hashes of all tokens except each person's first."""
        rows = self._rows("SELECT person, tokens.token FROM tokens JOIN people USING (person) WHERE room = ?", room)
        return [(person, token) for person, token in rows]

    def add_token(self, room: int, person: int, token: bytes) -> None:
        self._write(room, "INSERT INTO tokens (token, person) SELECT ?, CAST(? AS INTEGER) FROM mine", token, person)

    def keep_token(self, room: int, person: int, token: bytes) -> None:
        """Make this a person's only token."""
        self._write_all(room, *_only(person, token))

    def merge(self, room: int, person: int, newcomer: int, token: bytes, deals: Sequence[StoredDeals]) -> None:
        """Transfer these deals and a newcomer's token and answers to a person, and delete the newcomer."""
        doubled = "(poll, vote) IN (SELECT poll, vote FROM said WHERE person = ?)"
        self._write_all(
            room,
            (f"DELETE FROM said WHERE person = ? AND {_HERE} AND {doubled}", (person, newcomer)),
            (f"UPDATE said SET person = ? WHERE person = ? AND {_HERE}", (person, newcomer)),
            *(_kept(each) for each in deals),
            (f"DELETE FROM people WHERE person = ? AND {_HERE}", (newcomer,)),
            *_only(person, token),
        )

    # tables

    def tables(self, room: int) -> list[StoredTable]:
        rows = self._rows("SELECT number, plan, begun, chairs FROM tables WHERE room = ? ORDER BY number", room)
        return [
            StoredTable(number, json.loads(plan), begun and json.loads(begun), json.loads(chairs))
            for number, plan, begun, chairs in rows
        ]

    def keep_table(self, room: int, table: StoredTable) -> None:
        begun = None if table.begun is None else json.dumps(table.begun)
        self._write(
            room,
            "INSERT INTO tables (room, number, plan, begun, chairs) "
            "SELECT room, CAST(? AS INTEGER), ?, CAST(? AS TEXT), ? FROM mine WHERE TRUE "
            "ON CONFLICT (room, number) DO UPDATE SET "
            "plan = excluded.plan, begun = excluded.begun, chairs = excluded.chairs",
            *(table.number, json.dumps(table.plan), begun, json.dumps(table.seated)),
        )

    def drop_table(self, room: int, number: int) -> None:
        self._write(room, "DELETE FROM tables WHERE number = ? AND room IN (SELECT room FROM mine)", number)

    def moves(self, room: int, number: int) -> list[StoredMove]:
        words = "SELECT n, seat, id, action FROM moves WHERE room = ? AND number = ? ORDER BY n"
        rows = self._rows(words, room, number)
        return [StoredMove(n, seat, message_id, json.loads(action)) for n, seat, message_id, action in rows]

    def add_move(self, room: int, number: int, move: StoredMove) -> None:
        words = "INSERT INTO moves (room, number, n, seat, id, action) SELECT room, ?, ?, ?, ?, ? FROM mine"
        self._write(room, words, number, move.n, move.seat, move.id, json.dumps(move.action))

    def drop_moves(self, room: int, number: int) -> None:
        self._write(room, "DELETE FROM moves WHERE number = ? AND room IN (SELECT room FROM mine)", number)

    # lessons

    def asked(self, room: int) -> list[tuple[int, Mapping[str, Any]]]:
        rows = self._rows("SELECT poll, content FROM asked WHERE room = ? ORDER BY poll", room)
        return [(poll, json.loads(content)) for poll, content in rows]

    def answers(self, room: int) -> list[StoredAnswer]:
        rows = self._rows("SELECT poll, person, vote, value, confidence FROM said WHERE room = ?", room)
        return [StoredAnswer(*row) for row in rows]

    def deals(self, room: int) -> list[StoredDeals]:
        rows = self._rows("SELECT poll, person, tally FROM pooled WHERE room = ?", room)
        return [StoredDeals(poll, person, json.loads(tally)) for poll, person, tally in rows]

    def keep_asked(self, room: int, poll: int, content: Mapping[str, Any]) -> None:
        words = (
            "INSERT INTO asked (room, poll, content) SELECT room, ?, ? FROM mine WHERE TRUE "
            "ON CONFLICT (room, poll) DO UPDATE SET content = excluded.content"
        )
        self._write(room, words, poll, json.dumps(content))

    def keep_answer(self, room: int, answer: StoredAnswer) -> None:
        words = (
            "INSERT INTO said (room, poll, person, vote, value, confidence) "
            "SELECT room, ?, ?, ?, ?, ? FROM mine WHERE TRUE "
            "ON CONFLICT (room, poll, person, vote) "
            "DO UPDATE SET value = excluded.value, confidence = excluded.confidence"
        )
        self._write(room, words, *answer)

    def keep_deals(self, room: int, deals: StoredDeals) -> None:
        self._write_all(room, _kept(deals))

    def close(self) -> None:
        """Release all rooms."""
        with suppress(OSError):
            self._count(("UPDATE rooms SET lease = 0 WHERE owner = ?", (self._owner,)))
        self._epochs.clear()


def _only(person: int, token: bytes) -> list[Step]:
    """Return the steps that make a token a person's only one."""
    return [
        ("DELETE FROM tokens WHERE person = ? AND EXISTS (SELECT 1 FROM mine)", (person,)),
        (f"UPDATE people SET token = ? WHERE person = ? AND {_HERE}", (token, person)),
    ]


def _kept(deals: StoredDeals) -> Step:
    """Return the step that stores a person's deals."""
    words = (
        "INSERT INTO pooled (room, poll, person, tally) SELECT room, ?, ?, ? FROM mine WHERE TRUE "
        "ON CONFLICT (room, poll, person) DO UPDATE SET tally = excluded.tally"
    )
    return words, (deals.poll, deals.person, json.dumps(deals.tally))


def _room(row: Sequence[Any]) -> StoredRoom:
    room, code, key, settings, touched = row
    return StoredRoom(room, code, key, json.loads(settings), touched)


class SqliteStore(SqlStore):
    """A store in an SQLite file or in memory. The last process to open it owns every room."""

    def __init__(self, path: str | Path = ":memory:", clock: Callable[[], float] = time.monotonic) -> None:
        """Open or create the file.

        Args:
            path: the file's path.
            clock: a function that returns a monotonic time in seconds.

        Raises:
            OSError: it cannot be opened, or was written by a newer version of this package.
        """
        super().__init__()
        self._path, self._clock = path, clock
        self._traces = False
        """True if the write-ahead log may still contain deleted data."""
        self._failing, self._again = False, float("-inf")
        """True if the last attempt failed, and the time at which the next one is due."""
        try:
            self._open()
        except sqlite3.Error as error:
            raise OSError(f"{path} cannot be used: {error}") from error

    def _open(self) -> None:
        db = sqlite3.connect(self._path, OPENING_SECONDS, isolation_level=None)
        try:
            for words in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON"):
                db.execute(f"PRAGMA {words}")
            upgrade(db, self._path, VERSION, SCHEMA, STEPS)
            db.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        except BaseException:
            db.close()
            raise
        self._db, self._identity = db, self._find()

    def _find(self) -> tuple[int, int] | None:
        return None if self._path == ":memory:" else identity(Path(self._path))

    def _use(self, work: Callable[[], Result]) -> Result:
        """Use the file; if it does not respond, log that once and do not wait for it.

        Raises:
            NoAnswer: it does not respond.
            OSError: the change cannot be stored.
        """
        began = self._clock()
        if began < self._again:
            raise NoAnswer("nothing can be stored right now")
        try:
            self._find_again()
            found = work()
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, sqlite3.Error) and not is_broken(error):
                raise OSError(f"nothing can be stored: {error}") from error
            self._again = self._clock() + min(
                max(REST_FACTOR * (self._clock() - began), REST_SECONDS[0]), REST_SECONDS[1]
            )
            self._note(failing=True, why=error)
            raise NoAnswer(f"nothing can be stored: {error}") from error
        self._note(failing=False)
        return found

    def _note(self, *, failing: bool, why: Exception | None = None) -> None:
        if failing == self._failing:
            return
        self._failing = failing
        if failing:
            LOG.warning("the tables' file is not responding, so the tables have to wait: %s: %s", self._path, why)
        else:
            LOG.warning("the tables' file is responding again: %s", self._path)
        with suppress(sqlite3.Error):
            self._db.execute(f"PRAGMA busy_timeout = {0 if failing else BUSY_MILLISECONDS}")

    def _find_again(self) -> None:
        """Reopen the file if another has taken its place; recreate it if it was removed."""
        found = self._find()
        if found == self._identity:
            return
        if found is None:
            path = Path(self._path)
            path.touch(0o600, exist_ok=False)
            with closing(sqlite3.connect(path)) as copy:
                self._db.backup(copy)
        old = self._db
        self._open()
        old.close()

    def _rows(self, words: str, *values: Any) -> Sequence[Sequence[Any]]:
        return self._use(lambda: self._db.execute(words, values).fetchall())

    def _count(self, *steps: Step) -> int:
        return self._use(lambda: self._changed(steps))

    def _changed(self, steps: Sequence[Step]) -> int:
        before = self._db.total_changes  # `rowcount` does not support statements that begin with WITH
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for step in steps:
                self._db.execute(*step)
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        return self._db.total_changes - before

    def drop_room(self, room: int) -> None:
        """Delete a room and every trace of it in the files."""
        super().drop_room(room)
        self._traces = True
        self._wipe()

    def _wipe(self) -> None:
        """Truncate the write-ahead log, which still contains deleted data, unless another program is reading it."""
        if not self._traces:
            return
        with suppress(sqlite3.Error):
            self._db.execute("PRAGMA busy_timeout = 0")
            ((busy, _, _),) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._traces = bool(busy)
            self._db.execute(f"PRAGMA busy_timeout = {0 if self._failing else BUSY_MILLISECONDS}")

    def renew(self) -> list[int]:
        """Return an empty list, because no other process waits for a lease here."""
        self._wipe()
        return []

    def close(self) -> None:
        """Close the file."""
        self._db.close()
