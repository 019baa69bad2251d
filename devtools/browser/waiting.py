"""Wait for what a page does in its own time."""

from __future__ import annotations

import time

from playwright.sync_api import Page

from .servers import FileServer

WORKER = "service-worker.js"
"""The script of the service worker itself; the browser stores it apart."""
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


def until_stored(page: Page, host: FileServer, *, timeout: float) -> None:
    """Wait until the site's service worker has stored every file that its host has sent, to the last byte.

    Playwright's ``wait_for_function`` takes the promise itself for a true result, so it would not wait at all.

    Raises:
        TimeoutError: that is not so after *timeout* milliseconds.
    """
    deadline = time.monotonic() + timeout / 1000
    sent = [file.relative_to(host.folder) for file in [*host.sent] if file.name != WORKER]
    while not page.evaluate(STORED, [host.address + file.as_posix() for file in sent]):
        if time.monotonic() > deadline:
            raise TimeoutError(f"the site is not stored after {timeout / 1000:.0f} s")
        page.wait_for_timeout(1000 * LOOK_SECONDS)
