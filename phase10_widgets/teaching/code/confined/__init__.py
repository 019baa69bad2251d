"""Processes in which a learner's code runs, and the limits on them."""
