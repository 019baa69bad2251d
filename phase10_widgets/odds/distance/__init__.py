"""The number of cards that a hand still needs for a phase, and how that number changes with each draw and discard."""
