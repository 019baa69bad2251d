"""Lesson 7: series of deals in which the proportion of hits settles down, and the deals after a streak of misses."""

from .running_mean import RunningMean

__all__ = ["RunningMean"]
