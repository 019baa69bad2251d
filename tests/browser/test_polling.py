"""A shared table in a network that lets no websocket through: the page polls, and plays with the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from devtools.browser.hosts import PATIENCE
from tests.apps.proxies import Proxy, proxied
from tests.browser.conftest import serving

pytest.importorskip("segno", reason="the extra tables is not installed")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the tables alone; yield their host and port."""
    home: Path = tmp_path_factory.mktemp("tables")
    with serving(home, "tables", "--open", "--data=none", f"--log={home / 'log'}") as address:
        yield address.removeprefix("http://").rstrip("/")


@contextmanager
def running(proxy: Proxy) -> Iterator[str]:
    """Run a proxy beside the test; yield the address in front of it."""
    loop, ready, done = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def run() -> None:
        async with proxied(proxy):
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    try:
        assert ready.wait(10)
        yield f"http://{proxy.address}/"
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(10)
        loop.close()


def enter(page: Page, address: str, name: str, act: str) -> list[str]:
    """Open or join a room; return the paths that are asked for from now on."""
    asked: list[str] = []
    page.set_default_timeout(PATIENCE)
    page.on("request", lambda request: asked.append(request.url.partition("/live")[2].partition("?")[0]))
    page.goto(address)
    page.locator('[name="name"]').fill(name)
    page.locator(f'[data-act="{act}"]').click()
    return asked


def test_a_page_without_websockets_plays(service: str, browser: Browser) -> None:
    with running(Proxy(service, upgrades=False)) as address:
        hanna, ben = (browser.new_context().new_page() for _ in range(2))
        enter(hanna, f"http://{service}/live", "Hanna", "open")
        hanna.locator('[data-act="lock"]').wait_for()
        invitation = hanna.url.replace(f"http://{service}/", address)
        asked = enter(ben, invitation, "Ben", "join")
        expect(hanna.locator("#live")).to_contain_text("Ben", timeout=PATIENCE)
        for page, seat in ((hanna, 0), (ben, 1)):
            page.locator(f'[data-act="sit"][data-seat="{seat}"]').first.click()
        hanna.locator('[data-act="start"]').first.click()
        for page in (hanna, ben):
            hand = page.locator("[data-own] [data-hand-card], [data-own][data-hand-card]")
            expect(hand).to_have_count(10, timeout=PATIENCE)
        assert asked.count("/poll") >= 3
        for page in (hanna, ben):
            page.context.close()
