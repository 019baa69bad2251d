"""Honest people can always play on; ``devtools.measure.siege`` and ``.live`` test this for much longer."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

pytest.importorskip("segno", reason="the extra app is not installed")

from devtools.measure import siege
from devtools.measure.live import kills
from tests.helpers import rotating

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes there have no priorities, no limits and no kill -9"),
]


@pytest.mark.rotating
@pytest.mark.parametrize(
    "attacks",
    [
        ["flood", "vanish", "half-requests", "checks", "lines", "reviews", "lesson-messages", "tournaments"],
        ["room-messages", "guesses"],
        ["long-messages", "empty-frames", "hands", "reports"],
    ],
)
def test_honest_people_play_on_under_attack(attacks: list[str]) -> None:
    """Memory stays bounded, and every process still answers; test_connections.py and test_solo.py try each defense."""
    found = asyncio.run(siege.attacked(attacks, 8, 2, pause=0.5, calm=0))
    assert found.faults == {}
    assert len(found.waits) > 6
    assert found.deaf == 0
    assert found.server < 250 * siege.MIB
    assert found.players < siege.MOST_PLAYERS
    assert all(any(what.startswith(f"{attack}, ") for what in found.counted) for attack in attacks)


@pytest.mark.parametrize(("trouble", "seconds"), [rotating("players", 5), ("server", 1), rotating("two-servers", 5)])
def test_no_move_is_lost(trouble: str, seconds: float) -> None:
    """Everybody returns to a table, at the latest when all game processes are killed at the end."""
    found = asyncio.run(siege.troubled(trouble, seconds, 4, pause=0.3, stored=4.0))
    assert found.faults == {}
    assert found.counted.total() > 0
    assert len(found.honest.returned) >= 4


# Shared tables


def test_acknowledged_messages_survive_a_killed_server_once(tmp_path: Path) -> None:
    seen = asyncio.run(kills.killed(3, 1, tmp_path))
    assert seen.wrong == {}
    assert seen.counted["kills"] == 3
    assert seen.counted["moves compared"] > 15
    assert sorted(seen.resumed)[len(seen.resumed) // 2] < kills.RESUMES
