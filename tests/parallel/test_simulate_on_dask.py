"""A real Dask cluster of two local processes: the same number as without it, even when a worker is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest

from phase10_widgets import odds
from phase10_widgets.parallel.executors import LostJobError, in_order
from tests.odds.coins import Deadly, heads, height, stop_at
from tests.parallel.lost_jobs import square

pytestmark = pytest.mark.slow

ADVICE = "the tests of a cluster need Dask: pip install 'phase10_widgets[cluster]'"


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Limit the wait for a cluster that does not answer."""

    def late(*_: Any) -> None:
        raise TimeoutError(f"no end after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Return a client of a cluster with two workers, listening on 127.0.0.1 only, without a dashboard."""
    if find_spec("distributed") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(ADVICE)
    from distributed import Client, LocalCluster

    here: dict[str, Any] = {
        "host": "127.0.0.1",
        "dashboard_address": "127.0.0.1:0",  # the scheduler's own pages cannot be turned off: use any free port
        "scheduler_kwargs": {"dashboard": False},
    }
    with at_most(60):
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **here)
        found = Client(cluster)
    yield found
    with at_most(60):
        found.close()
        cluster.close()


ASKED = [
    ("deal", {"edition": "flip", "phase": 7}, "hits"),
    ("points", {"edition": "standard", "hand": "JK JK"}, "a mean"),
]


@pytest.mark.parametrize(("name", "parameters", "why"), ASKED)
def test_a_cluster_gives_the_same_estimate(client: Any, name: str, parameters: dict[str, Any], why: str) -> None:
    asked = odds.question(name, **parameters)
    with at_most(30):
        found = odds.simulate(asked, 5500, seed=3, executor=client.get_executor())
    assert found == odds.simulate(asked, 5500, seed=3), why


def test_a_cluster_takes_functions_of_ones_own_and_until(client: Any) -> None:
    shift = 3
    with at_most(30):
        there = odds.simulate(lambda random: height(random) + shift, 3000, executor=client.get_executor())
        stopped = odds.simulate(heads, until=0.02, executor=client.get_executor(), in_flight=8)
    assert there.value == odds.simulate(lambda random: height(random) + shift, 3000).value
    assert stopped == odds.simulate(heads, until=0.02)


def test_a_worker_killed_in_the_middle_of_its_chunk_changes_nothing(client: Any, tmp_path: Path) -> None:
    """One process, two processes, two workers, two workers with one killed: the same experiment, one estimate."""
    asked = Deadly(str(tmp_path / "grave"), 2350, os.getpid())
    found = {"one process": odds.simulate(asked, 30_000, seed=9)}
    with at_most(120):
        found["killed"] = odds.simulate(asked, 30_000, seed=9, executor=client.get_executor(), in_flight=8)
        assert Path(asked.grave).exists(), "a worker died; from now on none does"
        found["two workers"] = odds.simulate(asked, 30_000, seed=9, executor=client.get_executor(pure=False))
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            found["two processes"] = odds.simulate(asked, 30_000, seed=9, executor=pool)
    assert len(set(found.values())) == 1, found


def test_a_worker_killed_from_outside_changes_nothing(client: Any) -> None:
    asked = odds.question("deal", edition="classic", phase=3)
    killed: list[int] = []

    def kill_one(done: int, most: int) -> None:
        if done >= most // 4 and not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    with at_most(60):
        found = odds.simulate(asked, 60_000, seed=5, executor=client.get_executor(), progress=kill_one)
    assert killed
    assert found == odds.simulate(asked, 60_000, seed=5)


def test_a_job_that_kills_every_worker_is_named(client: Any, tmp_path: Path) -> None:
    (tmp_path / "5.die").write_text("1000")
    scheduler = client.cluster.scheduler
    patience, scheduler.allowed_failures = scheduler.allowed_failures, 0
    jobs = ((n, str(tmp_path), os.getpid()) for n in range(8))
    try:
        with at_most(180), pytest.raises(LostJobError, match=r"square 5 was handed out 3 times .*\(KilledWorker: "):
            list(in_order(square, jobs, client.get_executor(), 1, lambda job: f"square {job[0]}"))
    finally:
        scheduler.allowed_failures = patience
    assert (tmp_path / "5.die").read_text() == "997"
    assert (tmp_path / "4.by").exists(), "those before it are done"


def test_what_a_job_raises_on_a_cluster_is_raised_here(client: Any, tmp_path: Path) -> None:
    (tmp_path / "3.raise").touch()
    jobs = ((n, str(tmp_path), os.getpid()) for n in range(8))
    with at_most(60), pytest.raises(BrokenPipeError, match="3 says no") as caught:
        list(in_order(square, jobs, client.get_executor(), 4))
    assert "lost_jobs.py" in "".join(format_exception(caught.value))


def test_a_simulation_stopped_on_a_cluster_goes_on_without_it(client: Any) -> None:
    asked = odds.question("deal", edition="masters", phase=6)
    simulation = odds.Simulation(asked, 9000, seed=2)
    with at_most(30):
        simulation.run(executor=client.get_executor(), progress=stop_at(simulation, 4000))
    assert simulation.done == 4000
    assert not simulation.finished
    again = odds.Simulation.from_dict(simulation.to_dict())
    assert again.run() == odds.simulate(asked, 9000, seed=2)
