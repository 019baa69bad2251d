"""A page's line where no websocket gets through: requests bring messages, and wait for others.

A line keeps what its page has not fetched yet. As every view is complete, only the latest is kept.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from typing import ClassVar, NamedTuple

from ...live.budgets import Budget
from ...views.protocol.live import LiveDown

HOLD = 25.0
"""The seconds for which a request waits for news; proxies cut connections that are silent for a minute."""
SILENT = 15.0
"""The seconds without a request after which a page is gone."""
MOST_WAITING = 2**18
"""The most characters that wait for a page; with more, its line ends."""
TOO_SLOW = 4429
WHOLE = frozenset({"room", "here", "lesson"})
"""The kinds of messages that say everything, so that only the latest is kept."""


class _Waiting(NamedTuple):
    """A message that its page has not fetched yet."""

    kind: str
    """A later message of the same kind replaces this one; empty for a message that stays."""
    message: LiveDown
    size: int


def is_view(message: LiveDown) -> bool:
    """Return True for a view that a later one replaces."""
    return brings_view(message) and "about" not in message


def brings_view(message: LiveDown) -> bool:
    """Return True for anything with a table's view: every earlier one is outdated."""
    return message["kind"] == "tell" and "view" in message


class PollLine:
    """A page's line, known by a random name."""

    open_lines: ClassVar[dict[str, PollLine]] = {}
    """Every open line by its name."""

    def __init__(self, left: Callable[[PollLine], None], budget: Budget, address: str = "") -> None:
        """Open a line with a *budget* of messages; *left* is called once the page at this *address* is gone."""
        self.name, self.address = secrets.token_urlsafe(16), address
        self.heard = time.monotonic()
        """The moment of the page's last request, by the clock that never jumps."""
        self.code: int | None = None
        """The reason for its end."""
        self._left, self.budget = left, budget
        self._messages: list[_Waiting] = []
        self._news = asyncio.Event()
        self._turn = 0
        """Counts the requests that wait; a new one takes the place of the one before."""
        self._timer: asyncio.TimerHandle | None = None
        self.open_lines[self.name] = self
        self._expect()

    def send(self, message: LiveDown) -> None:
        """Keep a message until the page fetches it; what is complete takes the place of an earlier one."""
        kind = "view" if is_view(message) else message["kind"] if message["kind"] in WHOLE else ""
        self._messages = [each for each in self._messages if not kind or each.kind != kind]
        self._messages.append(_Waiting(kind, message, len(json.dumps(message))))
        if self.code is None and sum(each.size for each in self._messages) > MOST_WAITING:
            self._messages.clear()
            self._end()
            self.code = TOO_SLOW
        self._news.set()

    def close(self, code: int) -> None:
        """End the line; the page may still fetch what waits for it."""
        self.code = code
        self._news.set()

    async def fetch(self, seconds: float) -> list[LiveDown]:
        """Return what waits for the page, as soon as there is something, or nothing after these seconds."""
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
        """Let the request that waits return with nothing; return the next one's turn."""
        self._turn += 1
        self._news.set()
        self._expect()
        return self._turn

    def give_way(self) -> None:
        """End this line for another one."""
        self.close(1012)
        self._end()

    def hear(self) -> None:
        """Note that the page is there."""
        self.heard = time.monotonic()
        if self._timer is not None:
            self._expect()

    def _expect(self, *, stop: bool = False) -> None:
        """Expect the page's next request in time; *stop* while one waits."""
        if self._timer is not None:
            self._timer.cancel()
        ended = self.name not in self.open_lines
        self._timer = None if stop or ended else asyncio.get_running_loop().call_later(SILENT, self._end)

    def _end(self) -> None:
        if self.open_lines.pop(self.name, None) is not None:
            self._expect(stop=True)
            self._left(self)
