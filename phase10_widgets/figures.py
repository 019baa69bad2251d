"""Figures of the lessons, and widgets that show chances: the last line of a notebook's cell shows one.

All are interactive except ``Columns`` and ``Venn``, which draw what they are given.
"""

from __future__ import annotations

from .base.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
