"""Lesson 10: ten rungs, a chance of climbing each, and the number of rounds until the first player reaches the top."""

from .phase_ladder import PhaseLadder

__all__ = ["PhaseLadder"]
