"""Long computations in short steps, between which other visitors' messages are handled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from time import process_time

from ..base.translatable import Refusal
from .fair_queue import TURN
from .screen import running_loop

LOG = logging.getLogger(__name__)
STEP = 0.01
"""The processor time, in seconds, after which a computation yields to others."""
MOST = 15.0
"""The maximum processor time that a computation may take, in seconds."""
NEWS = 1.0
"""The time between progress reports, in seconds."""


class SteppedWork:
    """A computation that takes turns with others; without an event loop, when nobody is watching, it runs without
    pauses."""

    def __init__(
        self,
        steps: Iterator[object],
        *,
        end: Callable[[], None],
        progress: Callable[[], None] = lambda: None,
        fail: Callable[[Exception], None] = lambda error: None,
    ) -> None:
        """Prepare the computation; :meth:`go_on` starts it.

        Args:
            steps: an iterator that computes for a few milliseconds before it yields each item.
            end: called when there are no more steps, or no more time.
            progress: called from time to time during the computation.
            fail: called with the exception from a failed step.
        """
        self._steps, self._end, self._progress, self._fail = steps, end, progress, fail
        self._taken = 0.0
        self._task: asyncio.Task[None] | None = None
        self.over = False
        """True once the computation has ended."""

    def step(self, seconds: float = STEP) -> None:
        """Compute for this many seconds, and wrap up if that completes the computation."""
        began = process_time()
        left = MOST - self._taken
        while not self.over and (taken := process_time() - began) < seconds:
            if taken >= left or next(self._steps, self) is self:
                self.over = True
        self._taken += process_time() - began
        if self.over:
            self._end()

    def go_on(self) -> None:
        """Start or resume in the background."""
        loop = running_loop()
        try:
            while loop is None and not self.over:
                self.step()
        except Exception as error:
            self._break_off(error)
        if loop and not self.over and self._task is None:
            self._task = loop.create_task(self._run(loop))

    def pause(self) -> None:
        """Pause until :meth:`go_on` is called."""
        if self._task is not None:
            self._task.cancel()
        self._task = None

    async def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        told = loop.time()
        try:
            while not self.over:
                await TURN.get()(self.step)
                await asyncio.sleep(0)
                if not self.over and loop.time() - told >= NEWS:
                    told = loop.time()
                    await TURN.get()(self._progress)
        except Exception as error:
            self._break_off(error)

    def _break_off(self, error: Exception) -> None:
        if not isinstance(error, Refusal):
            LOG.error("a long computation failed", exc_info=error)
        self.over = True
        self._fail(error)
