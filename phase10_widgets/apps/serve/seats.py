"""The seats of a server: how many are taken, who gets the next one, and when a seat is free again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from . import log

STARTS = 4
"""The number of kernels that start for visitors at once. The next one waits until one of these has its page."""
START_SECONDS = 10.0
"""The longest time that a kernel counts as starting, so that abandoned pages do not block others."""
PAGE_SECONDS = 300.0
"""The longest time that a page may take, without the time in which it waits for others to start."""
OPEN_SECONDS = 60.0
"""The time in which a page that was sent must open its socket. Pictures and frames of other sites never do."""
LOST_SECONDS = 70.0
"""The time for which a page that has gone keeps its seat while others wait; 90 s, with the time to notice."""
WAITING_SECONDS = 120.0
"""The time for which somebody who found no seat counts as waiting; the page asks them to try again after it."""


class FullError(Exception):
    """Every seat is taken."""


@dataclass
class KernelSeat:
    """A seat with a kernel."""

    sign: float
    """When a browser was last heard of: its page was sent, a socket opened or closed, or a message came."""
    sockets: dict[object, Callable[[], None]] = field(default_factory=dict)
    """The open sockets, each with a function that closes it."""
    opened: bool = False
    """True if there ever was a socket."""


class Seats:
    """The seats of a server, each counted as soon as it is given.

    A page on its way to a visitor holds a seat; then the page's kernel holds it until it ends. However it ends, the
    seat is free: only kernels that the kernel manager still knows are counted. Only a browser keeps a seat, never the
    kernel itself, whatever it does.
    """

    def __init__(
        self,
        most: int,
        kernels: Any,
        *,
        cull: float = 600.0,
        starts: int = STARTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Offer at most *most* seats at once.

        Args:
            most: the number of seats.
            kernels: Voilà's kernel manager.
            cull: the seconds without a sign of a browser after which a seat is free, though nobody waits for it.
            starts: the most kernels that start at once.
            clock: returns seconds.
        """
        self.most, self.kernels, self.cull = most, kernels, cull
        self.starting = asyncio.Semaphore(starts)
        self._clock = clock
        self._refused = -WAITING_SECONDS
        """When somebody last found no seat."""
        self._coming: set[Visit] = set()
        self._given: dict[str, KernelSeat] = {}

    @property
    def taken(self) -> int:
        """The number of taken seats."""
        self._drop_ended()
        return len(self._coming) + len(self._given)

    def __iter__(self) -> Iterator[str]:
        """Yield the ids of visitors' kernels."""
        return iter([*self._given])

    def __contains__(self, kernel_id: object) -> bool:
        """Return True if this kernel has a visitor; pre-warmed ones do not."""
        return kernel_id in self._given and kernel_id in self.kernels

    def sockets(self, kernel_id: str) -> int:
        """Return the number of a kernel's open sockets; 0 for an unknown one."""
        seat = self._given.get(kernel_id)
        return 0 if seat is None else len(seat.sockets)

    def enter(self, kernel_id: str, socket: object, close: Callable[[], None]) -> None:
        """Count a socket that is about to open; *close* is called when its kernel has ended."""
        if seat := self._given.get(kernel_id):
            seat.sockets[socket] = close

    def signed(self, kernel_id: str) -> None:
        """Note a sign of a browser: its socket opened, or it sent a message."""
        if seat := self._given.get(kernel_id):
            seat.sign, seat.opened = self._clock(), True

    def leave(self, kernel_id: str, socket: object, silent: float = 0.0) -> None:
        """Note that a socket was closed, or did not open; its browser has been silent for some seconds."""
        seat = self._given.get(kernel_id)
        if seat is not None and seat.sockets.pop(socket, None) is not None:
            seat.sign = max(seat.sign, self._clock() - silent)

    def overdue(self) -> list[str]:
        """Return the kernels whose seats should be free, because no browser has been heard of for too long."""
        now = self._clock()
        wanted = now - self._refused < WAITING_SECONDS
        return [kernel_id for kernel_id, seat in self._given.items() if now - seat.sign > self._patience(seat, wanted)]

    def _patience(self, seat: KernelSeat, wanted: bool) -> float:
        """Return for how many seconds a seat may be without a sign."""
        if not seat.opened:
            return OPEN_SECONDS
        if seat.sockets:
            return self.cull if wanted else float("inf")  # an open page may be read for hours
        return min(LOST_SECONDS, self.cull) if wanted else self.cull

    async def sweep(self) -> None:
        """Shut down the kernels whose seats should be free, and free the seats of those that have ended."""
        self._drop_ended()
        overdue = self.overdue()
        for kernel_id in overdue:
            seat = self._given[kernel_id]
            log.tell("seat freed", silent=round(self._clock() - seat.sign), opened=seat.opened)
            self._free(kernel_id)
        ending = [kernel_id for kernel_id in overdue if kernel_id in self.kernels]
        # Every action is stored already. One after another, dozens would take many seconds.
        await asyncio.gather(*[self.kernels.shutdown_kernel(kernel_id, now=True) for kernel_id in ending])

    def _drop_ended(self) -> None:
        for kernel_id in [kernel_id for kernel_id in self._given if kernel_id not in self.kernels]:
            self._free(kernel_id)

    def _free(self, kernel_id: str) -> None:
        """Forget a kernel's seat and close its sockets."""
        for close in [*self._given.pop(kernel_id).sockets.values()]:
            close()

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
            self._refused = self._clock()
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
            if seat := self._given.get(visit.kernel_id):
                seat.sign = self._clock()  # the page was sent just now
            visit.has_started()

    def sit(self, visit: Visit) -> None:
        """Let a page's kernel take over the page's seat."""
        self._coming.discard(visit)
        self._given[visit.kernel_id] = KernelSeat(self._clock())


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
        """Take a pre-warmed kernel."""
        task, rendered, kernel_id = await self._seats.kernels.get_rendered_notebook(*args, **kwargs)
        self._sit(kernel_id)
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
