"""Fixtures for all shared-table tests."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every room the same numbers, so that right and wrong answers are never close by chance."""
    monkeypatch.setattr("phase10_widgets.rooms.lesson.room_lesson.new_key", lambda: "2")
