"""The store for running games: one SQLite file in the user's data folder.

A browser finds its game by a token; the file holds only the token's hash. Each save is one transaction,
so an interrupted write leaves the previous state.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import secrets
import time
import weakref
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from ...session import SaveError, Session
from ...views.history import FinishedGame
from ...views.table import Offer

try:
    import sqlite3
except ImportError:  # Python in the browser may lack it
    sqlite3 = None  # type: ignore[assignment]

LOG = logging.getLogger(__name__)
DAYS = 30
"""The number of days that a game is kept after its last action."""
HISTORY_DAYS = 365
"""The number of days that the report of a finished game is kept."""
MOST_GAMES = 20_000
"""The maximum number of stored games; beyond it the oldest are deleted."""
ANYWHERE = "PHASE10_DATA"
"""The environment variable for another data folder; "none" stores no games at all."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    token TEXT PRIMARY KEY,  -- its hash
    holder TEXT NOT NULL,    -- the table that plays on; any other must stop
    touched REAL NOT NULL,   -- seconds since 1970
    over INTEGER NOT NULL,
    edition TEXT NOT NULL,
    round INTEGER NOT NULL,
    names TEXT NOT NULL,
    saved BLOB NOT NULL      -- Session.to_dict() as compressed JSON: every card, hidden ones too
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_touched ON games (touched);
CREATE TABLE IF NOT EXISTS finished (
    token TEXT PRIMARY KEY,
    ended REAL NOT NULL,
    report TEXT NOT NULL     -- see views/history.py; no cards
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS finished_ended ON finished (ended);
"""


class Store:
    """The games of one file. Every method takes at most a few milliseconds."""

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

    def put(self, token: str, holder: str, session: Session) -> bool:
        """Store the game's current state; return False if another table has taken it over."""
        game = session.game
        row = {
            "token": _hashed(token),
            "holder": holder,
            "touched": time.time(),
            "over": game.to_act is None,
            "edition": game.edition.id,
            "round": game.state.round,
            "names": json.dumps(game.players),
            "saved": zlib.compress(json.dumps(session.to_dict()).encode(), 1),
        }
        names = ", ".join(row)
        values = ", ".join(f":{name}" for name in row)
        changes = ", ".join(f"{name} = excluded.{name}" for name in row if name not in ("token", "holder"))
        with self._db as db:
            done = db.execute(
                f"INSERT INTO games ({names}) VALUES ({values}) "
                f"ON CONFLICT (token) DO UPDATE SET {changes} WHERE holder = excluded.holder",
                row,
            )
        return done.rowcount > 0

    def held(self, token: str, holder: str) -> bool:
        """Return True if no other table has taken over this game."""
        with self._db as db:
            row = db.execute("SELECT holder FROM games WHERE token = ?", (_hashed(token),)).fetchone()
        return row is None or row[0] == holder

    def take(self, token: str, holder: str) -> Session:
        """Return the game of this token and make *holder* its owner.

        Raises:
            SaveError: the game is gone, or it cannot be read.
        """
        with self._db as db:
            session = self.read(token)
            db.execute("UPDATE games SET holder = ? WHERE token = ?", (holder, _hashed(token)))
        return session

    def read(self, token: str) -> Session:
        """Return the game of this token.

        Raises:
            SaveError: the game is gone, or it cannot be read.
        """
        row = self._db.execute("SELECT saved FROM games WHERE token = ?", (_hashed(token),)).fetchone()
        if row is None:
            raise SaveError("This game is no longer stored here.")
        try:
            return Session.from_dict(json.loads(zlib.decompress(row[0])))
        except (ValueError, zlib.error) as error:
            raise SaveError("The stored game cannot be read: {fault}", fault=error) from error

    def finish(self, token: str, report: Mapping[str, Any]) -> None:
        """Store the report of a finished game."""
        with self._db as db:
            db.execute(
                "INSERT OR REPLACE INTO finished (token, ended, report) VALUES (?, ?, ?)",
                (_hashed(token), time.time(), json.dumps(report)),
            )

    def history(self, tokens: Iterable[str]) -> list[FinishedGame]:
        """Return the finished games among these tokens, newest first; a game that goes on after an undo is left out."""
        found = []
        for token in tokens:
            row = self._db.execute(
                "SELECT ended, report, over FROM finished LEFT JOIN games USING (token) WHERE token = ?",
                (_hashed(token),),
            ).fetchone()
            if row is not None and row[2] in (None, 1):
                age = max(0.0, time.time() - row[0])
                found.append(FinishedGame(token, age, json.loads(row[1]), whole=row[2] is not None))
        return sorted(found, key=lambda game: game.age)

    def offers(self, tokens: Iterable[str]) -> list[Offer]:
        """Return the unfinished games among these tokens, in their order."""
        found = []
        with self._db as db:
            for token in tokens:
                row = db.execute(
                    "SELECT edition, round, names, touched FROM games WHERE token = ? AND NOT over", (_hashed(token),)
                ).fetchone()
                if row is not None:
                    edition, number, names, touched = row
                    age = max(0.0, time.time() - touched)
                    found.append(Offer(token, edition, number, tuple(json.loads(names)), age))
        return found

    def forget(self, token: str) -> None:
        """Delete this token's game, if there is one."""
        with self._db as db:
            db.execute("DELETE FROM games WHERE token = ?", (_hashed(token),))
            db.execute("DELETE FROM finished WHERE token = ?", (_hashed(token),))


class StoreLease:
    """A table's lease on its stored game: the token, and the check that the game is still its own."""

    def __init__(self, store: Store | None) -> None:
        """Store games in *store*; None stores nothing."""
        self.store = store
        self._holder = new_token()
        self.begin()

    def begin(self) -> None:
        """Start another game; it is stored after its first action."""
        self._token = new_token()
        self.begun = False

    @property
    def token(self) -> str | None:
        """The token that the browser finds the game by; None if nothing is stored."""
        return None if self.store is None else self._token

    def keep(self, session: Session) -> None:
        """Store the game's current state."""
        if self.store is None or not self.begun:
            return
        try:
            self.store.put(self._token, self._holder, session)
        except sqlite3.Error:
            LOG.exception("the game could not be kept")

    def finish(self, report: Mapping[str, Any]) -> None:
        """Store the report of the game, which is over."""
        if self.store is None or not self.begun:
            return
        try:
            self.store.finish(self._token, report)
        except sqlite3.Error:
            LOG.exception("the report of a game could not be kept")

    @property
    def lost(self) -> bool:
        """True if another table has resumed this game."""
        try:
            return self.store is not None and self.begun and not self.store.held(self._token, self._holder)
        except sqlite3.Error:
            LOG.exception("the store does not answer")
            return False

    def take(self, token: object) -> Session:
        """Return the stored game of this token and play it here from now on.

        Raises:
            SaveError: the game is gone, or it cannot be read.
        """
        if self.store is None or not isinstance(token, str):
            raise SaveError("This game is no longer stored here.")
        session = self.store.take(token, self._holder)
        self._token = token
        self.begun = True
        return session

    def offers(self, tokens: Iterable[str]) -> list[Offer]:
        """Return the unfinished games of these tokens; none once this game has begun."""
        if self.store is None or self.begun:
            return []
        return self.store.offers([token for token in tokens if token != self._token])

    def forget(self, token: object) -> None:
        """Delete a game that is not played here."""
        if self.store is not None and isinstance(token, str) and token != self._token:
            self.store.forget(token)


def new_token() -> str:
    """Return an unguessable name for a game: 256 random bits."""
    return secrets.token_urlsafe(32)


def default_store() -> Store | None:
    """Return the user's store; None if games cannot be stored."""
    return _opened(os.environ.get(ANYWHERE))


@cache
def _opened(folder: str | None) -> Store | None:
    if folder == "none" or sqlite3 is None:
        return None
    try:
        return Store(Path(folder or platformdirs.user_data_dir("phase10_widgets", appauthor=False)) / "games.sqlite3")
    except (OSError, sqlite3.Error) as error:
        LOG.warning("games are not kept beside the kernel: %s", error)
        return None


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
