"""A learner's own files: written at once or not at all, and read with care."""

from __future__ import annotations

import os
from pathlib import Path

from ..core.files import FileKind


def write(path: str | os.PathLike[str], text: str) -> None:
    """Write the file atomically: readers find either the old content or the new, complete."""
    target = Path(path)
    beside = target.with_name(f"{target.name}.new")
    beside.write_text(text, "utf-8")
    beside.replace(target)


def read(path: str | os.PathLike[str], kind: FileKind) -> str:
    """Return the text of a file that may be of any kind and length, at most a little more than *kind* allows.

    Raises:
        ValueError: of the kind's own type: it is not text. OSError if it cannot be read.
    """
    with Path(path).open("rb") as file:
        content = file.read(4 * kind.limit + 1)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise kind.damaged() from error
