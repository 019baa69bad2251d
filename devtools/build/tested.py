"""Build the package once per test run, install its wheel, and lay out the folder that the tests run in.

Everything is in ``build/tested``: the archives in ``dist``, the environment with the installed wheel in ``venv``, and
in ``run`` links to everything in the repository except the package. Only the standard library is used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

from devtools.build import freshness, only_installed
from devtools.build.venv import TESTED

PACKAGE = "phase10_widgets"
FOLDER = TESTED.folder.parent
DIST = FOLDER / "dist"
RUN = FOLDER / "run"
BUILT = FOLDER / "built-from.json"
INSTALLED = TESTED.folder / ".phase10-wheel"
"""The file with the digest of the installed wheel."""
GUARD = "_phase10_only_installed"


def prepare() -> None:
    """Build, install and link, skipping steps whose inputs have not changed."""
    sources = [*packed()]
    if not freshness.is_fresh(BUILT, sources, archives()):
        digest = freshness.digest(sources)
        build()
        freshness.write_stamp(BUILT, digest, archives())
    (wheel,) = DIST.glob("*.whl")
    digest = hashlib.sha256(wheel.read_bytes() + Path(only_installed.__file__).read_bytes()).hexdigest()
    if not INSTALLED.is_file() or INSTALLED.read_text("utf-8") != digest:
        INSTALLED.unlink(missing_ok=True)
        install(wheel)
        INSTALLED.write_text(digest, "utf-8")
    link()


def environment() -> dict[str, str]:
    """Return the test environment, in which tests import the installed wheel with its modules already compiled."""
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
    others = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**others, only_installed.VARIABLE: str(FOLDER)}


def packed() -> Iterator[Path]:
    """Yield the files that go into the source archive, and those that determine its contents."""
    settings = tomllib.loads((freshness.ROOT / "pyproject.toml").read_text("utf-8"))
    folders = ("pyproject.toml", *settings["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"])
    for name in sorted(known()):
        if name.startswith(tuple(f"{folder}/" for folder in folders)) or name in folders:
            yield freshness.ROOT / name


def archives() -> list[Path]:
    return sorted(DIST.glob("*.[tw]*"))


def build() -> None:
    """Build the source archive, and then the wheel from it, as an installer does when no wheel is available."""
    shutil.rmtree(DIST, ignore_errors=True)
    run("hatchling", "build", "-t", "sdist", "-d", str(DIST))
    (archive,) = DIST.glob("*.tar.gz")
    words = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation")
    run("pip", "--disable-pip-version-check", "wheel", *words, "-w", str(DIST), str(archive))


def install(wheel: Path) -> None:
    """Install the wheel, compile it on all cores, and guard every process in the environment."""
    words = ("--quiet", "--no-index", "--no-deps", "--no-compile", "--force-reinstall")
    run("pip", "--disable-pip-version-check", "install", *words, str(wheel))
    (packages,) = TESTED.folder.glob("[Ll]ib/**/site-packages")
    shutil.copyfile(only_installed.__file__, packages / f"{GUARD}.py")
    (packages / f"{GUARD}.pth").write_text(f"import {GUARD}\n", "utf-8")
    run("compileall", "-qq", "-j0", str(packages / PACKAGE))


def link() -> None:
    """Create links to everything that git tracks or would add, except the package."""
    RUN.mkdir(parents=True, exist_ok=True)
    wanted = names()
    for old in RUN.iterdir():
        if old.name not in wanted or not old.is_symlink():
            remove(old)
    for name in wanted - {old.name for old in RUN.iterdir()}:
        (RUN / name).symlink_to(freshness.ROOT / name)


def known() -> list[str]:
    """Return the paths of all files that git tracks or would add."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=freshness.ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [path for path in listed.split("\0") if path and (freshness.ROOT / path).exists()]


def names() -> set[str]:
    """Return the names at the top level of the repository, except for the package."""
    return {path.partition("/")[0] for path in known()} - {PACKAGE}


def remove(path: Path) -> None:
    """Remove a link, file or folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def run(module: str, *words: str) -> None:
    """Run a module in the tested environment and show its errors."""
    command = [str(TESTED.python), "-m", module, *words]
    subprocess.run(command, cwd=freshness.ROOT, stdout=subprocess.DEVNULL, check=True)
