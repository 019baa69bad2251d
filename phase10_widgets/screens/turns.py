"""Turns at the one thread that many visits share: fair queueing, first among addresses, then in each.

Goyal, Vin and Cheng, "Start-time fair queueing" (1996); here short turns go first. A flow is a sequence of turns, such
as those of a page's messages. A visitor who asks for little hardly waits, however much others ask for, and the
processor is never idle meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import NamedTuple, Protocol, TypeVar

Result = TypeVar("Result")

NEW = 0.25
"""The seconds that count as given to a new flow. Otherwise, a visitor who leaves and comes back would go first."""
UNKNOWN = 0.05
"""The seconds that a new flow's turn is expected to take."""
LATEST = 0.3
"""The weight of the latest turn in the mean of a flow's turns."""


class InTurn(Protocol):
    """Carries out something once it is a visit's turn, and returns the result."""

    def __call__(self, act: Callable[[], Result]) -> Awaitable[Result]: ...


class Flow:
    """Turns that follow one another, such as those of a page's messages."""

    def __init__(self) -> None:
        """Start without any."""
        self.finish: float | None = None
        """The moment at which its last turn ends, by the clock of its address; None before it asks."""
        self.mean = UNKNOWN
        """The processor time that a turn of it takes, in seconds."""

    def note(self, seconds: float) -> None:
        """Note how long a turn took."""
        self.mean += LATEST * (seconds - self.mean)


class Asked(NamedTuple):
    """A turn that somebody waits for."""

    flow: Flow
    start: float
    """The moment at which it may begin, by the clock of its address."""
    turn: asyncio.Future[None]

    @property
    def end(self) -> float:
        """The moment at which it will end."""
        return self.start + self.flow.mean


class Address:
    """Flows that count as one."""

    def __init__(self, weight: float = 1.0) -> None:
        """Start without any; with a *weight* of 2, they may take twice the time that others of weight 1 may."""
        self.weight = weight
        self.now = 0.0
        """A clock that goes on by what each of its flows has been given."""
        self.start = self.finish = 0.0
        """The moments at which its next turn may begin and its last one ends, by the clock of all addresses."""
        self.asked: list[Asked] = []


class Turns:
    """A thread's turns. Short ones of an address go first; no flow's wait has no end."""

    def __init__(self, spent: Callable[[], float] = time.process_time) -> None:
        """Start with nobody; *spent* returns the processor time taken so far, in seconds."""
        self._spent = spent
        self._now = 0.0
        """A clock that goes on by what each address has been given."""
        self._waiting: set[Address] = set()
        self._going: asyncio.Task[None] | None = None

    def is_even(self, address: Address) -> bool:
        """Return True if an address has not been given more than the others: it may as well be a new one."""
        return not address.asked and address.finish <= self._now

    async def take(self, address: Address, flow: Flow, act: Callable[[], Result]) -> tuple[Result, float]:
        """Carry out something in turn; return its result and the processor time it took, in seconds."""
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
        """Let one after another go; what has arrived in the meantime gets in line first."""
        while self._waiting:
            first = {address: min(address.asked, key=lambda each: each.end) for address in self._waiting}
            address, asked = min(first.items(), key=lambda each: each[0].start + each[1].flow.mean / each[0].weight)
            self._now = max(self._now, address.start)
            address.asked.remove(asked)
            address.now = max(address.now, asked.start)
            if not address.asked:
                self._waiting.remove(address)
            if not asked.turn.done():  # nobody waits any more
                asked.turn.set_result(None)
            for _ in range(3):
                await asyncio.sleep(0)
        self._going = None


async def at_once(act: Callable[[], Result]) -> Result:
    """Carry it out: nobody else is there."""
    return act()


TURN: ContextVar[InTurn] = ContextVar("TURN", default=at_once)
"""Carries out the actions of a visit's computer players. A server of many visits sets it."""
