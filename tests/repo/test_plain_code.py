"""The code of a lesson uses nothing that somebody in their first year of Python has to look up."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "lessons"
PAGES = sorted(FOLDER.rglob("*.ipynb"))
LOOPS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
SHOWN = {"phase10_widgets", "phase10_widgets.text"}
"""The modules that a page may import from the library."""
HARD: list[tuple[str, str]] = [
    ("wins += 0 in winners", "a truth value is added"),
    ("rest = whole = 12", "one value for two names"),
    ("pairs, total = [(a, b) for a, b in rows], 0", "two unlike things in one line"),
    ("hands = session.game.events[-2].hands", "counts events from the end"),
    ("from phase10_widgets.core.events import PhaseLaid", "imports from inside the library"),
    ("line = next(n for n in range(9) if n > 4)", "a generator without a loop"),
    ('print(float(f"{needed:.2g}"))', "a number turned into text and back"),
    ("draft = [\n    'a', 'b',\n]  # fmt: skip", "a comment for a program"),
    ("def f():\n    def g():\n        return 1\n    return g()", "a function inside a function"),
    ("for *colors, skips in rows:\n    pass", "a starred name"),
    ("dealt = [[sum([c for c in h]) for h in d] for d in g]", "three loops in one line"),
]


def tricks(code: str) -> Iterator[str]:
    """Yield what a novice cannot read in this code."""
    if re.search(r"# (fmt|noqa|type|pragma):? ?", code):
        yield "a comment for a program"
    for node in ast.walk(ast.parse(code)):
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


def shown(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each code cell that is not folded away, with what it prints."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code" and not cell["metadata"].get("jupyter", {}).get("source_hidden"):
            yield "".join(cell["source"]), "".join("".join(one.get("text", "")) for one in cell["outputs"])


@pytest.mark.parametrize("path", PAGES, ids=[path.stem for path in PAGES])
def test_a_novice_can_read_every_cell(path: Path) -> None:
    assert [(code, trick) for code, _ in shown(path) for trick in tricks(code)] == []


@pytest.mark.parametrize("path", PAGES, ids=[path.stem for path in PAGES])
def test_an_output_is_a_sentence_or_a_table(path: Path) -> None:
    """No bare list, and nothing happens "1 times"."""
    for _, text in shown(path):
        assert not re.search(r"(?m)^ *[\[{(].*[\]})]$", text), text
        assert not re.search(r"\b1 times\b(?! as)", text), text


@pytest.mark.parametrize(("code", "trick"), HARD)
def test_a_trick_is_found(code: str, trick: str) -> None:
    assert trick in tricks(code)
