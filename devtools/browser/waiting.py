"""Wait for what a page does in its own time."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

from .servers import FileServer

WORKERS = ("service-worker.js", "jupyterlite-worker.js")
"""The scripts of the service worker itself; the browser stores them apart."""
LOOK_SECONDS = 0.1
STORED = """async (needed) => {
  const name = (await caches.keys()).find((each) => each.startsWith("phase10-"));
  if (!name) return false;
  const store = await caches.open(name);
  const found = await Promise.all(needed.map((address) => store.match(address)));
  if (!found.every(Boolean)) return false;
  await Promise.all(found.map((response) => response.arrayBuffer()));
  return true;
}"""


def until(page: Page, script: str, arg: object = None, *, timeout: float) -> Any:
    """Return the result of an asynchronous function in a page once it is true.

    Playwright's ``wait_for_function`` takes the promise itself for a true result, so it would not wait at all.

    Raises:
        TimeoutError: it is not true after *timeout* milliseconds.
    """
    deadline = time.monotonic() + timeout / 1000
    while not (found := page.evaluate(script, arg)):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not true after {timeout / 1000:.0f} s: {script}")
        page.wait_for_timeout(1000 * LOOK_SECONDS)
    return found


def until_stored(page: Page, host: FileServer, *, timeout: float) -> None:
    """Wait until the site's service worker has stored every file that its host has sent, to the last byte."""
    sent = [file.relative_to(host.folder) for file in [*host.sent] if file.name not in WORKERS]
    needed = [host.address + file.as_posix() for file in sent]
    until(page, STORED, needed, timeout=timeout)
