"""Wait for work that a page does in the background."""

from __future__ import annotations

import time

from playwright.sync_api import Page

from .servers import FileServer

WORKER = "service-worker.js"
"""The service worker's own script; the browser stores it separately."""
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
    """Wait until the site's service worker has completely stored every file that the host has sent.

    Playwright's ``wait_for_function`` would treat the promise itself as a true result and would not wait at all.

    Raises:
        TimeoutError: a file is still missing after *timeout* milliseconds.
    """
    deadline = time.monotonic() + timeout / 1000
    sent = [file.relative_to(host.folder) for file in [*host.sent] if file.name != WORKER]
    while not page.evaluate(STORED, [host.address + file.as_posix() for file in sent]):
        if time.monotonic() > deadline:
            raise TimeoutError(f"the site was not stored within {timeout / 1000:.0f} s")
        page.wait_for_timeout(1000 * LOOK_SECONDS)
