"""Fixtures of all tests of shared tables."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every room the same numbers: then a right and a wrong answer are never near each other by chance."""
    monkeypatch.setattr("phase10_widgets.rooms.lesson.room_lesson.new_key", lambda: "2")
