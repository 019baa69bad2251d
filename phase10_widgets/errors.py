"""Errors that the package raises, all derived from ``Phase10Error``.

Each is also a built-in error, usually a ``ValueError``, and its message says what to change.
"""

from __future__ import annotations

from .base.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
