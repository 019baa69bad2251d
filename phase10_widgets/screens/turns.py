"""Turns at the one thread that many visits share: whoever has computed the least lately goes first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from typing import Protocol, TypeVar

Result = TypeVar("Result")

HALF = 10.0
"""The seconds after which half of what somebody has computed is forgotten."""


class Turn(Protocol):
    """Carries out something once it is a visit's turn, and returns the result."""

    def __call__(self, act: Callable[[], Result]) -> Awaitable[Result]: ...


class Share:
    """The processor time that somebody has taken lately."""

    def __init__(self, seconds: float = 0.0, now: float = 0.0) -> None:
        """Start with this time, taken until *now*."""
        self._seconds, self._at = seconds, now

    def seconds(self, now: float) -> float:
        """Return the time taken until *now*, in seconds; what is long past counts little."""
        self._seconds *= 0.5 ** ((now - self._at) / HALF)
        self._at = now
        return self._seconds

    def add(self, seconds: float, now: float) -> None:
        """Count time that has just been taken."""
        self._seconds = self.seconds(now) + seconds


class Turns:
    """A line of those who want to compute. Each waits for at most one other who has computed more."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, spent: Callable[[], float] = time.thread_time
    ) -> None:
        """Start with nobody; *clock* says when it is, *spent* how much processor time this thread has taken."""
        self._clock, self._spent = clock, spent
        self._waiting: list[tuple[Sequence[Share], asyncio.Future[None]]] = []
        self._going: asyncio.Task[None] | None = None

    async def take(self, shares: Sequence[Share], act: Callable[[], Result]) -> tuple[Result, float]:
        """Carry out something in turn; return its result and the processor time it took, in seconds.

        Args:
            shares: those whom it is counted for, the most important first: a visitor's address before the visit.
            act: what to carry out.
        """
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((shares, turn))
        if self._going is None:
            self._going = asyncio.create_task(self._go())
        await turn
        began = self._spent()
        try:
            result = act()
        finally:
            seconds, now = self._spent() - began, self._clock()
            for share in shares:
                share.add(seconds, now)
        return result, seconds

    async def _go(self) -> None:
        """Let one after another go; what has arrived in the meantime gets in line first."""
        while self._waiting:
            now = self._clock()
            first = min(self._waiting, key=lambda one: [share.seconds(now) for share in one[0]])
            self._waiting.remove(first)
            if not first[1].done():  # nobody waits any more
                first[1].set_result(None)
            for _ in range(3):
                await asyncio.sleep(0)
        self._going = None


async def at_once(act: Callable[[], Result]) -> Result:
    """Carry it out: nobody else is there."""
    return act()


TURN: ContextVar[Turn] = ContextVar("TURN", default=at_once)
"""How a visit gets its turn; whoever serves many visits sets it."""
