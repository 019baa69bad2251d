"""Show that the wire cannot drift: ``python -m devtools.measure.drift View Out`` changes the protocol alone, in a copy.

Each named TypedDict (every one by default, which takes hours) is changed in three ways: its first own field gets
another type, that field is removed, and a required field is added. Then the browser's types are generated again, and
mypy or svelte-check must complain.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from devtools import command
from devtools.build import freshness, frontend

PROTOCOL = Path("phase10_widgets/views/protocol")
COPIED = ("phase10_widgets", "devtools", "tests/golden", "pyproject.toml", "hatch_build.py")
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", "static", ".mypy_cache")
GENERATE = """
from devtools.build import freshness, frontend
frontend.install = lambda: None
from devtools.generate import protocol
protocol.main()
"""


class Field(NamedTuple):
    """The first field that a TypedDict declares."""

    path: Path
    type: str
    name: str
    line: int


def fields(path: Path) -> Iterator[Field]:
    """Yield the first own field of each TypedDict of a module; those that only join others have none."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            own = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            if own and isinstance(own[0].target, ast.Name):
                yield Field(path, node.name, own[0].target.id, own[0].lineno - 1)


EXPERIMENTS: dict[str, Callable[[str, Field], list[str]]] = {
    "change a type": lambda line, field: [f'    {field.name}: Literal["drift"]'],
    "remove a field": lambda line, field: ["    pass"],
    "add a field": lambda line, field: ["    drift: bool", line],
}


def copy_to(folder: Path) -> None:
    """Copy everything that mypy and svelte-check read."""
    for part in COPIED:
        source, target = freshness.ROOT / part, folder / part
        if source.is_dir():
            shutil.copytree(source, target, ignore=LEFT_OUT)
        else:
            shutil.copy(source, target)
    (folder / "phase10_widgets/frontend/node_modules").symlink_to(frontend.SOURCES / "node_modules")


def complaints(folder: Path) -> list[str]:
    """Generate the browser's types and return the complaints of mypy and svelte-check."""
    bin_dir, node, _ = frontend.node_paths()
    path = f"{bin_dir}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(folder)}
    checker = str(frontend.SOURCES / "node_modules/svelte-check/bin/svelte-check")

    def run(words: list[str], where: Path, *, check: bool = False) -> list[str]:
        done = subprocess.run(words, cwd=where, env=environment, capture_output=True, text=True, check=check)
        return done.stdout.splitlines()

    run([sys.executable, "-c", GENERATE], folder, check=True)
    output = run([sys.executable, "-m", "mypy", "phase10_widgets"], folder)
    output += run([str(node), checker, "--output", "machine"], folder / "phase10_widgets/frontend")
    return [line for line in output if " error: " in line or " ERROR " in line]


def experiment(folder: Path, name: str, field: Field) -> list[str]:
    """Return the complaints while this field is changed."""
    before = field.path.read_text("utf-8")
    lines = before.split("\n")
    lines[field.line : field.line + 1] = EXPERIMENTS[name](lines[field.line], field)
    field.path.write_text("\n".join(lines), "utf-8")
    try:
        return complaints(folder)
    finally:
        field.path.write_text(before, "utf-8")


def main() -> int:
    """Run the three experiments with each of the named types; return 1 if a change went unnoticed."""
    words = command.parser(__doc__)
    words.add_argument("only", nargs="*", metavar="TYPE", help="a TypedDict of the protocol; all of them by default")
    only = words.parse_args().only
    known = {field.type for path in (freshness.ROOT / PROTOCOL).glob("*.py") for field in fields(path)}
    if unknown := sorted(set(only) - known):
        words.error(f"views/protocol has no TypedDict with fields of its own named {', '.join(unknown)}")
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_to(folder)
        assert not complaints(folder), "there are complaints before anything was changed"
        for field in [field for path in sorted((folder / PROTOCOL).glob("*.py")) for field in fields(path)]:
            for kind in EXPERIMENTS if not only or field.type in only else ():
                found = experiment(folder, kind, field)
                missed += not found
                print(f"{field.type}, {kind}: {found[0][:150] if found else 'NO COMPLAINT'}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
