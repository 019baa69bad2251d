"""A real Dask cluster of two local processes: the same results as without it, even when a worker is killed."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest

import phase10_widgets as p10
from devtools.measure.kills import at_most
from phase10_widgets import arena, cli, odds
from phase10_widgets.cli import listening
from phase10_widgets.extensions import unregister
from phase10_widgets.odds.simulation.tally import count
from phase10_widgets.parallel.executors import LostJobError, in_order
from tests.contracts.boreal import BOREAL, Last, LeapOf
from tests.odds.coins import Deadly, heads, height
from tests.parallel.lost_jobs import square
from tests.rooms.playing import Service
from tests.rooms.test_poll import Class, poll_of
from tests.rooms.test_reviews import round_over

pytestmark = pytest.mark.slow
ADVICE = "the tests of a cluster need Dask: pip install 'phase10_widgets[cluster]'"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Return a client of a cluster with two workers, listening on 127.0.0.1 only, without a dashboard."""
    if find_spec("distributed") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(ADVICE)
    from distributed import Client, LocalCluster

    # The scheduler's own pages cannot be turned off: use any free port.
    here = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "scheduler_kwargs": {"dashboard": False}}
    with at_most(60):
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **here)
        found = Client(cluster)
    yield found
    with at_most(60):
        found.close()
        cluster.close()


def test_a_worker_killed_in_the_middle_of_its_chunk_changes_nothing(client: Any, tmp_path: Path) -> None:
    asked = Deadly(str(tmp_path / "grave"), 2350, os.getpid())
    here = odds.simulate(asked, 30_000, seed=9)
    with at_most(120):
        found = odds.simulate(asked, 30_000, seed=9, executor=client.get_executor(), in_flight=8)
        assert Path(asked.grave).exists(), "a worker died; no other will"
        assert odds.simulate(asked, 30_000, seed=9, executor=client.get_executor(pure=False)) == here
    assert found == here


@pytest.mark.rotating
def test_a_cluster_accepts_custom_functions_and_until(client: Any) -> None:
    shift = 3
    with at_most(30):
        there = odds.simulate(lambda random: height(random) + shift, 3000, executor=client.get_executor())
        stopped = odds.simulate(heads, until=0.02, executor=client.get_executor(), in_flight=8)
    assert there.value == odds.simulate(lambda random: height(random) + shift, 3000).value
    assert stopped == odds.simulate(heads, until=0.02)


@pytest.mark.rotating
def test_a_jobs_exception_on_a_cluster_is_raised_here(client: Any, tmp_path: Path) -> None:
    (tmp_path / "3.raise").touch()
    jobs = ((n, str(tmp_path), os.getpid()) for n in range(8))
    with at_most(60), pytest.raises(BrokenPipeError, match="3 says no") as caught:
        list(in_order(square, jobs, client.get_executor(), 4))
    assert "lost_jobs.py" in "".join(format_exception(caught.value))


@pytest.mark.rotating
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
    assert (tmp_path / "4.by").exists(), "the jobs before it are done"


@pytest.mark.rotating
def test_a_cluster_handles_registered_things(client: Any) -> None:
    """The workers do not know these things beforehand."""
    for what, more in ((BOREAL, {}), (LeapOf, {}), (Last, {"name": "last"})):
        p10.register(what, **more)
    try:
        executor = client.get_executor()
        options: dict[str, Any] = {"phases": ["1 leap of 3", "2 sets of 2"]}
        with at_most(60):
            client.wait_for_workers(2)  # one may have been killed by the test before
            assert set(client.run(p10.editions.names).values()) == {p10.EDITIONS}
            found = arena.play("boreal", ["last", "greedy"], 8, executor=executor, **options)
            asked = odds.question("deal", edition="boreal", phase="1 leap of 3")
            chance = odds.simulate(asked, 4000, seed=3, executor=executor)
        assert found == arena.play("boreal", ["last", "greedy"], 8, **options)
        assert chance == odds.simulate(asked, 4000, seed=3)
        assert (*p10.EDITIONS, "boreal") in client.run(p10.editions.names).values()
    finally:
        for name in ("boreal", "leap", "last"):
            unregister(name)


def settle(service: Service) -> None:
    """Let the service collect the results."""
    with at_most(60):
        while service.desk._jobs._under_way:
            time.sleep(0.05)
            service.desk.tick()


@pytest.mark.rotating
def test_a_cluster_computes_the_same_reviews(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    def reviews(service: Service) -> list[Any]:
        lines = round_over(service, "Hanna", "Ben", level=3)
        settle(service)
        return [line.view["summary"]["review"]["title"] for line in lines]

    found = reviews(Service(workers=client.get_executor()))
    assert found == reviews(Service())
    assert "it is done here" not in caplog.text


@pytest.mark.rotating
def test_a_cluster_runs_the_same_deals(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    room = Class(2, workers=client.get_executor())
    room.ask("ask", question="03/at-least-one")
    room.answer("50%", "50%")
    room.steps("closed")
    room.ask("pool")
    pupil, pool = room.pupils[0], room.lesson.poll().pool
    assert pool is not None
    here = count([*pool.deals(pupil.last("welcome")["person"])()])
    pupil.ask("sample")
    settle(room.service)
    room.service.wait(1.0)
    assert poll_of(pupil)["pool"]["mine"] == f"It happened in {here.mean * here.trials:.0f} of your 50 deals."
    assert "it is done here" not in caplog.text


@pytest.mark.rotating
def test_the_command_finds_the_cluster_and_refuses_one_that_does_not_answer(
    client: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    workers = listening.cluster(argparse.Namespace(dask=client.scheduler.address))
    assert workers is not None
    with at_most(60):
        assert workers.submit(int).result() == 0
    monkeypatch.setattr(listening, "DASK_SECONDS", 1)
    assert cli.main(["serve", "--only=tables", "--port=0", "--data=none", "--dask=tcp://127.0.0.1:1"]) == 1
    assert "No Dask scheduler answered at tcp://127.0.0.1:1." in capsys.readouterr().err
    monkeypatch.setattr(listening, "importable", lambda *names: "distributed" not in names)
    assert cli.main(["serve", "--only=tables", "--port=0", "--data=none", "--dask=tcp://127.0.0.1:1"]) == 1
    assert "pip install 'phase10_widgets[cluster]'" in capsys.readouterr().err
