"""Every import goes down the layers of the package: the rules know no player, no notebook and no browser."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.packages import SOURCES

RULES = ("core", "editions", "names")
PLAY = (
    *(*RULES, "extensions", "game", "hands", "moments", "odds", "players", "arena", "coach", "house_rules"),
    *("terms", "session", "daily", "first_game", "teaching"),
)
LAYERS = {
    "conftest": (),
    "core": (),
    "editions": ("core", "names"),
    "extensions": (*RULES, "players"),
    "game": RULES,
    "hands": RULES,
    "house_rules": RULES,
    "languages": ("core",),
    "lazy_names": (),
    "moments": (*RULES, "game"),
    "names": ("core",),
    "parallel": (),
    "text": ("core", "languages", "names"),
    "odds": (*RULES, "hands", "lazy_names", "parallel"),
    "players": (*RULES, "hands", "odds"),
    "arena": (*RULES, "game", "hands", "odds", "parallel", "players"),
    "coach": (*RULES, "game", "hands", "odds", "parallel", "players", "arena"),
    "terms": ("core",),
    "session": (*RULES, "game", "moments", "players", "terms"),
    "first_game": (*RULES, "game", "session"),
    "daily": (*RULES, "players", "session", "terms"),
    "teaching": (*RULES, "game", "hands", "odds", "players", "arena", "coach", "session"),
    "views": (
        *(*RULES, "coach", "game", "house_rules", "languages", "moments", "players", "session", "text"),
        *("arena", "daily", "odds", "teaching", "terms"),
    ),
    "rl": (*RULES, "game", "players", "text", "views"),
    "store": (*RULES, "session", "views"),
    "screens": (*PLAY, "languages", "parallel", "store", "text", "views"),
    "live": (
        *(*RULES, "coach", "game", "languages", "moments", "odds", "players", "session", "teaching", "terms", "text"),
        *("store", "views"),
    ),
    "widgets": (*PLAY, "languages", "live", "parallel", "screens", "store", "text", "views"),
    "apps": (*PLAY, "languages", "live", "parallel", "screens", "store", "text", "views", "widgets"),
    "handouts": ("apps",),
    "__main__": ("apps",),
    "__init__": (*PLAY, "lazy_names"),
}
LAZILY = {"__init__": ("views", "widgets")}


class Import(NamedTuple):
    """One imported module, with its line; *lazy* if the import is delayed or may fail."""

    module: str
    line: int
    lazy: bool


def imports(path: Path, package: Path) -> Iterator[Import]:
    """Yield every import of a file, with relative ones resolved."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    lazy = {id(node) for outer in ast.walk(tree) if postpones(outer) for node in ast.walk(outer)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = imported_from(node, path, package)
        else:
            continue
        yield from (Import(name, node.lineno, id(node) in lazy) for name in names)


def postpones(node: ast.AST) -> bool:
    """Return True if a node keeps imports from running or failing when the module is imported."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    if isinstance(node, ast.Try):
        return any("ImportError" in ast.unparse(handler.type) for handler in node.handlers if handler.type)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def imported_from(node: ast.ImportFrom, path: Path, package: Path) -> list[str]:
    """Return the modules that ``from … import …`` reads; for our own package's root, one for each name."""
    module = node.module or ""
    if node.level:
        here = path.relative_to(package.parent).with_suffix("").parts[: -node.level]
        module = ".".join((*here, *filter(None, [module])))
    return [f"{module}.{alias.name}" for alias in node.names] if module == package.name else [module]


def violations(package: Path) -> list[str]:
    """Return every forbidden import, as "file:line: complaint", in the order of the files."""
    found = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        if parts[0] == "frontend":
            continue
        where = path.relative_to(package).as_posix()
        if parts[0] not in LAYERS:
            found.append(f"{where}: {parts[0]!r} has no place in the tree; give it one in LAYERS")
            continue
        for item in imports(path, package):
            if complaint := refused(parts[0], item, package.name):
                found.append(f"{where}:{item.line} {complaint}")
    return found


def refused(layer: str, item: Import, package: str) -> str | None:
    """Return the complaint about a layer's import, or None."""
    top, _, rest = item.module.partition(".")
    if top != package:
        return None if third_party_allowed(layer, top, lazy=item.lazy) else f"imports {top}, which is no part of Python"
    target = rest.partition(".")[0]
    lazily = LAZILY.get(layer, ()) if item.lazy else ()
    if target == layer or target in (*LAYERS[layer], *lazily):
        return None
    return f"imports {target if target in LAYERS else 'the public names'}, which is not below {layer}"


def third_party_allowed(layer: str, top: str, *, lazy: bool) -> bool:
    """Return True if a layer may import a third-party package: core never; widgets, rl, apps always; others lazily."""
    if top == "jinja2":
        return layer == "apps"
    if top in sys.stdlib_module_names or layer in ("widgets", "rl", "apps"):
        return True
    return lazy and layer != "core"


@pytest.mark.slow
def test_every_import_goes_down_the_tree() -> None:
    assert violations(SOURCES) == []
