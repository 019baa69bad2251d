"""Games in progress, with players and undo; shared deals."""
