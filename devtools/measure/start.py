"""Time the start as a visitor sees it: ``python -m devtools.measure.start [TIMES] [--site]``.

The promise: the times to start in docs/host.md. It takes some minutes.

Without ``--site``, start ``phase10 serve`` with a preheated kernel on 127.0.0.1 and open its pages on a throttled
phone (1.6 Mbit/s, 150 ms, processor slowed down by 4), each time in a fresh browser. With ``--site``, open the site
built by ``make site`` without throttling: a first visit, and a second one after its file server has stopped. Print
medians and worst values of TIMES runs in seconds since the navigation began.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from devtools import command
from devtools.browser import opened
from devtools.browser.servers import ROOT, FileServer
from devtools.browser.waiting import until_stored

SITE = ROOT / "_site"
SITE_APP = "play/index.html"
APP = "play"
NOTEBOOK = "voila/render/app.ipynb"
PAGES = ("en/", APP, NOTEBOOK, "voila/render/odds.ipynb", "voila/render/lessons/index.ipynb")
TIMES = 5
IDLE_SECONDS = 10
PREHEAT_SECONDS = 4
PATIENCE = 120_000
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
DOWN, UP, LATENCY, SLOWDOWN = 1.6e6 / 8, 750e3 / 8, 150, 4
"""Bytes per second, milliseconds, and how much slower the processor is."""
PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
USABLE = """() => {
  const play = document.querySelector('[data-p10="setup"] [data-act="play"]');
  return play && !play.disabled && play.getClientRects().length > 0 && performance.now();
}"""

Times = dict[str, float]


def painted(page: Page, address: str) -> float:
    """Open a page; return the seconds until its first contentful paint."""
    page.goto(address, wait_until="commit")
    return float(page.wait_for_function(PAINTED, timeout=PATIENCE).json_value()) / 1000


def usable(page: Page) -> float:
    """Return the seconds from the page's navigation until its setup screen takes clicks."""
    return float(page.wait_for_function(USABLE, timeout=PATIENCE).json_value()) / 1000


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """Yield a page of a throttled phone that has visited nothing yet."""
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    speed = {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", speed)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    yield page
    context.close()


def until_ready(address: str) -> None:
    """Wait until a preheated kernel has run the app."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{address}health", timeout=30) as answer:
            if json.load(answer)["ready"]:
                time.sleep(PREHEAT_SECONDS)
                return
        time.sleep(0.2)
    raise TimeoutError("no kernel is ready")


def on_a_phone(browser: Browser, address: str) -> Times:
    """Return the times of one run over every page of ``phase10 serve``."""
    found: Times = {}
    for path in PAGES:
        until_ready(address)
        with phone(browser) as page:
            found[f"{path}: first paint"] = painted(page, address + path)
            if path in (APP, NOTEBOOK):
                found[f"{path}: setup usable"] = usable(page)
            else:
                page.wait_for_load_state()
    until_ready(address)
    with phone(browser) as page:
        page.goto(f"{address}en/")
        time.sleep(IDLE_SECONDS)
        page.locator("a.card0").click()
        page.wait_for_url(f"**/{APP}?*", wait_until="commit")
        found[f"setup usable, after {IDLE_SECONDS} s on the start page"] = usable(page)
    return found


def on_the_site(browser: Browser) -> Times:
    """Return the times of a first visit to the site, and of a second one without a network."""
    context = browser.new_context()
    found: Times = {}
    with FileServer(SITE) as host:
        page = context.new_page()
        found["start page: first paint"] = painted(page, host.address)
        page.wait_for_load_state()
        page.close()
    context.close()
    context = browser.new_context()
    with FileServer(SITE) as host:
        page = context.new_page()
        address = host.address + SITE_APP
        found["first visit: first paint"] = painted(page, address)
        found["first visit: setup usable"] = usable(page)
        until_stored(page, host, timeout=PATIENCE)
        context.new_cdp_session(page).send("Network.clearBrowserCache")
        page.close()
    page = context.new_page()
    found["second visit, offline: first paint"] = painted(page, address)
    found["second visit, offline: setup usable"] = usable(page)
    context.close()
    return found


def table(runs: list[Times]) -> None:
    """Print the median and the worst time of each row."""
    print(f"| seconds, {len(runs)} runs | median | worst |")
    print("|---|---:|---:|")
    for name in runs[0]:
        times = [run[name] for run in runs if name in run]
        print(f"| {name} | {statistics.median(times):.2f} | {max(times):.2f} |")


def measured(once: Callable[[Browser], Times], times: int) -> list[Times]:
    """Return the times of several runs, each in a browser of its own."""
    runs = []
    for _ in range(times):
        with opened.browser() as browser:
            runs.append(once(browser))
    return runs


def main() -> None:
    """Time the pages of a server of our own, or those of the site."""
    words = command.parser(__doc__)
    words.add_argument("times", nargs="?", type=int, default=TIMES, metavar="TIMES", help="default: %(default)s")
    words.add_argument("--site", action="store_true", help="time the site in _site/ instead")
    options = words.parse_args()
    if not options.site:
        with opened.served() as address:
            table(measured(lambda browser: on_a_phone(browser, address), options.times))
    elif (SITE / SITE_APP).is_file():
        table(measured(on_the_site, options.times))
    else:
        sys.exit("There is no site yet: make site")


if __name__ == "__main__":
    main()
