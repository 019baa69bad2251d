"""Books in SQL: the statements that SQLite and PostgreSQL share, and the book in an SQLite file."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..store.upgrade import upgrade
from .book import RoomLost, StoredAnswer, StoredDeals, StoredMove, StoredPerson, StoredRoom, StoredTable

VERSION = 3
"""The version of the tables below: 2 has lessons, 3 owners."""
STEPS: Mapping[int, str] = {
    3: """
    ALTER TABLE rooms ADD COLUMN owner TEXT;
    ALTER TABLE rooms ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rooms ADD COLUMN lease REAL NOT NULL DEFAULT 0;
    ALTER TABLE rooms ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0;
    """,
}
"""The changes to older tables, by the version that they lead to; new tables are in the schema alone."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    room INTEGER PRIMARY KEY,
    code TEXT UNIQUE NOT NULL,
    key TEXT NOT NULL,          -- for links, whoever has the link may join anyway
    settings TEXT NOT NULL,     -- as JSON
    touched REAL NOT NULL,
    owner TEXT,                 -- the process that owns it
    epoch INTEGER NOT NULL DEFAULT 0,
    lease REAL NOT NULL DEFAULT 0,      -- until then, no other process takes it over
    wanted INTEGER NOT NULL DEFAULT 0   -- 1 if another process asks for it
);
CREATE TABLE IF NOT EXISTS people (
    person INTEGER PRIMARY KEY,
    room INTEGER NOT NULL REFERENCES rooms ON DELETE CASCADE,
    token BLOB UNIQUE NOT NULL, -- its hash
    name TEXT NOT NULL,
    host INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS tokens (
    token BLOB PRIMARY KEY,     -- the hash of one more token of a person
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
    room INTEGER NOT NULL REFERENCES rooms ON DELETE CASCADE,
    number INTEGER NOT NULL,
    plan TEXT NOT NULL,         -- as JSON
    begun TEXT,                 -- seed and seats as JSON, once the game has begun
    chairs TEXT NOT NULL,       -- who sits there, as JSON
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
    room INTEGER NOT NULL,
    number INTEGER NOT NULL,
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    id TEXT,                    -- of the message, unless a computer player moved
    action TEXT NOT NULL,       -- as JSON; null takes the seat's last decision back
    PRIMARY KEY (room, number, n),
    FOREIGN KEY (room, number) REFERENCES tables ON DELETE CASCADE
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS moves_id ON moves (room, number, id) WHERE id IS NOT NULL;
CREATE TABLE IF NOT EXISTS asked (
    room INTEGER NOT NULL REFERENCES rooms ON DELETE CASCADE,
    poll INTEGER NOT NULL,
    content TEXT NOT NULL,      -- the question, its numbers and its phase, as JSON
    PRIMARY KEY (room, poll)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS said (
    room INTEGER NOT NULL,
    poll INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    vote INTEGER NOT NULL,
    value TEXT NOT NULL,        -- as typed
    confidence REAL NOT NULL,
    PRIMARY KEY (room, poll, person, vote),
    FOREIGN KEY (room, poll) REFERENCES asked ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pooled (
    room INTEGER NOT NULL,
    poll INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    tally TEXT NOT NULL,        -- as JSON
    PRIMARY KEY (room, poll, person),
    FOREIGN KEY (room, poll) REFERENCES asked ON DELETE CASCADE
) WITHOUT ROWID;
"""
BUSY = 5000
"""The longest time for which a change waits for another program that uses an SQLite file, in milliseconds."""
LEASE = 15.0
"""The seconds for which a process owns a room; it renews that three times as often."""
_ROOMS = "SELECT room, code, key, settings, touched FROM rooms"
_HERE = "room IN (SELECT room FROM mine)"
_TOKENS = "SELECT room FROM people WHERE token = ? UNION SELECT room FROM people JOIN tokens USING (person)"

Step = tuple[str, Sequence[Any]]
"""A statement with its values."""


class Unanswered(OSError):
    """The answer to a change has not come: it may be stored or not."""


class SqlBook:
    """A book in a database. Subclasses carry statements out, with ``?`` for each value."""

    alone = True
    NOW, FREE, HELD = "0", "TRUE", ""
    """In SQL: the seconds since 1970, the rooms that any process may take, and what keeps a row until it is used."""

    def __init__(self, lease: float = LEASE) -> None:
        """Own nothing yet; *lease* is in seconds."""
        self.lease = lease
        self._owner = secrets.token_hex(8)
        self._epochs: dict[int, int] = {}
        """The rooms of this process, each with its epoch."""

    def _rows(self, words: str, *values: Any) -> Sequence[Sequence[Any]]:
        """Return the rows of a statement.

        Raises:
            OSError: it was not carried out.
            Unanswered: it may have been.
        """
        raise NotImplementedError

    def _count(self, *steps: Step) -> int:
        """Carry statements out together, or none; return how many rows have changed.

        Raises:
            OSError: nothing has changed.
            Unanswered: nothing or everything has.
        """
        raise NotImplementedError

    # owners

    def claim(self, room: int) -> bool:
        """Own a room from now on; return False if another process does. Its next owner has the next epoch."""
        rows = self._rows(
            f"UPDATE rooms SET owner = ?, epoch = epoch + 1, lease = {self.NOW} + ?, wanted = 0 "
            f"WHERE room = ? AND ({self.FREE} OR owner = ?) RETURNING epoch",
            *(self._owner, self.lease, room, self._owner),
        )
        for (epoch,) in rows:
            self._epochs[room] = epoch
        return bool(rows)

    def ask_for(self, room: int) -> None:
        """Ask the process that owns a room to let it go."""
        self._count(("UPDATE rooms SET wanted = 1 WHERE room = ? AND owner <> ?", (room, self._owner)))

    def renew(self) -> list[int]:
        """Own the rooms of this process for another lease; return those that are lost or asked for."""
        words = f"UPDATE rooms SET lease = {self.NOW} + ? WHERE owner = ? AND wanted = 0 RETURNING room, epoch"
        kept: dict[int, int] = {row[0]: row[1] for row in self._rows(words, self.lease, self._owner)}
        return [room for room, epoch in self._epochs.items() if kept.get(room) != epoch]

    def release(self, room: int) -> None:
        """Own a room no longer: any process may take it."""
        epoch = self._epochs.pop(room, None)
        if epoch is not None:
            self._count(("UPDATE rooms SET lease = 0 WHERE room = ? AND epoch = ?", (room, epoch)))

    def _write(self, room: int, words: str, *values: Any) -> None:
        """Change something in a room of this process, as in :meth:`_write_all`."""
        self._write_all(room, (words, values))

    def _write_all(self, room: int, *steps: Step) -> None:
        """Change several things in a room of this process, or nothing.

        Each statement looks at the epoch itself, so whoever owned the room before changes nothing.

        Raises:
            RoomLost: another process owns it, or no answer came.
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
        """Add a row to a room of this process; return its number.

        Raises:
            RoomLost: another process owns it, or no answer came.
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
        """The beginning of statements that change a room only in its epoch."""
        return f"WITH mine AS (SELECT room FROM rooms WHERE room = ? AND epoch = ?{self.HELD}) "

    def _lost(self, room: int, *, unsure: bool = False) -> RoomLost:
        self._epochs.pop(room, None)
        return RoomLost(room, unsure=unsure)

    # rooms

    def rooms(self) -> list[StoredRoom]:
        return [_room(row) for row in self._rows(_ROOMS)]

    def find_room(self, *, code: str = "", key: str = "", token: bytes = b"") -> StoredRoom | None:
        """Return the room with this code or key, or with a person who has a token of this hash."""
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
        """Return the hashes of tokens that people have besides their first one."""
        rows = self._rows("SELECT person, tokens.token FROM tokens JOIN people USING (person) WHERE room = ?", room)
        return [(person, token) for person, token in rows]

    def add_token(self, room: int, person: int, token: bytes) -> None:
        self._write(room, "INSERT INTO tokens (token, person) SELECT ?, CAST(? AS INTEGER) FROM mine", token, person)

    def keep_token(self, room: int, person: int, token: bytes) -> None:
        """Make this the only token of a person."""
        self._write_all(room, *_only(person, token))

    def merge(self, room: int, person: int, newcomer: int, token: bytes, deals: Sequence[StoredDeals]) -> None:
        """Make a newcomer's token and answers a person's, and these their deals; the newcomer is gone."""
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
            *(table.number, json.dumps(table.plan), begun, json.dumps(table.chairs)),
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
        """Own nothing any longer."""
        with suppress(OSError):
            self._count(("UPDATE rooms SET lease = 0 WHERE owner = ?", (self._owner,)))
        self._epochs.clear()


def _only(person: int, token: bytes) -> list[Step]:
    """Return the steps that make a token the only one of a person."""
    return [
        ("DELETE FROM tokens WHERE person = ? AND EXISTS (SELECT 1 FROM mine)", (person,)),
        (f"UPDATE people SET token = ? WHERE person = ? AND {_HERE}", (token, person)),
    ]


def _kept(deals: StoredDeals) -> Step:
    """Return the step that keeps a person's deals."""
    words = (
        "INSERT INTO pooled (room, poll, person, tally) SELECT room, ?, ?, ? FROM mine WHERE TRUE "
        "ON CONFLICT (room, poll, person) DO UPDATE SET tally = excluded.tally"
    )
    return words, (deals.poll, deals.person, json.dumps(deals.tally))


def _room(row: Sequence[Any]) -> StoredRoom:
    room, code, key, settings, touched = row
    return StoredRoom(room, code, key, json.loads(settings), touched)


class FileBook(SqlBook):
    """A book in an SQLite file, or in memory. Its newest process owns every room."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        """Open or create the file.

        Raises:
            OSError: it cannot be opened, or a newer version of this package has written it.
        """
        super().__init__()
        self._traces = False
        """True if the log of changes may still have what was deleted."""
        try:
            self._db = sqlite3.connect(path, BUSY / 1000, isolation_level=None)
            for words in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON"):
                self._db.execute(f"PRAGMA {words}")
            upgrade(self._db, path, VERSION, SCHEMA, STEPS)
        except sqlite3.Error as error:
            raise OSError(f"{path} cannot be used: {error}") from error

    def _rows(self, words: str, *values: Any) -> Sequence[Sequence[Any]]:
        try:
            return self._db.execute(words, values).fetchall()
        except sqlite3.Error as error:
            raise OSError(f"nothing can be stored: {error}") from error

    def _count(self, *steps: Step) -> int:
        before = self._db.total_changes  # `rowcount` knows no statement that begins with WITH
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for step in steps:
                    self._db.execute(*step)
                self._db.execute("COMMIT")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise OSError(f"nothing can be stored: {error}") from error
        return self._db.total_changes - before

    def drop_room(self, room: int) -> None:
        """Delete a room, and every trace of it in the files."""
        super().drop_room(room)
        self._traces = True
        self._wipe()

    def _wipe(self) -> None:
        """Empty the log of changes, which still has what was deleted, unless another program reads it right now."""
        if not self._traces:
            return
        with suppress(sqlite3.Error):
            self._db.execute("PRAGMA busy_timeout = 0")
            ((busy, _, _),) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._traces = bool(busy)
            self._db.execute(f"PRAGMA busy_timeout = {BUSY}")

    def renew(self) -> list[int]:
        """Return nothing: nobody else waits for a lease here."""
        self._wipe()
        return []

    def close(self) -> None:
        """Close the file."""
        self._db.close()
