"""Measure: load, hostile input, shuffles, strength of players."""
