"""Imports only go down the package's layers, never in a circle: the rules import no player and no browser."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.faults import no_faults
from tests.packages import SOURCES

LAYERS = (
    *("base", "rules", "editions", "game", "parallel", "odds", "players", "sessions", "arena", "coach", "languages"),
    *("store", "ui", "teaching", "rl", "rooms", "server", "cli"),
)
"""The folders of the package; each imports only those before it."""
LOOSE = {
    "conftest": "base",
    "errors": "base",
    "figures": "base",
    "extensions": "players",
    "handouts": "teaching",
    "__main__": "cli",
    "__init__": "coach",
}
"""The modules outside the folders, each with the last folder that it may import."""
LAZILY = {"__init__": "teaching"}
"""The last folder that a module may also import inside functions."""
KINDS = ("wire", "view", "screen", "widget")
"""The modules of a subject by name; each imports only those before it, of any subject."""
CONTENT, SCREENS = ("lessons", "exercises", "progress", "code"), ("figures", "learner", "pages", "exports")
"""The folders in ``teaching`` without screens, and those with screens."""
WITH_PACKAGES = ("notebook", "widget", "widgets", "rl", "server", "cli")
"""The folders and modules that may need other packages: widgets, environments, servers."""


def files() -> Iterator[Path]:
    """Yield the package's files, except those of the front end and the notebooks."""
    for path in sorted(SOURCES.rglob("*.py")):
        if path.relative_to(SOURCES).parts[0] not in ("frontend", "notebooks"):
            yield path


def imports(path: Path, *, types: bool = True) -> Iterator[tuple[str, int, bool]]:
    """Yield every import of a file: its resolved target, its line, and True if it is delayed or may fail.

    Without *types*, leave out imports that only type checkers read.
    """
    tree = ast.parse(path.read_text("utf-8"), str(path))
    lazy = {id(node) for outer in ast.walk(tree) if postpones(outer) for node in ast.walk(outer)}
    left_out = set() if types else {id(node) for outer in ast.walk(tree) for node in checked_only(outer)}
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno, id(node) in lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = path.relative_to(SOURCES.parent).with_suffix("").parts[: -node.level] if node.level else ()
            module = ".".join((*here, *filter(None, [node.module])))
            own = module.partition(".")[0] == SOURCES.name
            inside = [f"{module}.{alias.name}" for alias in node.names] if own else [module]
            yield from ((name, node.lineno, id(node) in lazy) for name in inside)


def checked_only(node: ast.AST) -> list[ast.AST]:
    """Return everything below a node that only type checkers read."""
    if not isinstance(node, ast.If) or "TYPE_CHECKING" not in ast.unparse(node.test):
        return []
    return [each for statement in node.body for each in ast.walk(statement)]


def postpones(node: ast.AST) -> bool:
    """Return True if a node keeps imports from running or failing when the module is imported."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    if isinstance(node, ast.Try):
        return any("ImportError" in ast.unparse(handler.type) for handler in node.handlers if handler.type)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def allowed(path: Path, module: str, *, lazy: bool) -> bool:
    """Return True if a file may import this: folders before its own, and other packages where they are allowed."""
    parts = path.with_suffix("").parts
    top, _, rest = module.partition(".")
    if top == SOURCES.name:
        target, _, inner = rest.partition(".")
        if (
            parts[:1] == ("teaching",)
            and parts[1] in CONTENT
            and (target == "ui" or (target == "teaching" and inner.startswith(SCREENS)))
        ):
            return False
        last = LAZILY.get(parts[0], "") if lazy else ""
        return not target or target in below(last or LOOSE.get(parts[0], parts[0]))
    if top in ("jinja2", "markupsafe"):
        return bool({*parts} & {"rendering", "exports", "server"})
    return top in sys.stdlib_module_names or bool({*parts} & {*WITH_PACKAGES}) or (lazy and parts[0] != "rules")


def dotted(path: Path) -> str:
    """Return the name by which a file is imported."""
    return ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(".__init__")


def homes() -> Mapping[str, str]:
    """Return the modules that define the names that packages load on first use, as listed in their stubs."""
    found = ((stub, name) for stub in SOURCES.rglob("__init__.pyi") for name, _, _ in imports(stub))
    return {f"{dotted(stub)}.{name.rpartition('.')[2]}": name for stub, name in found}


def graph() -> dict[str, set[str]]:
    """Return the files that each file imports, at once or later, by their names."""
    names, lazy = {dotted(path) for path in files()}, homes()

    def file_of(name: str) -> str:
        name = lazy.get(name, name)
        while name and name not in names:
            name = name.rpartition(".")[0]
        return name

    return {
        (own := dotted(path)): {file_of(name) for name, _, _ in imports(path, types=False)} - {own, ""}
        for path in files()
    }


def below(layer: str) -> tuple[str, ...]:
    """Return a layer and those before it."""
    return LAYERS[: LAYERS.index(layer) + 1]


def in_order(path: Path, module: str) -> bool:
    """Return True if a subject's file imports no kind that comes after its own."""
    own, other = kind(path.stem), next(filter(None, map(kind, module.split(".")[-2:])), "")
    return not own or not other or KINDS.index(other) <= KINDS.index(own)


def kind(name: str) -> str:
    """Return the kind of a module by its name, "wire" for ``moves_wire``; empty for any other."""
    last = "wire" if name.endswith("_wire") else name
    return last if last in KINDS else ""


@pytest.mark.slow
def test_every_import_goes_down_the_tree() -> None:
    with no_faults() as faults:
        for path in files():
            inner = path.relative_to(SOURCES)
            with faults.of(inner):
                assert inner.with_suffix("").parts[0] in (*LAYERS, *LOOSE), "it is not in the tree"
                wrong = [found for found in imports(path) if not allowed(inner, found[0], lazy=found[2])]
                assert wrong == [], "not below it"
                assert [found for found in imports(path) if not in_order(inner, found[0])] == [], "not before it"


@pytest.mark.slow
def test_no_files_import_each_other_in_a_circle() -> None:
    """An import inside a function counts: it hides a circle, but does not open it. One for types only does not."""
    TopologicalSorter(graph()).prepare()  # raises a CycleError that names the files
