"""A single game: the game itself, functions for hands, and house rules."""
