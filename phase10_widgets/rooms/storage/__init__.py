"""Stores for rooms: in memory, in an SQLite file, or in PostgreSQL."""
