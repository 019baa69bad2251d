"""The notebooks that come with the package, and those to serve."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ... import languages
from ...teaching.course import stages
from ...teaching.lessons import added

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
"""The package's folder of notebooks. In an editable installation, it has links to those of the repository."""
SETTINGS = "voila.json"
"""Voilà's settings, a file there."""
APP = "app.ipynb"
"""The notebook that is pre-warmed for the next visitor."""
PAGES = (APP, "odds.ipynb", "replay.ipynb")
LESSONS = "lessons"
"""The folder of the lessons there."""
ANALYSES = "docs/analyses"
"""The folder of the worked analyses there. No server serves them: their code is what they are about."""


def gather(folder: Path) -> frozenset[str]:
    """Copy the files to serve into an empty folder; return the notebooks' paths in it."""
    for name in (SETTINGS, *PAGES):
        shutil.copy(NOTEBOOKS / name, folder / name)
    for name, path in {**inside(LESSONS), **of_plugins()}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / name)
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb"))


def inside(name: str) -> dict[str, Path]:
    """Return the notebooks in a folder of the package's notebooks by their paths, such as ``lessons/index.ipynb``."""
    folder = NOTEBOOKS / name
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path
        for path in sorted(folder.rglob("*.ipynb"))
        if ".ipynb_checkpoints" not in path.parts
    }


@contextmanager
def with_plugins() -> Iterator[Path]:
    """Give the folder of the lessons; if plugins add some, a copy that holds all of them and is removed at the end."""
    if not of_plugins():
        yield NOTEBOOKS / LESSONS
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
