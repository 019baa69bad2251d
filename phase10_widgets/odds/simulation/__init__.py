"""Simulated odds: named experiments, trials in chunks, and the estimates they add up to."""
