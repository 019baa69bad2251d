"""Notebook pages: their text comes from the notebook, and their screens are sent over the page's connection."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ..teaching.pages.pages import LessonPages, own_pages
from . import lesson_html, page_server, pages
from .answers import ReadableErrors


class Lesson(ReadableErrors):
    """A notebook's page, which is the same for everybody who reads it in the same language."""

    def get(self, name: str) -> None:
        settings = self.settings
        course: LessonPages = settings["phase10_lessons"]
        files = page_server.addresses(settings["phase10_light_files"], settings["phase10_address"])
        self.set_header("Content-Security-Policy", f"{page_server.POLICY}; {settings['phase10_frames']}")
        self.set_header("Cache-Control", "no-cache")
        own = settings["phase10_python"].page_worker
        self.finish(_kept(course, name, settings["phase10_address"], tuple(files.items()), own))

    head = get


@lru_cache(maxsize=200)
def _kept(
    course: LessonPages, name: str, address: pages.Address, files: tuple[tuple[str, str], ...], worker: str
) -> str:
    """Return a page, cached so that a flood of requests does not delay anyone."""
    return lesson_html.written(course, name, address, dict(files), confined=address(worker) if worker else "")


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers for the pages below a path."""
    return [(rf"{at}/({'|'.join(map(re.escape, own_pages()))})/?", Lesson)]
