"""A job's own exception is passed on; a dead worker or a lost result is the executor's failure."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.parallel import pools
from phase10_widgets.parallel.executors import LostJobError, in_order
from phase10_widgets.parallel.pools import OwnPool, starts
from tests.faults import every
from tests.parallel.lost_jobs import Unsendable, square

N = 12
SQUARES = [n * n for n in range(N)]


def squares(executor: Executor, folder: Path, in_flight: int = 4) -> list[int]:
    jobs = ((n, str(folder), os.getpid()) for n in range(N))
    return list(in_order(square, jobs, executor, in_flight, lambda job: f"square {job[0]}"))


def spawn(processes: int = 2, initializer: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, get_context("spawn"), initializer)


class Faulty(Executor):
    """An executor that works at once, and sometimes returns something other than the result."""

    def __init__(self, *faults: object) -> None:
        self.faults = list(faults)
        self.seen: list[object] = []

    @property
    def times(self) -> int:
        return len(self.seen)

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.seen.append((work, args))
        future: Future[Any] = Future()
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, CancelledError):
            future.cancel()
        elif isinstance(fault, BaseException):
            future.set_exception(fault)
        else:
            future.set_result(work(*args, **kwargs) if fault is None else fault)
        return future


FAULTS = [
    (ValueError("too many values to unpack (expected 3)"), "Dask's, when a result gets lost after it was read"),
    ((ValueError, ValueError("?"), None), "Dask's, when a failed job is done again while its failure is read"),
    (CancelledError(), "a scheduler that restarts"),
    (OSError("the connection is gone"), "a network"),
]


@every("fault, why", FAULTS)
def test_lost_jobs_are_retried_and_named_after_the_third_time(tmp_path: Path, fault: Any, why: str) -> None:
    for times in [1, 2]:
        faulty = Faulty(*[fault] * times)
        assert squares(faulty, tmp_path, in_flight=1) == SQUARES
        assert faulty.times == N + times
    faulty = Faulty(*[None] * 5, *[fault] * 3)
    with pytest.raises(LostJobError, match=r"square 5 was handed out 3 times and did not come back \("):
        squares(faulty, tmp_path, in_flight=1)
    assert faulty.times == 5 + 3


def test_each_attempt_is_a_new_task() -> None:
    """Dask treats equal calls as one task and repeats its failure."""
    faulty = Faulty(OSError(), OSError())
    assert list(in_order(divmod, [(7, 2)], faulty, 1)) == [(3, 1)]
    assert len(set(faulty.seen)) == 3


def test_a_jobs_own_error_is_raised_at_once_even_if_executors_raise_the_same(tmp_path: Path) -> None:
    def breaks(n: int) -> int:
        raise BrokenProcessPool("said the job")

    with ThreadPoolExecutor(2) as threads, pytest.raises(BrokenProcessPool, match="said the job"):
        list(in_order(breaks, [(1,)], threads, 2))
    faulty = Faulty()
    (tmp_path / "3.raise").touch()
    with pytest.raises(BrokenPipeError, match="3 says no"):
        squares(faulty, tmp_path, in_flight=1)
    assert faulty.times == 4, "the job is handed out only once"


def test_an_error_from_another_process_says_where_it_was_raised(tmp_path: Path) -> None:
    """Even an unpicklable one is raised here."""
    with spawn() as pool:
        (tmp_path / "3.raise").touch()
        with pytest.raises(BrokenPipeError, match="3 says no") as caught:
            squares(pool, tmp_path)
        assert "lost_jobs.py" in "".join(caught.value.__notes__)
        (tmp_path / "3.raise").rename(tmp_path / "3.unsendable")
        with pytest.raises(Unsendable, match="3: says no"):
            squares(pool, tmp_path)
        assert starts(pool), "the pool is still usable"


@pytest.mark.parametrize("deaths", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_our_pool_is_rebuilt(tmp_path: Path, deaths: int) -> None:
    (tmp_path / "3.die").write_text(str(deaths))
    with OwnPool(2) as pool:
        first = pool.pool
        assert squares(pool, tmp_path) == SQUARES
        assert pool.pool is not first
        assert starts(pool)
    assert (tmp_path / "3.die").read_text() == "0"
    assert not [n for n in range(N) if (tmp_path / f"{n}.by").read_text() == str(os.getpid())], "no job ran here"


def test_a_broken_callers_pool_is_abandoned_and_suspects_run_alone(tmp_path: Path) -> None:
    (tmp_path / "3.die").write_text("1")
    with spawn() as pool, pytest.warns(RuntimeWarning, match="the rest is computed in this process") as warned:
        assert squares(pool, tmp_path) == SQUARES
    assert len(warned) == 1
    by = [int((tmp_path / f"{n}.by").read_text()) for n in range(N)]
    assert by[3] != os.getpid(), "this job may be the killer"
    assert by[-1] == os.getpid(), "this job was never handed out"


@pytest.mark.slow
@pytest.mark.parametrize("make", [OwnPool, spawn])
@pytest.mark.filterwarnings("ignore:the executor broke")
def test_a_job_that_kills_its_workers_is_named_and_not_run_here(make: Callable[..., Executor], tmp_path: Path) -> None:
    (tmp_path / "5.die").write_text("1000")
    says = r"square 5 was handed out 3 times .* even when run alone, it ended its process"
    with make(2) as pool, pytest.raises(LostJobError, match=says):
        squares(pool, tmp_path)
    assert (tmp_path / "5.die").read_text() == "997"
    assert not (tmp_path / "5.by").exists()
    assert (tmp_path / "4.by").exists(), "those before it are done"


def fails() -> None:
    raise OSError("no worker can start")


@pytest.mark.slow
def test_jobs_are_not_blamed_if_no_process_starts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with spawn(2, fails) as pool, pytest.warns(RuntimeWarning, match="is computed in this process"):
        assert squares(pool, tmp_path) == SQUARES
    assert {(tmp_path / f"{n}.by").read_text() for n in range(N)} == {str(os.getpid())}
    assert "no worker can start" in capfd.readouterr().err


@pytest.mark.slow
def test_work_continues_if_our_pool_cannot_be_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "3.die").write_text("1")
    with OwnPool(2) as pool:
        monkeypatch.setattr(pools, "spawned", lambda processes: spawn(processes, fails))
        with pytest.warns(RuntimeWarning, match="is computed in this process") as warned:
            assert squares(pool, tmp_path) == SQUARES
    assert len(warned) == 1
    assert "no worker can start" in capfd.readouterr().err


class Gone(Faulty):
    """An executor that takes three jobs and is then broken for good."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.times == 3:
            raise BrokenExecutor("gone")
        return super().submit(work, *args, **kwargs)


def test_a_broken_executor_is_reported_once_and_abandoned(tmp_path: Path) -> None:
    for fault in [None, BrokenExecutor("gone"), CancelledError()]:
        with pytest.warns(RuntimeWarning, match="broke") as warned:
            assert squares(Gone(fault, None, fault), tmp_path) == SQUARES
        assert len(warned) == 1


def test_an_executor_that_was_shut_down_says_so() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        list(in_order(divmod, [(7, 2)], pool, 1))


def test_an_interrupt_is_not_an_executor_failure() -> None:
    faulty = Faulty(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        list(in_order(divmod, [(7, 2)], faulty, 1))
    assert faulty.times == 1
