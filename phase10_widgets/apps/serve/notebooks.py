"""The notebooks to serve: from a checkout, otherwise from the package."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ... import languages
from ...teaching.course import stages
from ...teaching.lessons import added

PACKAGE = Path(__file__).resolve().parents[2]
APP = "app.ipynb"
"""The notebook that is pre-warmed for the next visitor."""
PAGES = (APP, "odds.ipynb", "replay.ipynb")
LESSONS = "lessons"
ANALYSES = "docs/analyses"
"""The folder of the worked analyses in a checkout. No server serves them: their code is what they are about."""


def sources() -> tuple[Path, Path, Path]:
    """Return the folder of the pages' notebooks, the folder of the lessons, and Voilà's settings file."""
    checkout = PACKAGE.parent
    if (checkout / "voila.json").is_file() and (checkout / "notebooks" / APP).is_file():
        return checkout / "notebooks", checkout / LESSONS, checkout / "voila.json"
    inside = PACKAGE / "notebooks"
    return inside, inside / LESSONS, inside / "voila.json"


def analyses() -> Path:
    """Return the folder of the worked analyses."""
    checkout, inside = PACKAGE.parent / ANALYSES, PACKAGE / "notebooks" / ANALYSES
    return checkout if sources()[0].parent == PACKAGE.parent else inside


def gather(folder: Path) -> frozenset[str]:
    """Copy the files to serve into an empty folder; return the notebooks' paths in it."""
    pages, lessons, settings = sources()
    shutil.copy(settings, folder / "voila.json")
    for name in PAGES:
        shutil.copy(pages / name, folder / name)
    for path in sorted(lessons.rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            copy = folder / LESSONS / path.relative_to(lessons)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    for name, path in of_plugins().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / name)
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb"))


@contextmanager
def with_plugins() -> Iterator[Path]:
    """Give the folder of the lessons; if plugins add some, a copy that holds all of them and is removed at the end."""
    if not of_plugins():
        yield sources()[1]
        return
    with tempfile.TemporaryDirectory(prefix="phase10-lessons-") as folder:
        gather(Path(folder))
        yield Path(folder, LESSONS)


def of_plugins() -> dict[str, Path]:
    """Return the notebooks of plugins' lessons by their paths in a folder, beside ours of the same language."""
    return {
        _path(language, Path(path).stem): Path(path) for each in added() for language, path in each.notebooks.items()
    }


def _path(language: str, stem: str) -> str:
    return f"{LESSONS}/{stem}.ipynb" if language == languages.ENGLISH else f"{LESSONS}/{language}/{stem}.ipynb"


def lesson_paths(notebooks: frozenset[str], language: str) -> dict[int, str]:
    """Return each lesson's notebook by number, in this language if it is among *notebooks*, else in English."""
    found: dict[int, str] = {}
    for number, stage in stages().items():
        for name, stem in stage.notebooks.items():
            path = _path(name, stem)
            if path in notebooks and (name == language or number not in found):
                found[number] = path
    return found
