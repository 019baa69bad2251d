"""Run jobs in other processes and on other machines, and return their results in job order."""

from __future__ import annotations

import pickle
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..base.errors import Phase10Error
from ..base.integers import integer_from, shown
from .outcomes import Raised, Returned, outcome
from .pools import OwnPool, alone_like, by_value, end_workers, has_broken, is_of_processes

Job = tuple[Any, ...]
Result = TypeVar("Result")

MOST_HAND_OUTS = 3
"""The number of times that a job is handed out before it is considered lost."""
CHECK_SECONDS = 1.0
"""The number of seconds between checks of an unresponsive pool."""
MOST_PROCESSES = 61
"""The largest number of processes in our own pool; Windows cannot wait for more."""


class ExecutorError(Phase10Error, ValueError):
    """Work cannot be sent to this executor.

    >>> import phase10_widgets as p10
    >>> p10.arena.play("classic", ["greedy", "random"], games=2, executor="two")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.parallel.executors.ExecutorError: the executor must be a concurrent.futures ...
    """


class LostJobError(Phase10Error, RuntimeError):
    """A job was handed out several times and never came back.

    >>> issubclass(LostJobError, RuntimeError), str(LostJobError("a worker was killed"))
    (True, 'a worker was killed')
    """


def _plainly(job: Job) -> str:
    return f"the job {job!r:.80}"


def in_order(
    work: Callable[..., Result],
    jobs: Iterable[Job],
    executor: Executor | None,
    in_flight: int,
    called: Callable[[Job], str] = _plainly,
) -> Generator[Result, None, None]:
    """Yield ``work(*job)`` for each job, in order, with at most *in_flight* jobs outstanding.

    An exception from *work* is raised here. Any other failure, such as a killed worker or a lost result, is blamed on
    the executor, and the job is handed out again.

    A process pool breaks when one of its workers is killed. Any outstanding job may be the cause, so each one is tried
    in a separate process. Our own pool is rebuilt for the other jobs; with a caller's pool, they run in this process,
    and a RuntimeWarning says so. Closing the generator cancels the jobs that have not started.

    Args:
        called: a function that returns a job's name for error messages.

    Raises:
        LostJobError: a job was handed out three times and did not come back.
    """
    if executor is None:
        for job in jobs:
            yield work(*job)
        return
    waiting: deque[_Out[Result]] = deque()
    crew = _Crew(work, executor, called)
    try:
        for job in jobs:
            waiting.append(crew.hand_out(_Out(job)))
            if len(waiting) >= in_flight:
                yield crew.result(waiting.popleft())
        while waiting:
            yield crew.result(waiting.popleft())
    finally:
        for out in waiting:
            if out.future is not None:
                out.future.cancel()
        crew.close()


@dataclass(slots=True, eq=False)
class _Out(Generic[Result]):
    """A job and its future result."""

    job: Job
    future: Future[Returned[Result] | Raised] | None = None
    """The job's future, or None if the job is not outstanding and must be handed out again or run in this process."""
    by: Executor | None = None
    """The executor to which the job was last submitted."""
    times: int = 0
    """The number of times the job was handed out."""
    suspect: bool = False
    """True if a process pool broke while the job was outstanding, so the job may have killed the worker."""


class _Crew(Generic[Result]):
    """A wrapper that runs jobs on the executor as long as it works, then in this process."""

    def __init__(self, work: Callable[..., Result], given: Executor, called: Callable[[Job], str]) -> None:
        self._work = work
        self._given = given
        self._called = called
        self._executor: Executor | None = given.pool if isinstance(given, OwnPool) else given
        self._alone: Executor | None = None
        self._can_try = is_of_processes(given)
        """True if suspect jobs can be tried in a separate process."""

    def hand_out(self, out: _Out[Result]) -> _Out[Result]:
        """Submit the job to an executor, or leave it without a future if no executor accepts it."""
        out.future = None
        while (taker := self._taker(out)) is not None:
            try:
                out.future = taker.submit(outcome, self._work, out.times, *out.job)
            except BrokenExecutor as error:
                self._gone(taker, error)
            except Exception as error:
                if not out.times:
                    raise
                self._gone(taker, error)
            else:
                out.by = taker
                out.times += 1
                break
        return out

    def result(self, out: _Out[Result]) -> Result:
        """Return the job's result, or raise its exception."""
        while out.future is not None:
            found = _fetched(out.future, out.by)
            if isinstance(found, Returned):
                return found.value
            if isinstance(found, Raised):
                if found.error is None:
                    break
                raise found.noted(found.error)
            self._failed(out, found)
            self.hand_out(out)
        return self._work(*out.job)

    def _failed(self, out: _Out[Result], failure: BaseException) -> None:
        """Record an executor's failure; raise LostJobError if it was the third."""
        if isinstance(failure, BrokenExecutor) and out.by is not None:
            out.suspect = is_of_processes(self._given)
            self._gone(out.by, failure)
        if out.times >= MOST_HAND_OUTS:
            alone = "; even when run alone, it ended its process, perhaps by using too much memory"
            raise LostJobError(
                f"{self._called(out.job)} was handed out {out.times} times and did not come back{alone * out.suspect} "
                f"({type(failure).__name__}: {failure!s:.300})"
            ) from failure

    def close(self) -> None:
        """Shut down the process in which suspect jobs were tried."""
        if self._alone is not None:
            self._alone.shutdown(cancel_futures=True)

    def _taker(self, out: _Out[Result]) -> Executor | None:
        if not out.suspect:
            return self._executor
        if self._alone is None and self._can_try:
            self._alone = alone_like(self._given)
            self._can_try = self._alone is not None
        return self._alone

    def _gone(self, executor: Executor, error: Exception) -> None:
        """Replace a broken executor only once, even though every outstanding job reports the failure."""
        if executor is self._alone:
            self._alone.shutdown()
            self._alone = None
        elif executor is self._executor:
            if is_of_processes(executor):
                end_workers(executor)
            self._executor = self._given.rebuilt() if isinstance(self._given, OwnPool) else None
            if self._executor is None:
                message = (
                    "the executor broke, perhaps because a worker was killed; the rest is computed in this process"
                )
                warnings.warn(f"{message} ({type(error).__name__})", RuntimeWarning, stacklevel=2)


def _fetched(
    future: Future[Returned[Result] | Raised], by: Executor | None
) -> Returned[Result] | Raised | BaseException:
    """Return the job's outcome or the executor's failure.

    A process pool that breaks while a job is being submitted may lose the job, whose future then never completes. So
    the pool is checked from time to time.
    """
    while by is not None and is_of_processes(by) and not wait([future], CHECK_SECONDS).done:
        if has_broken(by):
            return BrokenExecutor("the pool broke while the job was submitted")
    try:
        found = future.result()
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # asyncio's CancelledError is not an Exception
        return error
    if isinstance(found, Returned | Raised):
        return found
    return TypeError(f"the executor returned {found!r:.80} as a result")


@contextmanager
def own_pool(executor: Executor | None, jobs: int | None) -> Iterator[Executor | None]:
    """Yield the executor, or a pool of *jobs* processes, which is stopped at the end; None stands for this process.

    Raises:
        ExecutorError: both are given, or *jobs* is not a whole number from 1 to 61.
    """
    if jobs is not None and executor is not None:
        raise ExecutorError("pass either jobs or an executor, not both")
    number = 1 if jobs is None else integer_from(1, jobs, MOST_PROCESSES)
    if number is None:
        raise ExecutorError(f"jobs must be a whole number from 1 to {MOST_PROCESSES}, not {shown(jobs)}")
    if number == 1:
        yield executor
        return
    pool = OwnPool(number)
    try:
        yield pool
        pool.shutdown(cancel_futures=True)
    finally:
        pool.stop()


def check_travels(executor: Executor, *things: object) -> None:
    """Check that this is an executor, and that these objects can be sent to its workers.

    Only process pools are checked: threads share everything, and cluster clients send functions in their own way.

    Raises:
        ExecutorError: it is not an executor, or an object, such as a lambda or a nested function, cannot be sent.
    """
    if not callable(getattr(executor, "submit", None)):
        raise ExecutorError(
            f"the executor must be a concurrent.futures executor, or None to run in this process, not {executor!r:.60}"
        )
    if not is_of_processes(executor):
        return
    for thing in things:
        try:
            (by_value if isinstance(executor, OwnPool) else pickle.dumps)(thing)
        except Exception as error:
            raise ExecutorError(
                f"{thing!r:.80} cannot be sent to another process: define a function in a module, "
                f"not as a lambda or inside another function, or use jobs=2 in place of an executor ({error})"
            ) from error
