"""Frames on the pipes between the server and its game processes: each has a page's number, a type and some text.

The total size of long messages in transit or being handled is limited; any others wait to be sent.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from enum import IntEnum
from typing import NamedTuple

_HEAD = struct.Struct("<IBI")

COUNTING = "c"
"""The name of the process for pages that compute or play for a long time."""
MOST_MESSAGE_BYTES = 2_700_000
"""The maximum length of a message from a browser, in bytes: a saved game of two million characters, plus a third for
escaping."""
LONG_CHARACTERS = 4096
"""The minimum length, in characters, of a message that counts as long: every loaded file is longer, and every move is
shorter."""
MOST_BYTES = 12 * 2**20
"""The maximum total size, in bytes, of the long messages in transit to a process."""
MOST_BYTES_OF_ONE = 21 * 2**19
"""The maximum total size, in bytes, of long messages from one address, which is enough for the longest message at four
bytes per character."""


class Kind(IntEnum):
    """The types of frames."""

    TEXT = 0
    """A message to or from the page."""
    VIEW = 1
    """A message to the page that a later message of this type replaces."""
    CLOSE = 2
    """The page has disconnected, or must be closed with the code in the text."""
    SIGN = 3
    """A ping from the server; the process echoes it."""
    ADDRESS = 4
    """A page has connected; the text is a pseudonym for its visitor's address."""
    LONG = 5
    """A long message from the page."""
    DONE = 6
    """The page's long message is finished or no longer needed."""


def packed(number: int, kind: Kind, text: str = "") -> bytes:
    """Return a frame as bytes."""
    body = text.encode("utf-8", "replace")
    return _HEAD.pack(number, kind, len(body)) + body


async def read(stream: asyncio.StreamReader) -> tuple[int, Kind, str]:
    """Return the next frame.

    Raises:
        asyncio.IncompleteReadError: the other side has closed the pipe.
    """
    number, kind, size = _HEAD.unpack(await stream.readexactly(_HEAD.size))
    return number, Kind(kind), (await stream.readexactly(size)).decode("utf-8", "replace")


class Waiting(NamedTuple):
    """A page whose message is waiting to be sent."""

    address: str
    size: int
    turn: asyncio.Future[None]


class Passage:
    """The long messages in transit to a process."""

    def __init__(self) -> None:
        """Start with no long messages."""
        self._taken: Counter[str] = Counter()
        self._waiting: list[Waiting] = []

    async def enter(self, address: str, size: int) -> None:
        """Wait until there is room for *size* bytes from an address, and reserve it."""
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
        self._taken += Counter()  # drop addresses with no reserved bytes
        self._admit()

    def _admit(self) -> None:
        """Admit every page for which there is room, in order of arrival."""
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
