"""The repository's notebooks as tests read them: cells, text, code and language."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from phase10_widgets.teaching import course
from tests.faults import no_faults
from tests.packages import ROOT

Cell: TypeAlias = dict[str, Any]

LESSONS = ROOT / "lessons"
LANGUAGES = ("en", "de")
PAGES = sorted(LESSONS.rglob("*.ipynb"))
"""Everything in the lessons folder, including lists, the glossary and the mixed sets."""
NUMBERED = [path for path in PAGES if path.stem[:2].isdigit()]
"""The lessons in each language."""
ANALYSES = sorted((ROOT / "docs" / "analyses").glob("*.ipynb"))
NOTEBOOKS = [*PAGES, *sorted((ROOT / "notebooks").rglob("*.ipynb")), *ANALYSES]
NO_PANDAS = os.environ.get("CI") != "true" and any(
    find_spec(name) is None for name in ("pandas", "altair", "matplotlib", "pyarrow")
)
"""True if the extra `analysis` is not installed, in which case tests that need it fail in CI."""


@cache
def content(path: Path) -> dict[str, Any]:
    """Return a notebook as JSON, which callers must not change."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def cells(path: Path, kind: str | None = None) -> list[Cell]:
    """Return all cells in a notebook, or only those of one type."""
    return [cell for cell in content(path)["cells"] if kind in (None, cell["cell_type"])]


def source(cell: Cell) -> str:
    return "".join(cell["source"])


def tags(cell: Cell) -> list[str]:
    return list(cell["metadata"].get("tags", ()))


def hidden(cell: Cell) -> bool:
    """Return True if the source of a cell is folded away."""
    return bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))


def prose(path: Path) -> str:
    """Return the text between the code cells."""
    return "\n\n".join(map(source, cells(path, "markdown")))


def code(path: Path) -> str:
    return "\n".join(map(source, cells(path, "code")))


def language(path: Path) -> str:
    return "de" if path.parent.name == "de" else "en"


def folder(of: str) -> Path:
    """Return the folder with a language's lessons."""
    return LESSONS if of == "en" else LESSONS / of


def lesson_page(number: int, of: str) -> Path:
    """Return a lesson's page."""
    return folder(of) / f"{course.COURSE[number].notebooks[of]}.ipynb"


def every(paths: Iterable[Path], *checks: Callable[[Path], None]) -> None:
    """Run each check on each page, and fail at the end with all faults."""
    with no_faults() as faults:
        for path in paths:
            for check in checks:
                with faults.of(f"{path.parent.name}/{path.name}, {check.__name__}"):
                    check(path)
