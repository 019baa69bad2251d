"""Install the requirements of a make target: ``python3 devtools/build/venv.py app lab test``.

Each name is an extra or a dependency group in `pyproject.toml`. The packages go into `.venv`, with an editable install
of the package: Python edits take effect immediately; a change to `pyproject.toml` or to the package data triggers a new
installation, and a change to the front end's sources or to a catalog rebuilds them. With ``--tested`` the requirements
go into `build/tested/venv`, where `devtools/build/suite.py` installs the package's wheel.

The command is fast if nothing has changed, and safe to repeat after an aborted run because it writes the stamp last.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
OLDEST = (3, 11)
INSTALLED_FROM = ("pyproject.toml", "hatch_build.py", "phase10_widgets/server/templates/**/*")


class Environment(NamedTuple):
    """A virtual environment in a folder."""

    folder: Path

    @property
    def python(self) -> Path:
        """The path of the environment's interpreter."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def stamp(self) -> Path:
        """The file that records the installed requirements."""
        return self.folder / ".phase10-installed.json"


OURS = Environment(ROOT / ".venv")
TESTED = Environment(ROOT / "build" / "tested" / "venv")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("extras", nargs="*", metavar="NAME", help="an extra or a dependency group, as in: app lab test")
    words.add_argument("--tested", action="store_true", help="prepare the test environment, without the package")
    options = words.parse_args()
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        sys.exit(
            f"phase10_widgets needs Python 3.11 or newer, and {sys.executable} is {found}. "
            "Name a newer one like this: make play PYTHON=python3.12"
        )
    environment = TESTED if options.tested else OURS
    digest = required() if options.tested else installed_from()
    before = read_stamp(environment)
    if before["digest"] != digest or not set(options.extras) <= set(before["extras"]):
        install(environment, digest, sorted({*options.extras, *(known().keys() & before["extras"])}))
    elif not options.tested and not build_is_fresh():
        print("Building the front end and the catalogs ...", flush=True)
        pip_install(environment, "--no-deps", "-e", ".")


def installed_from() -> str:
    """Return a digest of all files that require a new installation when they change."""
    total = hashlib.sha256(str(ROOT).encode())
    for pattern in INSTALLED_FROM:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                total.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return total.hexdigest()


def required() -> str:
    settings = pyproject()
    told = [settings["project"], settings["dependency-groups"]]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def pyproject() -> dict[str, Any]:
    import tomllib  # older versions of Python lack it, which `main` reports

    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def known() -> dict[str, list[Any]]:
    """Return the packages of each extra for users and of each dependency group for this repository."""
    settings = pyproject()
    return {**settings["project"]["optional-dependencies"], **settings["dependency-groups"]}


def requirements(names: Iterable[str]) -> list[str]:
    """Return the package's requirements with these extras and groups, without the package itself."""
    return [*pyproject()["project"]["dependencies"], *packages(*names)]


def packages(*names: str) -> list[str]:
    """Return the packages of these extras and dependency groups, as pip takes them; pip before 25.1 knows no groups."""
    found = known()
    if missing := [name for name in names if name not in found]:
        sys.exit(f"pyproject.toml has no extra and no group {missing[0]!r}, only {', '.join(found)}.")
    lines = [line for name in names for line in found[name]]
    return [one for line in lines for one in (packages(line["include-group"]) if isinstance(line, dict) else [line])]


def read_stamp(environment: Environment) -> dict[str, Any]:
    """Return the stamp of the last complete installation, or an empty string if there is none or its Python is gone."""
    try:
        stamp: dict[str, Any] = json.loads(environment.stamp.read_text("utf-8"))
    except (OSError, ValueError):
        stamp = {}
    starts = stamp and succeeds([str(environment.python), "-c", "pass"])
    return stamp if starts else {"digest": None, "extras": []}


def build_is_fresh() -> bool:
    """Return True if the scripts, styles and catalogs in the package were built from the current sources."""
    sys.path.insert(0, str(ROOT))
    from devtools.build import catalogs, frontend

    return frontend.is_fresh() and catalogs.is_fresh()


def install(environment: Environment, digest: str, extras: list[str]) -> None:
    """Create the environment if it is missing, install the requirements, and write the stamp."""
    where = environment.folder.relative_to(ROOT)
    print(f"Preparing {where} ({', '.join(extras)}), which is needed once and takes about a minute ...", flush=True)
    environment.stamp.unlink(missing_ok=True)
    make_venv(environment)
    what = requirements(extras) if environment == TESTED else ("-e", ".", *packages(*extras))
    pip_install(environment, "--no-compile", *what)
    compile_all(environment)
    environment.stamp.write_text(json.dumps({"digest": digest, "extras": extras}), "utf-8")


def make_venv(environment: Environment) -> None:
    """Create the environment; recreate it if its Python or pip does not start."""
    python, folder = environment.python, environment.folder
    if python.exists() and succeeds([str(python), "-m", "pip", "--version"]):
        return
    shutil.rmtree(folder, ignore_errors=True)
    if not succeeds([sys.executable, "-m", "venv", str(folder)]):
        sys.exit(
            f"{sys.executable} could not create a virtual environment in {folder.relative_to(ROOT)}. "
            "On Debian or Ubuntu it needs: apt-get install python3-venv"
        )


def succeeds(command: list[str]) -> bool:
    """Return True if the command exits with status 0; discard its output."""
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def pip_install(environment: Environment, *words: str) -> None:
    """Run `pip install` with the environment's package index; if it fails, exit with pip's output."""
    command = [str(environment.python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", *words]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit("pip could not install the package; see its messages above. Run the same command to try again.")


def compile_all(environment: Environment) -> None:
    """Compile the installed modules on all cores (pip would use one), ignoring modules that cannot be compiled."""
    command = [str(environment.python), "-m", "compileall", "-qq", "-j0", str(environment.folder)]
    subprocess.run(command, check=False)


if __name__ == "__main__":
    main()
