"""Executors give the same result in one process, with threads, with processes, and after a process is killed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import odds
from phase10_widgets.odds.simulation.experiment import Experiment, Trial
from phase10_widgets.parallel.executors import ExecutorError, in_order
from tests.odds.coins import Deadly, heads, height

ASKED: list[tuple[Experiment | Trial, str]] = [
    (odds.question("deal", edition="classic", phase=2), "hits are whole numbers"),
    (odds.question("wait", edition="masters", phase=4, hand="R3 O4 W"), "whole numbers with a spread"),
    (height, "the order of addition shows in the last digit"),
]


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Return a pool of two spawned processes, which every system supports."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.slow
def test_the_estimate_is_the_same_everywhere(processes: ProcessPoolExecutor) -> None:
    for asked, why in ASKED:
        here = odds.simulate(asked, 2950, seed=4, chunk=100)
        assert odds.simulate(asked, 2950, seed=4, chunk=100, executor=processes) == here, why
        with ThreadPoolExecutor(8) as threads:
            assert odds.simulate(asked, 2950, seed=4, chunk=100, executor=threads, in_flight=3) == here, why


def test_until_stops_at_the_same_chunk_everywhere(processes: ProcessPoolExecutor) -> None:
    here = odds.simulate(heads, until=0.02, seed=1, chunk=50)
    assert here.margin <= 0.02
    assert 2000 < here.trials < 2800
    assert odds.simulate(heads, until=0.02, seed=1, chunk=50, executor=processes) == here


@pytest.mark.slow
def test_a_killed_process_costs_only_its_chunk(tmp_path: Path) -> None:
    asked = Deadly(str(tmp_path / "grave"), 2350, os.getpid())
    done: list[int] = []
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool,
        pytest.warns(RuntimeWarning, match="is computed in this process"),
    ):
        found = odds.simulate(
            asked, 20_000, seed=9, executor=pool, in_flight=4, progress=lambda *at: done.append(at[0])
        )
    assert Path(asked.grave).exists(), "a worker died"
    assert done == list(range(1000, 20_001, 1000)), "every chunk was counted once"
    assert found == odds.simulate(asked, 20_000, seed=9)


class Recorder(Executor):
    """An executor that works lazily and records the number of jobs in flight and the cancelled ones."""

    def __init__(self) -> None:
        self.out: list[Future[Any]] = []
        self.most = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        class Later(Future[Any]):
            def result(later, timeout: float | None = None) -> Any:  # noqa: N805
                self.out.remove(later)
                return work(*args, **kwargs)

        self.out.append(Later())
        self.most = max(self.most, len(self.out))
        return self.out[-1]


def test_jobs_in_flight_are_bounded_and_unneeded_ones_canceled() -> None:
    recorder = Recorder()
    assert list(in_order(divmod, ((n, 7) for n in range(100)), recorder, 5)) == [divmod(n, 7) for n in range(100)]
    assert recorder.most == 5
    assert not recorder.out
    recorder = Recorder()
    results = in_order(divmod, ((n, 7) for n in range(100)), recorder, 5)
    assert [next(results), next(results)] == [(0, 0), (0, 1)]
    results.close()
    assert len(recorder.out) == 4
    assert all(future.cancelled() for future in recorder.out)


class Forgetful(dict[int, Any]):
    """A pool's list of jobs. When the fifth is added, the workers die, and the breaking pool does not see this job."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool
        self.unseen: Any = None

    def __setitem__(self, number: int, job: Any) -> None:
        if number == 4:
            self.unseen = job
            for process in list(self.pool._processes.values()):
                process.kill()
        super().__setitem__(number, job)

    def items(self) -> Any:
        return [(number, job) for number, job in super().items() if job is not self.unseen]


@pytest.mark.slow
def test_a_job_lost_by_a_breaking_pool_is_still_done() -> None:
    expected = list(in_order(pow, [(2, n) for n in range(20)], None, 1))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        jobs = pool._pending_work_items = Forgetful(pool)
        with pytest.warns(RuntimeWarning, match="is computed in this process"):
            assert list(in_order(pow, [(2, n) for n in range(20)], pool, 3)) == expected
        assert not jobs.unseen.future.done(), "the pool never answers"


def test_unpicklable_things_are_refused_before_sending(processes: ProcessPoolExecutor) -> None:
    with pytest.raises(ExecutorError, match=r"<lambda>> cannot be sent to another process: define a function"):
        odds.simulate(lambda random: True, 10, executor=processes)
    with ThreadPoolExecutor(1) as threads:
        assert odds.simulate(lambda random: True, 10, executor=threads).value == 1
