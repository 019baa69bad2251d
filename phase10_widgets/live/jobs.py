"""Work that takes too long for a message: it is computed beside the loop, and its result taken in the loop."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple, TypeVar

from ..core.translatable import Refusal
from ..store.store import NoAnswer

LOG = logging.getLogger(__name__)
MOST = 200
"""The most jobs that wait at once."""
LATE = 30.0
"""The seconds after which a job that was sent elsewhere is computed here instead."""
T = TypeVar("T")


def unsaid(error: BaseException) -> Exception:
    """Return an error of the same kind and place for the log, without its message, which may name cards."""
    silent: Exception = type(type(error).__name__, (Exception,), {})()
    return silent.with_traceback(error.__traceback__)


class Job(NamedTuple):
    """A computation under way."""

    result: Future[Any]
    then: Callable[[Any], None]
    failed: Callable[[Refusal], None]
    compute: Callable[[], Any] | None = None
    """Computes it here, if it was sent elsewhere."""
    since: float = 0.0
    """When it was sent, on the jobs' clock."""

    def is_lost(self, now: float) -> bool:
        """Return True if it was sent elsewhere, and failed or got lost there."""
        if self.compute is None:
            return False
        if not self.result.done():
            return now - self.since > LATE
        return self.result.cancelled() or self.result.exception() is not None


class Jobs:
    """Computations under way; without an executor, each is done at once."""

    def __init__(
        self,
        executor: Executor | None = None,
        workers: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Compute in the threads of an executor, and what can be sent anywhere on these workers."""
        self._executor, self._workers, self._clock = executor, workers, clock
        self._under_way: list[Job] = []
        self._people: set[int] = set()
        """The people for whom something is being computed."""

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
            then: takes its result.
            failed: takes the reason if there is none.
            anywhere: True if it can be sent to another machine; what gets lost there is computed here.

        Raises:
            Refusal: too much is under way.
        """
        if len(self._under_way) >= MOST:
            raise Refusal("There is too much to compute. Try again in a moment.")
        if anywhere and self._workers is not None:
            try:
                sent = self._workers.submit(compute)
            except Exception:
                LOG.warning("work could not be sent to other machines; it is done here")
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
            _finish(Job(result, then, failed))
        else:
            self._under_way.append(Job(self._executor.submit(compute), then, failed))

    def add_for(
        self,
        person: int,
        compute: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[Refusal], None],
        *,
        anywhere: bool = False,
    ) -> None:
        """Compute something as in :meth:`add`, one thing at a time for each person.

        Raises:
            Refusal: the person's last computation is under way, or too much is.
        """
        if person in self._people:
            raise Refusal("One moment: your last request is under way.")

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
        """Take the results that are there."""
        now = self._clock()
        lost = [job for job in self._under_way if job.is_lost(now)]
        done = [job for job in self._under_way if job.result.done() and job not in lost]
        self._under_way = [job for job in self._under_way if job not in done and job not in lost]
        for job in done:
            _finish(job)
        for job in lost:
            LOG.warning("work was lost on other machines; it is done here")
            assert job.compute is not None, "it was sent elsewhere"
            self._here(job.compute, job.then, job.failed)

    def close(self) -> None:
        """Forget all work."""
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
        if not isinstance(error, NoAnswer):
            LOG.warning("a result could not be written down: %s", error)
        job.failed(Refusal("This could not be stored, so nothing has changed. Try again."))
    except Exception as error:
        LOG.error("a computation failed", exc_info=unsaid(error))
        job.failed(Refusal("Something went wrong here, but nothing has changed."))
