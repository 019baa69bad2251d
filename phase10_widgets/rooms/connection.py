"""The connection of a page, whatever carries it."""

from __future__ import annotations

from typing import Protocol

from .wire import LiveDown


class Connection(Protocol):
    """A page's connection."""

    def send(self, message: LiveDown) -> None:
        """Send a message; of views, only the latest need arrive."""

    def close(self, code: int) -> None:
        """End the connection."""
