"""Write the list of scripts that every page with widgets loads: ``python -m devtools.generate.first_scripts``.

Open the app in a plain Voilà, which does not join scripts, and note what the page requests. Run this after an update
of Voilà, ipywidgets or anywidget; ``tests/browser/test_start.py`` fails until the list is right.
"""

from __future__ import annotations

from playwright.sync_api import Page

from devtools import command
from devtools.browser.hosts import PATIENCE
from devtools.browser.opened import voila
from phase10_widgets.apps.serve import scripts

APP = "from phase10_widgets import App\napp = App()"
REQUESTED = """() => performance.getEntriesByType("resource").filter((each) => each.initiatorType === "script")
    .map((each) => new URL(each.name).pathname)"""


def requested(page: Page) -> list[str]:
    """Return the scripts that the page loaded after its main script, as paths below ``voila/``."""
    page.locator("section.p10").first.wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    return sorted(path.removeprefix("/voila/") for path in page.evaluate(REQUESTED) if scripts.is_part(path))


def main() -> None:
    command.parser(__doc__).parse_args()
    with voila() as (browser, host):
        page = browser.new_page()
        host.open(page, APP, "app")
        found = requested(page)
    scripts.LIST.write_text("\n".join(found) + "\n", "utf-8")
    print(f"{len(found)} scripts")


if __name__ == "__main__":
    main()
