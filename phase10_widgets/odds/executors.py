"""Work on other processes and machines, its results in the order of the work."""

from __future__ import annotations

import pickle
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any, TypeVar

from ..core.said import Refusal

Job = tuple[Any, ...]
Result = TypeVar("Result")


class ExecutorError(Refusal):
    """Work that cannot be handed to this executor."""


def in_order(
    work: Callable[..., Result], jobs: Iterable[Job], executor: Executor | None, in_flight: int
) -> Iterator[Result]:
    """``work(*job)`` for each job, in order; at most *in_flight* are out at a time.

    A job that is lost because the executor broke is done here, and so are those after it. Whoever stops listening
    takes back what has not begun.
    """
    if executor is None:
        for job in jobs:
            yield work(*job)
        return
    waiting: deque[tuple[Job, Future[Result] | None]] = deque()
    line = iter(jobs)
    helper = _Helper(executor)
    try:
        while True:
            while len(waiting) < in_flight and (job := next(line, None)) is not None:
                waiting.append((job, helper.submit(work, job)))
            if not waiting:
                return
            job, future = waiting.popleft()
            try:
                yield helper.result(future) if future else work(*job)
            except (BrokenExecutor, CancelledError):
                ...
    finally:
        for _, future in waiting:
            if future:
                future.cancel()
