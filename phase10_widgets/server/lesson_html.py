"""Conversion of a lesson's notebook to an HTML page, for servers and for the static site."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from ..base.translatable import phrase
from ..languages import ENGLISH
from ..languages.text import Text
from ..teaching.pages.pages import LessonPages
from . import pages

if TYPE_CHECKING:
    from ..teaching.pages.page import Part

HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.S)
HINTS = ("Run the cell to go on.", "Run the cell to play on.")
"""The sentences shown below a screen in saved notebooks."""
TITLES = {"odds.ipynb": phrase("Odds"), "tournament.ipynb": phrase("Computer players against each other")}
"""The titles of pages whose notebooks have no text, keyed by notebook name."""
NOTEBOOK = re.compile(r"^([\w/.]*?)(\w+)\.ipynb(#.*)?$")
"""A link to another notebook in the course."""
SPACE = re.compile(r"(?<=\d) (?=\d{3}(?!\d)|%)")
"""A space within a number, or before its percent sign, as in German."""


Linked = Callable[[str, str], str | None]
"""A function that takes a notebook's folder and name, and returns the address of its page or None."""


class Shown(NamedTuple):
    """A part of a page, converted to HTML."""

    kind: str
    cell: int
    html: Markup
    folded: bool
    """True if the part is an output that readers are asked to predict first."""


def written(
    course: LessonPages,
    name: str,
    address: pages.Address,
    files: Mapping[str, str],
    *,
    worker: str = "",
    confined: str = "",
    offline: str = "",
) -> str:
    """Return a page.

    Args:
        course: the pages of all lessons.
        name: the page's address among them.
        address: the function that returns addresses.
        files: the addresses of the page's scripts and styles.
        worker: the address of the worker in which Python runs; without a worker, Python runs on a server.
        confined: the address of the worker in which the learner's player plays; without one, the lesson's own player
            plays.
        offline: the address of the service worker that stores the page; without one, the page is not stored.
    """
    page = course.read(name)
    words = Text(page.language)

    def linked(folder: str, stem: str) -> str | None:
        below = {*folder.split("/")} - {"", ".", "..", "lessons", "notebooks"}
        here = ENGLISH if folder.startswith("..") else page.language
        found = course.linked(stem, *(below or {here})) if len(below) < 2 else None
        return None if found is None else address(found)

    own_title = words.say(TITLES[page.name]) if page.name in TITLES else page.name.removesuffix(".ipynb")
    parts = [Shown(part.kind, part.cell, Markup(_html(part, linked, words)), part.folded) for part in page.parts()]
    catalog = {"catalog": files[f"{page.language}.js"]} if page.language != ENGLISH else {}
    widgets = {**{key: value for key, value in files.items() if key.split(".")[0] in pages.WIDGETS}, **catalog}
    return pages.page(
        "lesson",
        words,
        address,
        there={words.language.name: name, **course.others(name)},
        title=page.title or own_title,
        untitled=not page.title,
        parts=parts,
        acts=[(act, [part for part in parts if part.cell in act.cells]) for act in page.acts],
        page=name,
        notebook=page.name,
        notebooks={stem: address(each) for stem, each in course.notebooks(page.language).items()},
        files=files,
        widgets=widgets,
        worker=worker,
        confined=confined if page.own else "",
        own=page.own,
        offline=offline,
    )


def _html(part: Part, linked: Linked, words: Text) -> str:
    """Return a part's content as HTML, without runnable cells."""
    if part.kind == "markdown":
        return _unbroken(_with_tables(_with_links(_with_anchors(str(_markdown()(part.content))), linked), words))
    if part.kind == "screen":
        return reduce(lambda content, hint: content.replace(f" {words.say(hint)}", ""), HINTS, part.content)
    plain = f"<pre>{html.escape(part.content)}</pre>"
    return {"plain": plain, "code": f'<div class="code">{plain}</div>'}.get(part.kind, part.content)


@lru_cache(maxsize=1)
def _markdown() -> Callable[[str], Any]:
    """Return the function that converts a notebook's Markdown to HTML, as Jupyter does."""
    import mistune  # imported here because only these pages need it

    return mistune.create_markdown(escape=False, plugins=["table", "strikethrough", "url"])


def _with_anchors(text: str) -> str:
    """Give headings the same anchors that they have in notebooks.

    >>> _with_anchors("<h2>Part 2</h2>")
    '<h2 id="Part-2">Part 2</h2>'
    """

    def anchored(found: re.Match[str]) -> str:
        name = html.escape(re.sub(r"<[^>]+>", "", html.unescape(found[2])).replace(" ", "-"))
        return f'<h{found[1]} id="{name}">{found[2]}</h{found[1]}>'

    return HEADING.sub(anchored, text)


def _unbroken(text: str) -> str:
    """Keep each number on one line.

    >>> _unbroken("<p>50 % von 10 000 Händen</p>")
    '<p>50\xa0% von 10\xa0000 Händen</p>'
    """
    return SPACE.sub("\N{NO-BREAK SPACE}", text)


def _with_tables(text: str, words: Text) -> str:
    """Let wide tables scroll sideways, including by keyboard.

    >>> _with_tables("<table>...</table>", Text())
    '<div class="wide" tabindex="0" role="group" aria-label="A table"><table>...</table></div>'
    """
    name = words.say("A table")
    around = f'<div class="wide" tabindex="0" role="group" aria-label="{name}">'
    return text.replace("<table>", f"{around}<table>").replace("</table>", "</table></div>")


def _with_links(text: str, linked: Linked) -> str:
    """Change links to the course's notebooks into links to their pages.

    >>> _with_links('<a href="de/index.ipynb#map">', lambda folder, stem: f"/{folder}lessons")
    '<a href="/de/lessons#map">'
    """

    def led(found: re.Match[str]) -> str:
        link = NOTEBOOK.match(found[1])
        page = linked(link[1], link[2]) if link else None
        return found[0] if page is None or link is None else f'href="{page}{link[3] or ""}"'

    return re.sub(r'href="([^"]*)"', led, text)
