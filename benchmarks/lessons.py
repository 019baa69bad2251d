"""How soon a lesson can be used, and how fast its deals are: ``python -m benchmarks.lessons [TIMES]``.

Each lesson is opened in Voilà beside a blank notebook with one button, in the same run and by turns; each time counts
from the address to a button that can be pressed. Then 10,000 trials of each lesson's first question are timed from the
click to the picture.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Page, sync_playwright

from tests.browser.hosts import Voila
from tests.browser.servers import QUIET, ROOT, Servers
from tools import chromium

TIMES = 5
PATIENCE = 60_000
BLANK = "import ipywidgets\ntable = ipywidgets.Button(description='Press')"
LESSONS = sorted((ROOT / "lessons").glob("[01]*.ipynb"))


def blank(page: Page, host: Voila) -> float:
    """Seconds until the button of a blank notebook can be pressed."""
    began = perf_counter()
    host.open(page, BLANK)
    page.locator(".widget-button").click(timeout=PATIENCE)
    return perf_counter() - began


def lesson(page: Page, host: Voila, path: Path) -> float:
    """Seconds until the first question of a lesson can be answered."""
    began = perf_counter()
    host.show(page, path)
    page.locator('[data-kind="question"] [data-act="skip"], [data-kind="figure"] button').first.click(timeout=PATIENCE)
    return perf_counter() - began


def trials(page: Page) -> float | None:
    """Seconds from the click to the picture of 10,000 trials; None where the first question has none."""
    card = page.locator('[data-kind="question"]').first
    if not card.count() or not (button := card.locator('[data-act="simulate"][data-n="10000"]')).count():
        return None
    began = perf_counter()
    button.click()
    card.locator('[data-p10="try"][data-trials="10000"]').wait_for(timeout=PATIENCE)
    return perf_counter() - began


def main(times: int = TIMES) -> None:
    """Print a row for each lesson."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        servers = Servers(Path(home))
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(QUIET))
        try:
            host = Voila(servers)
            page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
            blank(page, host)
            print("| lesson | widgets | blank, s | lesson, s | ratio | 10,000 trials, s |")
            print("|---|---|---|---|---|---|")
            for path in LESSONS:
                bare, ours, tried = [], [], []
                for _ in range(times):
                    bare.append(blank(page, host))
                    ours.append(lesson(page, host, path))
                    if (taken := trials(page)) is not None:
                        tried.append(taken)
                print(_row(path, bare, ours, tried), flush=True)
        finally:
            browser.close()
            servers.stop()


def _row(path: Path, bare: list[float], ours: list[float], tried: list[float]) -> str:
    code = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    widgets = sum("text/html" in output.get("data", {}) for cell in code for output in cell["outputs"])
    low, high = statistics.median(bare), statistics.median(ours)
    dealt = f"{statistics.median(tried):.2f}" if tried else "–"  # noqa: RUF001
    return f"| {path.stem} | {widgets} | {low:.2f} | {high:.2f} | {high / low:.2f} | {dealt} |"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
