"""A bound on how fast messages may come."""

from __future__ import annotations

import time


class Budget:
    """A budget that refills steadily, for sums of any unit."""

    def __init__(self, rate: float, most: float) -> None:
        """Refill by *rate* per second, up to *most*."""
        self.rate, self.most = rate, most
        self._left, self._at = most, time.monotonic()

    def spend(self, cost: float) -> float:
        """Spend *cost*; return the seconds to wait until the budget is no longer overdrawn."""
        now = time.monotonic()
        self._left = min(self.most, self._left + self.rate * (now - self._at)) - cost
        self._at = now
        return max(0.0, -self._left / self.rate)
