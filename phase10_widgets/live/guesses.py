"""Bounds on guessing codes: only wrong ones count, because a whole school may come from one address."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict

MINUTE = 60.0
MOST_WRONG = 60
"""The wrong codes of one address in a minute that cost nothing."""
MOST_ADDRESSES = 10_000
"""The most addresses with wrong codes that are remembered; the oldest are forgotten."""
MOST_TOTAL = 600
"""The wrong codes of all addresses in a minute, above which every address with wrong codes waits."""
LONGEST = 60.0
"""The longest wait, in seconds."""


class Leak:
    """A count that shrinks steadily."""

    __slots__ = ("_at", "_level", "_rate")

    def __init__(self, rate: float) -> None:
        """Shrink by *rate* per second."""
        self._rate, self._level, self._at = rate, 0.0, 0.0

    def level(self, now: float) -> float:
        """Return the count at a time."""
        self._level = max(0.0, self._level - self._rate * (now - self._at))
        self._at = now
        return self._level

    def add(self, now: float, amount: float = 1.0) -> None:
        """Count something more."""
        self._level = self.level(now) + amount


class Guesses:
    """The wrong codes of each address."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_address: OrderedDict[str, Leak] = OrderedDict()
        self._all = Leak(MOST_TOTAL / MINUTE)

    def wait(self, address: str, now: float) -> float:
        """Return the seconds to wait before this address may try a code; 0 for one without wrong codes."""
        found = self._by_address.get(network(address))
        if found is None:
            return 0.0
        over = found.level(now) - MOST_WRONG
        if self._all.level(now) > MOST_TOTAL:
            over = max(over, 1.0)
        return min(LONGEST, 2.0**over) if over >= 0 else 0.0

    def wrong(self, address: str, now: float) -> None:
        """Note a wrong code."""
        key = network(address)
        found = self._by_address.pop(key, None) or Leak(MOST_WRONG / MINUTE)
        self._by_address[key] = found
        found.add(now)
        self._all.add(now)
        if len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)


def network(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the first half of an IPv6 address.

    >>> network("192.0.2.7"), network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    return str(ipaddress.ip_network(f"{found}/64", strict=False)) if found.version == 6 else str(found)
