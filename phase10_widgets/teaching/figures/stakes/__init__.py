"""Lesson 16: repeated bets of a fraction of the purse, with the mean, the median and the number of losers."""

from .stakes import Stakes

__all__ = ["Stakes"]
