"""The command line that the tools in this folder share: ``--help`` shows what a tool's file says of it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path


def parser(about: str | None) -> argparse.ArgumentParser:
    """A parser that knows no option yet; what it does not know ends the command before anything is done."""
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)


def between(page: str, begin: str, end: str, text: str) -> str:
    """Return a page with this text between two marks, which must be there once."""
    marked = re.compile(f"(?<={re.escape(begin)}).*(?={re.escape(end)})", re.S)
    found, times = marked.subn(lambda _: text, page)
    assert times == 1, f"no marks {begin} and {end}"
    return found


def write_between(path: Path, begin: str, end: str, text: str) -> None:
    """Write this text between two marks of a page."""
    path.write_text(between(path.read_text("utf-8"), begin, end, text), "utf-8")
