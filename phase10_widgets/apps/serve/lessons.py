"""The pages of the lessons: their text is the notebook's, and screens come over the page's line."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any, NamedTuple

import mistune
from markupsafe import Markup
from tornado.web import HTTPError

from ...course.lesson.page import Part
from ...course.lesson.pages import LessonPages
from ...languages import ENGLISH
from ...text import Text
from . import light, pages
from .answers import Kindly

HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.S)
NOTEBOOK = re.compile(r"^([\w/.]*?)(\w+)\.ipynb(#.*)?$")
"""A link to another notebook of the course."""


Linked = Callable[[str], str | None]
"""Returns the address of a notebook's page by the notebook's name; None if it has none."""


class Shown(NamedTuple):
    """A part of a page as HTML."""

    kind: str
    cell: int
    html: Markup
    folded: bool
    """True for an output that readers guess first."""


class Lesson(Kindly):
    """The page of a lesson, the same for everybody who reads its language."""

    def get(self, name: str) -> None:
        settings = self.settings
        course: LessonPages = settings["phase10_lessons"]
        files = light.addresses(settings["phase10_light_files"], settings["phase10_address"])
        if name not in course:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Security-Policy", f"{light.POLICY}; {settings['phase10_frames']}")
        self.set_header("Cache-Control", "no-cache")
        self.finish(_kept(course, name, settings["phase10_address"], tuple(files.items())))

    head = get


@lru_cache(maxsize=200)
def _kept(course: LessonPages, name: str, address: pages.Address, files: tuple[tuple[str, str], ...]) -> str:
    """Return a page, written once: a flood of requests keeps nobody waiting."""
    return written(course, name, address, dict(files))


def written(course: LessonPages, name: str, address: pages.Address, files: Mapping[str, str], worker: str = "") -> str:
    """Return a page.

    Args:
        course: all pages of lessons.
        name: its address in them.
        address: the function that returns addresses.
        files: the addresses of its scripts and styles.
        worker: the address of the worker in which Python runs; without one, it runs on a server.
    """
    page = course.read(name)
    words = Text(page.language)

    def linked(stem: str) -> str | None:
        found = course.linked(stem, page.language)
        return None if found is None else address(found)

    parts = [Shown(part.kind, part.cell, Markup(_html(part, linked)), part.folded) for part in page.parts()]
    catalog = {"catalog": files["de.js"]} if page.language != ENGLISH else {}
    widgets = {**{key: value for key, value in files.items() if key.split(".")[0] in pages.WIDGETS}, **catalog}
    return pages.page(
        "lesson",
        words,
        address,
        there={words.language.name: name, **course.others(name)},
        title=page.title,
        parts=parts,
        page=name,
        files=files,
        widgets=widgets,
        worker=worker,
    )


def _html(part: Part, linked: Linked) -> str:
    """Return a part's content as HTML."""
    if part.kind == "markdown":
        return _with_links(_with_anchors(str(_markdown()(part.content))), linked)
    return f"<pre>{html.escape(part.content)}</pre>" if part.kind == "plain" else part.content


@lru_cache(maxsize=1)
def _markdown() -> Callable[[str], Any]:
    """Return the function from a notebook's Markdown to HTML, as Jupyter converts it."""
    return mistune.create_markdown(escape=False, plugins=["table", "strikethrough", "url"])


def _with_anchors(text: str) -> str:
    """Give headings the anchors that notebooks have.

    >>> _with_anchors("<h2>Part 2</h2>")
    '<h2 id="Part-2">Part 2</h2>'
    """

    def anchored(found: re.Match[str]) -> str:
        name = html.escape(re.sub(r"<[^>]+>", "", html.unescape(found[2])).replace(" ", "-"))
        return f'<h{found[1]} id="{name}">{found[2]}</h{found[1]}>'

    return HEADING.sub(anchored, text)


def _with_links(text: str, linked: Linked) -> str:
    """Lead links to notebooks of the course to their pages.

    >>> _with_links('<a href="index.ipynb#map">', lambda stem: "/lessons")
    '<a href="/lessons#map">'
    """

    def led(found: re.Match[str]) -> str:
        link = NOTEBOOK.match(found[1])
        page = linked(link[2]) if link else None
        return found[0] if page is None or link is None else f'href="{page}{link[3] or ""}"'

    return re.sub(r'href="([^"]*)"', led, text)


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers of the pages below a path."""
    return [(rf"{at}/((?:\w+/)?lessons(?:/[\w-]+)?)/?", Lesson)]
