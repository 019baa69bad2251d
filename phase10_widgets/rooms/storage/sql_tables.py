"""The stores' SQL tables."""

from __future__ import annotations

from collections.abc import Mapping

VERSION = 3
"""The version of the tables below; version 2 added lessons, and version 3 added owners."""
STEPS: Mapping[int, str] = {
    3: """
    ALTER TABLE rooms ADD COLUMN owner TEXT;
    ALTER TABLE rooms ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rooms ADD COLUMN lease REAL NOT NULL DEFAULT 0;
    ALTER TABLE rooms ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0;
    """,
}
"""Changes to older tables, keyed by the version that they produce; new tables appear only in the schema."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    room INTEGER PRIMARY KEY,
    code TEXT UNIQUE NOT NULL,
    key TEXT NOT NULL,          -- not hashed, because anyone with the link may join
    settings TEXT NOT NULL,     -- as JSON
    touched REAL NOT NULL,
    owner TEXT,                 -- the process that owns it
    epoch INTEGER NOT NULL DEFAULT 0,
    lease REAL NOT NULL DEFAULT 0,      -- the time until which no other process takes it over
    wanted INTEGER NOT NULL DEFAULT 0   -- 1 if another process has asked for it
);
CREATE TABLE IF NOT EXISTS people (
    person INTEGER PRIMARY KEY,
    room INTEGER NOT NULL REFERENCES rooms ON DELETE CASCADE,
    token BLOB UNIQUE NOT NULL, -- its hash
    name TEXT NOT NULL,
    host INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS tokens (
    token BLOB PRIMARY KEY,     -- the hash of an additional token
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
    room INTEGER NOT NULL REFERENCES rooms ON DELETE CASCADE,
    number INTEGER NOT NULL,
    plan TEXT NOT NULL,         -- as JSON
    begun TEXT,                 -- seed and seats as JSON, once the game has begun
    chairs TEXT NOT NULL,       -- the people seated there, as JSON
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
    room INTEGER NOT NULL,
    number INTEGER NOT NULL,
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    id TEXT,                    -- the id of the message, unless a computer player moved
    action TEXT NOT NULL,       -- as JSON; null takes back the seat's last decision
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
