"""Long computations in short steps, so that other visitors' messages go in between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from time import process_time

from ..core.translatable import Refusal
from .screen import running_loop
from .turns import TURN

LOG = logging.getLogger(__name__)
STEP = 0.01
"""The seconds of processor time after which others may go first."""
MOST = 15.0
"""The seconds of processor time that a computation may take."""
NEWS = 1.0
"""The seconds between two signs of progress."""


class SteppedWork:
    """A computation that takes turns with others'; without an event loop, where nobody watches, it runs at once."""

    def __init__(
        self,
        steps: Iterator[object],
        *,
        end: Callable[[], None],
        progress: Callable[[], None] = lambda: None,
        fail: Callable[[Exception], None] = lambda error: None,
    ) -> None:
        """Compute nothing yet; :meth:`go_on` does.

        Args:
            steps: does a part of it, of a few milliseconds, each time it is asked for another item.
            end: called once there are no more steps, or it may take no more time.
            progress: called now and then while it goes on.
            fail: called with the error of a step that fails.
        """
        self._steps, self._end, self._progress, self._fail = steps, end, progress, fail
        self._taken = 0.0
        self._task: asyncio.Task[None] | None = None
        self.over = False
        """True once it has ended."""

    def step(self, seconds: float = STEP) -> None:
        """Compute for so long, and end if that is all."""
        began = process_time()
        left = MOST - self._taken
        while not self.over and (taken := process_time() - began) < seconds:
            if taken >= left or next(self._steps, self) is self:
                self.over = True
        self._taken += process_time() - began
        if self.over:
            self._end()

    def go_on(self) -> None:
        """Go on in the background."""
        loop = running_loop()
        try:
            while loop is None and not self.over:
                self.step()
        except Exception as error:
            self._break_off(error)
        if loop and not self.over and self._task is None:
            self._task = loop.create_task(self._run(loop))

    def pause(self) -> None:
        """Wait until :meth:`go_on`."""
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
