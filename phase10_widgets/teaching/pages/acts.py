"""The acts of a lesson: cells that a page shows one act at a time, and a notebook under its headings."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

BEGINS, FURTHER, NOTEBOOK = "act", "further", "notebook"
"""The tags of a cell in which an act begins, of one in which the rest begins that follows the core, and of a cell that
only a notebook shows."""
_HEADINGS = re.compile(r"(?:#{1,6} .+\n\n?)*#{1,6} .+\n")
_NEW = re.compile(r"##? ")
"""A heading that begins a step or a part, and with it a new place for figures."""
_ANY = re.compile(r"(?m)^#+ (.+)$")
_BACK = re.compile(r"\]\(#([^)]+)\)")
"""A link to a heading of the same page."""
_PART = re.compile(r"part-\d+")


class Act(NamedTuple):
    """One act of a lesson."""

    number: int
    """The number of the act, starting at 1."""
    title: str
    cells: range
    """The indices of the act's cells."""
    shows: bool
    """True if the act has a screen of its own."""
    keeps: int
    """The number of the other act whose screen this one shows; 0 if there is none."""
    further: bool
    """True if the act follows the core."""
    part: bool
    """True if the act begins one of the lesson's parts."""


def tags(cell: Mapping[str, Any]) -> frozenset[str]:
    """Return a cell's tags."""
    return frozenset(cell["metadata"].get("tags", ()))


def acts_of(cells: Sequence[Mapping[str, Any]], screens: Collection[int]) -> list[Act]:
    """Return a notebook's acts, or none; *screens* are the indices of the cells that show a screen.

    An act without a screen shows the one under the heading to which it sends the reader back; otherwise, it keeps that
    of the act before it, unless a step or a part begins.
    """
    starts = [at for at, cell in enumerate(cells) if BEGINS in tags(cell)]
    found: list[Act] = []
    places: dict[str, int] = {}
    for number, (start, end) in enumerate(pairwise([*starts, len(cells)]), 1):
        first, before = cells[start], found[-1] if found else None
        text, part = "".join(first["source"]), bool(_PART.fullmatch(first.get("id", "")))
        own = any(at in screens for at in range(start, end))
        back = next((places[name] for name in _BACK.findall(text) if name in places), 0)
        stays = 0 if before is None or part or _NEW.match(text) else before.keeps or before.number * before.shows
        further = FURTHER in tags(first) or bool(before and before.further)
        found.append(Act(number, _title(text), range(start, end), own, 0 if own else back or stays, further, part))
        if own:
            places |= dict.fromkeys([name.replace(" ", "-") for name in _ANY.findall(text)], number)
    return found


def _title(text: str) -> str:
    """Return the last of the headings with which a text begins.

    >>> _title("## Play\\n\\n### Your hand\\n\\nLook at it.")
    'Your hand'
    """
    headings = _HEADINGS.match(f"{text}\n")
    return headings[0].split("\n")[-2].lstrip("# ") if headings else ""
