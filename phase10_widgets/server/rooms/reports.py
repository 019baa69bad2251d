"""Reports about rooms, which are built outside the loop, one at a time for each room, and cached until an answer
changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from ..packed import Packed

if TYPE_CHECKING:
    from ...rooms.room import Room
    from ...teaching import Summary

_THREAD = ThreadPoolExecutor(1, "phase10-reports")


class Report(NamedTuple):
    """A host's request for a report."""

    room: Room
    state: Hashable
    """A value that changes whenever answers or names change."""
    summarize: Callable[[], Summary]
    """The function that returns the summary; it may take a while."""


class Reports:
    """The reports that have been requested for rooms."""

    def __init__(self) -> None:
        """Start with no reports."""
        self._made: WeakKeyDictionary[Room, _OfRoom] = WeakKeyDictionary()

    async def make(self, report: Report, form: str, language: str) -> tuple[Packed, float]:
        """Return a report as a file, along with the processor time used in seconds.

        Args:
            report: the report.
            form: "page", "learners" or "questions".
            language: the page's language.
        """
        known = self._made.setdefault(report.room, _OfRoom())
        async with known.one:
            if known.state != report.state:
                known.state, known.files = report.state, {}
            asked = form, language if form == "page" else ""
            if asked in known.files:
                return known.files[asked], 0.0
            made = await asyncio.get_running_loop().run_in_executor(_THREAD, _make, report, form, language)
            known.files[asked] = made[0]
            return made


class _OfRoom:
    def __init__(self) -> None:
        self.one = asyncio.Lock()
        self.state: Hashable = None
        self.files: dict[tuple[str, str], Packed] = {}


def _make(report: Report, form: str, language: str) -> tuple[Packed, float]:
    from ...teaching.exports.classroom import class_page

    began = time.thread_time()
    found = report.summarize()
    text = class_page(found, language).html() if form == "page" else found.to_csv(form)
    return Packed(text.encode()), time.thread_time() - began
