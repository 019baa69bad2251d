"""Checks of shared tables with hostile messages, guessed codes, killed servers, and people who come and go."""
