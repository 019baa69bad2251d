"""A server collects garbage on its own schedule."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress

import pytest

from phase10_widgets.server import garbage

pytestmark = pytest.mark.slow  # it goes through all objects of the process


class Circle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


CASES = {
    # new objects, FULL_SECONDS, collections by Python, GROWTH_FACTOR, True if garbage is collected
    "grown": (2000, 100, 0, 100, True),
    "late": (100, 0, 20, 100, True),
    "early": (100, 100, 20, 100, False),
    "nobody there": (100, 0, 0, 100, False),
    "doubled": (100, 100, 0, 0.5, True),
}


@pytest.mark.rotating
def test_garbage_is_collected_if_memory_has_grown_or_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own collector is off in the meantime and on again afterward."""
    monkeypatch.setattr(garbage, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(garbage, "NEW_BLOCKS", 1000)
    before = gc.get_threshold()

    async def serve(n: int, looks: int) -> bool:
        old = Circle()
        circle = weakref.ref(old)
        gc.collect()
        task = asyncio.create_task(garbage.collect_rarely())
        await asyncio.sleep(0)
        gc.unfreeze()  # so that a test can observe a single object
        assert gc.get_threshold() == (*before[:2], garbage.NEVER)
        del old
        kept = [bytes(100) for _ in range(n)]
        for _ in range(looks):
            gc.collect(1)
        await asyncio.sleep(0.2)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return circle() is None and len(kept) == n

    for name, (n, seconds, looks, times, gone) in CASES.items():
        monkeypatch.setattr(garbage, "FULL_SECONDS", seconds)
        monkeypatch.setattr(garbage, "GROWTH_FACTOR", times)
        assert asyncio.run(serve(n, looks)) == gone, name
        assert gc.get_threshold() == before
