"""Figures from the lessons, and widgets that show chances; a notebook displays the one on the last line of a cell.

All are interactive except ``Columns`` and ``Venn``, which are static drawings.
"""

from __future__ import annotations

from .base.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
