"""The base of the package's errors."""

from __future__ import annotations


class Phase10Error(Exception):
    """Base class of the package's errors. Each is also a built-in error, usually a ValueError."""
