"""Write the list of scripts that every page with widgets loads: ``python -m devtools.generate.first_scripts``.

Open the app in a plain Voilà, which does not join scripts, and note what the page requests. Run this after an update
of Voilà, ipywidgets or anywidget; ``tests/browser/test_start.py`` fails until the list is right.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from devtools import command
from devtools.browser.hosts import PATIENCE, Voila
from devtools.browser.servers import QUIET, Servers
from devtools.build import chromium
from phase10_widgets.apps.serve import scripts

APP = "from phase10_widgets import App\napp = App()"
REQUESTED = """() => performance.getEntriesByType("resource").filter((each) => each.initiatorType === "script")
    .map((each) => new URL(each.name).pathname)"""


def requested(page: Page) -> list[str]:
    """Return the scripts that the page loaded after its main script, as paths below ``voila/``."""
    page.locator("section.p10").first.wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    return sorted(path.removeprefix("/voila/") for path in page.evaluate(REQUESTED) if scripts.is_part(path))


def main() -> int:
    """Write the list."""
    command.parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        servers = Servers(Path(home))
        try:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(QUIET))
            page = browser.new_page()
            Voila(servers).open(page, APP, "app")
            found = requested(page)
            browser.close()
        finally:
            servers.stop()
    scripts.LIST.write_text("\n".join(found) + "\n", "utf-8")
    print(f"{len(found)} scripts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
