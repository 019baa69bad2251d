"""Play Phase 10 in a notebook, and learn probability from it. Unofficial; not affiliated with Mattel.

The rules and the odds need the standard library only.
"""

from __future__ import annotations

from . import editions as editions  # registers the editions, so that cards and records can be read back
from .lazy_names import lazy_names

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_names(__name__)
