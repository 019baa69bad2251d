"""Shared tables under hostile pages, guessed codes and kill -9; ``devtools.measure.live`` takes longer at it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

pytest.importorskip("segno", reason="the extra tables is not installed")

from devtools.measure.live import attackers, guesses, kills

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes there cannot be killed as kill -9 does"),
]


def test_honest_people_play_on_among_hostile_pages(tmp_path: Path) -> None:
    found = asyncio.run(attackers.attacked(300, 0, tmp_path))
    assert (found.wrong, found.honest.wrong) == ({}, {})
    assert found.sent >= 300
    assert found.grown < attackers.FLAT
    assert found.counted["heard"] > 50


def test_a_class_joins_while_codes_are_guessed() -> None:
    found = asyncio.run(guesses.over_http(300, 1))
    assert not found.failed, (found.wrong, found.joined)
    assert found.tried["unknown"] < 200, "most are not even looked up"


def test_nothing_that_was_acknowledged_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    seen = asyncio.run(kills.killed(4, 1, tmp_path))
    assert seen.wrong == {}
    assert seen.counted["kills"] == 4
    assert seen.counted["moves compared"] > 20
    assert sorted(seen.resumed)[len(seen.resumed) // 2] < kills.RESUMES
