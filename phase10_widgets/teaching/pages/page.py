"""A lesson's notebook as a page: its text, its stored outputs, and the positions of its screens."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ...languages import ENGLISH
from .acts import NOTEBOOK, Act, acts_of, tags
from .cells import needed, read_cell, shown
from .page_screens import NAMES

WIDGET = "application/vnd.jupyter.widget-view+json"
"""The MIME type of a widget output."""
PLACES = {"App": "play", "Coach": "history"}
"""The addresses of the separate pages for some widgets, keyed by widget name."""


class Part(NamedTuple):
    """One part of a page."""

    kind: Literal["markdown", "code", "html", "plain", "screen", "elsewhere"]
    cell: int
    """The zero-based index of the part's cell in the notebook."""
    content: str
    """The part's text. For a screen, this is HTML for pages without Python. For a widget shown elsewhere, it is the
    address of that widget's page, or empty if only the notebook shows the widget."""
    folded: bool = False
    """True for an output that readers should guess before they see it."""


class LessonPage:
    """A lesson's notebook, read once for all visits."""

    def __init__(
        self, notebook: Mapping[str, Any], language: str = ENGLISH, name: str = "", *, shows_code: bool = False
    ) -> None:
        """Read a notebook in format 4, written in this language; *name* is its file name."""
        self.language, self.name, self._shows_code = language, name, shows_code
        self._cells: Sequence[Mapping[str, Any]] = notebook["cells"]
        self.code = {
            at: read_cell("".join(cell["source"]), NAMES)
            for at, cell in enumerate(self._cells)
            if cell["cell_type"] == "code"
        }
        """The cells with code, by cell number."""

    @classmethod
    def of_file(cls, path: Path, language: str = ENGLISH, *, shows_code: bool = False) -> LessonPage:
        """Read the notebook from a file."""
        return cls(json.loads(path.read_text("utf-8")), language, path.name, shows_code=shows_code)

    @cached_property
    def screens(self) -> dict[int, list[int]]:
        """For each cell that shows a screen, the numbers of the cells to run, in order, ending with that cell."""
        return {at: needed(self.code, at) for at in self.code if shown(self.code, at)}

    @cached_property
    def own(self) -> frozenset[int]:
        """The cells that show a screen in which the learner's player plays."""
        return frozenset(at for at, cells in self.screens.items() if any(self.code[each].player for each in cells))

    @cached_property
    def acts(self) -> list[Act]:
        """The lesson's acts; empty for a page that is read as a whole."""
        return acts_of(self._cells, self.screens)

    def parts(self) -> Iterator[Part]:
        """Yield the parts from top to bottom, except those that only a notebook shows."""
        for at, cell in enumerate(self._cells):
            if NOTEBOOK in tags(cell):
                continue
            if cell["cell_type"] == "markdown":
                yield Part("markdown", at, "".join(cell["source"]))
                continue
            if self._shows_code:
                yield Part("code", at, "".join(cell["source"]))
            if at in self.screens:
                yield Part("screen", at, next((one.content for one in _kept(at, cell) if one.kind == "html"), ""))
            elif (place := self._elsewhere(at, cell)) is not None:
                yield Part("elsewhere", at, place)
            else:
                yield from _kept(at, cell)

    def _elsewhere(self, at: int, cell: Mapping[str, Any]) -> str | None:
        """Return the address of the separate page for this cell's widget.

        The address is empty if only the notebook can show the output: it is a third-party widget, or it is not stored.
        Return None for other cells.
        """
        for name, place in PLACES.items():
            if read_cell(self.code[at].source, {name}).shows:
                return place
        data = [output.get("data", {}) for output in cell.get("outputs", ())]
        unkept = not data and self.code[at].last is not None
        return "" if unkept or any(WIDGET in each and "text/html" not in each for each in data) else None

    @property
    def title(self) -> str:
        """The page's title, which is its first heading."""
        first = next((part.content for part in self.parts() if part.kind == "markdown"), "")
        return first.partition("\n")[0].removeprefix("# ")


def _kept(at: int, cell: Mapping[str, Any]) -> Iterator[Part]:
    """Yield a cell's stored outputs, except errors."""
    folded = "guess-first" in tags(cell)
    for output in cell.get("outputs", ()):
        data = output.get("data", {"text/plain": output.get("text", "")})
        if content := "".join(data.get("text/html", "")):
            yield Part("html", at, content, folded)
        elif content := "".join(data.get("text/plain", "")):
            yield Part("plain", at, content, folded)
