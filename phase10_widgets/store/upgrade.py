"""Upgrades for SQLite files: an older file is copied before it is changed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path


def upgrade(db: sqlite3.Connection, path: str | Path, version: int, schema: str, steps: Mapping[int, str]) -> None:
    """Atomically upgrade a file's tables to a version.

    An older file is first copied to a file such as ``PATH.v1``. The copy stays if the upgrade fails and is deleted if
    it succeeds, so that no personal data outlives the file itself.

    Args:
        db: the open file, with ``isolation_level=None``.
        path: its path.
        version: the version that this package writes.
        schema: the statements that create missing tables.
        steps: the changes to older tables, keyed by the resulting version.

    Raises:
        OSError: the file was written by a newer version of this package.
        sqlite3.Error: the file cannot be changed.
    """
    found = _version(db, path, version)
    copy = _copied(db, Path(f"{path}.v{found}")) if 0 < found < version else None
    db.execute("BEGIN IMMEDIATE")
    try:
        found = _version(db, path, version)  # another process may have upgraded first
        changes = [steps[number] for number in sorted(steps) if 0 < found < number]
        for words in statements(";".join([*changes, schema])):
            db.execute(words)
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    if copy is not None:
        copy.unlink(missing_ok=True)


def _version(db: sqlite3.Connection, path: str | Path, version: int) -> int:
    found = int(db.execute("PRAGMA user_version").fetchone()[0])
    if found > version:
        raise OSError(f"{path} was written by a newer version of phase10_widgets")
    return found


def _copied(db: sqlite3.Connection, path: Path) -> Path:
    path.touch(0o600)
    with closing(sqlite3.connect(path)) as copy:
        db.backup(copy)
    return path


def statements(script: str) -> list[str]:
    """Return the statements in a script, without comments; no string in the script may contain a semicolon.

    >>> statements("SELECT 1; -- one\\nSELECT 2;")
    ['SELECT 1', 'SELECT 2']
    """
    plain = re.sub(r"\s*--[^\n]*", "", script)
    return [words.strip() for words in plain.split(";") if words.strip()]
