"""Honest visitors play on, whatever happens to the server; ``devtools.measure.hostile`` takes much longer at it."""

from __future__ import annotations

import asyncio
import sys

import pytest

from devtools.measure import hostile, siege, troubles

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="attackers there have no priorities and no bounds"),
]


def test_honest_visitors_play_on_under_attack() -> None:
    attacks = ["lying-frames", "other-sites", "flood", "vanish", "half-requests"]
    attacks += ["light-checks", "light-lines", "light-reviews"]
    found = asyncio.run(siege.attacked(attacks, 8, 2, pause=0.5, free_after=0))
    assert found.faults == {}
    assert len(found.waits) > 3
    assert len(found.light_waits) > 3
    assert found.counted["other-sites, asked"] >= 80
    assert found.counted["other-sites, kernels"] == 0
    assert all(any(what.startswith(f"{attack}, ") for what in found.counted) for attack in attacks)


def test_what_costs_an_attacker_little_costs_the_server_little() -> None:
    """Long messages, empty frames, raised hands, reports: memory stays bounded, and every process still answers."""
    attacks = ["long-messages", "empty-frames", "hands", "reports"]
    found = asyncio.run(siege.attacked(attacks, 8, 2, kernels=0, pause=0.5, free_after=0))
    assert found.faults == {}
    assert len(found.light_waits) > 3
    assert found.deaf == 0
    assert found.server < 250 * 2**20
    assert found.players < hostile.MOST_PLAYERS
    assert all(any(what.startswith(f"{attack}, ") for what in found.counted) for attack in attacks)


@pytest.mark.parametrize(("trouble", "seconds"), [("players", 5), ("server", 1), ("two-servers", 5)])
def test_nothing_that_was_played_is_lost(trouble: str, seconds: float) -> None:
    """Everybody comes back to a table, at the latest when all that plays their games is killed at the end."""
    found = asyncio.run(troubles.troubled(trouble, seconds, 2, pause=0.3))
    assert found.faults == {}
    assert found.counted.total() > 0
    assert len(found.honest.returned) >= 2
    assert len(found.light.returned) >= 2
