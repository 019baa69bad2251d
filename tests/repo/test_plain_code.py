"""The code of a lesson uses nothing that a first-year Python student has to look up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.repo.pages import PAGES, cells, every, hidden, source

LOOPS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
SHOWN = {"phase10_widgets", "phase10_widgets.languages.text"}
"""The modules that a page may import from the library."""


def tricks(text: str) -> Iterator[str]:
    """Yield the parts of this code that a novice cannot read."""
    if re.search(r"# (fmt|noqa|type|pragma):? ?", text):
        yield "a comment for a program"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.AugAssign) and isinstance(node.value, ast.Compare):
            yield "a truth value is added"
        if isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Store):
            yield "a starred name"
        elif isinstance(node, ast.Assign) and len(node.targets) > 1:
            yield "one value for two names"
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            kinds = {isinstance(one, ast.Constant) for one in node.value.elts}
            if len(kinds) > 1 and any(isinstance(one, ast.Call | LOOPS) for one in ast.walk(node.value)):
                yield "two unlike things in one line"
        elif isinstance(node, ast.Attribute) and node.attr == "events":
            yield "counts events from the end"
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("phase10_widgets"):
            if node.module not in SHOWN:
                yield "imports from inside the library"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "next":
                yield "a generator without a loop"
            elif node.func.id in {"float", "int"} and isinstance(node.args[0], ast.JoinedStr):
                yield "a number turned into text and back"
        elif isinstance(node, ast.FunctionDef) and any(isinstance(one, ast.FunctionDef) for one in node.body):
            yield "a function inside a function"
        elif isinstance(node, LOOPS) and depth(node) > 2:
            yield "three loops in one line"


def depth(node: ast.AST) -> int:
    """Return how many comprehensions are nested here."""
    return isinstance(node, LOOPS) + max(map(depth, ast.iter_child_nodes(node)), default=0)


def a_novice_can_read_every_cell(path: Path) -> None:
    shown = [source(cell) for cell in cells(path, "code") if not hidden(cell)]
    assert [(text, trick) for text in shown for trick in tricks(text)] == []


def an_output_is_a_sentence_or_a_table(path: Path) -> None:
    """No output is a bare list or says "1 times"."""
    outputs = (output for cell in cells(path, "code") if not hidden(cell) for output in cell["outputs"])
    for text in ("".join(output.get("text", "")) for output in outputs):
        assert not re.search(r"(?m)^ *[\[{(].*[\]})]$", text), text
        assert not re.search(r"\b1 times\b(?! as)", text), text


def test_a_novice_can_read_every_page() -> None:
    every(PAGES, a_novice_can_read_every_cell, an_output_is_a_sentence_or_a_table)
