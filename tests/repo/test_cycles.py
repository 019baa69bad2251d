"""No module imports itself through others; each cycle of late or type-only imports has a reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
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


def circles(found: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """Return the sets of modules of which each leads to each other (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    result: set[frozenset[str]] = set()

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in sorted(found[module]):
            if other not in order:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], order[other])
        if lowest[module] == order[module]:
            start = path.index(module)
            if len(path) - start > 1:
                result.add(frozenset(path[start:]))
            del path[start:]

    for module in found:
        if module not in order:
            visit(module)
    return result


def _module(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, path: Path, known: set[str], late: bool) -> Iterator[str]:
    inside = name if path.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(path.read_text("utf-8"), str(path))
    for node in _statements(tree, late):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = inside.split(".")[: len(inside.split(".")) - node.level + 1] if node.level else []
            module = ".".join((*above, *filter(None, [node.module])))
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                if whole in known or module in known:
                    yield whole if whole in known else module


def _statements(node: ast.AST, late: bool) -> Iterator[ast.AST]:
    """Yield the node and all in it; without *late* leave out what does not run when the module is imported."""
    yield node
    for child in ast.iter_child_nodes(node):
        if late or not _waits(child):
            yield from _statements(child, late)
        elif isinstance(child, ast.If):
            for other in child.orelse:
                yield from _statements(other, late)


def _waits(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def test_no_import_runs_in_a_circle() -> None:
    assert circles(graph(SOURCES, late=False)) == set()


def test_every_circle_of_late_and_type_imports_is_known() -> None:
    found = circles(graph(SOURCES, late=True))
    known = {frozenset(f"phase10_widgets.{name}" for name in circle) for circle in KNOWN}
    assert found - known == set(), "a new circle: let one module know less"
    assert known - found == set(), "this circle is gone: take it out of KNOWN"


PLANTED = [
    # modules, circles when imported, circles of all imports, why
    ({"a": "from .b import B", "b": "from .c import C", "c": ""}, [], [], "a chain is no circle"),
    ({"a": "from .b import B", "b": "from . import a"}, ["a b"], ["a b"], "two that import each other"),
    ({"a": "import p.b", "b": "from p.c import C", "c": "from .a import A"}, ["a b c"], ["a b c"], "three"),
    ({"a": "from .b import B", "b": "def f():\n    from .a import A"}, [], ["a b"], "a late import runs later"),
    (
        {"a": "from .b import B", "b": "if TYPE_CHECKING:\n    from .a import A\nelse:\n    A = None"},
        [],
        ["a b"],
        "a type-only import never runs",
    ),
    (
        {"a": "from .b import B", "b": "if TYPE_CHECKING:\n    pass\nelse:\n    from .a import A"},
        ["a b"],
        ["a b"],
        "but what stands beside it does",
    ),
    ({"a": "from .b import B", "b": "class B:\n    from .a import A"}, ["a b"], ["a b"], "a class body runs at once"),
    (
        {"a": "from .b import B", "b": "try:\n    from .a import A\nexcept ImportError:\n    A = None"},
        ["a b"],
        ["a b"],
        "so does what may fail",
    ),
    (
        {"a": "from .b import B", "b": "from .a import A", "c": "from .d import D", "d": "from .c import C"},
        ["a b", "c d"],
        ["a b", "c d"],
        "two circles are two",
    ),
    ({"s/__init__": "from .x import X", "s/x": "from .. import s"}, ["s s.x"], ["s s.x"], "a package is a module"),
    ({"s/__init__": "from .x import X", "s/x": "from . import y", "s/y": ""}, [], [], "a neighbor is no parent"),
]


@pytest.mark.parametrize(("modules", "at_once", "ever", "why"), PLANTED)
def test_a_planted_circle_is_found(
    tmp_path: Path, modules: dict[str, str], at_once: list[str], ever: list[str], why: str
) -> None:
    package = tmp_path / "p"
    (package / "s").mkdir(parents=True)
    for name, source in modules.items():
        (package / f"{name}.py").write_text(source, "utf-8")

    for late, wanted in ((False, at_once), (True, ever)):
        expected = {frozenset(f"p.{name}" for name in circle.split()) for circle in wanted}
        assert circles(graph(package, late=late)) == expected, why
