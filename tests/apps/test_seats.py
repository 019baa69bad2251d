"""Seats are counted correctly and never leak, and a pre-warmed kernel is not culled while it gets its visitor."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from phase10_widgets.apps.serve import seats
from phase10_widgets.apps.serve.seats import FullError, Seats
from tests.faults import every
from tests.screens.visiting import in_a_loop


class Kernels:
    """A slow kernel manager."""

    def __init__(self, *, fails: bool = False) -> None:
        self.living, self.fails = set[str](), fails
        self.starting = self.most_starting = self.asked = 0

    def __contains__(self, kernel_id: str) -> bool:
        return kernel_id in self.living

    async def start_kernel(self, **kwargs: Any) -> str:
        self.starting += 1
        self.asked += 1
        self.most_starting = max(self.most_starting, self.starting)
        kernel_id = f"kernel {self.asked}"
        await asyncio.sleep(0.001)
        self.starting -= 1
        if self.fails:
            raise RuntimeError("no kernel")
        self.living.add(kernel_id)
        return kernel_id

    async def shutdown_kernel(self, kernel_id: str, *, now: bool = False) -> None:
        await asyncio.sleep(0)
        self.living.remove(kernel_id)


async def page(given: Seats, *, fails: bool = False, seconds: float = 0.0) -> bool:
    """Request a page; return True if there was a seat."""
    try:
        async with given.visit() as visit:
            await visit.start_kernel(path="")
            await asyncio.sleep(seconds)
            if fails:
                raise RuntimeError("no page")
    except FullError:
        return False
    return True


def together(*pages: Coroutine[Any, Any, bool]) -> list[bool | BaseException]:
    async def all_of_them() -> list[bool | BaseException]:
        async with asyncio.timeout(20):
            return await asyncio.gather(*pages, return_exceptions=True)

    return asyncio.run(all_of_them())


def test_pages_at_once_get_no_more_seats_than_there_are_and_few_kernels_start() -> None:
    kernels = Kernels()
    given = Seats(4, kernels)
    assert together(*(page(given) for _ in range(14))) == [True] * 4 + [False] * 10
    assert (given.taken, given.free, len(kernels.living)) == (4, False, 4)
    kernels.living.pop()  # the kernel ends without notice
    assert (given.taken, given.free) == (3, True)
    kernels.living.clear()
    assert given.taken == 0
    many = Seats(60, kernels := Kernels())
    assert together(*(page(many, seconds=0.002) for _ in range(30))) == [True] * 30
    assert kernels.most_starting == seats.STARTS


@in_a_loop
async def test_a_page_on_its_way_holds_one_seat() -> None:
    """Before its kernel starts, while both exist, and after both are done."""
    given = Seats(4, Kernels())
    async with given.visit() as visit:
        assert given.taken == 1
        await visit.start_kernel()
        assert given.taken == 1
    assert given.taken == 1


@pytest.mark.parametrize("where", ["kernel", "page"])
@in_a_loop
async def test_what_fails_gives_its_seat_back(where: str) -> None:
    kernels = Kernels(fails=where == "kernel")
    given = Seats(4, kernels, starts=2)
    for _ in range(5):
        pages = (page(given, fails=where == "page") for _ in range(4))
        found = await asyncio.gather(*pages, return_exceptions=True)
        assert [str(error) for error in found] == [f"no {where}"] * 4
        assert (given.taken, kernels.living) == (0, set())
    kernels.fails = False
    assert all([await page(given) for _ in range(4)])


@in_a_loop
async def test_pages_that_come_to_nothing_do_not_keep_others_from_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "START_SECONDS", 0.01)
    kernels = Kernels()
    given = Seats(60, kernels, starts=1)
    pages = [asyncio.create_task(page(given, seconds=60)) for _ in range(3)]
    async with asyncio.timeout(20):
        while len(kernels.living) < 3:
            await asyncio.sleep(0.01)
    for each in pages:
        each.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    assert given.taken == 0


def test_a_page_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time that other pages take to start does not count."""
    monkeypatch.setattr(seats, "PAGE_SECONDS", 0.2)
    kernels = Kernels()
    found = together(page(Seats(60, kernels), seconds=60))
    assert [type(error) for error in found] == [TimeoutError]
    assert kernels.living == set()
    given = Seats(60, kernels, starts=1)
    assert together(*(page(given, seconds=0.1) for _ in range(4))) == [True] * 4


@dataclass
class Clock:
    """A clock that goes when told."""

    now: float = 10_000.0

    def __call__(self) -> float:
        return self.now


KEPT: list[tuple[float, dict[str, Any], bool, str]] = [
    # seconds without a sign of the browser, how the page is there, whether the seat is kept, why
    (59, {}, True, "a picture or a frame of another site opens no socket, and has a minute"),
    (61, {}, False, "a picture or a frame of another site opens no socket, and has a minute"),
    (69, {"opened": 1, "wanted": True}, True, "a lost socket has 70 seconds if somebody waits"),
    (71, {"opened": 1, "wanted": True}, False, "a lost socket has 70 seconds if somebody waits"),
    (599, {"opened": 1}, True, "otherwise it has as long as the server was told"),
    (601, {"opened": 1}, False, "otherwise it has as long as the server was told"),
    (61, {"opened": 1, "wanted": True, "cull": 60}, False, "which may be less"),
    (24, {"opened": 1, "wanted": True, "silent": 45}, True, "a phone was lost when it fell silent"),
    (26, {"opened": 1, "wanted": True, "silent": 45}, False, "a phone was lost when it fell silent"),
    (59, {"opened": 1, "cull": 60, "later": 50}, True, "a sign of the browser counts, even without a socket"),
    (10_000, {"opened": 2}, True, "somebody may read a lesson for hours"),
    (599, {"opened": 2, "wanted": True}, True, "only if others wait, a silent page gives way"),
    (601, {"opened": 2, "wanted": True}, False, "only if others wait, a silent page gives way"),
]
"""Of the sockets that were opened, the first one is lost."""


@every("seconds, there, kept, why", KEPT)
@in_a_loop
async def test_a_seat_is_kept_for_a_while(seconds: float, there: dict[str, Any], kept: bool, why: str) -> None:
    clock, kernels = Clock(), Kernels()
    closed: list[str] = []
    given = Seats(1, kernels, cull=there.get("cull", 600), clock=clock)
    assert await page(given)
    (kernel,) = given
    for number in range(opened := there.get("opened", 0)):
        given.enter(kernel, number, lambda: closed.append(kernel))
        given.signed(kernel)
    clock.now += (silent := there.get("silent", 0))
    given.leave(kernel, 0, silent)
    given.leave(kernel, 0)
    if "later" in there:
        clock.now += there["later"]
        given.signed(kernel)
    clock.now += seconds - 1
    assert not (there.get("wanted") and await page(given))
    clock.now += 1
    await given.sweep()
    assert (kernel in kernels.living) == (kernel in given) == (given.taken == 1) == kept
    assert closed == ([] if kept else [kernel] * (opened - 1)), "a page without a kernel learns of it"


@in_a_loop
async def test_a_game_that_waited_is_not_put_away_under_its_visitor() -> None:
    """With Voilà's own kernel manager: 200 games that waited for half an hour, visited at any moment of a round."""
    pytest.importorskip("voila", reason="the extra app is not installed")
    from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
    from voila.voila_kernel_manager import voila_kernel_manager_factory

    from phase10_widgets.apps.serve import kernels as served

    class Manager(served.Kernels):
        async def shutdown_kernel(self, kernel_id: str, *args: Any, **kwargs: Any) -> None:
            self._kernels.pop(kernel_id)

    made = voila_kernel_manager_factory(Manager, True, 0)

    async def first_visit(moment: float) -> bool:
        kernels = made.__new__(made)  # its own __init__ needs a whole server
        AsyncMappingKernelManager.__init__(kernels, cull_idle_timeout=0)
        spec = SimpleNamespace(metadata={})
        kernel = SimpleNamespace(execution_state="idle", kernel_name="python3", kernel_spec=spec)
        kernel.last_activity = datetime.now(UTC) - timedelta(minutes=30)
        kernels._kernels = {"the game": kernel}
        kernels.initialize_culler()
        assert kernels._culler_callback is None  # Jupyter's own clock stands still
        kernels.notebook_data, kernels.fill_if_needed = {}, lambda **kwargs: None
        ready = asyncio.get_running_loop().create_future()
        renderer = SimpleNamespace(stop_generator=False, rendered_cache=["<html>"])
        ready.set_result({"kernel_id": "the game", "renderer": renderer, "task": None})
        kernels._pools = {"app.ipynb": [ready]}
        clock = Clock()
        given = Seats(1, kernels, cull=60, clock=clock)
        clock.now += 1800
        await given.sweep()
        assert (kernels.in_waiting(), given.taken) == ({"the game"}, 0)
        clock.now += moment
        async with given.visit() as visit:
            assert await visit.get_rendered_notebook(notebook_name="app.ipynb") == (None, ["<html>"], "the game")
            clock.now += 5 - moment
            await given.sweep()
        return "the game" in given and given.taken == 1

    chance = random.Random(9)
    assert all([await first_visit(chance.uniform(0, 5)) for _ in range(200)])


@pytest.mark.parametrize(("begun", "message"), [(True, "finished"), (False, "500")])
def test_a_page_that_is_given_up_is_ended(begun: bool, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets a sentence if nothing was sent yet; otherwise it ends as it is."""
    pytest.importorskip("voila", reason="the extra app is not installed")
    from tornado.web import HTTPError
    from voila.tornado.handler import TornadoVoilaHandler

    from phase10_widgets.apps.serve import handlers

    async def endless(self: object, path: str) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(seats, "PAGE_SECONDS", 0.01)
    monkeypatch.setattr(TornadoVoilaHandler, "get", endless)
    handler = handlers.Notebook.__new__(handlers.Notebook)
    given, done = Seats(1, Kernels()), []
    server = SimpleNamespace(seats=given, frames=[])
    handler.application = SimpleNamespace(settings={"phase10_notebooks": {"app.ipynb"}, "phase10_server": server})
    handler.request = SimpleNamespace(headers={"Sec-Fetch-Dest": "document"}, cookies={})
    handler._headers_written = begun
    monkeypatch.setattr(handler, "finish", lambda: done.append("finished"))
    try:
        asyncio.run(handler.get("app.ipynb"))
    except HTTPError as error:
        done.append(str(error.status_code))
    assert done == [message]
    assert given.taken == 0
