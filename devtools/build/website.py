"""Build the static site in ``_site/``: ``python3 devtools/build/website.py``.

The pages for the game and the notebooks run Python in the visitor's browser (Pyodide); JupyterLite opens the
notebooks themselves. The site contains everything they need, so it works on any static file host and in any folder.
This script uses only the standard library: the build tools are installed into a separate environment under
``build/site``. A part is rebuilt only if its sources or its files have changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parents[2]))  # not the checkout if tests of the wheel import this
from devtools.build.freshness import digest  # noqa: E402
from devtools.build.venv import packages  # noqa: E402

WEB = ROOT / "web"
OUT = ROOT / "_site"
WORK = ROOT / "build" / "site"
VENV = WORK / "venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
WHEELS = WORK / "wheels"
STAGE = WORK / "stage"
PYODIDE = WORK / "pyodide"
PYODIDE_PACKAGE = ROOT / "phase10_widgets" / "frontend" / "node_modules" / "pyodide"
"""Python for the browser, as published on npm."""
DOCS = WORK / "docs"
KERNEL_WHEELS = VENV / "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
BROWSER_PYTHON = "3.14"
CONTENTS = ("notebooks", "lessons")
UNCOMPILED = ("markupsafe",)
"""Packages whose C code is optional. PyPI has no browser wheels for them, so they are built without a compiler."""
PAGES = """
import pathlib, sys
import hatch_build, phase10_widgets
from phase10_widgets.server import site
hatch_build.link(pathlib.Path.cwd())  # a fresh checkout has its notebooks elsewhere
site.write(pathlib.Path(sys.argv[1]), phase10_widgets.__version__)
"""
"""A program to run in the site's environment, which has Jinja2 and Hatchling."""
TOOLS = ("pyproject.toml", "hatch_build.py", "devtools/__init__.py", "devtools/command.py", "devtools/build")
IN_WHEEL = ("phase10_widgets", "phase10_command.py", *CONTENTS, "README.md", "LICENSE", "voila.json", *TOOLS)
IN_DOCS = ("phase10_widgets", "docs", "CHANGELOG.md", *TOOLS)
MADE = (
    "phase10_widgets/notebooks",
    *("_site", "build", "dist", "test-results"),
    *("phase10_widgets/static", "phase10_widgets/frontend/coverage", "phase10_widgets/frontend/tests"),
)
"""Folders that are not part of the site's sources: build results, measurements, and the front end's tests."""
COMPILED = (".mo", ".compiled-from.json")
"""Suffixes of built files that are stored among the sources."""


def main() -> None:
    """Build everything that is out of date, reusing earlier downloads."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--pyodide", action="store_true", help="only Python for the browser, into build/site/pyodide")
    only_pyodide = words.parse_args().pyodide
    began = time.monotonic()

    def log(text: str) -> None:
        print(f"[{time.monotonic() - began:3.0f} s] {text}", flush=True)

    def site() -> None:
        fetch(log)
        make_site(log)

    def pyodide() -> None:
        fetch(log)
        make_pyodide(log)

    WORK.mkdir(parents=True, exist_ok=True)
    with alone(WORK / ".lock"):
        if only_pyodide:
            up_to_date("pyodide", PYODIDE, digest(files(*IN_WHEEL)), pyodide)
        else:
            up_to_date("site", OUT, site_sources(), site)
    out = PYODIDE if only_pyodide else OUT
    sizes = [path.stat().st_size for path in built(out)]
    log(f"{out.relative_to(ROOT)} is ready: {len(sizes)} files, {sum(sizes) / 1e6:.0f} MB")


def make_site(log: Callable[[str], None]) -> None:
    """Build everything, the documentation in parallel with the rest."""
    with ThreadPoolExecutor() as beside:
        docs = beside.submit(up_to_date, "docs", DOCS, docs_sources(), make_docs)
        up_to_date("pyodide", PYODIDE, digest(files(*IN_WHEEL)), lambda: make_pyodide(log))
        log("JupyterLite")
        stage()
        build_notebooks()
        docs.result()
    finish()


def make_docs() -> None:
    """Build the documentation, with a link to the game."""
    run(PYTHON, "-m", "devtools.build.docs", DOCS, "-A", "in_site=1")


def make_pyodide(log: Callable[[str], None]) -> None:
    """Build Python for the browser, with packages for notebooks and archives for pages."""
    log("our own package")
    package = build_package()
    log("Python for the browser")
    run(PYTHON, "-m", "devtools.build.pyodide_folder", PYODIDE_PACKAGE, PYODIDE, WHEELS, KERNEL_WHEELS, package)
    in_pyodide("devtools/build/light_python.py")


def fetch(log: Callable[[str], None]) -> None:
    """Download the build tools and the site's parts from PyPI and npm, unless they are already there."""
    log("the build tools and the parts of the site")
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda part: part(), (install_tools, fetch_wheels)))
    expected = run(
        PYTHON, "-c", "from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION as v; print(v)"
    ).strip()
    run(PYTHON, "-m", "devtools.build.frontend", "install")
    found = json.loads((PYODIDE_PACKAGE / "package.json").read_text("utf-8"))["version"]
    if found != expected:
        sys.exit(
            f"JupyterLite's kernel needs pyodide {expected}, but phase10_widgets/frontend/package.json names {found}."
        )


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a lock on this file so that other builds wait (except on Windows)."""
    with path.open("w") as lock:
        if os.name != "nt":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def up_to_date(name: str, out: Path, sources: str, make: Callable[[], None]) -> None:
    """Build a folder, unless it was already built from these sources and has not changed since."""
    stamp = WORK / f".{name}-made-from"
    if once(stamp, sources, digest(built(out))):
        stamp.unlink(missing_ok=True)
        make()
        stamp.write_text(f"{sources}\n{digest(built(out))}", "utf-8")


def built(folder: Path) -> list[Path]:
    """Return all files in a folder in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def site_sources() -> str:
    """Return a digest of everything that goes into the site and of all file names that the docs may link to."""
    return digest(files(*IN_WHEEL, "web")) + docs_sources()


def docs_sources() -> str:
    names = "\n".join(str(path.relative_to(ROOT)) for path in files("."))
    return digest(files(*IN_DOCS)) + hashlib.sha256(names.encode()).hexdigest()


def files(*names: str) -> Iterator[Path]:
    """Yield these files and all files in these folders in a fixed order, without build results."""
    made = {ROOT / name for name in MADE}
    for start in map(ROOT.joinpath, names):
        if start.is_file():
            yield start
        for here, folders, found in os.walk(start):
            left_out = {"__pycache__", "node_modules", *(name for name in folders if name.startswith("."))}
            folders[:] = sorted(name for name in folders if name not in left_out and Path(here, name) not in made)
            yield from (Path(here, name) for name in sorted(found) if not name.endswith(COMPILED))


def once(stamp: Path, *what: str) -> bool:
    """Return True if this step must run because its stamp is missing or outdated."""
    return not stamp.is_file() or stamp.read_text("utf-8") != "\n".join(what)


def install_tools() -> None:
    """Install JupyterLite and the tools that build our package, in a separate environment."""
    wanted, stamp = packages("site", "docs"), VENV / ".installed"
    if not once(stamp, *wanted):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    run(sys.executable, "-m", "venv", VENV)
    pip(PYTHON, "install", "--no-compile", *wanted)
    stamp.write_text("\n".join(wanted), "utf-8")


def fetch_wheels(folder: Path = WHEELS, wanted: Sequence[str] = ()) -> None:
    """Download pure-Python wheels for *wanted* (by default, our browser packages) and their requirements."""
    wanted, stamp = wanted or packages("browser"), folder / ".fetched"
    if not once(stamp, *wanted):
        return
    shutil.rmtree(folder, ignore_errors=True)
    for name in UNCOMPILED:
        pip(Path(sys.executable), "wheel", "-w", folder, "--no-deps", "--no-binary=:all:", name, env={"CC": "false"})
    system = ("--python-version", BROWSER_PYTHON, "--implementation", "py", "--abi", "none", "--platform", "any")
    pip(Path(sys.executable), "download", "-d", folder, "-f", folder, "--only-binary=:all:", *system, *wanted)
    stamp.write_text("\n".join(wanted), "utf-8")


def build_package() -> Path:
    """Build our wheel with an up-to-date front end."""
    folder = WORK / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    run(PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def stage() -> None:
    """Lay out Python, the notebooks and the settings as JupyterLite expects them."""
    folder = STAGE
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(WEB, folder)
    shutil.copytree(PYODIDE, folder / "static" / "pyodide")
    for name in CONTENTS:
        shutil.copytree(ROOT / name, folder / "content" / name, ignore=shutil.ignore_patterns("*.md", ".*"))


def build_notebooks() -> None:
    """Build JupyterLite with every notebook."""
    shutil.rmtree(OUT, ignore_errors=True)
    env = {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    run(BIN / "jupyter-lite", "build", "--output-dir", OUT, cwd=STAGE, env=env)


def finish() -> None:
    """Add the documentation and the pages around JupyterLite."""
    notebooks = OUT / "notebooks" / "index.html"
    icon = '<head>\n    <link rel="icon" href="./favicon.ico">'
    notebooks.write_text(notebooks.read_text("utf-8").replace("<head>", icon, 1), "utf-8")
    shutil.copytree(DOCS, OUT / "docs")
    (OUT / ".nojekyll").touch()  # without this file, GitHub Pages leaves some files out
    run(PYTHON, "-c", PAGES, OUT)


def in_pyodide(*words: str | Path) -> str:
    """Run a script on the site's own Python, outside a browser, and return its output."""
    return run(node_paths()[1], ROOT / "devtools" / "build" / "in_pyodide.mjs", PYODIDE, *words)


def node_paths() -> list[str]:
    """Return Node's paths in the site's environment; see devtools/build/frontend.py."""
    where = "from devtools.build.frontend import node_paths; print(*node_paths(), sep='\\n')"
    return run(PYTHON, "-c", where).splitlines()


def pip(python: Path, *words: str | Path, env: dict[str, str] | None = None) -> None:
    run(python, "-m", "pip", "--disable-pip-version-check", "-qq", *words, env=env)


def run(*words: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a command and return its output; if it fails, print the output and exit."""
    command = [str(word) for word in words]
    own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=cwd, env={**own, **(env or {})}, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command[:4])} … failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
