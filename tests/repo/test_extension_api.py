"""Extensions import public names only: the examples, the template and the manual use names of the API's pages."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from devtools.build.docs import PAGES
from tests.repo.test_docs import PUBLIC, WITH_EXAMPLES, examples, listed_names

EXAMPLES = PAGES / "examples"
FILES = sorted(path for path in EXAMPLES.rglob("*") if path.suffix in (".py", ".ipynb"))
PACKAGE = "phase10_widgets"
MODULES = {f"{PACKAGE}{part}" for part in (*PUBLIC, ".editions")}


def sources(path: Path) -> Iterator[str]:
    """Yield the Python code of a module, of a notebook or of a page."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        yield from ("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")
    elif path.suffix == ".md":
        for example in examples(path):
            lines = example.text.splitlines()
            if example.how == "pycon":
                lines = [line[4:] for line in lines if line.startswith((">>> ", "... "))]
            yield "\n".join(lines)
    else:
        yield text


def private(code: str) -> list[str]:
    """Return the names that code imports from the package, or reads by its alias, but that no API page lists."""
    public = {f"{module}.{name}" for module, names in listed_names().items() for name in names}
    public |= {name for names in listed_names().values() for name in names if name.startswith(PACKAGE)} | MODULES
    used: list[str] = []
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] == PACKAGE:
                used += [f"{module}.{alias.name}" for alias in node.names]
            case ast.Import():
                used += [alias.name for alias in node.names if alias.name.partition(".")[0] == PACKAGE]
            case ast.Attribute(value=ast.Name(id="p10")):
                used.append(f"{PACKAGE}.{node.attr}")
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="p10"), attr=part)) if (
                f"{PACKAGE}.{part}" in MODULES
            ):
                used.append(f"{PACKAGE}.{part}.{node.attr}")
    return [name for name in used if name not in public]


def test_examples_and_pages_import_only_listed_names() -> None:
    used = {str(path): [name for text in sources(path) for name in private(text)] for path in (*FILES, *WITH_EXAMPLES)}
    assert {path: names for path, names in used.items() if names} == {}


def test_completion_offers_the_public_names_and_help_knows_the_fields_of_tuples() -> None:
    for module in map(import_module, sorted(MODULES)):
        assert dir(module) == sorted(module.__all__)
        for thing in map(partial(getattr, module), module.__all__):
            fields = getattr(thing, "_fields", ()) if isinstance(thing, type) and issubclass(thing, tuple) else ()
            assert [name for name in fields if "field number" in getattr(thing, name).__doc__] == [], thing
