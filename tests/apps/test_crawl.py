"""Every address that a page of ours names is there; pages are taken as they are sent, before their scripts run."""

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
from phase10_widgets.apps.serve import pages
from phase10_widgets.teaching.course import stages
from tests.helpers import rotating

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


def named_in(kind: str, text: str) -> list[str]:
    """Return what an answer names."""
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


def crawled(start: str, language: str, fetched: Iterable[str] = (), key: str = "") -> tuple[set[str], dict[str, str]]:
    """Crawl from the start page and *fetched* on, let in by the *key*; return the paths found, and why some fail."""
    # without cookies: with one, every notebook starts a kernel
    opened = urllib.request.build_opener(*([urllib.request.HTTPCookieProcessor()] if key else [])).open
    if key:
        opened(key, timeout=120).close()
    rendered, failed = set(RENDERED[language]), dict[str, str]()
    named_by = {start: "", **dict.fromkeys((start + path for path in fetched), "a script")}
    waiting = [*named_by]
    while waiting:
        address = waiting.pop()
        path = address.removeprefix(start).partition("?")[0]
        headers = {"Accept-Language": language, **({"Sec-Fetch-Dest": "document"} if path in rendered else {})}
        rendered.discard(path)
        try:
            with opened(urllib.request.Request(address, headers=headers), timeout=120) as answer:
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


NOTEBOOKS = {
    f"voila/render/lessons/{folder}{stage.notebooks[language]}.ipynb"
    for stage in stages().values()
    for language, folder in (("en", ""), ("de", "de/"))
}
SERVED = {*("", "en/", "de/", "en/about", "de/about", "play", "history", "live", "page.css", "page.js"), *NOTEBOOKS}
COMMANDS: dict[str, tuple[list[str], str, list[str], set[str]]] = {
    # how it is started, the path that answers once it is there, more that is fetched, some of what is found
    "serve": (["--ready=0"], "health", FETCHED, SERVED | {"app.webmanifest", "icon-512.png", "social.png"}),
    "tables": (["--data=none"], "health", FETCHED[: len(pages.LIGHT)], {"", "live/live.js", "icon.svg"}),
    "play": (["--no-browser"], "voila/static/voila.js", [], {"voila/static/voila.js"}),
}


@pytest.mark.parametrize("command", ["serve", rotating("tables"), rotating("play")])
def test_everything_that_is_named_is_there(command: str, tmp_path: Path) -> None:
    words, ready, fetched, some = COMMANDS[command]
    servers = Servers(tmp_path)
    try:
        address = servers.start("phase10_widgets", command, *words, ready=ready)
        for language in RENDERED:
            paths, failed = crawled(address, language, fetched, servers.opened() if command == "play" else "")
            assert failed == {}
            assert some <= paths
    finally:
        servers.stop()
