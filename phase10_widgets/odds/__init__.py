"""The odds: exact where they can be counted, honest where they are simulated."""

from __future__ import annotations

from ..lazy_names import lazy_names
from .deal import deal as deal  # at once: loaded later, the module of this name would take the function's place

__getattr__, __dir__, __all__ = lazy_names(__name__, Question="Experiment")
