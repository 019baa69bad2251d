"""A page's connection without a websocket: requests carry messages and wait for others.

A connection keeps the messages that its page has not fetched yet, but only the latest view, because views are complete.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from typing import ClassVar, NamedTuple

from ...rooms.budgets import Budget
from ...rooms.wire import LiveDown

HOLD_SECONDS = 25.0
"""The number of seconds that a request waits for messages; proxies close connections after a minute of silence."""
SILENT_SECONDS = 15.0
"""The number of seconds without a request after which a page counts as gone."""
MOST_WAITING_CHARACTERS = 2**18
"""The maximum number of characters that may wait for a page; beyond this, its connection is closed."""
TOO_SLOW = 4429
WHOLE = frozenset({"room", "here", "lesson"})
"""The types of messages that are complete in themselves, so that only the latest of each type is kept."""


class _Waiting(NamedTuple):
    """A message that its page has not fetched yet."""

    kind: str
    """The type of message that replaces this one (empty for a message that is always kept)."""
    message: LiveDown
    size: int


def is_view(message: LiveDown) -> bool:
    """Return True for a view that a later view replaces."""
    return brings_view(message) and "about" not in message


def brings_view(message: LiveDown) -> bool:
    """Return True for a message with a table's view, which makes every earlier one obsolete."""
    return message["kind"] == "tell" and "view" in message


class PollConnection:
    """A page's connection, identified by a random name."""

    open_connections: ClassVar[dict[str, PollConnection]] = {}
    """The open connections, keyed by name."""

    def __init__(self, left: Callable[[PollConnection], None], budget: Budget, address: str = "") -> None:
        """Open a connection with a *budget* of messages; *left* is called once the page at this *address* is gone."""
        self.name, self.address = secrets.token_urlsafe(16), address
        self.heard = time.monotonic()
        """The time of the page's last request, on the monotonic clock."""
        self.code: int | None = None
        """The code with which the connection was closed."""
        self._left, self.budget = left, budget
        self._messages: list[_Waiting] = []
        self._news = asyncio.Event()
        self._turn = 0
        """The number of requests that have waited so far; a new one replaces the previous one."""
        self._timer: asyncio.TimerHandle | None = None
        self.open_connections[self.name] = self
        self._expect()

    def send(self, message: LiveDown) -> None:
        """Keep a message until the page fetches it; a complete message replaces earlier ones of its type."""
        kind = "view" if is_view(message) else message["kind"] if message["kind"] in WHOLE else ""
        self._messages = [each for each in self._messages if not kind or each.kind != kind]
        self._messages.append(_Waiting(kind, message, len(json.dumps(message))))
        if self.code is None and sum(each.size for each in self._messages) > MOST_WAITING_CHARACTERS:
            self._messages.clear()
            self._end()
            self.code = TOO_SLOW
        self._news.set()

    def close(self, code: int) -> None:
        """Close the connection; the page may still fetch waiting messages."""
        self.code = code
        self._news.set()

    async def fetch(self, seconds: float) -> list[LiveDown]:
        """Return the waiting messages as soon as there are any, or nothing once this many seconds have passed."""
        turn = self.let_go()
        self._expect(stop=True)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while not self._messages and self.code is None and turn == self._turn and loop.time() < deadline:
            self._news.clear()
            try:
                async with asyncio.timeout_at(deadline):
                    await self._news.wait()
            except TimeoutError:
                break
        if turn != self._turn:
            return []
        self._expect()
        messages, self._messages = self._messages, []
        if self.code is not None:
            self._end()
        return [each.message for each in messages]

    def let_go(self) -> int:
        """Make the waiting request return nothing; return the number of the next one."""
        self._turn += 1
        self._news.set()
        self._expect()
        return self._turn

    def give_way(self) -> None:
        """Close this connection to make room for another."""
        self.close(1012)
        self._end()

    def hear(self) -> None:
        """Record a heartbeat."""
        self.heard = time.monotonic()
        if self._timer is not None:
            self._expect()

    def _expect(self, *, stop: bool = False) -> None:
        """Start the timeout for the page's next request; *stop* it while a request waits."""
        if self._timer is not None:
            self._timer.cancel()
        ended = self.name not in self.open_connections
        self._timer = None if stop or ended else asyncio.get_running_loop().call_later(SILENT_SECONDS, self._end)

    def _end(self) -> None:
        if self.open_connections.pop(self.name, None) is not None:
            self._expect(stop=True)
            self._left(self)
