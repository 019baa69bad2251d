"""Open a browser together with one of our servers or a notebook host."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from devtools.browser.hosts import Voila
from devtools.browser.servers import QUIET, Servers
from devtools.build import chromium


@contextmanager
def browser() -> Iterator[Browser]:
    """Yield a browser that can reach only this machine; exit if no browser is found."""
    if (path := chromium.find()) is None:
        raise SystemExit(chromium.ADVICE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield opened
        opened.close()


@contextmanager
def servers() -> Iterator[Servers]:
    with tempfile.TemporaryDirectory() as home:
        running = Servers(Path(home))
        try:
            yield running
        finally:
            running.stop()


@contextmanager
def served() -> Iterator[str]:
    """Yield the address of ``phase10 serve``."""
    with servers() as running:
        yield running.start("phase10_widgets", "serve", ready="health")


@contextmanager
def voila() -> Iterator[tuple[Browser, Voila]]:
    """Yield a browser and Voilà."""
    with servers() as running, browser() as opened:
        yield opened, Voila(running)
