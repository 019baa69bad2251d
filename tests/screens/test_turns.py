"""Visits that share a thread: whoever has computed the least lately goes first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from phase10_widgets.screens.turns import HALF, Share, Turns


class Thread:
    """A thread whose time passes only by what is computed."""

    def __init__(self) -> None:
        self.now = 0.0
        self.turns = Turns(lambda: self.now, lambda: self.now)
        self.done: list[str] = []

    def work(self, name: str, seconds: float) -> Callable[[], None]:
        def act() -> None:
            self.now += seconds
            self.done.append(name)

        return act

    async def repeat(self, name: str, seconds: float, times: int, *shares: Share) -> None:
        for _ in range(times):
            await self.turns.take(shares, self.work(name, seconds))


def test_what_half_is_forgotten() -> None:
    share = Share()
    share.add(8.0, 0.0)
    assert share.seconds(HALF) == 4.0
    assert share.seconds(3 * HALF) == 1.0
    share.add(1.0, 3 * HALF)
    assert share.seconds(3 * HALF) == 2.0


def test_a_visitor_waits_for_one_other_at_most() -> None:
    """However many compute without a pause, from however many pages of their own."""

    async def run() -> None:
        thread, rude, polite = Thread(), Share(), Share()
        crowd = [asyncio.create_task(thread.repeat("rude", 1.0, 50, rude, Share())) for _ in range(20)]
        while len(thread.done) < 100:
            await asyncio.sleep(0)
        for _ in range(30):
            before = len(thread.done)
            await thread.turns.take((polite, Share()), thread.work("polite", 0.01))
            assert thread.done[before:].count("rude") <= 1
            assert "polite" in thread.done[before:]
        for task in crowd:
            task.cancel()

    asyncio.run(run())


def test_pages_of_one_address_are_served_alike() -> None:
    async def run() -> None:
        thread, school = Thread(), Share()
        slow = asyncio.create_task(thread.repeat("slow", 1.0, 100, school, Share()))
        quick = asyncio.create_task(thread.repeat("quick", 0.1, 100, school, Share()))
        await quick
        assert thread.done.count("slow") <= 12
        slow.cancel()

    asyncio.run(run())


def test_who_is_alone_waits_for_nobody() -> None:
    async def run() -> None:
        thread = Thread()
        assert await thread.turns.take((Share(),), lambda: 7) == (7, 0.0)
        await thread.repeat("alone", 1.0, 3, Share())
        assert thread.done == ["alone"] * 3

    asyncio.run(run())


def test_a_failure_and_a_farewell_keep_nobody_waiting() -> None:
    async def run() -> None:
        thread, share = Thread(), Share()

        def fail() -> None:
            thread.now += 2.0
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await thread.turns.take((share,), fail)
        assert share.seconds(thread.now) == 2.0, "it counts, too"
        gone = [asyncio.create_task(thread.turns.take((Share(),), thread.work("gone", 1.0))) for _ in range(3)]
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await thread.repeat("there", 1.0, 1, share)
        assert thread.done == ["there"]

    asyncio.run(run())
