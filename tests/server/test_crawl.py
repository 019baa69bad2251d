"""Every address that our pages name exists; pages are read as sent, before their scripts run."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest

from devtools.browser.servers import Servers
from phase10_widgets import languages
from phase10_widgets.server import pages
from phase10_widgets.teaching.pages.pages import own_pages
from tests.helpers import rotating

pytestmark = pytest.mark.slow  # it starts servers

NAMED = {
    "href",
    "src",
    "poster",
    "data",
    "action",
    "data-early",
    "data-worker",
    "data-offline",
    "data-base",
    "data-confined",
}
"""The attributes whose values are addresses."""
PICTURE = "og:image"
IN_STYLE = re.compile(r"""url\(\s*["']?([^"')\s]+)|@import\s+["']([^"']+)""")
IN_SCRIPT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{0,2}/[^"'\s]+)["']""")
FETCHED = [f"{page}/{name}" for page in ("live", "play") for name in pages.LIGHT]
"""The addresses that the scripts of these pages request."""


class Page(HTMLParser):
    """The addresses that a page names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        self._inside = tag
        for name, value in values.items():
            if name in NAMED:
                self.found += value.split() if name.startswith("data-") else [value]
            elif name == "style":
                self.found += in_style(value)
        if values.get("property") == PICTURE:
            self.found.append(values.get("content", ""))

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self.found += in_style(data)
        elif self._inside == "script":
            self.found += IN_SCRIPT.findall(data)


def in_style(text: str) -> list[str]:
    """Return the addresses in a style sheet."""
    return [first or second for first, second in IN_STYLE.findall(text)]


def named_in(kind: str, text: str) -> list[str]:
    """Return the addresses in an answer."""
    match kind:
        case "text/html":
            return Page(text).found
        case "text/css":
            return in_style(text)
        case "application/manifest+json":
            found = json.loads(text)
            pictures = [*found["icons"], *found.get("screenshots", [])]
            return [found["start_url"], *(picture["src"] for picture in pictures)]
        case "text/javascript" | "application/javascript":
            return IN_SCRIPT.findall(text)
    return []


def crawled(start: str, language: str, fetched: Iterable[str] = ()) -> tuple[set[str], dict[str, str]]:
    """Crawl from the start page and *fetched*; return the paths found and the failures."""
    failed = dict[str, str]()
    named_by = {start: "", **dict.fromkeys((start + path for path in fetched), "a script")}
    waiting = [*named_by]
    while waiting:
        address = waiting.pop()
        try:
            with urllib.request.urlopen(
                urllib.request.Request(address, headers={"Accept-Language": language}), timeout=120
            ) as answer:
                named = named_in(answer.headers.get_content_type(), answer.read().decode("utf-8", "replace"))
                base = answer.url
        except urllib.error.HTTPError as error:
            with error:
                failed[address] = f"{error.code}, named by {named_by[address]}"
            continue
        for each in filter(None, map(str.strip, named)):
            found = urldefrag(urljoin(base, each)).url
            if found.startswith(start) and found not in named_by:
                named_by[found] = address
                waiting.append(found)
    return {address.removeprefix(start).partition("?")[0] for address in named_by}, failed


COMMANDS: dict[str, tuple[list[str], list[str], set[str]]] = {
    # the command's options, further addresses to fetch, some expected addresses
    "everything": ([], FETCHED, {"play", "history", "live", "page.css", "app.webmanifest", "social.png", *own_pages()}),
    "tables": (["--only=tables"], FETCHED[: len(pages.LIGHT)], {"", "live/live.js", "icon.svg"}),
}


@pytest.mark.parametrize("what", ["everything", rotating("tables")])
def test_every_named_address_exists(what: str, tmp_path: Path) -> None:
    words, fetched, some = COMMANDS[what]
    servers = Servers(tmp_path)
    try:
        address = servers.start("phase10_widgets", "serve", "--data=none", *words, ready="health")
        for language in languages.names():
            paths, failed = crawled(address, language, fetched)
            assert failed == {}
            assert some - paths == set()
    finally:
        servers.stop()
