"""Budgets that refill: of one page, of each address, and of the rooms whose time passes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

MOST_ADDRESSES = 10_000
"""The most addresses that are remembered; the oldest are forgotten."""
TICKS = 0.25, 1.0
"""The processor time that the rooms of one address may take per second, and at once, as their time passes; in seconds.

Ten tables at which only experts play Flip take 0.16 a second at the usual pace.
"""
ALL_TICKS = 0.5, 0.05
"""The same for all rooms: between two ticks, messages are carried out."""
FADE = 0.98
"""The part of a cost that still counts at the next tick when rooms are compared."""


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
    """The budgets of addresses: whoever makes the loop work much waits, and others do not."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] | None = None) -> None:
        """Give each address a budget that refills by *rate* per second, up to *most*; *clock* is as for `Budget`."""
        self._of_each = rate, most, clock
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    @contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """Have an address pay for what is done meanwhile, by the processor time that it takes."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.spend(address, time.thread_time() - began)

    def spend(self, address: str, cost: float) -> float:
        """Have an address pay for something; return the seconds that it has to wait."""
        return self._of(address).spend(cost)

    def left(self, address: str) -> float:
        """Return what an address has left; less than nothing while it has to wait."""
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
    """The processor time that rooms take as their time passes: computer players' actions, and what pages are told.

    It is nobody's request, so the rooms of an address share a budget of their own. Whoever has taken least goes first.
    """

    def __init__(self, clock: Callable[[], float], processor: Callable[[], float]) -> None:
        """Start full; *clock* returns seconds that never jump, and *processor* this thread's processor time."""
        self._processor = processor
        self._of_each, self._of_all = Shares(*TICKS, clock), Budget(*ALL_TICKS, clock)
        self._taken: dict[str, float] = {}

    def taken(self, payers: Iterable[str]) -> Mapping[str, float]:
        """Return how much the rooms of these addresses have taken lately; it fades a little with each question."""
        self._taken = {payer: FADE * self._taken.get(payer, 0.0) for payer in payers}
        return self._taken

    def may(self, payer: str) -> bool:
        """Return True unless the rooms of this address, or all, have to wait."""
        return self._of_all.left >= 0 and self._of_each.left(payer) >= 0

    @contextmanager
    def charged(self, payer: str) -> Iterator[None]:
        """Have the rooms of an address pay for what is done meanwhile."""
        began = self._processor()
        try:
            yield
        finally:
            cost = self._processor() - began
            self._of_each.spend(payer, cost)
            self._of_all.spend(cost)
            self._taken[payer] = self._taken.get(payer, 0.0) + cost
