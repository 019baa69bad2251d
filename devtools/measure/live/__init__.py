"""Measures of shared tables: hostile messages, guessed codes, killed servers, and people who come and go."""
