"""What was registered travels to a real Dask cluster of two processes that know nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import arena, odds
from phase10_widgets.extensions import unregister
from tests.contracts.boreal import BOREAL, Last, LeapOf
from tests.parallel.test_simulate_on_dask import at_most, client

pytestmark = pytest.mark.slow

__all__ = ["client"]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    p10.register(BOREAL)
    p10.register(LeapOf)
    p10.register(Last, name="last")
    yield
    for name in ("boreal", "leap", "last"):
        unregister(name)


def known() -> tuple[str, ...]:
    return p10.editions.names()


def test_a_cluster_plays_and_simulates_what_was_registered(client: Any) -> None:
    executor = client.get_executor()
    options: dict[str, Any] = {"phases": ["1 leap of 3", "2 sets of 2"]}
    assert set(client.run(known).values()) == {p10.EDITIONS}
    with at_most(60):
        found = arena.play("boreal", ["last", "greedy"], 8, executor=executor, **options)
        asked = odds.question("deal", edition="boreal", phase="1 leap of 3")
        chance = odds.simulate(asked, 4000, seed=3, executor=executor)
    assert found == arena.play("boreal", ["last", "greedy"], 8, **options)
    assert chance == odds.simulate(asked, 4000, seed=3)
    assert (*p10.EDITIONS, "boreal") in client.run(known).values()
