"""Limits on wrong codes, new rooms and arrivals per address. A whole school may share one address."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from typing import NamedTuple

from ..base.translatable import Refusal
from .storage.room_store import HOUR

MINUTE = 60.0
MOST_WRONG = 60
"""The number of wrong codes per minute that an address may send without having to wait."""
MOST_ADDRESSES = 10_000
"""The maximum number of addresses whose wrong codes are remembered; the oldest are forgotten."""
MOST_TOTAL = 600
"""The total number of wrong codes per minute above which addresses with many wrong codes have to wait longer."""
MOST_JOINS = 40
"""The number of people who may join a room from one address at once, and per minute; others must wait briefly."""
SITE_BITS = 56
"""The length of the prefix shared by a household's IPv6 addresses, in bits; each household has 256 networks."""
WIDER = 8
"""A household's limit, as a multiple of the limit for each of its networks."""
MOST_OPENED = 3
"""The number of rooms per hour that one address may open on a server where anyone may open rooms."""
LONGEST_WAIT_SECONDS = 60.0
"""The longest wait, in seconds."""


class EntryRefused(Exception):
    """A refused request to join or open a room."""

    def __init__(self, code: str, why: Refusal, after: float | None = None) -> None:
        """Store a code for programs, a sentence for people, and the seconds to wait before trying again."""
        super().__init__(code)
        self.code, self.why, self.after = code, why, after


class Leak:
    """A counter that decays at a constant rate."""

    __slots__ = ("_at", "_level", "_rate")

    def __init__(self, rate: float) -> None:
        """Start at 0; the count decreases by *rate* per second."""
        self._rate, self._level, self._at = rate, 0.0, 0.0

    def level(self, now: float) -> float:
        """Return the count at a given time."""
        self._level = max(0.0, self._level - self._rate * (now - self._at))
        self._at = now
        return self._level

    def add(self, now: float) -> None:
        """Add one to the count."""
        self._level = self.level(now) + 1.0


class WrongCodes(NamedTuple):
    """The wrong codes sent from one address."""

    recent: Leak
    lasting: Leak


class CodeAttempts:
    """The wrong codes sent from each address.

    Up to sixty per minute have no consequences. While all addresses together send more than :data:`MOST_TOTAL` a
    minute, an address that has used up its sixty gets only one more each minute.
    """

    def __init__(self) -> None:
        """Start with nothing recorded."""
        self._by_address: OrderedDict[str, WrongCodes] = OrderedDict()
        self._all = Leak(MOST_TOTAL / MINUTE)

    def wait(self, address: str, now: float) -> float:
        """Return the seconds to wait before this address may try a code, or 0 if it has sent few wrong codes."""
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
            EntryRefused: the address has to wait.
        """
        if wait := self.wait(address, now):
            raise EntryRefused("wait", Refusal("Too many wrong codes. Try again in a moment, or use the link."), wait)

    def wrong(self, address: str, now: float) -> None:
        """Record a wrong code."""
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
    """Counts arrivals per room and address, so that nobody can fill a room in an instant."""

    def __init__(self) -> None:
        """Start with nothing recorded."""
        self._by_place: OrderedDict[tuple[int, str], Leak] = OrderedDict()

    def check(self, room: int, address: str, now: float) -> None:
        """Temporarily turn a newcomer away if too many people have just arrived; a household's networks count as one.

        Raises:
            EntryRefused: too many people have joined this room from this address; the page retries automatically.
        """
        found = self._by_place.get((room, site(address)))
        over = 0.0 if found is None else found.level(now) - (MOST_JOINS - 1)
        if over > 0:
            why = Refusal("Many people are joining right now. You will get in shortly.")
            raise EntryRefused("soon", why, over * MINUTE / MOST_JOINS)

    def note(self, room: int, address: str, now: float) -> None:
        """Record that someone has joined."""
        place = room, site(address)
        found = self._by_place.pop(place, None) or Leak(MOST_JOINS / MINUTE)
        self._by_place[place] = found
        found.add(now)
        while len(self._by_place) > MOST_ADDRESSES:
            self._by_place.popitem(last=False)


class Openings:
    """The rooms that each address has opened."""

    def __init__(self) -> None:
        """Start with nothing recorded."""
        self._by_address: OrderedDict[str, list[float]] = OrderedDict()

    def wait(self, address: str, now: float) -> float:
        """Return the seconds to wait before this address may open another room."""
        return max(self._wait(key, MOST_OPENED * times, now) for key, times in counted(address).items())

    def _wait(self, key: str, most: int, now: float) -> float:
        recent = [at for at in self._by_address.get(key, ()) if now - at < HOUR]
        return HOUR - (now - recent[-most]) if len(recent) >= most else 0.0

    def note(self, address: str, now: float) -> None:
        """Record that an address has opened a room."""
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
    """Return the network that counts as one visitor: an IPv4 address, or the household prefix of an IPv6 address.

    >>> site("192.0.2.7"), site("2001:db8:1:2::3") == site("2001:db8:1:ff::3")
    ('192.0.2.7', True)
    """
    found = network(address)
    return str(ipaddress.ip_network(found).supernet(new_prefix=SITE_BITS)) if found.endswith("/64") else found


def counted(address: str) -> dict[str, int]:
    """Return the networks under which an address is counted, each with its limit as a multiple of a single address's.

    >>> counted("192.0.2.7"), counted("2001:db8:1:2::3")
    ({'192.0.2.7': 1}, {'2001:db8:1::/56': 8, '2001:db8:1:2::/64': 1})
    """
    return {site(address): WIDER, network(address): 1} if site(address) != network(address) else {network(address): 1}
