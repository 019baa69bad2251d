"""A check of the headers of binary websocket messages to kernels.

Jupyter's server trusts the number of parts that a message claims. Eight bytes that claim 2 to the power of 63 would
keep it counting until its memory is used up, and nobody else would get an answer.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

V1 = "v1.kernel.websocket.jupyter.org"
"""The subprotocol that browsers ask for; a socket without it speaks the older one."""
MOST_OFFSETS = 64
"""The most offsets allowed. Our messages have six or seven, and one more for each buffer."""


def sound(message: bytes, subprotocol: str | None) -> bool:
    """Return True if a binary message is as long as its header claims, and its parts follow one another.

    Both protocols start with the number of offsets, followed by the offsets. In v1 each is eight bytes, the lowest
    byte first, and at least six of them delimit the channel and four JSON parts. In the older protocol each is four
    bytes, the highest byte first, and marks the start of a part.

    >>> sound((2**63).to_bytes(8, "little") + bytes(64), V1), sound(b"", None)
    (False, False)
    >>> sound(bytes([0, 0, 0, 1, 0, 0, 0, 8]) + b"{}", None)
    True
    """
    size, order, fewest = _HEADS[subprotocol == V1]
    count = int.from_bytes(message[:size], order)
    head = size * (count + 1)
    if not fewest <= count <= MOST_OFFSETS or head > len(message):
        return False
    offsets = (int.from_bytes(message[at : at + size], order) for at in range(size, head, size))
    return all(before <= after for before, after in pairwise((head, *offsets, len(message))))


_HEADS: dict[bool, tuple[int, Literal["little", "big"], int]] = {True: (8, "little", 6), False: (4, "big", 1)}
"""For v1 (True) and the older protocol: the bytes of a number, their order, and the fewest offsets."""
