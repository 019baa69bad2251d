"""Notebooks from the package and from plugins."""

from __future__ import annotations

import shutil
from pathlib import Path

from .. import languages
from ..teaching.lessons import added

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
"""The package's folder for notebooks. In an editable installation, it contains links to the repository's notebooks."""
SETTINGS = "voila.json"
"""The file with Voilà's settings in the notebook folder."""
APP = "notebooks/app.ipynb"
"""The path of the game's notebook in a folder of pages."""
LESSONS = "lessons"
"""The lessons' folder in a folder of pages."""
ANALYSES = "docs/analyses"
"""The folder for worked analyses in a folder of pages. No server shows them, because their subject is code."""


def pages() -> dict[str, Path]:
    """Return the notebooks that are shown as pages, keyed by path in a folder laid out like the repository."""
    others = {f"notebooks/{path.name}": path for path in NOTEBOOKS.glob("*.ipynb")}
    return {**of_plugins(), **others, **inside(LESSONS)}


def gather(folder: Path) -> None:
    """Copy the pages and the settings for Voilà into a folder."""
    for name, path in {SETTINGS: NOTEBOOKS / SETTINGS, **pages()}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / name)


def inside(name: str) -> dict[str, Path]:
    """Return the notebooks in one of the package's notebook folders, keyed by path, such as ``lessons/index.ipynb``."""
    folder = NOTEBOOKS / name
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path
        for path in sorted(folder.rglob("*.ipynb"))
        if ".ipynb_checkpoints" not in path.parts
    }


def of_plugins() -> dict[str, Path]:
    """Return the notebooks that contain plugins' lessons, keyed by path; each path places a notebook beside our lessons
    in its language."""
    return {
        _path(language, Path(path).stem): Path(path) for each in added() for language, path in each.notebooks.items()
    }


def _path(language: str, stem: str) -> str:
    return f"{LESSONS}/{stem}.ipynb" if language == languages.ENGLISH else f"{LESSONS}/{language}/{stem}.ipynb"
