"""Write the protocol types for the browser: ``python -m devtools.generate.protocol``.

pydantic converts the TypedDicts in every ``wire.py``, and in a subject's additional modules such as ``moves_wire.py``,
into a JSON Schema, and json-schema-to-typescript writes each subject's types to a file with the subject's name in
``frontend/src/protocol``. These files are not in git, because the front end's check writes them first and the built
scripts have no types. The tests check values against the same schema.
"""

from __future__ import annotations

import importlib
import inspect
import json
import subprocess
import sys
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

import typing_extensions
from pydantic import ConfigDict, TypeAdapter

from devtools import command
from devtools.build import freshness, frontend

PACKAGE = freshness.ROOT / "phase10_widgets"
FOLDER = frontend.SOURCES / "src" / "protocol"
STAMP = FOLDER / ".generated-from.json"
SCRIPT = "dev/protocol.mjs"
HEADER = "// Generated from {source} by `python -m devtools.generate.protocol`: change it there."
READ_AS = "_protocol_of_the_wire"
"""The name that the package has while pydantic reads it."""
PART = "Content"
"""The suffix of types that describe parts of views, which only Python needs."""

Schema = dict[str, Any]


@cache
def modules() -> Mapping[str, list[ModuleType]]:
    """Return the protocol's modules by subject, loaded with TypedDicts that pydantic accepts on Python 3.11."""
    again = ModuleType(READ_AS)
    again.__path__ = [str(PACKAGE)]
    sys.modules[READ_AS] = again
    original, typing.TypedDict = typing.TypedDict, typing_extensions.TypedDict
    try:
        return {about: [importlib.import_module(_name(path)) for path in paths] for about, paths in subjects().items()}
    finally:
        typing.TypedDict = original


def sources() -> list[Path]:
    """Return the modules' files: every ``wire.py`` and ``..._wire.py`` in the package."""
    return sorted([*PACKAGE.rglob("wire.py"), *PACKAGE.rglob("*_wire.py")], key=lambda path: (subject(path), path))


def subjects() -> Mapping[str, list[Path]]:
    """Return the modules' files by subject."""
    return {about: list(paths) for about, paths in groupby(sources(), key=subject)}


def subject(path: Path) -> str:
    """Return the subject of a module's types: its folder's name, preceded by "rooms_" for folders inside ``rooms``."""
    parts = path.parent.relative_to(PACKAGE).parts
    return "_".join(parts) if parts[0] == "rooms" else parts[-1]


def _name(path: Path) -> str:
    return ".".join((READ_AS, *path.relative_to(PACKAGE).with_suffix("").parts))


def types_of(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the TypedDicts and aliases that a module defines, in order of definition."""
    aliases = inspect.get_annotations(module)
    for name, value in list(vars(module).items()):
        if name.startswith("_") or name in vars(typing):
            continue
        if typing_extensions.is_typeddict(value):
            if value.__module__ == module.__name__:
                yield name, value
        elif name in aliases:
            yield name, value


@cache
def definitions() -> Mapping[str, Mapping[str, Schema]]:
    """Return each subject's JSON Schemas by type name; they refer to each other by these names.

    Raises:
        ValueError: two modules define a type with the same name.
    """
    found = {about: [each for part in parts for each in types_of(part)] for about, parts in modules().items()}
    every = [each for types in found.values() for each in types]
    doubled = {name for name, _ in every if [other for other, _ in every].count(name) > 1}
    if doubled:
        raise ValueError(f"defined twice: {', '.join(sorted(doubled))}")
    for _, kind in every:
        if typing_extensions.is_typeddict(kind):
            kind.__pydantic_config__ = ConfigDict(extra="forbid", use_attribute_docstrings=True)
    top, inner = TypeAdapter.json_schemas(
        [(name, "serialization", TypeAdapter(kind)) for name, kind in every], ref_template="#/definitions/{model}"
    )
    schemas = {name: _clean(schema) for (name, _), schema in top.items()}
    schemas |= {name: _clean(schema) for name, schema in inner.get("$defs", {}).items()}
    aliases = {_key(schemas[name]): name for name, kind in every if not typing_extensions.is_typeddict(kind)}
    named = {name: _named(schemas[name], aliases, top=True) for name, _ in every}
    return {about: {name: named[name] for name, _ in types} for about, types in found.items()}


def _clean(value: Any) -> Any:
    """Return the schema as draft 7, without titles, which would become separate types."""
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: _clean(item) for key, item in value.items() if key != "title" or not isinstance(item, str)}
    if "prefixItems" in found:
        found["items"], found["additionalItems"] = found.pop("prefixItems"), False
    return found


def _key(schema: Schema) -> str:
    return json.dumps({name: value for name, value in schema.items() if name != "description"}, sort_keys=True)


def _named(value: Any, aliases: Mapping[str, str], *, top: bool = False) -> Any:
    """Return the schema with a reference in place of an alias's definition."""
    if isinstance(value, list):
        return [_named(item, aliases) for item in value]
    if not isinstance(value, dict):
        return value
    if not top and _key(value) in aliases:
        described = {"description": value["description"]} if "description" in value else {}
        return {"allOf": [{"$ref": f"#/definitions/{aliases[_key(value)]}"}], **described}
    return {key: _named(item, aliases) for key, item in value.items()}


@cache
def schema() -> Schema:
    """Return all definitions as one JSON Schema, in which ``{"$ref": "#/definitions/View"}`` refers to a type."""
    return {"definitions": {name: each for types in definitions().values() for name, each in types.items()}}


@cache
def files() -> Mapping[str, str]:
    """Return the text of every generated file, by name."""
    home = {name: about for about, types in definitions().items() for name in types}
    paths = {about: ", ".join(map(_shown, found)) for about, found in subjects().items()}
    wanted = {
        about: {
            "banner": HEADER.format(source=paths[about]),
            "home": {name: where for name, where in home.items() if where != about},
            "types": {name: each for name, each in types.items() if not name.endswith(PART)},
        }
        for about, types in definitions().items()
        if types
    }
    frontend.install()
    _, node, _ = frontend.node_paths()
    asked = json.dumps(wanted).encode()
    made = subprocess.run([node, SCRIPT], cwd=frontend.SOURCES, input=asked, capture_output=True, check=False)
    if made.returncode:
        raise RuntimeError(made.stderr.decode())
    return {f"{about}.ts": text for about, text in json.loads(made.stdout).items()}


def _shown(path: Path) -> str:
    return path.relative_to(freshness.ROOT).as_posix()


def write() -> None:
    """Write the files and remove those that are no longer generated, unless all are up to date."""
    made_by = (frontend.SOURCES / SCRIPT, frontend.SOURCES / "package-lock.json", Path(__file__))
    read = [*sources(), *made_by]
    if freshness.is_fresh(STAMP, read, _written()):
        return
    FOLDER.mkdir(exist_ok=True)
    for old in _written():
        old.unlink()
    for name, text in files().items():
        (FOLDER / name).write_text(text, "utf-8", newline="\n")
    freshness.write_stamp(STAMP, freshness.digest(read), _written())


def _written() -> list[Path]:
    return sorted(FOLDER.glob("*.ts"))


def main() -> int:
    command.parser(__doc__).parse_args()
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
