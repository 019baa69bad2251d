"""Work that takes too long for a message: it is computed beside the loop, and its result taken in the loop."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple, TypeVar

from ..core.translatable import Refusal

LOG = logging.getLogger(__name__)
MOST = 200
"""The most jobs that wait at once."""
T = TypeVar("T")


class Job(NamedTuple):
    """A computation under way."""

    result: Future[Any]
    then: Callable[[Any], None]
    failed: Callable[[Refusal], None]


class Jobs:
    """Computations under way; without an executor, each is done at once."""

    def __init__(self, executor: Executor | None = None) -> None:
        """Compute in the threads of an executor."""
        self._executor = executor
        self._under_way: list[Job] = []
        self._people: set[int] = set()
        """The people for whom something is being computed."""

    def add(self, compute: Callable[[], T], then: Callable[[T], None], failed: Callable[[Refusal], None]) -> None:
        """Compute something, and call *then* with the result or *failed* with the reason.

        Raises:
            Refusal: too much is under way.
        """
        if len(self._under_way) >= MOST:
            raise Refusal("There is too much to compute. Try again in a moment.")
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
        self, person: int, compute: Callable[[], T], then: Callable[[T], None], failed: Callable[[Refusal], None]
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
            self.add(compute, take, fail)
        except Refusal:
            self._people.discard(person)
            raise

    def take(self) -> None:
        """Take the results that are there."""
        done = [job for job in self._under_way if job.result.done()]
        self._under_way = [job for job in self._under_way if job not in done]
        for job in done:
            _finish(job)

    def close(self) -> None:
        """Forget all work."""
        self._under_way.clear()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _finish(job: Job) -> None:
    try:
        job.then(job.result.result())
    except Refusal as refusal:
        job.failed(refusal)
    except OSError:
        LOG.exception("a result could not be written down")
        job.failed(Refusal("This could not be stored, so nothing has changed. Try again."))
    except Exception:
        LOG.exception("a computation failed")
        job.failed(Refusal("Something went wrong here, but nothing has changed."))
