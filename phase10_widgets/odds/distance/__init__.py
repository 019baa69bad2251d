"""How many cards a hand lacks for a phase, and what each draw and discard does to that number."""
