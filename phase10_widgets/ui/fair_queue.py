"""Fair queueing for the one thread that all visits share: first among addresses, then within each address.

Goyal, Vin and Cheng, "Start-time fair queueing" (1996); here short turns go first. A flow is a sequence of turns, such
as those of a page's messages. A visitor with few requests hardly waits, however busy the others are, and the
processor is never idle while turns are waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import NamedTuple, Protocol, TypeVar

Result = TypeVar("Result")

NEW = 0.25
"""The seconds charged to a new flow. Otherwise, a visitor who leaves and returns would go first."""
UNKNOWN = 0.05
"""The seconds that a new flow's turn is expected to take."""
LATEST = 0.3
"""The weight of the latest turn in the mean of a flow's turns."""


class InTurn(Protocol):
    """Runs a function when it is a visit's turn, and returns the result."""

    def __call__(self, act: Callable[[], Result]) -> Awaitable[Result]: ...


class Flow:
    """A sequence of turns, such as those of a page's messages."""

    def __init__(self) -> None:
        """Start without any."""
        self.finish: float | None = None
        """The end of the flow's last turn, by the clock of its address; None before its first turn."""
        self.mean = UNKNOWN
        """The mean processor time of the flow's turns, in seconds."""

    def note(self, seconds: float) -> None:
        """Update the mean with the time of a turn, in seconds."""
        self.mean += LATEST * (seconds - self.mean)


class Asked(NamedTuple):
    """A waiting turn."""

    flow: Flow
    start: float
    """The earliest start of the turn, by the clock of its address."""
    turn: asyncio.Future[None]

    @property
    def end(self) -> float:
        """The expected end of the turn."""
        return self.start + self.flow.mean


class Address:
    """The flows of one address, which share its time."""

    def __init__(self, weight: float = 1.0) -> None:
        """Start without flows; an address of *weight* 2 gets twice the time of one of weight 1."""
        self.weight = weight
        self.now = 0.0
        """A virtual clock that advances with the time given to each flow."""
        self.start = self.finish = 0.0
        """The earliest start of the next turn and the end of the last one, by the clock of all addresses."""
        self.asked: list[Asked] = []


class FairQueue:
    """The turns of a thread. Short turns of an address go first, but every flow gets its turn in the end."""

    def __init__(self, spent: Callable[[], float] = time.process_time) -> None:
        """Start empty; *spent* returns the processor time used so far, in seconds."""
        self._spent = spent
        self._now = 0.0
        """A virtual clock that advances with the time given to each address."""
        self._waiting: set[Address] = set()
        self._going: asyncio.Task[None] | None = None

    def is_even(self, address: Address) -> bool:
        """Return True if an address has received no more time than the others, so that it need not be remembered."""
        return not address.asked and address.finish <= self._now

    async def take(self, address: Address, flow: Flow, act: Callable[[], Result]) -> tuple[Result, float]:
        """Run a function in its turn; return its result and its processor time, in seconds."""
        if flow.finish is None:
            flow.finish = address.now + NEW
        asked = Asked(flow, max(address.now, flow.finish), asyncio.get_running_loop().create_future())
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
        """Run the waiting turns one after another; new arrivals are queued before each."""
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
    """Run a function at once, since there are no other visits."""
    return act()


TURN: ContextVar[InTurn] = ContextVar("TURN", default=at_once)
"""Runs the actions of a visit's computer players in turn. A server with many visits sets it."""
