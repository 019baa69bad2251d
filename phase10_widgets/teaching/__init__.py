"""The parts of lessons that involve no widgets or notebooks: questions, hints, checks, predictions and progress."""

from __future__ import annotations

from ..base.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
