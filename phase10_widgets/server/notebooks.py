"""The notebooks of the package and of plugins."""

from __future__ import annotations

import shutil
from pathlib import Path

from .. import languages
from ..teaching.lessons import added

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
"""The package's folder of notebooks. In an editable installation, it has links to those of the repository."""
SETTINGS = "voila.json"
"""Voilà's settings, a file there."""
APP = "notebooks/app.ipynb"
"""The path of the notebook with the game in a folder of pages."""
LESSONS = "lessons"
"""The folder of the lessons there."""
ANALYSES = "docs/analyses"
"""The folder of the worked analyses there. No server shows them, because their subject is code."""


def pages() -> dict[str, Path]:
    """Return the notebooks that are pages, by their paths in a folder laid out like the repository."""
    others = {f"notebooks/{path.name}": path for path in NOTEBOOKS.glob("*.ipynb")}
    return {**of_plugins(), **others, **inside(LESSONS)}


def gather(folder: Path) -> None:
    """Copy the pages and the settings for Voilà into a folder."""
    for name, path in {SETTINGS: NOTEBOOKS / SETTINGS, **pages()}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / name)


def inside(name: str) -> dict[str, Path]:
    """Return the notebooks in a folder of the package's notebooks by their paths, such as ``lessons/index.ipynb``."""
    folder = NOTEBOOKS / name
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path
        for path in sorted(folder.rglob("*.ipynb"))
        if ".ipynb_checkpoints" not in path.parts
    }


def of_plugins() -> dict[str, Path]:
    """Return the notebooks of plugins' lessons by their paths in a folder, beside ours of the same language."""
    return {
        _path(language, Path(path).stem): Path(path) for each in added() for language, path in each.notebooks.items()
    }


def _path(language: str, stem: str) -> str:
    return f"{LESSONS}/{stem}.ipynb" if language == languages.ENGLISH else f"{LESSONS}/{language}/{stem}.ipynb"
