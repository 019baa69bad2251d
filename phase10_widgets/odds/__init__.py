"""The odds: exact where they can be counted, honest where they are simulated."""

from __future__ import annotations

from .exact import Exact
from .pool import Pool

__all__ = ["Exact", "Pool"]
