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


PLANTED = [
    # file, source, expected complaint (None: allowed), why
    ("core/rules.py", "from phase10_widgets.core.cards import Card", None, "a layer may import itself"),
    ("core/rules.py", "from .cards import Card", None, "also relatively"),
    ("core/rules.py", "import json, collections.abc", None, "the standard library is everywhere"),
    ("core/rules.py", "from __future__ import annotations", None, "a future statement is not a dependency"),
    (
        "core/rules.py",
        "from phase10_widgets.editions import classic",
        "editions",
        "the core knows no edition",
    ),
    ("core/rules.py", "from ..editions import classic", "editions", "nor relatively"),
    ("core/rules.py", "from .. import editions", "editions", "nor by the package's name"),
    ("core/rules.py", "from phase10_widgets import odds", "odds", "nor through the root"),
    ("core/rules.py", "import phase10_widgets.players.greedy", "players", "nor by a plain import"),
    ("core/rules.py", "from phase10_widgets import Game", "the public names", "the root is above everything"),
    (
        "core/rules.py",
        "def f():\n    import phase10_widgets.session",
        "session",
        "a late import is an import",
    ),
    ("core/rules.py", "import numpy", "numpy", "the core runs on the standard library"),
    ("core/rules.py", "def f():\n    import numpy", "numpy", "late ones too"),
    ("odds/deal.py", "from phase10_widgets.players import get", "players", "odds are below the players"),
    ("odds/deal.py", "import numpy", "numpy", "third-party modules are for widgets"),
    (
        "odds/deal.py",
        "try:\n    import numpy\nexcept ImportError:\n    numpy = None",
        None,
        "an optional one is guarded",
    ),
    ("players/expert.py", "from phase10_widgets.odds import deal", None, "players may count"),
    (
        "players/expert.py",
        "from phase10_widgets import session",
        "session",
        "players see observations, not games",
    ),
    ("players/expert.py", "from phase10_widgets.game import Game", "game", "nor the whole truth"),
    ("session.py", "from phase10_widgets.arena import play", "arena", "a session is one game"),
    (
        "teaching/checks.py",
        "from phase10_widgets.widgets.table.widget import Table",
        "widgets",
        "lessons work without a table",
    ),
    (
        "widgets/table.py",
        "import anywidget\nfrom phase10_widgets.session import Session",
        None,
        "widgets are on top",
    ),
    ("widgets/table.py", "from phase10_widgets.apps.cli import main", "apps", "the command line is above them"),
    ("apps/pages.py", "import jinja2", None, "what people start has templates"),
    ("widgets/table.py", "import jinja2", "jinja2", "but a widget runs in the browser, too"),
    ("__init__.py", "from phase10_widgets.core import Card", None, "the root gathers the names"),
    (
        "__init__.py",
        "from phase10_widgets.widgets import Table",
        "widgets",
        "but widgets wait until asked for",
    ),
    (
        "__init__.py",
        "def __getattr__(name):\n    from phase10_widgets.widgets import Table",
        None,
        "like this",
    ),
    ("extras.py", "import json", "has no place", "a new module is given its place"),
]


@pytest.mark.parametrize(("file", "source", "complaint", "why"), PLANTED)
def test_a_planted_import_is_judged(tmp_path: Path, file: str, source: str, complaint: str | None, why: str) -> None:
    path = tmp_path / "phase10_widgets" / file
    path.parent.mkdir(parents=True)
    path.write_text(source, "utf-8")

    found = violations(tmp_path / "phase10_widgets")

    assert len(found) == (complaint is not None), why
    assert all(complaint in line for line in found if complaint), why
