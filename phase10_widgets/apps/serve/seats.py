"""The seats of a server: how many are taken, who gets the next one, and how many kernels start at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

STARTS = 4
"""The number of kernels that start for visitors at once. The next one waits until one of these has its page."""
START_SECONDS = 10.0
"""The longest time that a kernel counts as starting, so that abandoned pages do not block others."""
PAGE_SECONDS = 300.0
"""The longest time that a page may take, without the time in which it waits for others to start."""


class FullError(Exception):
    """Every seat is taken."""


class Seats:
    """The seats of a server, each counted as soon as it is given.

    A page on its way to a visitor holds a seat; then the page's kernel holds it until it ends. However it ends, the
    seat is free: only kernels that the kernel manager still knows are counted.
    """

    def __init__(self, most: int, kernels: Any, *, starts: int = STARTS) -> None:
        """Offer at most *most* seats at once; *kernels* is Voilà's kernel manager."""
        self.most, self.kernels = most, kernels
        self.starting = asyncio.Semaphore(starts)
        self._coming: set[Visit] = set()
        self._given: set[str] = set()

    @property
    def taken(self) -> int:
        """The number of taken seats."""
        self._given = {kernel_id for kernel_id in self._given if kernel_id in self.kernels}
        return len(self._coming) + len(self._given)

    @property
    def free(self) -> bool:
        """True if there is room for another visitor."""
        return self.taken < self.most

    @asynccontextmanager
    async def visit(self) -> AsyncIterator[Visit]:
        """Hold a seat while a page is made, and leave it to the page's kernel.

        When the page fails, its kernel is shut down, since nobody would use it, and the seat is free again.

        Raises:
            FullError: when no seat is free.
            TimeoutError: when the page takes too long.
        """
        if not self.free:
            raise FullError
        visit = Visit(self)
        self._coming.add(visit)
        try:
            async with visit.patience:
                yield visit
        except BaseException:
            if visit.kernel_id in self.kernels:
                await self.kernels.shutdown_kernel(visit.kernel_id)
            raise
        finally:
            self._coming.discard(visit)
            visit.has_started()

    def sit(self, visit: Visit) -> None:
        """Let a page's kernel take over the page's seat."""
        self._coming.discard(visit)
        self._given.add(visit.kernel_id)


class Visit:
    """A page on its way to a visitor. It starts its kernel here; everything else goes to the kernel manager."""

    def __init__(self, seats: Seats) -> None:
        """Hold one of these seats for a page."""
        self.kernel_id = ""
        self.patience = asyncio.timeout(PAGE_SECONDS)
        self._seats = seats
        self._turn: asyncio.TimerHandle | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seats.kernels, name)

    async def start_kernel(self, **kwargs: Any) -> str:
        """Start a kernel for this page once few enough others are starting."""
        loop = asyncio.get_running_loop()
        self.patience.reschedule(None)
        await self._seats.starting.acquire()
        self._turn = loop.call_later(START_SECONDS, self.has_started)
        self.patience.reschedule(loop.time() + PAGE_SECONDS)
        self._sit(await self._seats.kernels.start_kernel(**kwargs))
        return self.kernel_id

    async def get_rendered_notebook(self, *args: Any, **kwargs: Any) -> tuple[Any, list[str], str]:
        """Take a pre-warmed kernel; the time that it waited does not count as idle."""
        task, rendered, kernel_id = await self._seats.kernels.get_rendered_notebook(*args, **kwargs)
        self._sit(kernel_id)
        self._seats.kernels.get_kernel(kernel_id).last_activity = datetime.now(UTC)
        return task, rendered, kernel_id

    def has_started(self) -> None:
        """Let the next kernel start."""
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None
            self._seats.starting.release()

    def _sit(self, kernel_id: str) -> None:
        self.kernel_id = kernel_id
        self._seats.sit(self)
