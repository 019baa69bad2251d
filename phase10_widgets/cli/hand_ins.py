"""The files that a class has handed in: named files, and all files in folders from a learning platform."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..base.translatable import Reason, Sentence

MOST_LEVELS = 6
"""The maximum number of folder levels to search."""
MOST_FILES = 5_000
"""The maximum number of files to read from a folder."""
HEAD_BYTES = 4_096
"""The number of bytes at the start of a file in which to look for its format."""
MARK = b"phase10-progress"
ARCHIVES = frozenset({".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".bz2", ".xz"})


class HandIns(NamedTuple):
    """The files to read, and the files skipped in folders, with a reason for each."""

    files: list[Path]
    passed: tuple[tuple[str, Reason], ...]


def hand_ins(names: Iterable[str]) -> HandIns:
    """Return the named files, all progress files in the named folders, and all files that match patterns such as
    `hand-in/*.json`.

    In a folder, every file that looks like a progress file is read, regardless of its name and depth.
    """
    files: dict[Path, None] = {}
    passed: dict[str, Reason] = {}
    for name in names:
        path = Path(name)
        named = [path]
        if not path.exists() and glob.has_magic(name):
            named = [Path(one) for one in sorted(glob.glob(name))] or named
        for one in named:
            if not one.is_dir():
                files[one] = None
                continue
            for file, why in _looked_through(one):
                if why:
                    passed[str(file)] = Reason(why)
                else:
                    files[file] = None
    return HandIns([*files], tuple(passed.items()))


def _looked_through(folder: Path) -> Iterator[tuple[Path, Sentence | None]]:
    """Yield each file in a folder and its subfolders, with the reason to skip it, or None if it should be read."""
    seen = 0
    for here, folders, names in os.walk(folder, onerror=None):
        place = Path(here)
        folders.sort()
        if len(place.relative_to(folder).parts) == MOST_LEVELS:
            for name in folders:
                yield place / name, Sentence("a folder too deep to search; name it in the command")
            folders.clear()
        for name in [*(each for each in folders if (place / each).is_symlink()), *sorted(names)]:
            seen += 1
            if seen > MOST_FILES:
                yield place / name, Sentence("more than {most} files; the rest were not read", most=MOST_FILES)
                return
            yield place / name, _why_passed(place / name, folder)
        for name in folders:
            if not os.access(place / name, os.R_OK | os.X_OK):
                yield place / name, Sentence("a folder that cannot be read")


def _why_passed(file: Path, folder: Path) -> Sentence | None:
    """Return the reason to skip a file in a folder, or None if it may be a progress file."""
    if file.is_symlink():
        inside = Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder))
        return (
            Sentence("a link to something in the same folder")
            if inside
            else Sentence("a link that leads out of the folder")
        )
    if file.name.startswith("._"):
        return Sentence("macOS metadata about another file")
    if file.suffix.lower() in ARCHIVES:
        return Sentence("an archive; unpack it into the folder, and run the command again")
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            return Sentence("not a file that can be read")
        if file.suffix.lower() != ".json" and not _is_marked(file):
            return Sentence("not a progress file")
    except OSError as error:
        return Sentence("cannot be read: {why}", why=error.strerror)
    return None


def _is_marked(file: Path) -> bool:
    with file.open("rb") as opened:
        return MARK in opened.read(HEAD_BYTES)
