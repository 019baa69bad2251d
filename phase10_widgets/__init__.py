"""Play Phase 10 in a notebook, and learn probability from it. Unofficial; not affiliated with Mattel.

The rules and the odds need the standard library only.
"""

from __future__ import annotations

from . import editions as editions  # registers the editions, so that cards and records can be read back
from .core.html import draw_with as _draw_with
from .lazy_names import lazy_names


def _drawn(value: object) -> str:
    """Return what a notebook shows for a value."""
    from .views.rich import html

    return html(value)


_draw_with(_drawn)
__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_names(__name__)
