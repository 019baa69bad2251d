"""Free space in a full store: the visitor with the most bytes loses rows, oldest first, so nobody can lock others out.

Rows belong to visits, and visits to addresses. Rows are deleted oldest first, from the largest visit at the address
with the most bytes. Visits whose sizes differ by less than a factor of two count as equal; of these, the least recently
played one loses its rows first. Kernels do not know their visitors' addresses, so all of these count as one address.
"""

from __future__ import annotations

import heapq
import sqlite3
from collections import Counter, defaultdict

STEPS = 100
"""The number of parts into which the needed space is divided; after each part is freed, the largest visit is chosen
again."""
_VISITS = (
    "SELECT address, visit, SUM(size), MAX(touched) FROM games GROUP BY address, visit",
    "SELECT address, visit, SUM(size), MAX(ended) FROM finished GROUP BY address, visit",
)
"""Queries that read only the indexes; a union would have to be sorted first."""
_ROWS = """
SELECT name, token, size FROM (
    SELECT 'games' AS name, token, touched AS at, size FROM games WHERE address = ?1 AND visit = ?2
    UNION ALL SELECT 'finished', token, ended, size FROM finished WHERE address = ?1 AND visit = ?2
) WHERE token != ?3 ORDER BY at
"""


def make_room(db: sqlite3.Connection, wanted: int, key: str) -> None:
    """Delete rows totaling about *wanted* bytes, but never the row with this key."""
    visits = [row for words in _VISITS for row in db.execute(words)]
    for (address, visit), size in shares(visits, wanted).items():
        freed = 0
        for name, token, length in db.execute(_ROWS, (address, visit, key)).fetchall():
            if freed >= size:
                break
            db.execute(f"DELETE FROM {name} WHERE token = ?", (token,))
            freed += length


def shares(visits: list[tuple[str, str, int, float]], wanted: int) -> Counter[tuple[str, str]]:
    """Return the number of bytes that each visit must free.

    Args:
        visits: the address, name and size in bytes of each visit, and the time when it was last played, in seconds.
        wanted: the number of bytes to free.

    >>> dict(shares([("a", "1", 90, 7.0), ("a", "2", 20, 6.0), ("b", "3", 100, 5.0)], 40))
    {('a', '1'): 25, ('b', '3'): 15}
    """
    step = max(1, wanted // STEPS)
    sizes, last = Counter[tuple[str, str]](), dict[tuple[str, str], float]()
    for address, visit, size, at in visits:
        sizes[address, visit] += size
        last[address, visit] = max(at, last.get((address, visit), at))
    by_address = defaultdict[str, list[tuple[int, float, str, int]]](list)
    for (address, visit), size in sizes.items():
        by_address[address].append((-size.bit_length(), last[address, visit], visit, size))
    for each in by_address.values():
        heapq.heapify(each)
    most = [(-sum(size for *_, size in each), address) for address, each in by_address.items()]
    heapq.heapify(most)
    found, left = Counter[tuple[str, str]](), wanted
    while left > 0 and most and most[0][0] < 0:
        total, address = most[0]
        _, at, visit, size = by_address[address][0]
        part = min(step, size, left)
        left -= part
        found[address, visit] += part
        rest = size - part
        heapq.heapreplace(by_address[address], (-rest.bit_length(), at, visit, rest))
        heapq.heapreplace(most, (total + part, address))
    return found
