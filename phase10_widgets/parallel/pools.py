"""Process pools: our own, which is rebuilt when a worker is killed, and one that tries suspect jobs."""

from __future__ import annotations

import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

Result = TypeVar("Result")

FORGET_SECONDS = 1.0
"""The number of seconds to wait for one of Python's pools to drop canceled jobs, which takes a long time only on a
busy machine."""


class OwnPool(Executor):
    """A pool of spawned processes that can be replaced when one of them is killed.

    A ``ProcessPoolExecutor`` breaks when it loses a worker. We must not replace a caller's pool, but we can replace our
    own, such as the one for ``jobs=2`` or ``phase10 arena --jobs``.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self.pool = spawned(processes)
        """The current pool."""

    def submit(self, work: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        return self.pool.submit(work, *args, **kwargs)

    def rebuilt(self) -> Executor | None:
        """Replace the pool and return the new one, or None if its workers do not start."""
        end_workers(self.pool)
        self.pool.shutdown(cancel_futures=True)
        self.pool = spawned(self._processes)
        return self.pool if starts(self.pool) else None

    def stop(self) -> None:
        """Cancel pending jobs and terminate the workers.

        The order matters: a thread in Python's pool prints an error if a worker exits before that thread has dropped
        the canceled jobs.
        """
        workers = workers_of(self.pool)
        self.pool.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + FORGET_SECONDS
        while getattr(self.pool, "_cancel_pending_futures", False) and time.monotonic() < until:
            time.sleep(0.01)
        for process in workers:
            process.terminate()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.pool.shutdown(wait=wait, cancel_futures=cancel_futures)


def is_of_processes(executor: Executor) -> bool:
    """Return True if the executor's workers are local processes in one of Python's own pools."""
    if isinstance(executor, OwnPool):
        return True
    loaded = sys.modules.get("concurrent.futures.process")
    return loaded is not None and isinstance(executor, loaded.ProcessPoolExecutor)


def has_broken(executor: Executor) -> bool:
    """Return True for a process pool that has lost a worker."""
    return bool(getattr(executor, "_broken", False))


def end_workers(pool: Executor) -> None:
    """Terminate the workers of a broken pool: Python would wait at exit for one that was just starting."""
    for process in workers_of(pool):
        process.terminate()


def workers_of(pool: Executor) -> list[BaseProcess]:
    """Return the processes of a pool that has not been shut down."""
    return list((getattr(pool, "_processes", None) or {}).values())


def alone_like(executor: Executor) -> Executor | None:
    """Return a single-process pool that starts its process the way this pool does, or None if that is impossible."""
    if not is_of_processes(executor):
        return None
    if isinstance(executor, OwnPool):
        pool: Executor = spawned(1)
    else:
        from concurrent.futures import ProcessPoolExecutor

        as_there = {name: getattr(executor, f"_{name}", None) for name in ("mp_context", "initializer")}
        pool = ProcessPoolExecutor(1, **as_there, initargs=getattr(executor, "_initargs", ()))
    if starts(pool):
        return pool
    pool.shutdown()
    return None


def starts(pool: Executor) -> bool:
    """Return True if a worker of this pool can run jobs; a caller's cannot in a script without a main guard."""
    try:
        return pool.submit(int).result() == 0
    except (BrokenExecutor, OSError):
        return False


def spawned(processes: int) -> Executor:
    """Return a pool of spawned processes, which start the same way on every system and inherit no locks from threads.

    The processes do not run the caller's script again, so it needs no main guard; what it defines is sent to them by
    value. Ctrl+C reaches only this process, which then terminates them.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    class Ours(ProcessPoolExecutor):
        def submit(self, work: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
            packed = by_value((work, args, kwargs))
            with _interrupts_blocked(), _script_hidden():  # a worker may start now
                return super().submit(_run, packed)

    return Ours(processes, mp_context=get_context("spawn"))


def by_value(thing: object) -> bytes:
    """Return a pickle that also contains functions and classes defined in a script, in a notebook or in a function."""
    try:
        import cloudpickle
    except ModuleNotFoundError:  # in a browser, or installed without dependencies
        return pickle.dumps(thing)
    packed: bytes = cloudpickle.dumps(thing)
    return packed


def _run(packed: bytes) -> Any:
    work, args, kwargs = pickle.loads(packed)
    return work(*args, **kwargs)


@contextmanager
def _script_hidden() -> Iterator[None]:
    """Hide the caller's script: a spawned process would otherwise run it again."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl+C, so that processes started during this time never receive it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
