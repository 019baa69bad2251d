"""Measure a Voilà kernel's memory: ``python -m benchmarks.memory`` prints a row for a blank page and each widget.

The promise: the memory of a kernel (docs/speed.md). It takes some minutes.

The figure is the kernel's resident memory (VmRSS) some seconds after the page has loaded, with modules precompiled.
"""

from __future__ import annotations

import compileall
import re
from pathlib import Path

from playwright.sync_api import Browser

from devtools import command
from devtools.browser.hosts import Voila
from devtools.browser.opened import voila

SHOWN = {
    "a blank page": "",
    "DealOdds": "from phase10_widgets import DealOdds; shown = DealOdds('classic', phase=1)",
    "DrawOdds": "from phase10_widgets import DrawOdds; shown = DrawOdds('classic', 1, hand='R7 B7 G7 Y2 B2 R9 Y12 B5')",
    "OddsTable": "from phase10_widgets import OddsTable; shown = OddsTable()",
    "Table": "from phase10_widgets import Table; shown = Table('classic', players=['You', 'greedy', 'greedy'], seed=7)",
}
CELL = """
import asyncio, re
from pathlib import Path
from ipywidgets import HTML
shown = HTML()
{code}
taken = HTML()

async def look():
    await asyncio.sleep(8)
    taken.value = "kB: " + re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]

looking = asyncio.ensure_future(look())
"""


def taken(browser: Browser, host: Voila, code: str) -> float:
    """Return the MiB of a kernel that shows this code's output."""
    page = browser.new_page()
    host.open(page, CELL.replace("{code}", code), "shown", "taken")
    page.wait_for_selector("text=/kB: /", timeout=60_000)
    found = re.search(r"kB: (\d+)", page.inner_text("body"))
    page.close()
    assert found, "the page says what its kernel takes"
    return int(found[1]) / 1024


def lines() -> list[str]:
    """Return the measurements as a Markdown table."""
    compileall.compile_dir(Path(__file__).parents[1] / "phase10_widgets", quiet=2)
    rows = ["| a Voilà kernel that shows | takes |", "|---|---:|"]
    with voila() as (browser, host):
        rows += [f"| {name} | {taken(browser, host, code):.1f} MiB |" for name, code in SHOWN.items()]
    return rows


if __name__ == "__main__":
    command.parser(__doc__).parse_args()
    print("\n".join(lines()))
