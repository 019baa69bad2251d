"""The number of cards that a hand lacks for a phase, and how that number changes with each draw and discard."""
