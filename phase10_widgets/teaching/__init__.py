"""The parts of a lesson, without widget or notebook: questions, hints, checks, predictions and progress."""

from __future__ import annotations

from ..lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
