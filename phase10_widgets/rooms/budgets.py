"""Budgets that refill over time, for pages, addresses and rooms' background work."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

MOST_ADDRESSES = 10_000
"""The maximum number of addresses to remember; the oldest are forgotten."""
ROOM_BUDGET_SECONDS = 0.25, 1.0
"""The budget for background work in one address's rooms: seconds of processor time per second, and the maximum.

Ten tables of experts playing Flip use 0.16 seconds per second at the usual pace.
"""
ALL_ROOMS_BUDGET_SECONDS = 0.5, 0.05
"""The budget for background work in all rooms combined; the rest of the processor time is left for messages."""
FADE = 0.98
"""The factor by which past costs decay at each tick when rooms are compared."""


class Budget:
    """A budget, in any unit, that refills steadily."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] | None = None) -> None:
        """Refill by *rate* per second, up to *most*; *clock* returns a monotonic time in seconds."""
        self.rate, self.most, self._clock = rate, most, clock or time.monotonic
        self._left = most
        self._at = self._clock()

    def spend(self, cost: float) -> float:
        """Spend *cost*; return the seconds to wait until the budget is no longer overdrawn."""
        now = self._clock()
        left = min(self.most, self._left + self.rate * (now - self._at))
        self._left, self._at = left - cost, now
        return max(0.0, -self._left / self.rate)

    @property
    def left(self) -> float:
        """The remaining budget, which is negative while overdrawn."""
        self.spend(0)
        return self._left


class Shares:
    """A budget for each address, so that only addresses that use the loop heavily have to wait."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] | None = None) -> None:
        """Give each address a budget that refills by *rate* per second, up to *most*; see `Budget` for *clock*."""
        self._of_each = rate, most, clock
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    @contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """Charge an address for the processor time that the enclosed block uses."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.spend(address, time.thread_time() - began)

    def spend(self, address: str, cost: float) -> float:
        """Charge an address, and return the number of seconds it has to wait."""
        return self._of(address).spend(cost)

    def left(self, address: str) -> float:
        """Return an address's remaining budget, which is negative while the address has to wait."""
        return self._of(address).left

    def _of(self, address: str) -> Budget:
        budget = self._budgets.get(address)
        if budget is None:
            budget = self._budgets[address] = Budget(*self._of_each)
            if len(self._budgets) > MOST_ADDRESSES:
                self._budgets.popitem(last=False)
        else:
            self._budgets.move_to_end(address)
        return budget


class Upkeep:
    """The processor time that rooms spend on background work: computer players' actions and page updates.

    No request causes this work, so an address's rooms share a separate budget. Rooms that have used less go first.
    """

    def __init__(self, clock: Callable[[], float], processor: Callable[[], float]) -> None:
        """Start with full budgets; *clock* returns a monotonic time in seconds, and *processor* returns this thread's
        processor time."""
        self._processor = processor
        self._of_each, self._of_all = Shares(*ROOM_BUDGET_SECONDS, clock), Budget(*ALL_ROOMS_BUDGET_SECONDS, clock)
        self._taken: dict[str, float] = {}

    def taken(self, payers: Iterable[str]) -> Mapping[str, float]:
        """Return each address's recent use; every call slightly reduces the weight of earlier use."""
        self._taken = {payer: FADE * self._taken.get(payer, 0.0) for payer in payers}
        return self._taken

    def may(self, payer: str) -> bool:
        """Return True unless either this address's rooms or all rooms have to wait."""
        return self._of_all.left >= 0 and self._of_each.left(payer) >= 0

    @contextmanager
    def charged(self, payer: str) -> Iterator[None]:
        """Charge an address's rooms for the processor time that the enclosed block uses."""
        began = self._processor()
        try:
            yield
        finally:
            cost = self._processor() - began
            self._of_each.spend(payer, cost)
            self._of_all.spend(cost)
            self._taken[payer] = self._taken.get(payer, 0.0) + cost
