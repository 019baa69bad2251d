"""The book of the service: rooms, people, tables and moves, each written down before anybody sees it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol

HOURS = 24
"""The hours after its last sign of life for which a room is kept."""
VERSION = 2
"""The version of the tables below: 2 has lessons."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    room INTEGER PRIMARY KEY,
    code TEXT UNIQUE NOT NULL,
    key TEXT NOT NULL,          -- for links; whoever has the link may join anyway
    settings TEXT NOT NULL,     -- as JSON
    touched REAL NOT NULL
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


class StoredRoom(NamedTuple):
    """A room in the book."""

    room: int
    code: str
    key: str
    settings: Mapping[str, Any]
    touched: float
    """Seconds since 1970."""


class StoredPerson(NamedTuple):
    """Somebody in the book."""

    person: int
    token: bytes
    """The hash of the token."""
    name: str
    host: bool


class StoredTable(NamedTuple):
    """A table in the book."""

    number: int
    plan: Mapping[str, Any]
    begun: Mapping[str, Any] | None
    chairs: list[int | None]


class StoredMove(NamedTuple):
    """A move in the book."""

    n: int
    seat: int
    id: str | None
    action: Mapping[str, Any] | None
    """None takes the seat's last decision back."""


class StoredAnswer(NamedTuple):
    """A person's answer to a question of a lesson in the book."""

    poll: int
    person: int
    vote: int
    text: str
    confidence: float


class StoredDeals(NamedTuple):
    """A person's deals for a question in the book."""

    poll: int
    person: int
    tally: list[Any]


class Book(Protocol):
    """A store of rooms: each method returns once its change is stored, and raises OSError if it is not."""

    def rooms(self) -> list[StoredRoom]: ...
    def people(self, room: int) -> list[StoredPerson]: ...
    def tables(self, room: int) -> list[StoredTable]: ...
    def moves(self, room: int, number: int) -> list[StoredMove]: ...
    def add_room(self, code: str, key: str, settings: Mapping[str, Any], now: float) -> int: ...
    def keep_room(self, room: int, settings: Mapping[str, Any], now: float) -> None: ...
    def drop_room(self, room: int) -> None: ...
    def add_person(self, room: int, token: bytes, name: str, *, host: bool) -> int: ...
    def drop_person(self, person: int) -> None: ...
    def more_tokens(self, room: int) -> list[tuple[int, bytes]]: ...
    def add_token(self, person: int, token: bytes) -> None: ...
    def keep_token(self, person: int, token: bytes, instead_of: int | None = None) -> None: ...
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


class FileBook:
    """A book in an SQLite file, or in memory."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        """Open or create the file.

        Raises:
            OSError: it cannot be opened, or a newer version of this package has written it.
        """
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            for words in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
                self._db.execute(f"PRAGMA {words}")
            (found,) = self._db.execute("PRAGMA user_version").fetchone()
            if found > VERSION:
                raise OSError(f"{path} is of a newer version of phase10_widgets")
            copy = self._copied(Path(f"{path}.v{found}")) if 0 < found < VERSION else None
            self._db.executescript(_SCHEMA)
            self._db.execute(f"PRAGMA user_version = {VERSION}")
            if copy is not None:
                copy.unlink()  # nothing about anybody is kept longer than their room
        except sqlite3.Error as error:
            raise OSError(f"{path} cannot be used: {error}") from error

    def _copied(self, path: Path) -> Path:
        """Copy an older file before its tables change: the copy stays if that fails."""
        path.touch(0o600)
        with closing(sqlite3.connect(path)) as copy:
            self._db.backup(copy)
        return path

    def _run(self, words: str, *values: Any) -> sqlite3.Cursor:
        try:
            return self._db.execute(words, values)
        except sqlite3.Error as error:
            raise OSError(f"nothing can be stored: {error}") from error

    def rooms(self) -> list[StoredRoom]:
        rows = self._run("SELECT room, code, key, settings, touched FROM rooms")
        return [StoredRoom(room, code, key, json.loads(settings), at) for room, code, key, settings, at in rows]

    def people(self, room: int) -> list[StoredPerson]:
        rows = self._run("SELECT person, token, name, host FROM people WHERE room = ? ORDER BY person", room)
        return [StoredPerson(person, token, name, bool(host)) for person, token, name, host in rows]

    def tables(self, room: int) -> list[StoredTable]:
        rows = self._run("SELECT number, plan, begun, chairs FROM tables WHERE room = ? ORDER BY number", room)
        return [
            StoredTable(number, json.loads(plan), begun and json.loads(begun), json.loads(chairs))
            for number, plan, begun, chairs in rows
        ]

    def moves(self, room: int, number: int) -> list[StoredMove]:
        rows = self._run("SELECT n, seat, id, action FROM moves WHERE room = ? AND number = ? ORDER BY n", room, number)
        return [StoredMove(n, seat, message_id, json.loads(action)) for n, seat, message_id, action in rows]

    def add_room(self, code: str, key: str, settings: Mapping[str, Any], now: float) -> int:
        words = "INSERT INTO rooms (code, key, settings, touched) VALUES (?, ?, ?, ?)"
        return int(self._run(words, code, key, json.dumps(settings), now).lastrowid or 0)

    def keep_room(self, room: int, settings: Mapping[str, Any], now: float) -> None:
        self._run("UPDATE rooms SET settings = ?, touched = ? WHERE room = ?", json.dumps(settings), now, room)

    def drop_room(self, room: int) -> None:
        self._run("DELETE FROM rooms WHERE room = ?", room)

    def add_person(self, room: int, token: bytes, name: str, *, host: bool) -> int:
        words = "INSERT INTO people (room, token, name, host) VALUES (?, ?, ?, ?)"
        return int(self._run(words, room, token, name, host).lastrowid or 0)

    def drop_person(self, person: int) -> None:
        self._run("DELETE FROM people WHERE person = ?", person)

    def more_tokens(self, room: int) -> list[tuple[int, bytes]]:
        """Return the hashes of tokens that people have besides their first one."""
        rows = self._run("SELECT person, tokens.token FROM tokens JOIN people USING (person) WHERE room = ?", room)
        return [(person, token) for person, token in rows]

    def add_token(self, person: int, token: bytes) -> None:
        self._run("INSERT INTO tokens VALUES (?, ?)", token, person)

    def keep_token(self, person: int, token: bytes, instead_of: int | None = None) -> None:
        """Make this the only token of a person; *instead_of* is somebody who had it, and is gone."""
        self._run("BEGIN IMMEDIATE")
        try:
            self._run("DELETE FROM people WHERE person = ?", instead_of)
            self._run("DELETE FROM tokens WHERE person = ?", person)
            self._run("UPDATE people SET token = ? WHERE person = ?", token, person)
            self._run("COMMIT")
        except OSError:
            self._run("ROLLBACK")
            raise

    def keep_table(self, room: int, table: StoredTable) -> None:
        begun = None if table.begun is None else json.dumps(table.begun)
        self._run(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?) ON CONFLICT (room, number) DO UPDATE SET "
            "plan = excluded.plan, begun = excluded.begun, chairs = excluded.chairs",
            *(room, table.number, json.dumps(table.plan), begun, json.dumps(table.chairs)),
        )

    def drop_table(self, room: int, number: int) -> None:
        self._run("DELETE FROM tables WHERE room = ? AND number = ?", room, number)

    def add_move(self, room: int, number: int, move: StoredMove) -> None:
        values = (room, number, move.n, move.seat, move.id, json.dumps(move.action))
        self._run("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", *values)

    def drop_moves(self, room: int, number: int) -> None:
        self._run("DELETE FROM moves WHERE room = ? AND number = ?", room, number)

    def asked(self, room: int) -> list[tuple[int, Mapping[str, Any]]]:
        rows = self._run("SELECT poll, content FROM asked WHERE room = ? ORDER BY poll", room)
        return [(poll, json.loads(content)) for poll, content in rows]

    def answers(self, room: int) -> list[StoredAnswer]:
        rows = self._run("SELECT poll, person, vote, value, confidence FROM said WHERE room = ?", room)
        return [StoredAnswer(*row) for row in rows]

    def deals(self, room: int) -> list[StoredDeals]:
        rows = self._run("SELECT poll, person, tally FROM pooled WHERE room = ?", room)
        return [StoredDeals(poll, person, json.loads(tally)) for poll, person, tally in rows]

    def keep_asked(self, room: int, poll: int, content: Mapping[str, Any]) -> None:
        words = "INSERT INTO asked VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET content = excluded.content"
        self._run(words, room, poll, json.dumps(content))

    def keep_answer(self, room: int, answer: StoredAnswer) -> None:
        self._run("INSERT OR REPLACE INTO said VALUES (?, ?, ?, ?, ?, ?)", room, *answer)

    def keep_deals(self, room: int, deals: StoredDeals) -> None:
        values = (room, deals.poll, deals.person, json.dumps(deals.tally))
        self._run("INSERT OR REPLACE INTO pooled VALUES (?, ?, ?, ?)", *values)

    def close(self) -> None:
        """Close the file."""
        self._db.close()
