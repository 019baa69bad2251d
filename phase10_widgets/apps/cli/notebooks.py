"""The lessons and the other notebooks in a folder of one's own, where they can be changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from ..serve.notebooks import LESSONS, sources

GALLERY = "notebooks/gallery.ipynb"
"""The notebook that is shown first, as it is called in a checkout and in such a folder."""


class Copied(NamedTuple):
    """What became of the notebooks."""

    folder: Path
    new: int
    kept: int

    def __str__(self) -> str:
        """Return it as one sentence."""
        if not self.new:
            return f"Your notebooks in {self.folder} are as you left them."
        what = "1 notebook" if self.new == 1 else f"{self.new} notebooks"
        rest = f"; the other {self.kept} are as you left them" if self.kept else ""
        return f"Copied {what} to {self.folder}{rest}."


def copy(folder: Path) -> Copied:
    """Copy every notebook that is not there yet, laid out as in a checkout, so that links lead on.

    What is there stays as it is, whatever it is.

    Raises:
        OSError: when something cannot be written.
    """
    pages, lessons, _ = sources()
    files = {folder / "notebooks" / path.name: path for path in pages.glob("*.ipynb")}
    for path in lessons.rglob("*.ipynb"):
        if ".ipynb_checkpoints" not in path.parts:
            files[folder / LESSONS / path.relative_to(lessons)] = path
    new = {target: path for target, path in files.items() if not os.path.lexists(target)}
    for target, path in sorted(new.items()):
        target.parent.mkdir(parents=True, exist_ok=True)
        half = target.with_name(f".{target.name}.part")
        try:
            shutil.copyfile(path, half)
            half.replace(target)  # no notebook is ever half there, and taken for a changed one
        finally:
            half.unlink(missing_ok=True)
    return Copied(folder, len(new), len(files) - len(new))
