"""A calendar that tests can advance."""

from __future__ import annotations

from typing import Any

import pytest

from phase10_widgets.teaching.progress import progress

DAY = 738_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a clock that can be set: ``clock.day``."""

    class Clock:
        day = DAY

        @classmethod
        def today(cls) -> Any:
            return type("Day", (), {"toordinal": lambda self: cls.day})()

    monkeypatch.setattr(progress, "date", Clock)
    monkeypatch.setattr("phase10_widgets.teaching.exercises.recall.date", Clock)
    return Clock
