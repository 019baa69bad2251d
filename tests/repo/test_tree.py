"""The product's files are short, its folders hold few modules, and file names identify their files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.packages import SOURCES

MOST_LINES = 500
MOST_MODULES = 24
MOST_COMPONENTS = 29
"""The most files in a folder of the front end, where each component is a file, however short."""
MOST_OF_A_NAME = 3
KINDS = ("__init__", "wire", "view", "screen", "widget")
"""The names that describe the job of a subject's module; many subjects have one of each."""
WRITTEN = (".py", ".pyi", ".ts", ".svelte", ".css", ".js", ".mjs", ".html", ".j2")
ELSEWHERE = ("notebooks", "static", "frontend/node_modules", "frontend/tests", "frontend/src/protocol")
"""The folders of built, installed or generated files, and of notebooks and tests."""


def written(folder: Path = SOURCES) -> Iterator[Path]:
    """Yield the product's handwritten files, by their paths in the package."""
    for path in sorted(folder.iterdir()):
        inner = path.relative_to(SOURCES)
        if path.is_dir() and inner.as_posix() not in ELSEWHERE:
            yield from written(path)
        elif path.suffix in WRITTEN:
            yield inner


def lines(path: Path) -> int:
    return len((SOURCES / path).read_text("utf-8").splitlines())


def most_in(folder: Path) -> int:
    return MOST_COMPONENTS if folder.parts[:1] == ("frontend",) else MOST_MODULES


def over(found: Counter[Path]) -> dict[str, int]:
    """Return the folders with more files than they may have."""
    return {folder.as_posix(): count for folder, count in found.items() if count > most_in(folder)}


def test_a_file_has_at_most_500_lines() -> None:
    assert {path.as_posix(): long for path in written() if (long := lines(path)) > MOST_LINES} == {}


def test_a_folder_has_at_most_two_dozen_modules() -> None:
    assert over(Counter(path.parent for path in written())) == {}


def test_a_file_name_occurs_at_most_three_times() -> None:
    names = Counter(path.name for path in written() if path.stem not in KINDS)
    assert {name: count for name, count in names.items() if count > MOST_OF_A_NAME} == {}
