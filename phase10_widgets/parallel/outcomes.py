"""The outcome of a job as a value: its own exception is part of it; any other is the executor's failure."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from traceback import format_exc
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Returned(Generic[Result]):
    """A job that returned."""

    value: Result


@dataclass(frozen=True, slots=True)
class Raised:
    """A job that raised."""

    error: BaseException | None
    """None for an exception that cannot be sent: the job must run and raise it again in the caller's process."""
    trace: str
    """The traceback, which exceptions lose when they are sent."""

    def noted(self, error: BaseException) -> BaseException:
        """Return the exception, with a note of where it was raised if that was in another process."""
        if error.__traceback__ is None:
            error.add_note(f"In a worker:\n{self.trace}")
        return error


def outcome(work: Callable[..., Result], hand_out: int, *job: Any) -> Returned[Result] | Raised:
    """Return the outcome of ``work(*job)``.

    *hand_out* counts the times that the job was handed out. Dask treats equal calls as the same task, and a failed
    task would stay failed.
    """
    try:
        return Returned(work(*job))
    except BaseException as error:
        return Raised(error if _travels(error) else None, format_exc())


def _travels(error: BaseException) -> bool:
    """Return True if it can be unpickled again; otherwise it would break a whole process pool."""
    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:
        return False
