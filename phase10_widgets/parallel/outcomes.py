"""A job's outcome as a value: a result or the job's own exception. Any other exception is the executor's failure."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from traceback import format_exc
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Returned(Generic[Result]):
    """A job that returned a result."""

    value: Result


@dataclass(frozen=True, slots=True)
class Raised:
    """A job that raised an exception."""

    error: BaseException | None
    """The exception, or None if it cannot be sent; the job must then run again in the caller's process to raise it."""
    trace: str
    """The traceback, which exceptions lose when they are sent."""

    def noted(self, error: BaseException) -> BaseException:
        """Return the exception, with a note of where it was raised if that was in another process."""
        if error.__traceback__ is None:
            error.add_note(f"In a worker:\n{self.trace}")
        return error


def outcome(work: Callable[..., Result], hand_out: int, *job: Any) -> Returned[Result] | Raised:
    """Return the outcome of ``work(*job)``.

    *hand_out* counts how many times the job has been handed out. It makes each call unique, because Dask treats equal
    calls as the same task, and a failed task would stay failed.
    """
    try:
        return Returned(work(*job))
    except BaseException as error:
        return Raised(error if _travels(error) else None, format_exc())


def _travels(error: BaseException) -> bool:
    """Return True if the exception survives pickling; one that does not would break a whole process pool."""
    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:
        return False
