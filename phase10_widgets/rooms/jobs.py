"""Computations that take too long for the loop: they run in the background, and the loop collects their results."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple, TypeVar

from ..base.translatable import Refusal
from ..store.store import NoAnswer

LOG = logging.getLogger(__name__)
MOST_JOBS = 200
"""The maximum number of waiting jobs."""
LATE_SECONDS = 30.0
"""The number of seconds after which a job sent elsewhere is computed here instead."""
T = TypeVar("T")


def unsaid(error: BaseException) -> Exception:
    """Return an error for the log: the type and traceback are kept, but not the message, which may name cards."""
    silent: Exception = type(type(error).__name__, (Exception,), {})()
    return silent.with_traceback(error.__traceback__)


def not_stored(error: OSError, what: str) -> Refusal:
    """Return the refusal for a failure to store something; log the failure unless the store has already done so."""
    if not isinstance(error, NoAnswer):
        LOG.warning("%s could not be stored: %s", what, error)
    return Refusal("This could not be stored, so nothing has changed. Try again.")


class Job(NamedTuple):
    """A computation in progress."""

    result: Future[Any]
    then: Callable[[Any], None]
    failed: Callable[[Refusal], None]
    compute: Callable[[], Any]
    """The function that computes the result in this process."""
    sent: float | None = None
    """The time, on the jobs' clock, at which the job was sent to another machine, or None if it is computed here."""

    def is_lost(self, now: float) -> bool:
        """Return True if the job was sent to another machine and failed or got lost there."""
        if self.sent is None:
            return False
        if not self.result.done():
            return now - self.sent > LATE_SECONDS
        return self.result.cancelled() or self.result.exception() is not None


class Jobs:
    """Computations in progress; without an executor, each one runs immediately."""

    def __init__(
        self,
        executor: Executor | None = None,
        workers: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Run jobs in *executor*'s threads, and send those that may run on another machine to *workers*."""
        self._executor, self._workers, self._clock = executor, workers, clock
        self._under_way: list[Job] = []
        self._people: set[int] = set()
        """The people who have a computation in progress."""

    def add(
        self,
        compute: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[Refusal], None],
        *,
        anywhere: bool = False,
    ) -> None:
        """Compute something, and call *then* with the result or *failed* with the reason.

        Args:
            compute: the computation.
            then: the function to call with the result.
            failed: the function to call with the reason if there is no result.
            anywhere: True if the job can be sent to another machine; if it gets lost there, it is computed here.

        Raises:
            Refusal: too many jobs are in progress.
        """
        if len(self._under_way) >= MOST_JOBS:
            raise Refusal("Too much is being computed right now. Try again in a moment.")
        if anywhere and self._workers is not None:
            try:
                sent = self._workers.submit(compute)
            except Exception:
                LOG.warning("a job could not be sent to another machine, so it runs here")
            else:
                self._under_way.append(Job(sent, then, failed, compute, self._clock()))
                return
        self._here(compute, then, failed)

    def _here(self, compute: Callable[[], T], then: Callable[[T], None], failed: Callable[[Refusal], None]) -> None:
        if self._executor is None:
            result: Future[T] = Future()
            try:
                result.set_result(compute())
            except Exception as error:
                result.set_exception(error)
            _finish(Job(result, then, failed, compute))
        else:
            self._under_way.append(Job(self._executor.submit(compute), then, failed, compute))

    def add_for(
        self,
        person: int,
        compute: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[Refusal], None],
        *,
        anywhere: bool = False,
    ) -> None:
        """Compute something as in :meth:`add`, but run only one job per person at a time.

        Raises:
            Refusal: the person's last computation is still in progress, or too many jobs are.
        """
        if person in self._people:
            raise Refusal("One moment: your last request is still in progress.")

        def take(found: T) -> None:
            self._people.discard(person)
            then(found)

        def fail(refusal: Refusal) -> None:
            self._people.discard(person)
            failed(refusal)

        self._people.add(person)
        try:
            self.add(compute, take, fail, anywhere=anywhere)
        except Refusal:
            self._people.discard(person)
            raise

    def take(self) -> None:
        """Deliver the finished results."""
        now = self._clock()
        lost = [job for job in self._under_way if job.is_lost(now)]
        done = [job for job in self._under_way if job.result.done() and job not in lost]
        self._under_way = [job for job in self._under_way if job not in done and job not in lost]
        for job in done:
            _finish(job)
        for job in lost:
            LOG.warning("a job was lost on another machine, so it runs here")
            self._here(job.compute, job.then, job.failed)

    def close(self) -> None:
        """Discard all work."""
        self._under_way.clear()
        for executor in (self._executor, self._workers):
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)


def _finish(job: Job) -> None:
    try:
        job.then(job.result.result())
    except Refusal as refusal:
        job.failed(refusal)
    except OSError as error:
        job.failed(not_stored(error, "a result"))
    except Exception as error:
        LOG.error("a computation failed", exc_info=unsaid(error))
        job.failed(Refusal("Something went wrong here, but nothing has changed."))
