"""A round and a reconnect in Firefox and in WebKit: at a shared table, and alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from devtools.browser.firefox import firefox
from devtools.browser.webkit import webkit
from devtools.browser.window import Window, WindowTable
from devtools.measure.server import started
from tests.browser.live_crowd import Crowd
from tests.browser.test_one_screen import SIGHT
from tests.packages import program

pytest.importorskip("segno", reason="the extra app is not installed")

pytestmark = pytest.mark.rotating
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
    """Yield a function that opens a window of this size, closed after the test; its console must have no errors."""
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


def fits(window: Window) -> bool:
    """Return True if nothing is wider than the window."""
    return bool(window.run("() => document.documentElement.scrollWidth <= innerWidth"))


def wrong(window: Window) -> Any:
    """Return the visible faults of the table, once nothing moves."""
    window.until(STILL)
    return [*window.run(SIGHT, window.kind == "touch"), *window.run(SCROLLS)]


def my_turn(table: WindowTable) -> None:
    """Wait for the player's turn, and draw."""
    table.settle()
    if table.data("step") == "draw":
        table.draw()


def test_a_shared_table(browser_of: Callable[[tuple[int, int]], Window], tmp_path: Path) -> None:
    """On a phone: from a link to the table, through a reload and the death of the server, to the end of a round."""
    window = browser_of(PHONE)
    with started(tmp_path, "serve", "--only=tables", "--open") as server, closing(Crowd(server.address)) as crowd:
        hanna = crowd.enter("Hanna")
        hanna.plays = True
        window.goto(f"{server.address}live#k={hanna.frames[0]['key']}")
        window.locator('[name="name"]').fill("Ben")
        assert fits(window)
        window.locator('[data-act="join"]').click()
        sit = window.locator('[data-act="sit"]')
        sit.wait_for()
        crowd.say(hanna, "plan", table=1, edition="classic", preset="taste", seats=2, level=1)
        crowd.say(hanna, "sit", table=1)
        window.until('() => document.querySelectorAll("[data-act=sit]").length === 1')
        assert "Hanna" in window.text()
        assert fits(window)
        sit.first.click()
        window.locator("[data-you]").wait_for()
        crowd.say(hanna, "start", table=1)
        table = WindowTable(window)
        table.wait()
        my_turn(table)
        assert wrong(window) == []
        hand = sorted(table.hand())
        assert len(hand) == 11
        window.reload()
        table.wait()
        assert sorted(table.hand()) == hand
        server.kill()
        window.locator(LOST).wait_for()
        server.start()
        window.until("(lost) => !document.querySelector(lost)", LOST.removesuffix(":visible"))
        assert sorted(table.hand()) == hand
        table.play_round()
        assert {"draw-deck", "discard"} <= table.done
        assert "Hanna" in window.text()
        assert fits(window)
    assert not hanna.seen.wrong


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
