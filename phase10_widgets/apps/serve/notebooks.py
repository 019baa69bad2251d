"""The notebooks to serve: from a checkout, otherwise from the package."""

from __future__ import annotations

import shutil
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
APP = "app.ipynb"
"""The notebook that is pre-warmed for the next visitor."""
PAGES = (APP, "odds.ipynb", "replay.ipynb")
LESSONS = "lessons"


def sources() -> tuple[Path, Path, Path]:
    """Return the folder of the pages' notebooks, the folder of the lessons, and Voilà's settings file."""
    checkout = PACKAGE.parent
    if (checkout / "voila.json").is_file() and (checkout / "notebooks" / APP).is_file():
        return checkout / "notebooks", checkout / LESSONS, checkout / "voila.json"
    inside = PACKAGE / "notebooks"
    return inside, inside / LESSONS, inside / "voila.json"


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
    return frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb"))


def lesson_paths(notebooks: frozenset[str], language: str) -> dict[int, str]:
    """Return each lesson's notebook by number, in this language if available; 13 is the last task."""
    found: dict[int, str] = {}
    for folder in (f"{LESSONS}/", f"{LESSONS}/{language}/"):
        for path in sorted(notebooks):
            name = path.removeprefix(folder)
            if path.startswith(folder) and "/" not in name and name[:2].isdecimal():
                found[int(name[:2])] = path
    return dict(sorted(found.items()))
