"""The table: its screen, its widget, and its view for players and spectators."""
