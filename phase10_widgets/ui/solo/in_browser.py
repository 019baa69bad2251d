"""A visit in the visitor's own browser, for Python in a worker of the page (Pyodide)."""

from __future__ import annotations

import json
from collections.abc import Callable

from ...base.untrusted_json import loads
from ...store.user_store import default_store
from .connection import OpenPage
from .visit import Visits
from .wire import PageDown, SoloDown


class OwnPage:
    """The page to which the worker belongs."""

    address = ""

    def __init__(self, post: Callable[[str], object], open_page: OpenPage | None = None, *, keep: bool = True) -> None:
        """Open a page that has no visit yet.

        Args:
            post: a function that sends text to the page.
            open_page: a function that opens a visit to a lesson's page; without it, there are only games.
            keep: False to store nothing in this browser.
        """
        self._post = post
        self._visits = Visits(default_store() if keep else None, most=1, open_page=open_page)

    def send(self, message: SoloDown | PageDown) -> None:
        """Send a message to the page."""
        self._post(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def close(self, code: int) -> None:
        """Do nothing, because a page closes its worker when it is told that the connection has ended."""

    def hear(self, text: str) -> None:
        """Handle a message from the page."""
        try:
            message = loads(text)
        except (ValueError, RecursionError):
            message = None
        self._visits.hear(self, message)
