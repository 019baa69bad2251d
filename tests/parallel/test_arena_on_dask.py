"""A contest on a real Dask cluster of two processes: the same results, even when a worker is killed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import arena
from tests.arena.players import Deadly
from tests.parallel.test_simulate_on_dask import at_most, client

pytestmark = pytest.mark.slow

__all__ = ["client"]


def test_a_cluster_gives_the_same_results(client: Any) -> None:
    players = ["greedy", "random", "greedy"]
    with at_most(60):
        found = arena.round_robin("classic", players, 10, executor=client.get_executor(), phases=[1, 2])
    assert found == arena.round_robin("classic", players, 10, phases=[1, 2])


def test_a_killed_worker_changes_nothing(client: Any, tmp_path: Path) -> None:
    player = Deadly(str(tmp_path / "grave"), os.getpid())
    with at_most(120):
        found = arena.play(
            "classic", [player, "random"], 40, executor=client.get_executor(), in_flight=8, phases=[1, 2]
        )
    assert Path(player.grave).exists(), "a worker died"
    assert found == arena.play("classic", [player, "random"], 40, phases=[1, 2])
