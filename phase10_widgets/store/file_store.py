"""The store on a computer: one SQLite file in the user's data folder.

Each save is one transaction, so an interrupted write leaves the previous state. Several processes share the file.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import fair_share
from .place import claim
from .store import HISTORY_DAYS, KEPT_DAYS, NoAnswer, Store, StoredGame
from .store_file import StoreFile, UnwrittenChange
from .upgrade import upgrade

MOST_BYTES = 2**30
"""The size, in bytes, at which a file counts as full; `fair_share` then decides which old rows make room for new
ones."""
FREED_PARTS = 400
"""The full size divided by the number of bytes that one cleanup frees."""
_SPARE = 1.25
"""The size at which nothing more is stored, as a multiple of the full size."""
VERSION = 2
"""The version of the tables below; version 2 added each row's owner."""
_STEPS = {
    2: """
ALTER TABLE games ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN visit TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE games SET visit = token, size = LENGTH(saved);
ALTER TABLE finished ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE finished ADD COLUMN visit TEXT NOT NULL DEFAULT '';
ALTER TABLE finished ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE finished SET visit = token, size = LENGTH(report)
"""
}
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    token TEXT PRIMARY KEY,  -- its hash; for the other columns see StoredGame
    holder TEXT NOT NULL,
    touched REAL NOT NULL,
    over INTEGER NOT NULL,
    edition TEXT NOT NULL,
    round INTEGER NOT NULL,
    names TEXT NOT NULL,     -- as JSON
    saved BLOB NOT NULL,
    address TEXT NOT NULL DEFAULT '',  -- a pseudonym for the address of the visitor who added the row
    visit TEXT NOT NULL DEFAULT '',    -- and a random name
    size INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_touched ON games (touched);
CREATE TABLE IF NOT EXISTS finished (
    token TEXT PRIMARY KEY,
    ended REAL NOT NULL,
    report TEXT NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    visit TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS finished_ended ON finished (ended);
CREATE INDEX IF NOT EXISTS games_owner ON games (address, visit, touched, size);
CREATE INDEX IF NOT EXISTS finished_owner ON finished (address, visit, ended, size);
"""
_COLUMNS = ", ".join(StoredGame._fields)
_CHANGES = ", ".join(f"{name} = excluded.{name}" for name in (*StoredGame._fields, "size"))
_OWNED = ("address", "visit", "size")
_KEEP = (
    f"INSERT INTO games (token, {_COLUMNS}, {', '.join(_OWNED)}) "
    f"VALUES ({', '.join('?' for _ in ('token', *StoredGame._fields, *_OWNED))}) "
    f"ON CONFLICT (token) DO UPDATE SET {_CHANGES} WHERE holder = excluded.holder"
)
_KEEP_REPORT = (
    f"INSERT INTO finished (token, ended, report, {', '.join(_OWNED)}) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (token) DO UPDATE SET ended = excluded.ended, report = excluded.report, size = excluded.size"
)


class FileStore(Store):
    """The games stored in one file."""

    FAULTS = (NoAnswer, sqlite3.Error)

    def __init__(self, path: str | Path) -> None:
        """Open or create the file and delete expired games. A file that does not respond is retried later.

        Raises:
            OSError: the folder is not writable, the file or its folder belongs to someone else, or the file was
                written by a newer version.
            sqlite3.Error: the file is not a store.
        """
        super().__init__()
        self.path = Path(path)
        self._most_bytes = MOST_BYTES
        self._file = StoreFile(self.path, _connect)

    @property
    def failing(self) -> bool:
        return self._file.failing

    def _keep(self, key: str, game: StoredGame) -> bool:
        taken = self._file.late(("holders", key))
        if taken is not None and taken.value != game.holder:
            return False
        row = [json.dumps(value) if name == "names" else value for name, value in game._asdict().items()]
        values = (key, *row, self.address, self.visit, len(game.saved))

        def keep(db: sqlite3.Connection) -> bool:
            self._make_room(db, key)
            with db:
                return db.execute(_KEEP, values).rowcount > 0

        return self._file.write(("games", key), keep, UnwrittenChange(keep, game, len(game.saved)), default=True)

    def _make_room(self, db: sqlite3.Connection, key: str) -> None:
        """If the store is full, delete old rows, but not this one."""
        n_pages, n_free, page_size = (
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        if (n_pages - n_free) * page_size >= self._most_bytes:
            with db:
                fair_share.make_room(db, max(1, self._most_bytes // FREED_PARTS), key)

    def _hand_over(self, key: str, holder: str) -> None:
        late = self._file.late(("games", key))
        self._write("holders", key, "UPDATE games SET holder = ? WHERE token = ?", (holder, key), holder)
        if late is not None and late.value is not None:  # the line above adds the row with the newest state
            self._keep(key, late.value._replace(holder=holder))

    def _holder(self, key: str) -> str | None:
        if late := self._file.late(("holders", key)):
            return str(late.value)
        row = self._row("SELECT holder FROM games WHERE token = ?", key)
        return None if row is None else str(row[0])

    def _game(self, key: str) -> StoredGame | None:
        if late := self._file.late(("games", key)):
            found: StoredGame | None = late.value
            return found
        row = self._row(f"SELECT {_COLUMNS} FROM games WHERE token = ?", key)
        if row is None:
            return None
        holder, touched, over, edition, number, names, saved = row
        return StoredGame(holder, touched, bool(over), edition, number, tuple(json.loads(names)), saved)

    def _keep_report(self, key: str, ended: float, report: Mapping[str, Any]) -> None:
        text = json.dumps(report)
        values = (key, ended, text, self.address, self.visit, len(text))

        def keep(db: sqlite3.Connection) -> None:
            self._make_room(db, key)
            with db:
                db.execute(_KEEP_REPORT, values)

        self._file.write(("finished", key), keep, UnwrittenChange(keep, (ended, report), len(text)), default=None)

    def _report(self, key: str) -> tuple[float, Mapping[str, Any]] | None:
        if late := self._file.late(("finished", key)):
            found: tuple[float, Mapping[str, Any]] | None = late.value
            return found
        row = self._row("SELECT ended, report FROM finished WHERE token = ?", key)
        return None if row is None else (row[0], json.loads(row[1]))

    def _drop(self, key: str) -> None:
        self._write("games", key, "DELETE FROM games WHERE token = ?", (key,), None)

    def _drop_report(self, key: str) -> None:
        self._write("finished", key, "DELETE FROM finished WHERE token = ?", (key,), None)

    def _row(self, words: str, key: str) -> tuple[Any, ...] | None:
        found: tuple[Any, ...] | None = self._file.read(lambda db: db.execute(words, (key,)).fetchone())
        return found

    def _write(self, table: str, key: str, words: str, values: tuple[str, ...], value: str | None) -> None:
        def step(db: sqlite3.Connection) -> None:
            with db:
                db.execute(words, values)

        self._file.write((table, key), step, UnwrittenChange(step, value, 0), default=None)


def _connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open or create a store's file and delete expired games."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    claim(path)
    db = sqlite3.connect(path, timeout=patience, check_same_thread=False)
    try:
        _number_first_version(db)
        upgrade(db, path, VERSION, _SCHEMA, _STEPS)
        with db:
            db.execute("PRAGMA journal_mode = WAL")  # several processes share the file, and commits do not have to wait
            db.execute("PRAGMA synchronous = NORMAL")
            for table, when, days in (("games", "touched", KEPT_DAYS), ("finished", "ended", HISTORY_DAYS)):
                db.execute(f"DELETE FROM {table} WHERE {when} < ?", (time.time() - days * 86_400,))
            (page_size,) = db.execute("PRAGMA page_size").fetchone()
            db.execute(f"PRAGMA max_page_count = {int(_SPARE * (MOST_BYTES // page_size))}")
    except BaseException:
        db.close()
        raise
    return db


def _number_first_version(db: sqlite3.Connection) -> None:
    """Set the version number of tables from release 0.1.0, which had none."""
    db.execute("BEGIN IMMEDIATE")
    with db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0 and db.execute("SELECT 1 FROM sqlite_master WHERE name = 'games'").fetchone():
            db.execute("PRAGMA user_version = 1")
