"""The store beside a kernel: one SQLite file in the user's data folder.

Each save is one transaction, so an interrupted write leaves the previous state. Several kernels share the file.
"""

from __future__ import annotations

import json
import sqlite3
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs

from .store import DAYS, HISTORY_DAYS, MOST_GAMES, Store, StoredGame

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    token TEXT PRIMARY KEY,  -- its hash; for the other columns see StoredGame
    holder TEXT NOT NULL,
    touched REAL NOT NULL,
    over INTEGER NOT NULL,
    edition TEXT NOT NULL,
    round INTEGER NOT NULL,
    names TEXT NOT NULL,     -- as JSON
    saved BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_touched ON games (touched);
CREATE TABLE IF NOT EXISTS finished (
    token TEXT PRIMARY KEY,
    ended REAL NOT NULL,
    report TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS finished_ended ON finished (ended);
"""
_COLUMNS = ", ".join(StoredGame._fields)
_VALUES = ", ".join("?" for _ in ("token", *StoredGame._fields))
_CHANGES = ", ".join(f"{name} = excluded.{name}" for name in StoredGame._fields)
_KEEP = (
    f"INSERT INTO games (token, {_COLUMNS}) VALUES ({_VALUES}) "
    f"ON CONFLICT (token) DO UPDATE SET {_CHANGES} WHERE holder = excluded.holder"
)


class FileStore(Store):
    """The games of one file."""

    FAULTS = (sqlite3.Error,)

    def __init__(self, path: str | Path) -> None:
        """Open or create the file and delete expired games.

        Raises:
            OSError: the folder cannot be written.
            sqlite3.Error: the file is not a store.
        """
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._db = sqlite3.connect(self.path, timeout=2, check_same_thread=False)
        weakref.finalize(self, self._db.close)
        with self._db as db:
            db.execute("PRAGMA journal_mode = WAL")  # several kernels share the file, and a commit need not wait
            db.execute("PRAGMA synchronous = NORMAL")
            db.executescript(_SCHEMA)
            for table, when, days in (("games", "touched", DAYS), ("finished", "ended", HISTORY_DAYS)):
                db.execute(f"DELETE FROM {table} WHERE {when} < ?", (time.time() - days * 86_400,))
                oldest = f"SELECT token FROM {table} ORDER BY {when} DESC LIMIT -1 OFFSET ?"
                db.execute(f"DELETE FROM {table} WHERE token IN ({oldest})", (MOST_GAMES,))
        self.path.chmod(0o600)

    def _keep(self, key: str, game: StoredGame) -> bool:
        row = [json.dumps(value) if name == "names" else value for name, value in game._asdict().items()]
        with self._db as db:
            return db.execute(_KEEP, (key, *row)).rowcount > 0

    def _hand_over(self, key: str, holder: str) -> None:
        with self._db as db:
            db.execute("UPDATE games SET holder = ? WHERE token = ?", (holder, key))

    def _holder(self, key: str) -> str | None:
        row = self._db.execute("SELECT holder FROM games WHERE token = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def _game(self, key: str) -> StoredGame | None:
        row = self._db.execute(f"SELECT {_COLUMNS} FROM games WHERE token = ?", (key,)).fetchone()
        if row is None:
            return None
        holder, touched, over, edition, number, names, saved = row
        return StoredGame(holder, touched, bool(over), edition, number, tuple(json.loads(names)), saved)

    def _keep_report(self, key: str, ended: float, report: Mapping[str, Any]) -> None:
        with self._db as db:
            db.execute("INSERT OR REPLACE INTO finished VALUES (?, ?, ?)", (key, ended, json.dumps(report)))

    def _report(self, key: str) -> tuple[float, Mapping[str, Any]] | None:
        row = self._db.execute("SELECT ended, report FROM finished WHERE token = ?", (key,)).fetchone()
        return None if row is None else (row[0], json.loads(row[1]))

    def _drop(self, key: str) -> None:
        with self._db as db:
            db.execute("DELETE FROM games WHERE token = ?", (key,))
            db.execute("DELETE FROM finished WHERE token = ?", (key,))


def default_path(folder: str | None) -> Path:
    """Return the path of the user's store, in this folder or in the user's data folder."""
    return Path(folder or platformdirs.user_data_dir("phase10_widgets", appauthor=False)) / "games.sqlite3"
