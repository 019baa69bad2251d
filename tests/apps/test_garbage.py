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


@pytest.mark.parametrize(("looks", "gone"), [(garbage.ENOUGH + 1, True), (0, False)])
def test_garbage_is_collected_if_much_is_new(monkeypatch: pytest.MonkeyPatch, looks: int, gone: bool) -> None:
    """Python does not do so by itself meanwhile, and does again afterward."""
    monkeypatch.setattr(garbage, "SECONDS", 0.05)
    before = gc.get_threshold()

    async def serve() -> bool:
        task = asyncio.create_task(garbage.collect_now_and_then())
        await asyncio.sleep(0)
        assert gc.get_threshold() == (*before[:2], garbage.NEVER)
        old = Circle()
        gc.collect()  # counts from here
        circle = weakref.ref(old)
        del old
        for _ in range(looks):
            gc.collect(1)
        await asyncio.sleep(0.2)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return circle() is None

    try:
        assert asyncio.run(serve()) == gone
    finally:
        gc.unfreeze()
    assert gc.get_threshold() == before
