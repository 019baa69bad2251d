"""A lesson's notebook as a page: its text, the outputs that it keeps, and the places of its screens."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ...languages import ENGLISH
from .cells import CodeCell, needed, read_cell, shown
from .line_screens import NAMES

WIDGET = "application/vnd.jupyter.widget-view+json"
"""The kind of an output that is a widget."""


class Part(NamedTuple):
    """A part of a page."""

    kind: Literal["markdown", "html", "plain", "screen", "elsewhere"]
    """The kind of its content; that of a screen is HTML for pages without Python, and what only the notebook shows has
    none."""
    cell: int
    """The number of its cell in the notebook, from 0."""
    content: str
    folded: bool = False
    """True for an output that readers guess first."""


class LessonPage:
    """A lesson's notebook, read once for all visits."""

    def __init__(self, notebook: Mapping[str, Any], language: str = ENGLISH, name: str = "") -> None:
        """Read a notebook of format 4 that is written in this language; *name* is its file's."""
        self.language, self.name = language, name
        self._cells: Sequence[Mapping[str, Any]] = notebook["cells"]
        self.code = {
            at: read_cell("".join(cell["source"]), NAMES)
            for at, cell in enumerate(self._cells)
            if cell["cell_type"] == "code"
        }
        """The cells with code, by their numbers."""

    @classmethod
    def of_file(cls, path: Path, language: str = ENGLISH) -> LessonPage:
        """Read the notebook in a file."""
        return cls(json.loads(path.read_text("utf-8")), language, path.name)

    @cached_property
    def screens(self) -> dict[int, list[CodeCell]]:
        """The cells to run for each cell that shows a screen, in order; the last one shows it."""
        return {at: [self.code[each] for each in needed(self.code, at)] for at in self.code if shown(self.code, at)}

    @cached_property
    def own(self) -> frozenset[int]:
        """The cells that show a screen in which the learner's player plays."""
        return frozenset(at for at, cells in self.screens.items() if any(cell.player for cell in cells))

    def parts(self) -> Iterator[Part]:
        """Yield the parts from top to bottom."""
        for at, cell in enumerate(self._cells):
            if cell["cell_type"] == "markdown":
                yield Part("markdown", at, "".join(cell["source"]))
            elif at in self.screens:
                yield Part("screen", at, next((one.content for one in _kept(at, cell) if one.kind == "html"), ""))
            elif self._is_elsewhere(at, cell):
                yield Part("elsewhere", at, "")
            else:
                yield from _kept(at, cell)

    def _is_elsewhere(self, at: int, cell: Mapping[str, Any]) -> bool:
        """Return True if only the notebook shows what this cell shows: a foreign widget, or what is not kept."""
        data = [output.get("data", {}) for output in cell.get("outputs", ())]
        unkept = not data and self.code[at].last is not None
        return unkept or any(WIDGET in each and "text/html" not in each for each in data)

    @property
    def title(self) -> str:
        """The title: the first heading."""
        first = next((part.content for part in self.parts() if part.kind == "markdown"), "")
        return first.partition("\n")[0].removeprefix("# ")


def _kept(at: int, cell: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the outputs that a cell keeps; errors are none."""
    folded = "guess-first" in cell["metadata"].get("tags", ())
    for output in cell.get("outputs", ()):
        data = output.get("data", {"text/plain": output.get("text", "")})
        if content := "".join(data.get("text/html", "")):
            yield Part("html", at, content, folded)
        elif content := "".join(data.get("text/plain", "")):
            yield Part("plain", at, content, folded)
