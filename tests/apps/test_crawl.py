"""Every address that a page of ours names is there: `phase10 serve`, `tables` and `play`, in both languages.

A crawl begins at the start page and follows the links, pictures, scripts, styles and fetches that pages, styles,
scripts and manifests name. It leaves the pages as they are sent; what their scripts ask for later is not seen.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest

from devtools.browser.servers import Servers
from phase10_widgets.apps.serve import pages
from phase10_widgets.teaching.course import stages

pytestmark = pytest.mark.slow  # it starts servers

RENDERED = {
    "en": {"voila/render/odds.ipynb", "voila/render/lessons/index.ipynb"},
    "de": {"voila/render/lessons/de/index.ipynb"},
}
"""The notebooks that a person opens, by language; each starts a kernel. Of the others, the page before them is read."""
NAMED = {"href", "src", "poster", "data", "action", "data-early", "data-worker", "data-offline", "data-base"}
"""The attributes whose values are addresses."""
PICTURE = "og:image"
IN_STYLE = re.compile(r"""url\(\s*["']?([^"')\s]+)|@import\s+["']([^"']+)""")
IN_SCRIPT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{0,2}/[^"'\s]+)["']""")
FETCHED = [f"{page}/{name}" for page in ("live", "play") for name in pages.LIGHT]
"""The addresses that the scripts of pages without a kernel ask for."""


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
    """Return what a style sheet names."""
    return [first or second for first, second in IN_STYLE.findall(text)]


def in_manifest(text: str) -> Iterator[str]:
    """Yield what the manifest of an installed page names."""
    found = json.loads(text)
    yield found["start_url"]
    for picture in [*found["icons"], *found.get("screenshots", [])]:
        yield picture["src"]


class Crawl:
    """All own addresses that can be reached, each with its status and the page that named it first."""

    def __init__(self, start: str, language: str, fetched: Iterable[str] = (), key: str = "") -> None:
        """Crawl from the start page on; *fetched* are more addresses to begin with, *key* lets the visitor in."""
        self._open = urllib.request.build_opener().open  # without cookies: with one, every notebook starts a kernel
        if key:
            self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open
            self._open(key, timeout=120).close()
        self.start, self._language = start, language
        self._rendered = set(RENDERED[language])
        self.statuses: dict[str, int] = {}
        self.named_by: dict[str, str] = {start: "", **dict.fromkeys((start + path for path in fetched), "a script")}
        waiting = [*self.named_by]
        while waiting:
            address = waiting.pop()
            for named in self._ask(address):
                if named.startswith(start) and named not in self.named_by:
                    self.named_by[named] = address
                    waiting.append(named)

    def failed(self) -> dict[str, str]:
        """Return the addresses that are answered with 400 or more, each with its status and who names it."""
        return {
            f"/{self._path(address)}": f"{status}, named by /{self._path(self.named_by[address])}"
            for address, status in self.statuses.items()
            if status >= 400
        }

    def paths(self) -> set[str]:
        """Return the paths of all addresses, without queries."""
        return {self._path(address).partition("?")[0] for address in self.statuses}

    def _path(self, address: str) -> str:
        return address.removeprefix(self.start)

    def _ask(self, address: str) -> list[str]:
        """Ask for an address and return what its answer names."""
        headers = {"Accept-Language": self._language}
        path = self._path(address).partition("?")[0]
        if path in self._rendered:
            self._rendered.remove(path)
            headers["Sec-Fetch-Dest"] = "document"
        try:
            with self._open(urllib.request.Request(address, headers=headers), timeout=120) as answer:
                self.statuses[address] = answer.status
                kind, text = answer.headers.get_content_type(), answer.read().decode("utf-8", "replace")
                base = answer.url
        except urllib.error.HTTPError as error:
            with error:
                self.statuses[address] = error.code
            return []
        named = self._names(kind, text)
        return [urldefrag(urljoin(base, each.strip())).url for each in named if each.strip()]

    @staticmethod
    def _names(kind: str, text: str) -> list[str]:
        match kind:
            case "text/html":
                return Page(text).found
            case "text/css":
                return in_style(text)
            case "application/manifest+json":
                return [*in_manifest(text)]
            case "text/javascript" | "application/javascript":
                return IN_SCRIPT.findall(text)
        return []


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    started = Servers(tmp_path)
    yield started
    started.stop()


def test_everything_that_serve_names_is_there(servers: Servers) -> None:
    serve = servers.start("phase10_widgets", "serve", "--ready=0", ready="health")
    for language in RENDERED:
        crawl = Crawl(serve, language, FETCHED)
        assert crawl.failed() == {}
        lessons = {f"voila/render/lessons/{stage.notebooks['en']}.ipynb" for stage in stages().values()}
        lessons |= {f"voila/render/lessons/de/{stage.notebooks['de']}.ipynb" for stage in stages().values()}
        assert lessons | {"", "en/", "de/", "en/about", "de/about", "play", "history", "live"} <= crawl.paths()
        assert {"page.css", "page.js", "app.webmanifest", "icon-512.png", "social.png"} <= crawl.paths()


def test_everything_that_tables_names_is_there(servers: Servers) -> None:
    tables = servers.start("phase10_widgets", "tables", "--data=none", ready="health")
    for language in RENDERED:
        crawl = Crawl(tables, language, [path for path in FETCHED if path.startswith("live/")])
        assert crawl.failed() == {}
        assert {"", "live/live.js", "icon.svg"} <= crawl.paths()


def test_everything_that_play_names_is_there(servers: Servers) -> None:
    play = servers.start("phase10_widgets", "play", "--no-browser", ready="voila/static/voila.js")
    for language in RENDERED:
        crawl = Crawl(play, language, key=servers.opened())
        assert crawl.failed() == {}
        assert "voila/static/voila.js" in crawl.paths()
