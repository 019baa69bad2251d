"""The stores of rooms: in memory, in an SQLite file, or in PostgreSQL."""
