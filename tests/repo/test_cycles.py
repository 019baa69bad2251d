"""No module imports itself through others; each cycle of late or type-only imports has a reason."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.packages import SOURCES

Graph = dict[str, set[str]]

KNOWN: dict[tuple[str, ...], str] = {
    # circles closed by late or type-only imports alone, and why each stays
    ("core.legal", "core.observation"): "observation.legal_actions() is promised, and they are worked out from it",
    (
        "teaching.exercise",
        "teaching.question",
    ): "question.exercise() makes an exercise, and an exercise names its question",
    (
        "widgets.lesson.code_card",
        "widgets.lesson.learner",
        "widgets.lesson.learner_figure",
        "widgets.lesson.mixed_card",
        "widgets.lesson.player_card",
        "widgets.lesson.player_editor",
        "widgets.lesson.progress_board",
        "widgets.lesson.question_card",
        "widgets.lesson.recall_card",
        "widgets.lesson.your_calibration",
        "widgets.lesson.your_design",
        "widgets.lesson.your_hands",
        "widgets.lesson.your_table",
        "widgets.lesson.your_two_way",
    ): "a learner makes the cards, and each card tells its learner what was answered",
}


def graph(package: Path, *, late: bool) -> Graph:
    """Return what each module of the package imports of it, with *late* also in functions and for types only."""
    files = {_module(path, package): path for path in sorted(package.rglob("*.py"))}
    known = set(files)
    return {name: set(_imported(name, path, known, late)) - {name} for name, path in files.items()}


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def _module(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, path: Path, known: set[str], late: bool) -> Iterator[str]:
    inside = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(_parsed(path)) if late else _at_once(_parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = inside.split(".")[: len(inside.split(".")) - node.level + 1] if node.level else []
            module = ".".join((*above, *filter(None, [node.module])))
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                if whole in known or module in known:
                    yield whole if whole in known else module


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the node and all in it, without what does not run when the module is imported."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not _waits(child):
            yield from _at_once(child)
        elif isinstance(child, ast.If):
            for other in child.orelse:
                yield from _at_once(other)


def _waits(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def circle(found: Graph) -> list[str]:
    """Return modules of which each imports the one before it, and the first the last; or an empty list."""
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.slow
def test_no_import_runs_in_a_circle() -> None:
    """With late and type-only imports, a known circle counts as one module."""
    assert circle(graph(SOURCES, late=False)) == []
    home = {f"phase10_widgets.{name}": known[0] for known in KNOWN for name in known}
    joined: Graph = defaultdict(set)
    for module, imported in graph(SOURCES, late=True).items():
        joined[home.get(module, module)] |= {home.get(name, name) for name in imported}
    assert circle({module: imported - {module} for module, imported in joined.items()}) == [], (
        "let one module know less"
    )
