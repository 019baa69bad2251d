"""Time the first visit to the static site: ``python -m benchmarks.site [TIMES]``, after ``make site``.

Each time a fresh browser opens the app's page from a plain file server. Times run from opening the address to a setup
screen whose Play can be pressed, then from clicks at the table to the screen.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import psutil
from playwright.sync_api import Page, Playwright, sync_playwright

from benchmarks.browser import MEASURE
from devtools import command
from devtools.browser.servers import QUIET, ROOT, FileServer
from devtools.build import chromium

SITE = ROOT / "_site"
APP = "play/index.html"
TIMES = 5
CLICKS = 20
PATIENCE = 120_000
MUST = (3.0, 50.0, 7.0)
"""The limits: seconds until playable, milliseconds from a click to the screen, megabytes of a first visit."""


class Visit(NamedTuple):
    """The measurements of one first visit."""

    playable: float
    """The seconds from opening the address until a game can be started."""
    clicks: list[float]
    """The milliseconds from clicks to the screen."""
    fetched: float
    """The megabytes fetched, compressed."""
    memory: float
    """The MiB of the browser's processes beyond those with an empty page."""


def visit(playwright: Playwright, site: Path) -> Visit:
    """Make a first visit and begin a game."""
    browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(QUIET))
    with FileServer(site) as host:
        page = browser.new_page()
        page.goto("about:blank")
        before = browser_memory()
        began = perf_counter()
        page.goto(host.address + APP)
        page.locator('[data-p10="setup"] [data-act="play"]').click(timeout=PATIENCE)
        playable = perf_counter() - began
        clicks = at_the_table(page)
        fetched = host.compressed() / 1e6
        memory = browser_memory() - before
    browser.close()
    return Visit(playable, clicks, fetched, memory)


def at_the_table(page: Page) -> list[float]:
    """Draw a card and take it back, several times; the first ones are not counted."""
    table = '[data-p10="table"]'
    page.locator(f'{table} [data-act="draw-deck"]:not(:disabled)').first.wait_for(timeout=PATIENCE)
    found = []
    for _ in range(CLICKS):
        for deed in ("draw-deck", "undo"):
            button = f'{table} [data-act="{deed}"]'
            page.locator(f"{button}:not(:disabled)").first.wait_for(timeout=PATIENCE)
            found.append(float(page.evaluate(MEASURE, [button, table])))
    return found[10:]


def browser_memory() -> float:
    """Return the MiB of the browser processes below this one, with shared pages counted proportionally."""
    mine = psutil.Process().children(recursive=True)
    return float(sum(one.memory_full_info().pss for one in mine if "chrom" in one.name()) / 2**20)


def main() -> None:
    """Print the measurements and their limits."""
    words = command.parser(__doc__)
    words.add_argument("times", nargs="?", type=int, default=TIMES, metavar="TIMES", help="default: %(default)s")
    times = words.parse_args().times
    if not (SITE / APP).is_file():
        sys.exit("There is no site yet: make site")
    with sync_playwright() as playwright:
        visits = [visit(playwright, SITE) for _ in range(times)]
    playable = sorted(one.playable for one in visits)
    clicks = sorted(click for one in visits for click in one.clicks)
    seconds, milliseconds, megabytes = MUST
    print("| a first visit | median | worst | at most |")
    print("|---|---:|---:|---:|")
    print(f"| until a game can be started, s | {statistics.median(playable):.1f} | {playable[-1]:.1f} | {seconds:g} |")
    print(f"| from a click to the screen, ms | {statistics.median(clicks):.0f} | {clicks[-1]:.0f} | {milliseconds:g} |")
    print(f"| fetched, compressed, MB | {visits[0].fetched:.1f} | | {megabytes:g} |")
    print(f"| memory of the page, MiB | {statistics.median(one.memory for one in visits):.0f} | | |")


if __name__ == "__main__":
    main()
