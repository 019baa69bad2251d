"""Budgets that refill over time: for a page, for an address, and for the background work of rooms."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

MOST_ADDRESSES = 10_000
"""The most addresses that are remembered; the oldest are forgotten."""
ROOM_BUDGET_SECONDS = 0.25, 1.0
"""The processor time for the background work of one address's rooms, in seconds: the refill per second, and the most.

Ten tables at which only experts play Flip take 0.16 a second at the usual pace.
"""
ALL_ROOMS_BUDGET_SECONDS = 0.5, 0.05
"""The same for all rooms together; the rest of the time is for messages."""
FADE = 0.98
"""The factor by which past costs fade at each tick when rooms are compared."""


class Budget:
    """A budget that refills steadily, for sums of any unit."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] | None = None) -> None:
        """Refill by *rate* per second, up to *most*; *clock* returns seconds that never jump."""
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
        """The rest of the budget; negative while it is overdrawn."""
        self.spend(0)
        return self._left


class Shares:
    """A budget for each address, so that only heavy users of the loop have to wait."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] | None = None) -> None:
        """Give each address a budget that refills by *rate* per second, up to *most*; *clock* is as for `Budget`."""
        self._of_each = rate, most, clock
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    @contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """Charge an address for the processor time of the enclosed block."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.spend(address, time.thread_time() - began)

    def spend(self, address: str, cost: float) -> float:
        """Charge an address; return the seconds that it has to wait."""
        return self._of(address).spend(cost)

    def left(self, address: str) -> float:
        """Return what an address has left; negative while it has to wait."""
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
    """The processor time of the background work of rooms: computer players' actions and updates to pages.

    No request causes it, so the rooms of an address share a separate budget. The rooms that have used least go first.
    """

    def __init__(self, clock: Callable[[], float], processor: Callable[[], float]) -> None:
        """Start full; *clock* returns seconds that never jump, and *processor* this thread's processor time."""
        self._processor = processor
        self._of_each, self._of_all = Shares(*ROOM_BUDGET_SECONDS, clock), Budget(*ALL_ROOMS_BUDGET_SECONDS, clock)
        self._taken: dict[str, float] = {}

    def taken(self, payers: Iterable[str]) -> Mapping[str, float]:
        """Return how much each of these addresses has used lately; each call lets the past fade a little."""
        self._taken = {payer: FADE * self._taken.get(payer, 0.0) for payer in payers}
        return self._taken

    def may(self, payer: str) -> bool:
        """Return True unless the rooms of this address, or all, have to wait."""
        return self._of_all.left >= 0 and self._of_each.left(payer) >= 0

    @contextmanager
    def charged(self, payer: str) -> Iterator[None]:
        """Charge the rooms of an address for the enclosed block."""
        began = self._processor()
        try:
            yield
        finally:
            cost = self._processor() - began
            self._of_each.spend(payer, cost)
            self._of_all.spend(cost)
            self._taken[payer] = self._taken.get(payer, 0.0) + cost
