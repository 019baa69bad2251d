"""Lesson 14: exact and simulated sums, means and maxima of many results, overlaid with the normal curve."""

from .bell_curve import BellCurve

__all__ = ["BellCurve"]
