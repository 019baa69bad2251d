"""Questions, hints, checks, predictions, progress, and the screens of lessons."""

from __future__ import annotations

from ..base.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
