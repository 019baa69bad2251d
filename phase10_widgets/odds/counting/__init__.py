"""Exact counting: an automaton reads the cards that may come and counts the hands that hold a phase."""
