"""Measure: load, hostile input, shuffles, and how long things take."""
