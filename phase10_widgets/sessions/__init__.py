"""Games in progress, with players and undo, and shared deals."""
