"""Frames on the pipes between the server and its processes for games: a page's number, a kind, a text.

So much of long messages is on the way to a process, or carried out there; others wait before they are sent.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from enum import IntEnum
from typing import NamedTuple

_HEAD = struct.Struct("<IBI")

MOST_MESSAGE = 2_700_000
"""The longest message from a browser, in bytes: a saved game of two million characters, and a third for its quotes."""
LONG = 4096
"""The characters from which on a message is long: every file that somebody loads, and no move."""
MOST = 12 * 2**20
"""The most bytes of long messages on the way to a process at once."""
MOST_OF_ONE = 21 * 2**19
"""The most bytes of them from one address: the longest message, whose text may take four bytes for a character."""


class Kind(IntEnum):
    """The kinds of frames."""

    TEXT = 0
    """A message from or to the page."""
    VIEW = 1
    """A message to the page that a later one of its kind replaces."""
    CLOSE = 2
    """The page has left; or it is to be left, and the text is the code."""
    SIGN = 3
    """The server asks whether the process reads; the process answers with the same."""
    ADDRESS = 4
    """A page comes; the text is a name of its visitor's address."""
    LONG = 5
    """A long message from the page."""
    DONE = 6
    """The page's long message is carried out, or nobody needs it anymore."""


def packed(number: int, kind: Kind, text: str = "") -> bytes:
    """Return the bytes of a frame."""
    body = text.encode("utf-8", "replace")
    return _HEAD.pack(number, kind, len(body)) + body


async def read(stream: asyncio.StreamReader) -> tuple[int, Kind, str]:
    """Return the next frame.

    Raises:
        asyncio.IncompleteReadError: the other side has ended.
    """
    number, kind, size = _HEAD.unpack(await stream.readexactly(_HEAD.size))
    return number, Kind(kind), (await stream.readexactly(size)).decode("utf-8", "replace")


class Waiting(NamedTuple):
    """Somebody whose message waits."""

    address: str
    size: int
    turn: asyncio.Future[None]


class Passage:
    """The long messages on the way to a process."""

    def __init__(self) -> None:
        """Start without any."""
        self._taken: Counter[str] = Counter()
        self._waiting: list[Waiting] = []

    async def enter(self, address: str, size: int) -> None:
        """Take room for *size* bytes from an address, once there is enough."""
        waiting = Waiting(address, size, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._admit()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self.leave(address, size)
            raise

    def leave(self, address: str, size: int) -> None:
        """Give the room back."""
        self._taken[address] -= size
        self._taken += Counter()  # without those that have none
        self._admit()

    def _admit(self) -> None:
        """Let in everybody for whom there is room, in the order in which they came."""
        for each in [*self._waiting]:
            taken = self._taken[each.address]
            if not each.turn.done() and self._taken.total() + each.size <= MOST and taken + each.size <= MOST_OF_ONE:
                self._waiting.remove(each)
                self._taken[each.address] = taken + each.size
                each.turn.set_result(None)
