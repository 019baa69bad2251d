"""Visits share a thread: a visit with few requests hardly waits, however busy the others are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import product

import pytest

from phase10_widgets.ui.fair_queue import CREDIT, NEW, Address, FairQueue, Flow
from tests.faults import no_faults
from tests.ui.visiting import in_a_loop


class Thread:
    """A thread whose time passes only through computation."""

    def __init__(self) -> None:
        self.now = 0.0
        self.turns = FairQueue(lambda: self.now)
        self.done: list[str] = []

    def work(self, name: str, seconds: float) -> Callable[[], None]:
        def act() -> None:
            self.now += seconds
            self.done.append(name)

        return act

    async def repeat(self, name: str, seconds: float, times: int, address: Address, flow: Flow | None = None) -> None:
        for _ in range(times):
            await self.turns.take(address, flow or Flow(), self.work(name, seconds))

    async def ahead(self, name: str, address: Address, flow: Flow, seconds: float = 0.002) -> list[str]:
        """Take a turn; return the work done before it."""
        before = len(self.done)
        await self.turns.take(address, flow, self.work(name, seconds))
        return self.done[before:-1]


async def crowd(
    thread: Thread, n: int, address: Address, seconds: float, *, new: bool = False
) -> list[asyncio.Task[None]]:
    """Start flows that request turns without a pause; with *new*, each request comes from a new flow."""
    flows = [None if new else Flow() for _ in range(n)]
    tasks = [asyncio.create_task(thread.repeat("rude", seconds, 1000, address, flow)) for flow in flows]
    while len(thread.done) < 3 * n:
        await asyncio.sleep(0)
    return tasks


def test_a_visit_with_few_requests_hardly_waits() -> None:
    """This holds for any number of busy visits, by strangers or by classmates at the same address."""

    async def run(same: bool, new: bool) -> None:
        thread, rude = Thread(), Address()
        polite, flow = (rude if same else Address()), Flow()
        tasks = await crowd(thread, 40, rude, 0.2, new=new)
        await thread.ahead("polite", polite, flow)  # its turns have no mean yet
        waits = []
        for _ in range(30):
            for _ in range(10):
                await asyncio.sleep(0)
            waits.append(len(await thread.ahead("polite", polite, flow)))
        assert max(waits) <= 2, waits
        for task in tasks:
            task.cancel()

    with no_faults() as faults:
        for same, new in product((False, True), repeat=2):
            with faults.of(f"one address: {same}, new pages: {new}"):
                asyncio.run(run(same, new))


@in_a_loop
async def test_a_short_computation_ends_before_long_ones_go_on() -> None:
    """A page that has rested computes without a pause for as long as its credit lasts, and no longer."""
    thread, school, flow = Thread(), Address(), Flow()
    await thread.repeat("rested", 0.01, 1, school, flow)
    tasks = await crowd(thread, 10, school, 0.01)
    while thread.now < 60.0:
        await asyncio.sleep(0)
    thread.done.clear()
    await thread.repeat("rested", 0.01, round(0.9 * CREDIT / 0.01), school, flow)
    assert thread.done.count("rude") <= 3
    thread.done.clear()
    await thread.repeat("rested", 0.01, 100, school, flow)
    assert thread.done.count("rude") >= 500, "after that, it gets an equal share"
    for task in tasks:
        task.cancel()


@in_a_loop
async def test_addresses_get_equal_shares() -> None:
    """A later address is owed nothing for the past, and ten pages get no more than one."""
    thread, many, one = Thread(), Address(), Address()
    tasks = await crowd(thread, 10, many, 0.1)
    thread.done.clear()
    other = asyncio.create_task(thread.repeat("one", 0.1, 1000, one, Flow()))
    while len(thread.done) < 100:
        await asyncio.sleep(0)
    assert 45 <= thread.done.count("one") <= 55
    assert "rude" in thread.done[:4]
    for task in (*tasks, other):
        task.cancel()


@in_a_loop
async def test_shares_follow_the_weights() -> None:
    thread, both = Thread(), {"light": Address(), "heavy": Address(4.0)}
    tasks = [asyncio.create_task(thread.repeat(name, 0.1, 1000, at, Flow())) for name, at in both.items()]
    while len(thread.done) < 100:
        await asyncio.sleep(0)
    assert 75 <= thread.done.count("heavy") <= 85
    for task in tasks:
        task.cancel()


@in_a_loop
async def test_long_turns_are_finished() -> None:
    """Short turns go first, but not forever."""
    thread, school = Thread(), Address()
    tasks = await crowd(thread, 10, school, 0.01)
    await thread.ahead("slow", school, slow := Flow(), 1.0)
    before = thread.now
    await thread.ahead("slow", school, slow, 1.0)
    assert thread.now - before < 20.0
    for task in tasks:
        task.cancel()


@in_a_loop
async def test_failed_and_canceled_turns_keep_nobody_waiting() -> None:
    thread, address, flow = Thread(), Address(), Flow()
    assert await thread.turns.take(Address(), Flow(), lambda: 7) == (7, 0.0), "a single visit never waits"

    def fail() -> None:
        thread.now += 2.0
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await thread.turns.take(address, flow, fail)
    assert flow.finish == NEW + 2.0, "a failed turn also counts"
    assert not thread.turns.is_even(address)
    gone = [asyncio.create_task(thread.turns.take(Address(), Flow(), thread.work("gone", 1.0))) for _ in range(3)]
    await asyncio.sleep(0)
    for task in gone:
        task.cancel()
    await thread.repeat("there", 1.0, 1, address, flow)
    assert thread.done == ["there"]
