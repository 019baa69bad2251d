"""A page's connection, independent of its transport."""

from __future__ import annotations

from typing import Protocol

from .wire import LiveDown


class Connection(Protocol):
    """A page's connection."""

    def send(self, message: LiveDown) -> None:
        """Send a message; if several views are pending, only the latest needs to arrive."""

    def close(self, code: int) -> None:
        """End the connection."""
