"""The scripts that every widget ships stay small."""

from __future__ import annotations

import gzip
import json
import re
from itertools import product

from tornado.web import GZipContentEncoding

from phase10_widgets import languages
from phase10_widgets.languages.text import Text
from phase10_widgets.server import page_server, pages, site
from phase10_widgets.teaching.pages.pages import own_pages
from tests.faults import every
from tests.packages import PACKAGE, SOURCES

STATIC = PACKAGE / "static"
ENTRIES: list[str] = json.loads((SOURCES / "frontend" / "entries.json").read_text("utf-8"))["entries"]
MOST = {
    "table": 80_500,
    "coach": 82_500,
    "odds": 52_000,
    "lesson": 52_500,
    "setup": 32_500,
    "tournament": 26_000,
    "live": 94_000,
    "class": 33_500,
    "solo": 88_000,
    "frame": 1_500,
    "page": 17_300,
    "acts": 1_350,
    "aloud": 1_300,
    "borrow": 600,
    "de": 19_000,
}
"""The budget of each script in bytes, after gzip."""
PAGES = {"live": 113_000, "solo": 107_750}
"""The budget of each page without a notebook: its HTML, script and styles, after gzip."""
START = 20_000, 60_000
"""The budget of the start page in bytes, after gzip: before the first paint, and in all."""
TEMPLATES = {"live": "live", "solo": "play"}


def test_a_bundle_keeps_its_budget() -> None:
    sizes = {name: len(gzip.compress((STATIC / f"{name}.js").read_bytes(), 9, mtime=0)) for name in ENTRIES}
    too_large = [f"{name}.js: {size:,} of {MOST[name]:,} bytes" for name, size in sizes.items() if size > MOST[name]]
    assert too_large == [], "make these smaller, or raise the budget in MOST and say why in the commit"


def address(path: str) -> str:
    return f"/user/somebody/proxy/8000/{path}"


def zipped(content: bytes) -> int:
    """Return the size of a response that a server compresses for every visitor again, with less effort than a file."""
    return len(gzip.compress(content, GZipContentEncoding.GZIP_LEVEL, mtime=0))


def test_a_phone_loads_little() -> None:
    loaded = page_server.files()
    for name, language in product(PAGES, languages.names()):
        named = page_server.addresses(loaded, address, name)
        page = pages.light(TEMPLATES[name], Text(language), address, named, friends=False)
        html = zipped(page.encode())
        files = [loaded[f"{name}.{kind}"] for kind in ("js", "css")]
        assert html + sum(len(file.zipped) for file in files) <= PAGES[name], (name, language)


def test_the_start_page_loads_little() -> None:
    """Its HTML and styles come before the first paint; an idle browser also fetches the game's scripts, but later."""
    files = {name: zipped((pages.STATIC / name).read_bytes()) for name in site.SEEN}
    for language in languages.names():
        html = zipped(pages.start(Text(language), address, own_pages()).encode())
        assert html + files[pages.STYLE] <= START[0], language
        assert html + sum(files.values()) <= START[1], language


@every("name", ENTRIES)
def test_a_bundle_is_self_contained(name: str) -> None:
    """Hosts import the script from a blob: address, so it cannot load any other file."""
    script, css = (STATIC / f"{name}.js").read_text("utf-8"), STATIC / f"{name}.css"
    assert not re.search(r"import\([^\w]", script), "it imports only the address that Python sent"
    assert script.count("import(") <= 1
    assert not any(line.startswith("import") for line in script.splitlines())
    assert not re.search(r"url\(|@import", css.read_text("utf-8") if css.is_file() else "")
