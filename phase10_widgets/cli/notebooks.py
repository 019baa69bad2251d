"""Copy the lessons and the other notebooks to the user's own folder, where they can be edited."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import NamedTuple

from ..server.notebooks import ANALYSES, inside, pages

FIRST = "lessons/index.ipynb"
"""The notebook that opens first, relative to the user's folder."""
COPIED = ".phase10-copied.json"
"""The file in the folder that stores each copied notebook's digest, keyed by path; if a notebook's digest
differs, the notebook has been changed."""


class Copied(NamedTuple):
    """The result of copying the notebooks."""

    folder: Path
    new: int
    updated: int
    """The number of unchanged notebooks that were replaced by a newer version."""
    kept: int
    behind: int
    """The number of notebooks with a newer version that were kept because the user has changed them."""

    def __str__(self) -> str:
        """Return the result as one or two sentences."""
        done = f"Copied {_notebooks(self.new)} to {self.folder}"
        if self.updated:
            done = (
                f"{done} and updated {self.updated}"
                if self.new
                else f"Updated {_notebooks(self.updated)} in {self.folder}"
            )
        rest = f"; the other {self.kept} are as you left them" if self.kept else ""
        if not self.new + self.updated:
            done, rest = f"Your notebooks in {self.folder} are as you left them", ""
        have = "1 that you changed has" if self.behind == 1 else f"{self.behind} that you changed have"
        newer = f" {have} a newer version; to get it, rename yours." if self.behind else ""
        return f"{done}{rest}.{newer}"


def copy(folder: Path) -> Copied:
    """Copy every missing notebook, laid out as in the repository so that links work, and update unchanged ones.

    All other files stay untouched.

    Raises:
        OSError: a file cannot be written.
    """
    found, before = files(), _copied_before(folder)
    after, counts = dict(before), dict.fromkeys(("new", "updated", "kept", "behind"), 0)
    for name, path in sorted(found.items()):
        target, newest, ours = folder / name, _digest(path), before.get(name)
        there = _digest(target) if target.is_file() and not target.is_symlink() else None
        if there == newest:
            counts["kept"] += 1
        elif not os.path.lexists(target) or (there is not None and there == ours):
            counts["updated" if there else "new"] += 1
            _put(path, target)
        else:
            counts["kept"] += 1
            counts["behind"] += ours not in (None, newest)
            continue
        after[name] = newest
    if after != before:
        (folder / COPIED).write_text(json.dumps(after, indent=1), "utf-8")
    return Copied(folder, **counts)


def files() -> dict[str, Path]:
    """Return every notebook to copy, keyed by its path within the user's folder."""
    return {**pages(), **inside(ANALYSES)}


def _copied_before(folder: Path) -> dict[str, str]:
    """Return the digests of the notebooks copied to a folder, or an empty dict if none are known."""
    try:
        found = json.loads((folder / COPIED).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(digest) for name, digest in found.items()} if isinstance(found, dict) else {}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _put(path: Path, target: Path) -> None:
    """Copy a notebook atomically, because a half-written one would look changed."""
    target.parent.mkdir(parents=True, exist_ok=True)
    half = target.with_name(f".{target.name}.part")
    try:
        shutil.copyfile(path, half)
        half.replace(target)
    finally:
        half.unlink(missing_ok=True)


def _notebooks(number: int) -> str:
    return "1 notebook" if number == 1 else f"{number} notebooks"
