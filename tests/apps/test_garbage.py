"""A server looks for garbage when it chooses to."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress

import pytest

from phase10_widgets.apps import garbage


class Circle:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(
    ("n", "seconds", "looks", "gone"),
    [(2000, 100, 0, True), (100, 0, 20, True), (100, 100, 20, False), (100, 0, 0, False)],
)
def test_garbage_is_collected_if_memory_has_grown_or_after_a_while(
    monkeypatch: pytest.MonkeyPatch, n: int, seconds: float, looks: int, gone: bool
) -> None:
    """Python does not do so by itself meanwhile, and does again afterward."""
    monkeypatch.setattr(garbage, "LOOK", 0.05)
    monkeypatch.setattr(garbage, "SECONDS", seconds)
    monkeypatch.setattr(garbage, "GROWN", 1000)
    before = gc.get_threshold()

    async def serve() -> bool:
        old = Circle()
        circle = weakref.ref(old)
        gc.collect()
        task = asyncio.create_task(garbage.collect_seldom())
        await asyncio.sleep(0)
        gc.unfreeze()  # so that a test can see one object of all
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

    assert asyncio.run(serve()) == gone
    assert gc.get_threshold() == before
