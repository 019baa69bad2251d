"""Shared tables with a real Dask cluster of two processes: the same reviews and deals as without it."""

from __future__ import annotations

import argparse
import time
from typing import Any

import pytest

from phase10_widgets.apps import cli
from phase10_widgets.apps.cli import listening
from phase10_widgets.odds.simulation.tally import count
from tests.live.playing import Service
from tests.live.test_poll import Class, poll_of
from tests.live.test_reviews import round_over
from tests.parallel.test_simulate_on_dask import at_most, client

pytestmark = pytest.mark.slow

__all__ = ["client"]


def settle(service: Service) -> None:
    """Let the service take what is computed elsewhere."""
    with at_most(60):
        while service.desk._jobs._under_way:
            time.sleep(0.05)
            service.desk.tick()


def test_a_cluster_computes_the_same_reviews(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    def reviews(service: Service) -> list[Any]:
        lines = round_over(service, "Hanna", "Ben", level=3)
        settle(service)
        return [line.view["summary"]["review"]["title"] for line in lines]

    found = reviews(Service(workers=client.get_executor()))
    assert found == reviews(Service())
    assert "it is done here" not in caplog.text


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


def test_the_command_finds_the_cluster(client: Any) -> None:
    workers = listening.cluster(argparse.Namespace(dask=client.scheduler.address))
    assert workers is not None
    with at_most(60):
        assert workers.submit(int).result() == 0


def test_a_cluster_that_does_not_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(listening, "DASK_SECONDS", 1)
    assert cli.main(["tables", "--port=0", "--data=none", "--dask=tcp://127.0.0.1:1"]) == 1
    assert "No Dask scheduler answers at tcp://127.0.0.1:1." in capsys.readouterr().err
    monkeypatch.setattr(listening, "importable", lambda *names: "distributed" not in names)
    assert cli.main(["tables", "--port=0", "--data=none", "--dask=tcp://127.0.0.1:1"]) == 1
    assert "pip install 'phase10_widgets[cluster]'" in capsys.readouterr().err
