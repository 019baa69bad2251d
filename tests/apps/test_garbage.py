"""A server looks for garbage when it chooses to."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from contextlib import suppress

import pytest

from phase10_widgets.apps import garbage


class Circle:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(
    ("n", "seconds", "looks", "times", "gone"),
    [
        (2000, 100, 0, 100, True),
        (100, 0, 20, 100, True),
        (100, 100, 20, 100, False),
        (100, 0, 0, 100, False),
        (100, 100, 0, 0.5, True),
    ],
    ids=["grown", "late", "early", "nobody there", "doubled"],
)
def test_garbage_is_collected_if_memory_has_grown_or_after_a_while(
    monkeypatch: pytest.MonkeyPatch, n: int, seconds: float, looks: int, times: float, gone: bool
) -> None:
    """Python does not do so by itself meanwhile, and does again afterward."""
    monkeypatch.setattr(garbage, "LOOK", 0.05)
    monkeypatch.setattr(garbage, "SECONDS", seconds)
    monkeypatch.setattr(garbage, "GROWN", 1000)
    monkeypatch.setattr(garbage, "DOUBLED", times)
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


def test_what_was_in_use_is_left_out_until_memory_has_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a look takes as long as what is new is large, however many games are open."""
    monkeypatch.setattr(garbage, "GROWN", 1000)
    old = Circle()
    circle = weakref.ref(old)
    try:
        found = garbage.Garbage()
        gc.unfreeze()
        kept = [bytes(100) for _ in range(2000)]
        found.look()
        del old
        kept += [bytes(100) for _ in range(2000)]
        found.look()
        assert circle() is not None
        kept += [bytes(100) for _ in range(sys.getallocatedblocks())]
        found.look()
        assert circle() is None, len(kept)
    finally:
        gc.unfreeze()
