"""Lesson 16: repeated bets, each staking a fraction of all points, and the resulting mean, median and losers."""

from .stakes import Stakes

__all__ = ["Stakes"]
