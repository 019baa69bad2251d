"""Honest visitors play on, whatever happens; ``devtools.measure.hostile`` and ``.live`` take much longer at it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

pytest.importorskip("segno", reason="the extra tables is not installed")

from devtools.measure import hostile, siege, troubles
from devtools.measure.live import attackers, guesses, kills
from tests.helpers import rotating

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes there have no priorities and bounds, and no kill -9"),
]


@pytest.mark.rotating
def test_honest_visitors_play_on_under_attack() -> None:
    """Try several attacks at once; test_connections.py, test_server.py and test_solo.py try each defense."""
    attacks = ["lying-frames", "other-sites", "flood", "vanish", "half-requests"]
    attacks += ["light-checks", "light-lines", "light-reviews", "lesson-messages"]
    found = asyncio.run(siege.attacked(attacks, 8, 2, pause=0.5, free_after=0))
    assert found.faults == {}
    assert len(found.waits) > 3
    assert len(found.light_waits) > 3
    assert found.counted["other-sites, asked"] >= 80
    assert found.counted["other-sites, kernels"] == 0
    assert all(any(what.startswith(f"{attack}, ") for what in found.counted) for attack in attacks)


@pytest.mark.rotating
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


@pytest.mark.parametrize(("trouble", "seconds"), [rotating("players", 5), ("server", 1), rotating("two-servers", 5)])
def test_nothing_that_was_played_is_lost(trouble: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody comes back to a table, at the latest when all that plays their games is killed at the end."""
    monkeypatch.setattr(troubles, "CALM", 4.0)
    found = asyncio.run(troubles.troubled(trouble, seconds, 2, pause=0.3))
    assert found.faults == {}
    assert found.counted.total() > 0
    assert len(found.honest.returned) >= 2
    assert len(found.light.returned) >= 2


# Shared tables


@pytest.mark.rotating
def test_honest_people_play_on_among_hostile_pages(tmp_path: Path) -> None:
    found = asyncio.run(attackers.attacked(300, 0, tmp_path))
    assert (found.wrong, found.honest.wrong) == ({}, {})
    assert found.sent >= 300
    assert found.grown < attackers.FLAT
    assert found.counted["heard"] > 50


@pytest.mark.rotating
def test_a_class_joins_while_codes_are_guessed() -> None:
    found = asyncio.run(guesses.over_http(300, 1))
    assert not found.failed, (found.wrong, found.joined)
    assert found.tried["unknown"] < 200, "most are not even looked up"


def test_nothing_that_was_acknowledged_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    seen = asyncio.run(kills.killed(3, 1, tmp_path))
    assert seen.wrong == {}
    assert seen.counted["kills"] == 3
    assert seen.counted["moves compared"] > 15
    assert sorted(seen.resumed)[len(seen.resumed) // 2] < kills.RESUMES
