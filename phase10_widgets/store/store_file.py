"""A SQLite file that may stop answering: locked by another program, full, read-only, damaged, gone, or slow.

After the first failure nobody waits for it. What is written meanwhile is kept in memory, only the newest of each row. A
thread tries again from time to time and writes it; so does the end of the process.
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
"""A table and a key: a later change of a slot replaces an earlier one that is not written yet."""
PATIENCE = 0.25
"""The longest time for which somebody waits for another program, in seconds, while the file answers."""
OPENING = 2.0
"""The same, before anybody plays and when the process ends."""
SLOW = 2.0
"""The seconds after which an answer is so late that people must not wait for the next one."""
RETRY = 30.0
"""The seconds between two tries while the file does not answer."""
PASSING = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""The faults of a disk that may pass."""
MOST_LATE = 32_000_000
"""The most bytes that wait in memory; beyond it, the oldest go."""


class Late(NamedTuple):
    """A change that is not written yet."""

    step: Callable[[sqlite3.Connection], object]
    value: Any
    """The row that it writes; None if it deletes it."""
    size: int


def is_broken(error: sqlite3.Error) -> bool:
    """Return True if an error is the file's and not the statement's."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


class StoreFile:
    """The file of a store, shared by everybody in this process."""

    def __init__(self, path: Path, connect: Callable[[Path, float], sqlite3.Connection]) -> None:
        """Open the file.

        Args:
            path: its path.
            connect: opens it, up to date; its number is the seconds that it waits for other programs.

        Raises:
            OSError: it may not be used.
            sqlite3.DatabaseError: it is something else. A file that only does not answer is tried again later.
        """
        self.path, self._connect = path, connect
        self._open_now: list[sqlite3.Connection] = []
        """The connection, if there is one."""
        weakref.finalize(self, _close, self._open_now)
        self._identity: tuple[int, int] | None = None
        self._lock = threading.Lock()
        """Held while the file is used."""
        self._guard = threading.Lock()
        """Guards what follows, and is never held while the file is used."""
        self._late: dict[Slot, Late] = {}
        self.failing = False
        """True while changes wait in memory."""
        self._mute = False
        """True while the file is not even read."""
        try:
            self.db(OPENING)
        except (sqlite3.OperationalError, OSError) as error:
            if isinstance(error, OSError) and error.errno not in PASSING:
                raise
            self._fail(error, mute=True)

    def db(self, patience: float = PATIENCE) -> sqlite3.Connection:
        """Return the connection to the file; if another one is in its place by now, to that one."""
        if not self._open_now or identity(self.path) != self._identity:
            _close(self._open_now)
            self._open_now.append(self._connect(self.path, patience))
            self._identity = identity(self.path)
        (found,) = self._open_now
        found.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")
        return found

    def read(self, step: Callable[[sqlite3.Connection], Result]) -> Result:
        """Read something.

        Raises:
            NoAnswer: the file does not answer.
        """
        return self._use(step, mute=True)

    def write(self, slot: Slot, step: Callable[[sqlite3.Connection], Result], late: Late, default: Result) -> Result:
        """Change something now; if the file does not answer, do it later and return *default*."""
        if self._put_off(slot, late):
            return default
        try:
            return self._use(step, mute=False)
        except NoAnswer:
            self._put_off(slot, late)
            return default

    def late(self, slot: Slot) -> Late | None:
        """Return the change of a slot that is not written yet."""
        with self._guard:
            return self._late.get(slot)

    def _put_off(self, slot: Slot, late: Late) -> bool:
        with self._guard:
            if self.failing:
                self._late.pop(slot, None)  # the order is that of the newest changes
                self._late[slot] = late
                while sum(each.size for each in self._late.values()) > MOST_LATE and len(self._late) > 1:
                    del self._late[next(iter(self._late))]
            return self.failing

    def _use(self, step: Callable[[sqlite3.Connection], Result], *, mute: bool) -> Result:
        """Do something with the file; *mute* is True if after a failure not even reading is tried."""
        if self._mute:
            raise NoAnswer(f"{self.path} does not answer")
        began = time.monotonic()
        try:
            if not self._lock.acquire(timeout=PATIENCE):
                raise TimeoutError("it is in use")
            try:
                return step(self.db(0 if self.failing else PATIENCE))
            finally:
                self._lock.release()
                if time.monotonic() - began > SLOW:
                    self._fail(TimeoutError("it is slow"), mute=True)
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, sqlite3.Error) and not is_broken(error):
                raise
            self._fail(error, mute=mute)
            raise NoAnswer(f"{self.path} does not answer: {error}") from error

    def _fail(self, error: Exception, *, mute: bool) -> None:
        """Note that the file does not answer, and say so once."""
        with self._guard:
            known, self.failing, self._mute = self.failing, True, self._mute or mute
        if not known:
            LOG.warning("the file of the games does not answer, so they wait in memory: %s: %s", self.path, error)
            atexit.register(self._write_late, OPENING)
            self._try_later()

    def _try_later(self) -> None:
        timer = threading.Timer(RETRY, self._try)
        timer.daemon = True
        timer.start()

    def _try(self) -> None:
        if self._write_late(0):
            LOG.warning("the file of the games answers again: %s", self.path)
            atexit.unregister(self._write_late)
        else:
            self._try_later()

    def _write_late(self, patience: float) -> bool:
        """Write what has waited; return True if the file answers again."""
        if not self._lock.acquire(timeout=patience + PATIENCE):
            return False
        began = time.monotonic()
        try:
            _close(self._open_now)  # a file that was damaged may be mended
            db = self.db(patience)
            done = [self._write_one(db, slot, began) for slot in [*self._late]]
        except (sqlite3.Error, OSError):
            return False
        finally:
            self._lock.release()
        with self._guard:
            self.failing = bool(self._late) or not all(done) or time.monotonic() - began > SLOW
            self._mute = self._mute and self.failing
            return not self.failing

    def _write_one(self, db: sqlite3.Connection, slot: Slot, began: float) -> bool:
        """Write a change; return False if it must wait on, which delays no other one."""
        found = self.late(slot)
        try:
            if time.monotonic() - began > SLOW:
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
    """Return what tells a file from another one in its place; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _close(connections: list[sqlite3.Connection]) -> None:
    while connections:
        with suppress(sqlite3.Error):
            connections.pop().close()
