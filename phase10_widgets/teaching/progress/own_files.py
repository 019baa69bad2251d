"""A learner's own files, written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: str | os.PathLike[str], text: str) -> None:
    """Write the file atomically: readers see either the old content or the new, never a mixture."""
    target = Path(path)
    beside = target.with_name(f"{target.name}.new")
    beside.write_text(text, "utf-8")
    beside.replace(target)
