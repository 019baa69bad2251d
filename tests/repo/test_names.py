"""One name for one thing, docstrings that begin with a verb or a noun, rooms that are not overcrowded."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packages import SOURCES

PROTOCOL = SOURCES / "views" / "protocol"
"""The folder of JSON types, which share the names of the objects that they describe."""
CLAUSES = {"How", "So", "That", "What", "Whatever", "When", "Where", "Whether", "Which", "Who", "Whoever", "Why"}
PUBLIC = {"Seat"}
"""Names of widgets that other programs call; a class inside has the same name where the rulebook gives it that."""
MOST = 28
"""Modules in one folder."""
FOLDERS = [SOURCES, *(path for path in SOURCES.rglob("*") if path.is_dir())]


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        if "node_modules" not in path.parts:
            yield path, ast.parse(path.read_text("utf-8"))


def test_a_class_has_its_name_to_itself() -> None:
    homes = defaultdict(list)
    for path, tree in sources():
        if PROTOCOL in path.parents:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(path.relative_to(SOURCES).as_posix())
    assert {name: where for name, where in homes.items() if len(where) > 1 and name not in PUBLIC} == {}


def test_docstrings_do_not_begin_with_a_clause() -> None:
    """At most 3 in 100 begin with a word such as "What" or "Whether"."""
    first = [
        docstring.split()[0].strip(",.:;")
        for _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if (docstring := ast.get_docstring(node))
    ]
    assert len(first) > 1500
    assert sum(word in CLAUSES for word in first) <= 0.03 * len(first)


@pytest.mark.parametrize("suffixes", [(".py",), (".ts", ".svelte")])
def test_no_folder_is_overcrowded(suffixes: tuple[str, ...]) -> None:
    crowded = {
        folder.relative_to(SOURCES).as_posix(): found
        for folder in FOLDERS
        if not {"node_modules", "tests", "dev"}.intersection(folder.parts)
        if (found := sum(path.suffix in suffixes for path in folder.iterdir())) > MOST
    }
    assert crowded == {}
