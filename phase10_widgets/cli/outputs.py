"""A command's output files, which are checked before the work begins and replaced only with the user's consent."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..base.names import plain_line
from .common import refuse


def output_fault(paths: Iterable[Path | None], *, replace: bool) -> str | None:
    """Return the reason why one of these files cannot be written, or None if all can be. Leave nothing behind.

    A path of None stands for a file that was not requested.
    """
    wanted = [path for path in paths if path is not None]
    if twice := [path for at, path in enumerate(wanted) if path in wanted[:at]]:
        return f"{twice[0]}: named twice. Each output needs its own file."
    if folders := [path for path in wanted if os.path.isdir(path)]:
        return f"{folders[0]}: this is a folder. Name a file in it."
    wanted = [path for path in wanted if not _is_stream(path)]
    there = [path for path in wanted if os.path.lexists(path)]
    if there and not replace:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        return f"{there[0]}{more}: already exists. Add --replace to overwrite it, or choose another location."
    for path in wanted:
        try:
            _try_out(path)
        except OSError as error:
            return f"{path}: cannot be written ({error.strerror}). Choose another location."
    return None


def write(files: Mapping[Path, str | bytes], *, replace: bool) -> int:
    """Write all files, or none if one exists and may not be replaced; return the exit code."""
    if fault := output_fault(files, replace=replace):
        return refuse(fault)
    there = [path for path in files if os.path.lexists(path) and not _is_stream(path)]
    new = dict.fromkeys(path.parent for path in files if not os.path.lexists(path.parent))
    for path, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            return refuse(f"{path}: could not be written ({error.strerror}). {_rescued(path, data)}")
    for folder in new:
        print(f"Created the folder {folder}.")
    for path in there:
        print(f"Replaced {plain_line(path)}.")
    return 0


def _is_stream(path: Path) -> bool:
    """Return True for an existing path that is not a file, such as /dev/stdout, where writing overwrites nothing."""
    return os.path.exists(path) and not os.path.isfile(path)


def _try_out(path: Path) -> None:
    """Raise OSError if the file cannot be written; change nothing."""
    if os.path.lexists(path):
        path.open("r+b").close()
        return
    new = [folder for folder in path.parents if not os.path.lexists(folder)]
    try:
        for folder in reversed(new):
            folder.mkdir()
        path.open("xb").close()
        path.unlink()
    finally:
        for folder in new:
            if os.path.isdir(folder):
                folder.rmdir()


def _rescued(path: Path, data: bytes) -> str:
    """Save a result, which may have taken hours to compute, to another location, and print that location."""
    try:
        with tempfile.NamedTemporaryFile(prefix="phase10-", suffix=path.suffix, delete=False) as file:
            file.write(data)
    except OSError:
        return "It is lost."
    return f"It is in {file.name}."
