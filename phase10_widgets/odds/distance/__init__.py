"""The number of cards that a hand lacks for a phase, and how each draw and discard changes it."""
