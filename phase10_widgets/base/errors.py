"""The base class for the package's errors."""

from __future__ import annotations


class Phase10Error(Exception):
    """Base class for the package's errors, each of which is also a built-in error, usually a ValueError."""
