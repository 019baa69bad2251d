"""A few kills at random moments; ``devtools/measure/kills.py`` makes hundreds, and reports every failure."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from random import Random

import pytest

from devtools.measure import kills
from phase10_widgets import odds
from phase10_widgets.odds.estimate import Estimate
from tests.parallel.test_simulate_on_dask import ADVICE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("pool", ["process", "dask"])
def test_a_worker_killed_at_any_moment_changes_nothing(pool: str, capsys: pytest.CaptureFixture[str]) -> None:
    if pool == "dask" and find_spec("distributed") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(ADVICE)
    status = kills.main(["--kills", "4", "--pool", pool])
    output = capsys.readouterr().out
    assert f"{pool}, quiet:    4 x the same number" in output
    assert status == 0, output


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process that can be killed in a worker's place."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as process:
        yield process
        process.kill()


def ended(sleeper: subprocess.Popen[bytes], after: float = 0, limit: float = 60) -> str:
    with ThreadPoolExecutor(1) as threads:
        return kills.one_round(kills.Workers(threads, lambda: [sleeper.pid]), 1, after, limit, Random(1))


def test_another_number_is_told(sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    def other(workers: kills.Workers, seed: int) -> Estimate:
        sleeper.wait()
        return odds.simulate(kills.ASKED, 10, seed)

    monkeypatch.setattr(kills, "simulate", other)
    assert ended(sleeper).startswith("another number: <Estimate ")


def test_an_error_is_told(sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(workers: kills.Workers, seed: int) -> Estimate:
        raise ValueError("too many values to unpack")

    monkeypatch.setattr(kills, "simulate", fails)
    assert ended(sleeper) == "ValueError: too many values to unpack"


def test_a_round_that_does_not_end_is_told(sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "simulate", lambda workers, seed: sleeper.wait())
    assert ended(sleeper, after=600, limit=0.2) == "TimeoutError: no end after 0.2 seconds"


def test_a_kill_that_comes_too_late_does_not_count(
    sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kills, "simulate", lambda workers, seed: kills.expected(seed))
    assert ended(sleeper, after=600) == kills.LATE
    assert sleeper.poll() is None, "nobody was killed"


def test_too_few_kills_are_a_failure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(kills, "one_round", lambda *words: kills.LATE)
    assert kills.main(["--kills", "1"]) == 1
    assert "the kill came too late" in capsys.readouterr().out
