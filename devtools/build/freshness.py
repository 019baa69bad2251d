"""File digests, and stamps that show whether a build's results are up to date. Only the standard library is used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def digest(paths: Iterable[Path]) -> str:
    """Return the SHA-256 hash of the files' names and contents."""
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


def is_fresh(stamp: Path, sources: Iterable[Path], built: Iterable[Path]) -> bool:
    """Return True if neither the sources nor the built files have changed since the stamp was written."""
    try:
        found = json.loads(stamp.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return bool(found == {"sources": digest(sources), "built": digest(built)})


def write_stamp(stamp: Path, sources: str, built: Iterable[Path]) -> None:
    """Write the stamp for a finished build; *sources* is the digest of its sources before the build."""
    stamp.write_text(json.dumps({"sources": sources, "built": digest(built)}), "utf-8")
