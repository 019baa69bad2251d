"""The locations of files that tests read, and the package and plugin template as users get them.

In a run of the suite, the package is the installed wheel, and the folder `ROOT` has links to everything in the checkout
except the package (devtools/build/tested.py). Without the suite, both are in the checkout.

The fixtures build each archive once per run, in the first worker that needs it; ``conftest.py`` provides them to
every test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import phase10_widgets
from devtools.build import only_installed, programs

Once = Callable[[str, Callable[[Path], None]], Path]
ROOT = Path(__file__).parents[1]
"""The folder that the tests run in."""
CHECKOUT = Path(__file__).resolve().parents[1]
"""The repository, for tests that inspect its files."""
SOURCES = CHECKOUT / "phase10_widgets"
"""The package's sources, for tests that inspect them."""
PACKAGE = Path(phase10_widgets.__file__).parent
"""The package being tested."""
TESTED = Path(folder) if (folder := os.environ.get(only_installed.VARIABLE)) else None
"""The suite's folder, or None without the suite."""
TEMPLATE = ROOT / "docs" / "examples" / "plugin"


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output; if it fails, show all of its output."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def program(name: str) -> Path:
    """Return the path of a program in `devtools/build/programs.py`. If the program is missing, skip the test, or fail
    it if CI=true.
    """
    try:
        return programs.provided(name)
    except LookupError as error:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))


def python(home: Path) -> Path:
    """Return the interpreter of an environment that :func:`install` has created."""
    return home / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(home: Path, *wheels: Path) -> None:
    """Create an environment with only these wheels."""
    run(sys.executable, "-m", "venv", "--without-pip", home / "venv")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python(home))
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", *wheels)


def lend(home: Path) -> None:
    """Let an environment import the packages that only this environment has: the servers and their dependencies."""
    (packages,) = home.glob("venv/[Ll]ib/**/site-packages")
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Return ``once(name, make)``, which returns a folder that the first worker makes and all workers share."""
    from devtools.build.website import alone  # not imported at the top, because the site's Python has no locks

    mine = tmp_path_factory.getbasetemp()
    shared = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine

    def folder(name: str, make: Callable[[Path], None]) -> Path:
        made = shared / name
        with alone(shared / f"{name}.lock"):
            if not made.is_dir():
                making = shared / f"{name}-unfinished"
                making.mkdir()
                make(making)
                making.rename(made)
        return made

    return folder


@pytest.fixture(scope="session")
def sdist(once: Once) -> Path:
    """Return the suite's source archive, or build one."""
    if TESTED:
        (archive,) = (TESTED / "dist").glob("*.tar.gz")
        return archive

    def make(out: Path) -> None:
        run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out, cwd=CHECKOUT)

    (archive,) = once("sdist", make).glob("*.tar.gz")
    return archive


@pytest.fixture(scope="session")
def wheel(sdist: Path, once: Once) -> Path:
    """Return the suite's wheel, or build one from the source archive."""
    if TESTED:
        (wheel,) = (TESTED / "dist").glob("*.whl")
        return wheel

    def make(out: Path) -> None:
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-index")
        run(*pip, "--no-deps", "--no-build-isolation", "-w", out, sdist, cwd=out)

    (built,) = once("wheel", make).glob("*.whl")
    return built


@pytest.fixture(scope="session")
def unpacked(wheel: Path, once: Once) -> Path:
    """Unpack the wheel into a folder."""

    def make(out: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(out)

    return once("unpacked", make)


@pytest.fixture(scope="session")
def plugin(once: Once) -> Path:
    """Build the wheel of the plugin template."""

    def make(out: Path) -> None:
        sources = out / "sources"
        shutil.copytree(TEMPLATE, sources, ignore=shutil.ignore_patterns("__pycache__"))
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out, cwd=sources)

    (built,) = once("plugin", make).glob("*.whl")
    return built
