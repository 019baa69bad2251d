"""Exact counting: an automaton reads the possible cards and counts the hands that make a phase."""
