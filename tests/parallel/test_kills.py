"""A few kills at random moments; ``devtools/measure/kills.py`` performs hundreds and reports every failure."""

from __future__ import annotations

import pytest

from devtools.measure import kills
from tests.helpers import rotating


@pytest.mark.slow
@pytest.mark.parametrize("pool", ["process", rotating("dask")])
def test_a_worker_killed_at_any_moment_changes_nothing(pool: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = kills.main(["--kills", "4", "--pool", pool])
    output = capsys.readouterr().out
    assert f"{pool}:    4 x the same number" in output
    assert status == 0, output
