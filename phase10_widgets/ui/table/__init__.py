"""The table widget, replays, and spectators."""
