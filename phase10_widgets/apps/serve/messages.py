"""A check of the binary websocket messages that browsers send to kernels, in the protocol of :data:`V1`.

Jupyter's server trusts the number of parts that a message claims. Eight bytes that claim 2 to the power of 63 would
keep it counting until its memory is used up, and nobody else would get an answer.
"""

from __future__ import annotations

import json
from itertools import pairwise

V1 = "v1.kernel.websocket.jupyter.org"
"""The subprotocol of our pages. The older one, without a name, is not spoken."""
MOST_OFFSETS = 64
"""The most offsets allowed. Our messages have six or seven, and one more for each buffer."""
MOST_HEADER = 4096
"""The longest header, in bytes."""
MOST_OPENING = 65_536
"""The longest request to open a channel between a widget and the browser, in bytes."""
KINDS = frozenset({"comm_open", "comm_msg", "comm_close", "comm_info_request", "kernel_info_request"})
"""The kinds of messages that a visitor may send: those of widgets, and two questions at the start."""
CONTROL = "jupyter.widget.control"
"""The only channel that a browser opens; all widgets are made in Python."""
ALL_STATES = 25.0
"""The cost of a request for the states of all widgets, in messages. Its answer holds every script, a few 100 kB."""
_FEWEST = 6
"""Offsets of the channel and four JSON parts, and the end."""


def parts(message: bytes) -> list[memoryview]:
    """Return the parts of a message: the channel, header, parent header, metadata, content, and buffers.

    A message begins with the number of offsets, followed by the offsets, eight bytes each, lowest byte first. The
    offsets delimit the parts; the last is the end of the message.

    >>> parts((2**63).to_bytes(8, "little") + bytes(64))
    Traceback (most recent call last):
    ...
    ValueError: the message is shorter than it claims

    Raises:
        ValueError: the message has too few parts, too many, or is not as long as it claims.
    """
    count = int.from_bytes(message[:8], "little")
    head = 8 * (count + 1)
    if not _FEWEST <= count <= MOST_OFFSETS or head > len(message):
        raise ValueError("the message is shorter than it claims")
    offsets = [int.from_bytes(message[at : at + 8], "little") for at in range(8, head, 8)]
    if not all(before <= after for before, after in pairwise((head, *offsets, len(message)))):
        raise ValueError("the parts of the message do not follow one another")
    view = memoryview(message)
    return [view[start:end] for start, end in pairwise(offsets)]


def kind(message: bytes) -> str:
    """Return the kind of a sound message, such as ``"comm_msg"``.

    Raises:
        ValueError: the message is not sound.
    """
    header = parts(message)[1]
    if len(header) > MOST_HEADER:
        raise ValueError(f"the header is longer than {MOST_HEADER} bytes")
    found = json.loads(bytes(header))
    name = found.get("msg_type") if isinstance(found, dict) else None
    if not isinstance(name, str):
        raise ValueError("the header does not name the kind of the message")
    return name


def check(message: bytes) -> None:
    """Refuse a message that our pages would not send.

    Raises:
        ValueError: the message is not sound, of another kind, or opens a channel that only Python may open.
        RecursionError: its JSON is nested too deeply.
    """
    name, (channel, _, _, _, content, *_) = kind(message), parts(message)
    if name not in KINDS or bytes(channel) != b"shell":
        raise ValueError("visitors do not send this kind of message")
    if name == "comm_open":
        opening = json.loads(bytes(content)) if len(content) <= MOST_OPENING else None
        if not isinstance(opening, dict) or opening.get("target_name") != CONTROL:
            raise ValueError("visitors do not open such a channel")


def cost(message: bytes) -> float:
    """Return how many messages a sound message counts as."""
    return ALL_STATES if b'"request_states"' in bytes(parts(message)[4]) else 1.0
