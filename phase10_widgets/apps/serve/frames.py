"""Frames on the pipes between the server and its processes for games: a page's number, a kind, a text."""

from __future__ import annotations

import asyncio
import struct
from enum import IntEnum

_HEAD = struct.Struct("<IBI")


class Kind(IntEnum):
    """The kinds of frames."""

    TEXT = 0
    """A message from or to the page."""
    VIEW = 1
    """A message to the page that a later one of its kind replaces."""
    CLOSE = 2
    """The page has left; or it is to be left, and the text is the code."""
    SIGN = 3
    """The process is there."""
    ADDRESS = 4
    """A page comes; the text is a name of its visitor's address."""


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
