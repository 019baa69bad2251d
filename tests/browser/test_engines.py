"""A round and a reconnect in Firefox and in WebKit: at a shared table, and alone."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from devtools.browser import leash
from devtools.browser.firefox import firefox
from devtools.browser.servers import ROOT, Servers, answers, free_port
from devtools.browser.webkit import webkit
from devtools.browser.window import Window, WindowTable
from devtools.measure.crowd import Seen, Somebody, post
from tests.browser.conftest import serving
from tests.packages import program

pytest.importorskip("segno", reason="the extra tables is not installed")

pytestmark = pytest.mark.rotating
SIGHT = (Path(__file__).parent / "sight.js").read_text("utf-8")
PHONE, DESK = (390, 844), (1280, 720)
SEED = "3"
LOST = '[data-p10="row"][data-lost]:visible'
STILL = """() => !document.querySelector("[data-moving]") && !document.getAnimations().some(
    ({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime < Infinity)"""
SCROLLS = """() => [document.documentElement, document.querySelector('[data-p10="table"]')]
    .filter((node) => node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth)
    .map(({ localName }) => `the ${localName} scrolls`)"""
"""Engines differ in whether a scroll bar takes space from the page."""

Start = Callable[..., AbstractContextManager[Window]]
STARTS: dict[str, Start] = {"firefox": firefox, "webkit": webkit}


@pytest.fixture(params=STARTS)
def browser_of(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[tuple[int, int]], Window]]:
    """Yield what opens a window of this size; it is closed after the test, and nothing may be wrong in its console."""
    engine: str = request.param
    path = str(program(engine))
    with ExitStack() as stack:
        windows: list[Window] = []

        def opened(size: tuple[int, int]) -> Window:
            touch = {"touch": True} if engine == "firefox" and size == PHONE else {}
            window = stack.enter_context(STARTS[engine](path, tmp_path, **touch))
            windows.append(window)
            window.resize(*size)
            return window

        yield opened
        assert [fault for window in windows for fault in window.faults] == []


class Tables:
    """A server of shared tables that can be killed and started again."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self._home, self._stack = home, stack
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        words = ["tables", "--open", f"--port={self._port}", f"--log={self._home / 'log'}"]
        command = [sys.executable, "-m", "phase10_widgets", *words, f"--data={self._home / 'data'}"]
        env = {**os.environ, **Servers(self._home).folders(), "PYTHONPATH": str(ROOT)}
        silent = subprocess.Popen(command, cwd=self._home, env=env, stdout=subprocess.DEVNULL)
        self._process = self._stack.enter_context(leash.tied(silent))
        assert answers(self._process, f"{self.address}health")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    home = tmp_path / "tables"
    home.mkdir()
    with ExitStack() as stack:
        server = Tables(home, stack)
        server.start()
        yield server


class Host(Somebody):
    """Somebody without a browser who opens a room and plays there, but does not end the summary of a round."""

    def __init__(self, address: str) -> None:
        opened = post(address, "open", {"name": "Hanna"})
        super().__init__(address, str(opened["token"]), Seen(), {}, 0.05)
        self.link = ""
        self.loop = asyncio.new_event_loop()

    def _hear(self, message: Any) -> None:
        if message["kind"] == "welcome":
            self.link = f"{self.service}live#k={message['key']}"
        super()._hear(message)

    def _look(self, view: Any) -> None:
        if not view["summary"]:
            super()._look(view)

    def choose(self, view: Any) -> Any:
        """Return an action that does not keep Ben long: of the cards to discard, one that is alone with its number."""
        chosen = super().choose(view)
        if chosen["type"] != "discard":
            return chosen
        numbers = Counter(word[1:] for word in view["observation"]["hand"].split())
        discards = [each for each in view["legal"] if each["type"] == "discard"]
        return min(discards, key=lambda each: (numbers[each["card"][1:]], each["card"] == "W"))

    async def stay(self) -> None:
        """Be at the table until cancelled, whatever becomes of the server."""
        while True:
            try:
                await self.play()
            except (OSError, ConnectionClosed):
                await asyncio.sleep(0.2)

    def do(self, kind: str, **fields: Any) -> None:
        """Ask for something from another thread."""
        asyncio.run_coroutine_threadsafe(self.ask(kind, **fields), self.loop).result(20)

    @contextmanager
    def there(self) -> Iterator[Host]:
        """Play in a thread of its own while the block runs."""
        staying = self.loop.create_task(self.stay())
        thread = threading.Thread(target=lambda: self.loop.run_until_complete(asyncio.wait([staying])))
        thread.start()
        try:
            asyncio.run_coroutine_threadsafe(asyncio.wait_for(self.ready.wait(), 20), self.loop).result()
            yield self
        finally:
            self.loop.call_soon_threadsafe(staying.cancel)
            thread.join()
            self.loop.close()


def fits(window: Window) -> bool:
    """Return True if nothing is wider than the window."""
    return bool(window.run("() => document.documentElement.scrollWidth <= innerWidth"))


def wrong(window: Window) -> Any:
    """Return what is wrong with the table as a person sees it, once nothing moves."""
    window.until(STILL)
    return [*window.run(SIGHT, window.kind == "touch"), *window.run(SCROLLS)]


def my_turn(table: WindowTable) -> None:
    """Wait for the own turn, and draw."""
    table.settle()
    if table.data("step") == "draw":
        table.draw()


def test_a_shared_table(browser_of: Callable[[tuple[int, int]], Window], tables: Tables) -> None:
    """With a phone: by a link to the table, through a reload and the death of the server, to the end of a round."""
    window = browser_of(PHONE)
    with Host(tables.address).there() as hanna:
        window.goto(hanna.link)
        window.locator('[name="name"]').fill("Ben")
        assert fits(window)
        window.locator('[data-act="join"]').click()
        sit = window.locator('[data-act="sit"]')
        sit.wait_for()
        hanna.do("plan", table=1, edition="classic", preset="taste", seats=2, level=1)
        hanna.do("sit", table=1)
        window.until('() => document.querySelectorAll("[data-act=sit]").length === 1')
        assert "Hanna" in window.text()
        assert fits(window)
        sit.first.click()
        window.locator("[data-you]").wait_for()
        hanna.do("start", table=1)
        table = WindowTable(window)
        table.wait()
        my_turn(table)
        assert wrong(window) == []
        hand = sorted(table.hand())
        assert len(hand) == 11
        window.reload()
        table.wait()
        assert sorted(table.hand()) == hand
        tables.kill()
        window.locator(LOST).wait_for()
        tables.start()
        window.until("(lost) => !document.querySelector(lost)", LOST.removesuffix(":visible"))
        assert sorted(table.hand()) == hand
        table.play_round()
        assert {"draw-deck", "discard"} <= table.done
        assert "Hanna" in window.text()
        assert fits(window)
    assert not hanna.seen.wrong


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server without any kernel."""
    with serving(tmp_path_factory.mktemp("alone"), "serve", "--ready=0") as address:
        yield address


def test_alone(browser_of: Callable[[tuple[int, int]], Window], school: str) -> None:
    """At a desk: from the start page and the setup to the end of a round, with a reload in between."""
    window = browser_of(DESK)
    window.goto(school)
    assert fits(window)
    window.goto(f"{school}play")
    window.locator('details:has([data-field="seed"]) > summary').click()
    window.locator('[data-field="seed"]').fill(SEED)
    assert fits(window)
    window.locator('[data-act="play"]').click()
    table = WindowTable(window)
    table.wait()
    my_turn(table)
    assert wrong(window) == []
    hand = sorted(table.hand())
    window.reload()
    table.wait()
    assert sorted(table.hand()) == hand
    table.pace("0")
    table.play_round()
    assert {"draw-deck", "lay-down", "discard"} <= table.done
    assert wrong(window) == []
