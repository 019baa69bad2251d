"""Write the pictures for the pages that surround the widgets: ``python -m devtools.generate.pictures``.

SVG files are written directly; Chromium converts icons and the link preview picture to PNG files.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from devtools import command
from devtools.browser import opened
from phase10_widgets.server import pages, pictures
from phase10_widgets.ui.rendering import TEMPLATES

DRAWN = {
    TEMPLATES["shared"] / "backs.svg": pictures.backs,
    pages.STATIC / "hero.svg": pictures.hero,
    pages.STATIC / "icon.svg": pictures.icon,
}
SAFE = 0.1
"""The fraction that a phone may crop from each side of a maskable icon."""
PICTURES = {
    "icon-192.png": (pictures.icon(), 192, 192),
    "icon-512.png": (pictures.icon(), 512, 512),
    "icon-maskable.png": (pictures.icon(margin=SAFE), 512, 512),
    "icon-apple.png": (pictures.icon(margin=SAFE / 2), 180, 180),
    "social.png": (pictures.social(), 1200, 630),
}


def photograph(page: Page, drawing: str, width: int, height: int, path: Path) -> None:
    """Save a drawing as a PNG file."""
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(f"<style>body{{margin:0}}body>svg{{display:block;width:100vw;height:100vh}}</style>{drawing}")
    page.screenshot(path=path, omit_background=True)


def main() -> None:
    command.parser(__doc__).parse_args()
    for path, draw in DRAWN.items():
        path.write_text(draw(), "utf-8")
    with opened.browser() as browser:
        page = browser.new_page()
        for name, (drawing, width, height) in PICTURES.items():
            photograph(page, drawing, width, height, pages.STATIC / name)


if __name__ == "__main__":
    main()
