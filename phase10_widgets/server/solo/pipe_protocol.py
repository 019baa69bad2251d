"""Frames on the pipes between the server and its game processes: a page's number, a kind and a text.

The bytes of long messages in transit or in execution are limited; further ones wait before they are sent.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from enum import IntEnum
from typing import NamedTuple

_HEAD = struct.Struct("<IBI")

MOST_MESSAGE_BYTES = 2_700_000
"""The longest message from a browser, in bytes: a saved game of two million characters, plus a third for quoting."""
LONG_CHARACTERS = 4096
"""The length, in characters, of the shortest long message: every loaded file is longer, every move shorter."""
MOST_BYTES = 12 * 2**20
"""The most bytes of long messages in transit to a process at once."""
MOST_BYTES_OF_ONE = 21 * 2**19
"""The most bytes of them from one address: the longest message, with up to four bytes per character."""


class Kind(IntEnum):
    """The kinds of frames."""

    TEXT = 0
    """A message from or to the page."""
    VIEW = 1
    """A message to the page that a later one of this kind replaces."""
    CLOSE = 2
    """The page has left; or the page must be closed with the code in the text."""
    SIGN = 3
    """A ping from the server; the process echoes it."""
    ADDRESS = 4
    """A page arrives; the text is a pseudonym for its visitor's address."""
    LONG = 5
    """A long message from the page."""
    DONE = 6
    """The page's long message is finished or no longer needed."""


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
    """A page whose message waits."""

    address: str
    size: int
    turn: asyncio.Future[None]


class Passage:
    """The long messages in transit to a process."""

    def __init__(self) -> None:
        """Start empty."""
        self._taken: Counter[str] = Counter()
        self._waiting: list[Waiting] = []

    async def enter(self, address: str, size: int) -> None:
        """Reserve *size* bytes for an address, as soon as there is room."""
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
        """Release the reserved bytes."""
        self._taken[address] -= size
        self._taken += Counter()  # drop addresses without any
        self._admit()

    def _admit(self) -> None:
        """Admit everybody for whom there is room, in order of arrival."""
        for each in [*self._waiting]:
            taken = self._taken[each.address]
            if (
                not each.turn.done()
                and self._taken.total() + each.size <= MOST_BYTES
                and taken + each.size <= MOST_BYTES_OF_ONE
            ):
                self._waiting.remove(each)
                self._taken[each.address] = taken + each.size
                each.turn.set_result(None)
