"""Fair queueing for the one thread that all visits share: first among addresses, then within each address.

The method is from Goyal, Vin and Cheng, "Start-time fair queueing" (1996), except that short turns go first. A flow is
a sequence of turns, such as those for a page's messages. A visitor with few requests hardly waits, however busy the
others are, and the processor is never idle while turns are waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import NamedTuple, Protocol, TypeVar

Result = TypeVar("Result")

NEW = 0.25
"""The time charged to a new flow, in seconds. Without this charge, a visitor who leaves and returns would go first."""
CREDIT = 1.0
"""The maximum time, in seconds, that a flow can save up while it has no turns. Computations shorter than this go before
longer ones."""
UNKNOWN = 0.05
"""The time that a new flow's turn is expected to take, in seconds."""
LATEST = 0.3
"""The weight of the latest turn in a flow's mean turn time."""


class InTurn(Protocol):
    """A callable that runs a function when it is a visit's turn, and returns the result."""

    def __call__(self, act: Callable[[], Result]) -> Awaitable[Result]: ...


class Flow:
    """A sequence of turns, such as those for a page's messages."""

    def __init__(self) -> None:
        """Start with no turns."""
        self.finish: float | None = None
        """The end of the flow's last turn on its address's clock, or None before its first turn."""
        self.mean = UNKNOWN
        """The mean processor time of the flow's turns, in seconds."""

    def note(self, seconds: float) -> None:
        """Update the mean with a turn's time, in seconds."""
        self.mean += LATEST * (seconds - self.mean)


class Asked(NamedTuple):
    """A waiting turn."""

    flow: Flow
    start: float
    """The turn's earliest start time, on the clock of its flow's address."""
    turn: asyncio.Future[None]

    @property
    def end(self) -> float:
        """The turn's expected end time, on the same clock."""
        return self.start + self.flow.mean


class Address:
    """An address, whose flows share its time."""

    def __init__(self, weight: float = 1.0) -> None:
        """Start with no flows; an address with a *weight* of 2 gets twice as much time as one with a weight of 1."""
        self.weight = weight
        self.now = 0.0
        """A virtual clock that advances with the time given to each flow."""
        self.start = self.finish = 0.0
        """The next turn's earliest start time and the last turn's end time, on the clock that all addresses share."""
        self.asked: list[Asked] = []


class FairQueue:
    """A queue of turns for one thread. An address's short turns go first, but every flow eventually gets its turn."""

    def __init__(self, spent: Callable[[], float] = time.process_time) -> None:
        """Start with an empty queue; *spent* returns the processor time used so far, in seconds."""
        self._spent = spent
        self._now = 0.0
        """A virtual clock that advances with the time given to each address."""
        self._waiting: set[Address] = set()
        self._going: asyncio.Task[None] | None = None

    def is_even(self, address: Address) -> bool:
        """Return True if an address has received no more time than the others, so there is no need to remember it."""
        return not address.asked and address.finish <= self._now

    async def take(self, address: Address, flow: Flow, act: Callable[[], Result]) -> tuple[Result, float]:
        """Run a function when its turn comes; return its result and its processor time, in seconds."""
        if flow.finish is None:
            flow.finish = address.now + NEW
        asked = Asked(flow, max(address.now - CREDIT, flow.finish), asyncio.get_running_loop().create_future())
        if address not in self._waiting:
            self._waiting.add(address)
            address.start = max(self._now, address.finish)
        address.asked.append(asked)
        if self._going is None:
            self._going = asyncio.create_task(self._go())
        await asked.turn
        began = self._spent()
        try:
            result = act()
        finally:
            seconds = self._spent() - began
            flow.note(seconds)
            flow.finish = asked.start + seconds
            address.start = address.finish = address.start + seconds / address.weight
        return result, seconds

    async def _go(self) -> None:
        """Run the waiting turns one after another; new arrivals join the queue before each turn."""
        while self._waiting:
            first = {address: min(address.asked, key=lambda each: each.end) for address in self._waiting}
            address, asked = min(first.items(), key=lambda each: each[0].start + each[1].flow.mean / each[0].weight)
            self._now = max(self._now, address.start)
            address.asked.remove(asked)
            address.now = max(address.now, asked.start)
            if not address.asked:
                self._waiting.remove(address)
            if not asked.turn.done():  # its caller may have been canceled
                asked.turn.set_result(None)
            for _ in range(3):
                await asyncio.sleep(0)
        self._going = None


async def at_once(act: Callable[[], Result]) -> Result:
    """Run a function immediately, since there are no other visits."""
    return act()


TURN: ContextVar[InTurn] = ContextVar("TURN", default=at_once)
"""The function that runs computer players' actions. A server with many visits replaces it with one that queues them."""
