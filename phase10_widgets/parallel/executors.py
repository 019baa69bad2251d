"""Work on other processes and machines, its results in the order of the work."""

from __future__ import annotations

import pickle
import sys
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any, Generic, TypeVar

Job = tuple[Any, ...]
Result = TypeVar("Result")


class ExecutorError(ValueError):
    """Work that cannot be handed to this executor."""


def in_order(
    work: Callable[..., Result], jobs: Iterable[Job], executor: Executor | None, in_flight: int
) -> Generator[Result, None, None]:
    """``work(*job)`` for each job, in order; at most *in_flight* are out at a time.

    When the executor breaks, as a process pool does when one of its workers is killed, the jobs that were out are
    done here, and so are those after them; a RuntimeWarning says so. Whoever stops listening takes back every
    job that has not begun. What *work* raises is raised here.
    """
    if executor is None:
        for job in jobs:
            yield work(*job)
        return
    waiting: deque[_Out[Result]] = deque()
    crew = _Crew(work, executor)
    try:
        for job in jobs:
            waiting.append(crew.hand_out(job))
            if len(waiting) >= in_flight:
                yield crew.result(waiting.popleft())
        while waiting:
            yield crew.result(waiting.popleft())
    finally:
        for out in waiting:
            if out[1] is not None:
                out[1].cancel()


_Out = tuple[Job, "Future[Result] | None"]
"""A job and where its result will be; None for a job that will be done here."""


class _Crew(Generic[Result]):
    """An executor as long as it lives, and then this process."""

    def __init__(self, work: Callable[..., Result], executor: Executor) -> None:
        self.work = work
        self.executor: Executor | None = executor

    def hand_out(self, job: Job) -> _Out[Result]:
        """The job on its way."""
        if self.executor is None:
            return job, None
        try:
            return job, self.executor.submit(self.work, *job)
        except BrokenExecutor as error:
            self._lost(error)
            return job, None

    def result(self, out: _Out[Result]) -> Result:
        """What the job gave, wherever it was done."""
        job, future = out
        if future is not None:
            try:
                return future.result()
            except (BrokenExecutor, CancelledError) as error:
                self._lost(error)
        return self.work(*job)

    def _lost(self, error: BaseException) -> None:
        if self.executor is not None:
            self.executor = None
            said = "the executor broke, perhaps because a worker was killed; what is left is computed in this process"
            warnings.warn(f"{said} ({type(error).__name__})", RuntimeWarning, stacklevel=2)


def check_travels(executor: Executor, *things: object) -> None:
    """Nothing, if these things can be sent to the executor's workers.

    Asked of process pools only: threads share everything, and a cluster's clients have ways of their own to send
    functions.

    Raises:
        ExecutorError: one of them cannot be sent, such as a lambda or a function inside another.
    """
    pools = sys.modules.get("concurrent.futures.process")
    if pools is None or not isinstance(executor, pools.ProcessPoolExecutor):
        return
    for thing in things:
        try:
            pickle.dumps(thing)
        except Exception as error:
            raise ExecutorError(
                f"{thing!r:.80} cannot be sent to another process: a function must stand by its name in a module, "
                f"and be no lambda or function inside another ({error})"
            ) from error
