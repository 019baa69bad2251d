"""Errors that the package raises, all derived from ``Phase10Error``.

Each is also derived from a built-in error, usually ``ValueError``, and has a message that says what to change.
"""

from __future__ import annotations

from .base.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
