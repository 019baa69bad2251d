"""A game, a kind of group, a player and a lesson for phase10_widgets; see the entry points in pyproject.toml."""
