"""Lesson 16: repeated bets, each staking a fraction of all points: the mean, the median and the number of losers."""

from .stakes import Stakes

__all__ = ["Stakes"]
