"""Binary messages of the kernels' websockets: whether the numbers at their head can be true.

Jupyter's server believes a message that says how many parts it has. Eight bytes that say "2 to the power of 63" would
keep it counting until its memory is used up, and nobody else would get an answer.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

V1 = "v1.kernel.websocket.jupyter.org"
"""The subprotocol that browsers ask for; a socket without it speaks the older one."""
MOST_OFFSETS = 64
"""So many are allowed. A message of ours has six or seven, and one more for each buffer."""


def sound(message: bytes, subprotocol: str | None) -> bool:
    """Return whether a binary message is as long as its head says, with parts one after another.

    Both protocols begin with the number of offsets, then the offsets themselves: eight bytes each and the lowest
    first in v1, where the channel and four parts of JSON stand between at least six of them; four bytes each and the
    highest first in the older one, where an offset is the beginning of a part.

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
"""By whether it is v1: the bytes of a number, their order, and the fewest offsets."""
