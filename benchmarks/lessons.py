"""Time the start of app and lessons, and simulated deals: ``python -m benchmarks.lessons [TIMES [NAME ...]]``.

Each is opened in Voilà alternating with a blank notebook with one anywidget, in the same run, once with a new kernel
per visit and once preheated, as configured in ``voila.json``. Times run from opening the address to a button that can
be pressed. Then 10,000 trials of a lesson's first question are timed from the click to the picture. NAME is a prefix
of a notebook's name; by default all are measured.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from shutil import copy
from time import perf_counter, sleep
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from devtools import command
from devtools.browser.hosts import write_notebook
from devtools.browser.servers import QUIET, ROOT, Servers
from devtools.build import chromium

TIMES = 5
PATIENCE = 60_000
WARM = 6
"""The seconds in which a preheated kernel has replaced the last one."""
BLANK = '''
import anywidget

class Blank(anywidget.AnyWidget):
    _esm = """export default { render({ el }) {
      const button = document.createElement("button");
      button.id = "blank";
      button.textContent = "Press";
      el.append(button);
    } }"""

Blank()
'''
FIRST = ", ".join(
    ('[data-p10="setup"] [data-act="play"]', '[data-kind="question"] [data-act="skip"]', '[data-kind="figure"] button')
)
NOTEBOOKS = [ROOT / "notebooks" / "app.ipynb", *sorted((ROOT / "lessons").glob("[01]*.ipynb"))]


def pressed(page: Page, address: str, button: str) -> float:
    """Return the seconds from opening the address to pressing a button."""
    began = perf_counter()
    page.goto(address)
    page.locator(button).first.click(timeout=PATIENCE)
    return perf_counter() - began


def trials(page: Page) -> float | None:
    """Return the seconds from the click to the picture of 10,000 trials; None if the first question has none."""
    card = page.locator('[data-kind="question"]').first
    if not card.count() or not (button := card.locator('[data-act="simulate"][data-n="10000"]')).count():
        return None
    began = perf_counter()
    button.click()
    card.locator('[data-p10="try"][data-trials="10000"]').wait_for(timeout=PATIENCE)
    return perf_counter() - began


class Times(NamedTuple):
    """The measurements of one notebook, in seconds."""

    bare: list[float]
    ours: list[float]
    tried: list[float]

    @property
    def ratio(self) -> str:
        """The time relative to a blank notebook, as text."""
        return f"{statistics.median(self.bare):.2f} | {statistics.median(self.ours):.2f} | {self.quotient:.2f}"

    @property
    def quotient(self) -> float:
        """The ratio of the medians."""
        return statistics.median(self.ours) / statistics.median(self.bare)


def measured(page: Page, servers: Servers, path: Path, times: int, *, preheated: bool) -> Times:
    """Measure a notebook and a blank one on their own server, alternating; the first visit of each is not counted."""
    folder = Path(tempfile.mkdtemp(dir=servers.home))
    copy(path, folder / "ours.ipynb")
    write_notebook(folder / "blank.ipynb", BLANK)
    heat = (f"--VoilaConfiguration.preheat_kernel={preheated}", "--VoilaConfiguration.default_pool_size=1")
    words = (str(folder), "--no-browser", "--Voila.ip=127.0.0.1", "--Voila.port_retries=0", *heat)
    address = servers.start("voila", *words, ready="voila/static/voila.js") + "voila/render/"
    found = Times([], [], [])
    for turn in range(times + 1):
        for kind, button, seconds in (("blank", "#blank", found.bare), ("ours", FIRST, found.ours)):
            if preheated:
                sleep(WARM)
            taken = pressed(page, f"{address}{kind}.ipynb", button)
            if turn:
                seconds.append(taken)
        if turn and (dealt := trials(page)) is not None:
            found.tried.append(dealt)
    servers.stop()
    servers.running.clear()
    return found


def main() -> None:
    """Print a row for each notebook."""
    words = command.parser(__doc__)
    words.add_argument("times", nargs="?", type=int, default=TIMES, metavar="TIMES", help="default: %(default)s")
    words.add_argument("names", nargs="*", metavar="NAME", help="how a notebook's name begins; all without any")
    options = words.parse_args()
    times, names = options.times, tuple(options.names)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(QUIET))
        try:
            page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
            print(
                "| notebook | blank, s | ours, s | ratio | preheated: blank, s | ours, s | ratio | 10,000 trials, s |"
            )
            print("|---|---|---|---|---|---|---|---|")
            for path in NOTEBOOKS:
                if not path.name.startswith(names or ("",)):
                    continue
                servers = Servers(Path(home))
                try:
                    cold = measured(page, servers, path, times, preheated=False)
                    warm = measured(page, servers, path, times, preheated=True)
                finally:
                    servers.stop()
                tried = [*cold.tried, *warm.tried]
                dealt = f"{statistics.median(tried):.2f}" if tried else "no trials"
                print(f"| {path.stem} | {cold.ratio} | {warm.ratio} | {dealt} |", flush=True)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
