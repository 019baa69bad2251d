"""A SQLite file that may fail: locked by another program, full, read-only, damaged, gone, or slow.

After the first failure, nothing waits for the file. The newest change to each row is kept in memory. A thread retries
from time to time until it has written the changes, and the process makes a final attempt before it ends.
"""

from __future__ import annotations

import atexit
import errno
import logging
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from .store import NoAnswer

LOG = logging.getLogger(__name__)
Result = TypeVar("Result")
Slot = tuple[str, str]
"""A table and a key; a later change to a slot replaces an earlier unwritten one."""
PATIENCE_SECONDS = 0.25
"""The longest wait for another program, in seconds, while the file is working."""
OPENING_SECONDS = 2.0
"""The longest wait at the start and at the end of the process, in seconds."""
SLOW_SECONDS = 2.0
"""The time, in seconds, after which a late answer counts as a failure, so that nothing waits for the next one."""
RETRY_SECONDS = 30.0
"""The time between attempts while the file is failing, in seconds."""
PASSING_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""Disk errors that may be temporary."""
MOST_LATE_BYTES = 32_000_000
"""The maximum size of changes held in memory, in bytes; beyond this, the oldest changes are dropped."""


class UnwrittenChange(NamedTuple):
    """An unwritten change."""

    step: Callable[[sqlite3.Connection], object]
    value: Any
    """The row to write, or None to delete the row."""
    size: int


def is_broken(error: sqlite3.Error) -> bool:
    """Return True if the file, rather than the statement, caused an error."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


class StoreFile:
    """A store's file, shared by all of its users in this process."""

    def __init__(self, path: Path, connect: Callable[[Path, float], sqlite3.Connection]) -> None:
        """Open the file.

        Args:
            path: its path.
            connect: a function that opens and upgrades the file, given the number of seconds to wait for other
                programs.

        Raises:
            OSError: the file cannot be used.
            sqlite3.DatabaseError: it is not a SQLite file. A file that exists but does not respond is retried later.
        """
        self.path, self._connect = path, connect
        self._open_now: list[sqlite3.Connection] = []
        """A list with the open connection; empty if none is open."""
        weakref.finalize(self, _close, self._open_now)
        self._identity: tuple[int, int] | None = None
        self._lock = threading.Lock()
        """The lock held while the file is in use."""
        self._guard = threading.Lock()
        """The lock that guards the fields below; it is never held while the file is in use."""
        self._late: dict[Slot, UnwrittenChange] = {}
        self.failing = False
        """True while changes wait in memory."""
        self._mute = False
        """True while even reads are skipped."""
        try:
            self.db(OPENING_SECONDS)
        except (sqlite3.OperationalError, OSError) as error:
            if isinstance(error, OSError) and error.errno not in PASSING_ERRORS:
                raise
            self._fail(error, mute=True)

    def db(self, patience: float = PATIENCE_SECONDS) -> sqlite3.Connection:
        """Return the connection to the file, reconnecting if the file has been replaced."""
        if not self._open_now or identity(self.path) != self._identity:
            _close(self._open_now)
            self._open_now.append(self._connect(self.path, patience))
            self._identity = identity(self.path)
        (found,) = self._open_now
        found.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")
        return found

    def read(self, step: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run a read operation.

        Raises:
            NoAnswer: the file does not respond.
        """
        return self._use(step, mute=True)

    def write(
        self, slot: Slot, step: Callable[[sqlite3.Connection], Result], late: UnwrittenChange, default: Result
    ) -> Result:
        """Apply a change now; if the file does not respond, apply it later and return *default*."""
        if self._put_off(slot, late):
            return default
        try:
            return self._use(step, mute=False)
        except NoAnswer:
            self._put_off(slot, late)
            return default

    def late(self, slot: Slot) -> UnwrittenChange | None:
        """Return a slot's unwritten change, if it has one."""
        with self._guard:
            return self._late.get(slot)

    def _put_off(self, slot: Slot, late: UnwrittenChange) -> bool:
        with self._guard:
            if self.failing:
                self._late.pop(slot, None)  # so that slots stay in the order of their newest changes
                self._late[slot] = late
                while sum(each.size for each in self._late.values()) > MOST_LATE_BYTES and len(self._late) > 1:
                    del self._late[next(iter(self._late))]
            return self.failing

    def _use(self, step: Callable[[sqlite3.Connection], Result], *, mute: bool) -> Result:
        """Use the file; *mute* is True to skip even reads after a failure."""
        if self._mute:
            raise NoAnswer(f"{self.path} is not responding")
        began = time.monotonic()
        try:
            if not self._lock.acquire(timeout=PATIENCE_SECONDS):
                raise TimeoutError("it is in use")
            try:
                return step(self.db(0 if self.failing else PATIENCE_SECONDS))
            finally:
                self._lock.release()
                if time.monotonic() - began > SLOW_SECONDS:
                    self._fail(TimeoutError("it is slow"), mute=True)
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, sqlite3.Error) and not is_broken(error):
                raise
            self._fail(error, mute=mute)
            raise NoAnswer(f"{self.path} is not responding: {error}") from error

    def _fail(self, error: Exception, *, mute: bool) -> None:
        """Record that the file does not respond, and report it once."""
        with self._guard:
            known, self.failing, self._mute = self.failing, True, self._mute or mute
        if not known:
            LOG.warning("the game file is not responding, so changes wait in memory: %s: %s", self.path, error)
            atexit.register(self._write_late, OPENING_SECONDS)
            self._try_later()

    def _try_later(self) -> None:
        timer = threading.Timer(RETRY_SECONDS, self._try)
        timer.daemon = True
        timer.start()

    def _try(self) -> None:
        if self._write_late(0):
            LOG.warning("the game file is responding again: %s", self.path)
            atexit.unregister(self._write_late)
        else:
            self._try_later()

    def _write_late(self, patience: float) -> bool:
        """Write the waiting changes; return True if the file responds again."""
        if not self._lock.acquire(timeout=patience + PATIENCE_SECONDS):
            return False
        began = time.monotonic()
        try:
            _close(self._open_now)  # a damaged file may have been repaired
            db = self.db(patience)
            done = [self._write_one(db, slot, began) for slot in [*self._late]]
        except (sqlite3.Error, OSError):
            return False
        finally:
            self._lock.release()
        with self._guard:
            self.failing = bool(self._late) or not all(done) or time.monotonic() - began > SLOW_SECONDS
            self._mute = self._mute and self.failing
            return not self.failing

    def _write_one(self, db: sqlite3.Connection, slot: Slot, began: float) -> bool:
        """Write a change, and return False if it must wait longer; other changes are not delayed."""
        found = self.late(slot)
        try:
            if time.monotonic() - began > SLOW_SECONDS:
                return False
            if found is not None:
                found.step(db)
        except sqlite3.Error as error:
            if is_broken(error):
                return False
        with self._guard:
            if self._late.get(slot) is found:
                self._late.pop(slot, None)
        return True


def identity(path: Path) -> tuple[int, int] | None:
    """Return an identifier that changes when the file is replaced, or None if there is no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _close(connections: list[sqlite3.Connection]) -> None:
    while connections:
        with suppress(sqlite3.Error):
            connections.pop().close()
