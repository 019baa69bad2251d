"""The command-line interface shared by the tools in this folder; ``--help`` shows the tool's module docstring."""

from __future__ import annotations

import argparse
import re
from pathlib import Path


def parser(about: str | None) -> argparse.ArgumentParser:
    """Return a parser without options, which rejects unknown options before the command does anything."""
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)


def between(page: str, begin: str, end: str, text: str) -> str:
    """Return the page with this text inserted between two marks, each of which must appear exactly once."""
    marked = re.compile(f"(?<={re.escape(begin)}).*(?={re.escape(end)})", re.S)
    found, times = marked.subn(lambda _: text, page)
    assert times == 1, f"the marks {begin} and {end} must appear exactly once"
    return found


def write_between(path: Path, begin: str, end: str, text: str) -> None:
    """Write this text between two marks on a page."""
    path.write_text(between(path.read_text("utf-8"), begin, end, text), "utf-8")
