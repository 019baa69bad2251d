"""Every import goes down the layers of the package: the rules know no player, no notebook and no browser."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import no_faults
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
    "teaching": (*RULES, "game", "hands", "lazy_names", "odds", "players", "arena", "coach", "session"),
    "views": (
        *(*RULES, "coach", "game", "house_rules", "languages", "moments", "players", "session", "text"),
        *("arena", "daily", "odds", "teaching", "terms"),
    ),
    "rl": (*RULES, "game", "players", "text", "views"),
    "store": (*RULES, "session", "views"),
    "screens": (*PLAY, "languages", "parallel", "store", "text", "views"),
    "course": (*PLAY, "languages", "screens", "store", "text", "views"),
    "live": (
        *(*RULES, "coach", "game", "languages", "moments", "odds", "players", "session", "teaching", "terms", "text"),
        *("store", "views"),
    ),
    "widgets": (*PLAY, "course", "languages", "live", "parallel", "screens", "store", "text", "views"),
    "apps": (*PLAY, "course", "languages", "live", "parallel", "screens", "store", "text", "views", "widgets"),
    "handouts": ("apps",),
    "__main__": ("apps",),
    "__init__": (*PLAY, "lazy_names"),
}
LAZILY = {"__init__": ("course", "views", "widgets")}
"""The layers that each layer may import inside functions, too."""


def imports(path: Path) -> Iterator[tuple[str, int, bool]]:
    """Yield every import of a file: what, its line, and whether it is delayed or may fail; relative ones resolved."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    lazy = {id(node) for outer in ast.walk(tree) if postpones(outer) for node in ast.walk(outer)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno, id(node) in lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = path.relative_to(SOURCES.parent).with_suffix("").parts[: -node.level] if node.level else ()
            module = ".".join((*here, *filter(None, [node.module])))
            inside = [f"{module}.{alias.name}" for alias in node.names] if module == SOURCES.name else [module]
            yield from ((name, node.lineno, id(node) in lazy) for name in inside)


def postpones(node: ast.AST) -> bool:
    """Return True if a node keeps imports from running or failing when the module is imported."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    if isinstance(node, ast.Try):
        return any("ImportError" in ast.unparse(handler.type) for handler in node.handlers if handler.type)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def allowed(layer: str, module: str, *, lazy: bool) -> bool:
    """Return True if a layer may import this: of other packages, core none; widgets, rl and apps any; others lazily."""
    top, _, rest = module.partition(".")
    if top == SOURCES.name:
        target = rest.partition(".")[0]
        return target in (layer, *LAYERS[layer], *(LAZILY.get(layer, ()) if lazy else ()))
    if top == "jinja2":
        return layer == "apps"
    return top in sys.stdlib_module_names or layer in ("widgets", "rl", "apps") or (lazy and layer != "core")


@pytest.mark.slow
def test_every_import_goes_down_the_tree() -> None:
    with no_faults() as faults:
        for path in sorted(SOURCES.rglob("*.py")):
            layer, *_ = path.relative_to(SOURCES).with_suffix("").parts
            if layer != "frontend":
                with faults.of(path.relative_to(SOURCES)):
                    assert layer in LAYERS, "it has no place in the tree; give it one in LAYERS"
                    wrong = [found for found in imports(path) if not allowed(layer, found[0], lazy=found[2])]
                    assert wrong == [], f"not below {layer}"
