"""The package as users get it, built once per run by the first worker that needs it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from devtools.build.website import alone

Once = Callable[[str, Callable[[Path], None]], Path]
ROOT = Path(__file__).resolve().parents[2]
ANALYSES = sorted((ROOT / "docs" / "analyses").glob("*.ipynb"))
NEED_PANDAS = ("pandas", "altair", "matplotlib")
"""What the extra `analysis` brings."""
NOTEBOOKS = [
    *sorted(path for folder in ("lessons", "notebooks") for path in (ROOT / folder).rglob("*.ipynb")),
    *ANALYSES,
]


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output; on failure show all of it."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Return ``once(name, make)``: a folder that the first worker makes and the others find."""
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
    """Build the source archive."""

    def make(out: Path) -> None:
        run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out)

    (archive,) = once("sdist", make).glob("*.tar.gz")
    return archive


@pytest.fixture(scope="session")
def wheel(sdist: Path, once: Once) -> Path:
    """Build the wheel from the source archive, as an installer does when there is no wheel."""

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
