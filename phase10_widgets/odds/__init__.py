"""Odds, counted exactly where that is feasible and otherwise simulated with a confidence interval.

``odds.batch`` checks millions of hands in one call; it needs NumPy (the extra ``fast``).
"""

from __future__ import annotations

from ..base.lazy_names import lazy_names
from .deal import deal as deal  # eager: a later import of the submodule would replace the function

__getattr__, __dir__, __all__ = lazy_names(__name__, extras=("batch",))
