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


@pytest.mark.parametrize(("n", "gone"), [(2000, True), (100, False)])
def test_garbage_is_collected_once_memory_has_grown(monkeypatch: pytest.MonkeyPatch, n: int, gone: bool) -> None:
    """Python does not do so by itself meanwhile, and does again afterward."""
    monkeypatch.setattr(garbage, "SECONDS", 0.05)
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
        await asyncio.sleep(0.2)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return circle() is None and len(kept) == n

    assert asyncio.run(serve()) == gone
    assert gc.get_threshold() == before
