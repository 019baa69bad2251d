"""Copies of the lessons and the other notebooks in the user's own folder, where they can be edited."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from ..serve.notebooks import LESSONS, sources

GALLERY = "notebooks/gallery.ipynb"
"""The notebook that opens first, relative to a checkout or to such a folder."""


class Copied(NamedTuple):
    """The result of copying the notebooks."""

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
    """Copy every missing notebook, laid out as in a checkout so that links work.

    Existing files stay untouched, whatever they are.

    Raises:
        OSError: a file cannot be written.
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
            half.replace(target)  # a notebook is never half written, which would make it look edited
        finally:
            half.unlink(missing_ok=True)
    return Copied(folder, len(new), len(files) - len(new))
