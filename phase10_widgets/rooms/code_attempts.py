"""Limits on wrong codes, new rooms and arrivals per address. A whole school may share one address."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from typing import NamedTuple

from ..base.translatable import Refusal
from .storage.room_store import HOUR

MINUTE = 60.0
MOST_WRONG = 60
"""The wrong codes per minute that one address may send without a delay."""
MOST_ADDRESSES = 10_000
"""The most addresses with wrong codes that are remembered; the oldest are forgotten."""
MOST_TOTAL = 600
"""The wrong codes per minute of all addresses together; above it, addresses with many wrong codes wait longer."""
MOST_JOINS = 40
"""The people who may join a room from one address at once, and per minute; the others wait a moment."""
SITE_BITS = 56
"""The prefix length of the IPv6 addresses of one household; it contains 256 networks."""
WIDER = 8
"""The limit of a household, as a multiple of the limit of each of its networks."""
MOST_OPENED = 3
"""The rooms that one address may open per hour where anybody may open rooms."""
LONGEST_WAIT_SECONDS = 60.0
"""The longest wait, in seconds."""


class EntryRefused(Exception):
    """A request to join or open a room is refused."""

    def __init__(self, code: str, why: Refusal, after: float | None = None) -> None:
        """Take a code for programs, a sentence for people, and the seconds to wait before another try."""
        super().__init__(code)
        self.code, self.why, self.after = code, why, after


class Leak:
    """A counter that decays at a constant rate."""

    __slots__ = ("_at", "_level", "_rate")

    def __init__(self, rate: float) -> None:
        """Shrink by *rate* per second."""
        self._rate, self._level, self._at = rate, 0.0, 0.0

    def level(self, now: float) -> float:
        """Return the count at a time."""
        self._level = max(0.0, self._level - self._rate * (now - self._at))
        self._at = now
        return self._level

    def add(self, now: float) -> None:
        """Count one more."""
        self._level = self.level(now) + 1.0


class WrongCodes(NamedTuple):
    """The wrong codes of one address."""

    recent: Leak
    lasting: Leak


class CodeAttempts:
    """The wrong codes of each address.

    Sixty a minute cost nothing. While all addresses together send more than :data:`MOST_TOTAL` a minute, an address
    that has used up its sixty gets one more each minute.
    """

    def __init__(self) -> None:
        """Start without any."""
        self._by_address: OrderedDict[str, WrongCodes] = OrderedDict()
        self._all = Leak(MOST_TOTAL / MINUTE)

    def wait(self, address: str, now: float) -> float:
        """Return the seconds to wait before this address may try a code; 0 for one with few wrong codes."""
        return max(self._wait(key, times, now) for key, times in counted(address).items())

    def _wait(self, key: str, times: int, now: float) -> float:
        found = self._by_address.get(key)
        if found is None:
            return 0.0
        over = found.recent.level(now) - MOST_WRONG * times
        if self._all.level(now) > MOST_TOTAL:
            over = max(over, found.lasting.level(now) - MOST_WRONG * times)
        return min(LONGEST_WAIT_SECONDS, 2.0 ** (over + 1)) if over > -1 else 0.0

    def check(self, address: str, now: float) -> None:
        """Refuse a code from an address that has to wait.

        Raises:
            EntryRefused: it has to.
        """
        if wait := self.wait(address, now):
            raise EntryRefused("wait", Refusal("Too many wrong codes. Try again in a moment, or use the link."), wait)

    def wrong(self, address: str, now: float) -> None:
        """Note a wrong code."""
        self._all.add(now)
        for key, times in counted(address).items():
            fresh = WrongCodes(Leak(MOST_WRONG * times / MINUTE), Leak(times / MINUTE))
            found = self._by_address.pop(key, None) or fresh
            self._by_address[key] = found
            for leak in found:
                leak.add(now)
        while len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)


class Arrivals:
    """Counts arrivals per room and address, so that nobody can fill a room at once."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_place: OrderedDict[tuple[int, str], Leak] = OrderedDict()

    def check(self, room: int, address: str, now: float) -> None:
        """Refuse one more for a moment; all networks of a household count as one.

        Raises:
            EntryRefused: many have joined this room from this address; the page tries again by itself.
        """
        found = self._by_place.get((room, site(address)))
        over = 0.0 if found is None else found.level(now) - (MOST_JOINS - 1)
        if over > 0:
            why = Refusal("Many people are joining right now. You will get in shortly.")
            raise EntryRefused("soon", why, over * MINUTE / MOST_JOINS)

    def note(self, room: int, address: str, now: float) -> None:
        """Note that somebody has joined."""
        place = room, site(address)
        found = self._by_place.pop(place, None) or Leak(MOST_JOINS / MINUTE)
        self._by_place[place] = found
        found.add(now)
        while len(self._by_place) > MOST_ADDRESSES:
            self._by_place.popitem(last=False)


class Openings:
    """The rooms that each address has opened."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_address: OrderedDict[str, list[float]] = OrderedDict()

    def wait(self, address: str, now: float) -> float:
        """Return the seconds to wait before this address may open another room."""
        return max(self._wait(key, MOST_OPENED * times, now) for key, times in counted(address).items())

    def _wait(self, key: str, most: int, now: float) -> float:
        recent = [at for at in self._by_address.get(key, ()) if now - at < HOUR]
        return HOUR - (now - recent[-most]) if len(recent) >= most else 0.0

    def note(self, address: str, now: float) -> None:
        """Note that an address has opened a room."""
        for key, times in counted(address).items():
            self._by_address[key] = [*self._by_address.pop(key, [])[1 - MOST_OPENED * times :], now]
        while len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)


def network(address: str) -> str:
    """Return the network that counts as one address: an IPv4 address, or the /64 of an IPv6 address.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        if (mapped := found.ipv4_mapped) is not None:
            return str(mapped)
        return str(ipaddress.ip_network(f"{found}/64", strict=False))
    return str(found)


def site(address: str) -> str:
    """Return the network that counts as one visitor: an IPv4 address, or the household's prefix of an IPv6 address.

    >>> site("192.0.2.7"), site("2001:db8:1:2::3") == site("2001:db8:1:ff::3")
    ('192.0.2.7', True)
    """
    found = network(address)
    return str(ipaddress.ip_network(found).supernet(new_prefix=SITE_BITS)) if found.endswith("/64") else found


def counted(address: str) -> dict[str, int]:
    """Return the networks under which an address is counted, each with its limit as a multiple of one address's.

    >>> counted("192.0.2.7"), counted("2001:db8:1:2::3")
    ({'192.0.2.7': 1}, {'2001:db8:1::/56': 8, '2001:db8:1:2::/64': 1})
    """
    return {site(address): WIDER, network(address): 1} if site(address) != network(address) else {network(address): 1}
