"""Install the requirements of a make target into `.venv`: ``python3 devtools/build/venv.py app lab test``.

Fast if nothing changed, and safe to repeat after an aborted run: the stamp is written last. Python edits take effect
at once (editable install); a change to `pyproject.toml` or to the package data reinstalls, a change to the front end's
sources or to a catalog rebuilds them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / ".phase10-installed.json"
OLDEST = (3, 11)
INSTALLED_FROM = ("pyproject.toml", "hatch_build.py", "phase10_widgets/apps/templates/**/*")


def main() -> None:
    """Bring `.venv` up to date with at least the extras that the command line names."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("extras", nargs="*", metavar="EXTRA", help="one of pyproject.toml's, as in: app lab test")
    extras = words.parse_args().extras
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        sys.exit(
            f"phase10_widgets needs Python 3.11 or newer, and {sys.executable} is {found}. "
            "Name a newer one like this: make play PYTHON=python3.12"
        )
    digest = installed_from()
    before = read_stamp()
    if before["digest"] != digest or not set(extras) <= set(before["extras"]):
        install(digest, sorted({*extras, *before["extras"]}))
    elif not build_is_fresh():
        print("Building the front end and the catalogs ...", flush=True)
        pip_install(["--no-deps", "-e", "."])


def installed_from() -> str:
    """Return a digest of every file whose change requires a new installation."""
    total = hashlib.sha256(str(ROOT).encode())
    for pattern in INSTALLED_FROM:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                total.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return total.hexdigest()


def read_stamp() -> dict[str, Any]:
    """Return the stamp of the last complete installation; empty if there is none or its Python is gone."""
    try:
        stamp: dict[str, Any] = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        stamp = {}
    starts = stamp and succeeds([str(PYTHON), "-c", "pass"])
    return stamp if starts else {"digest": None, "extras": []}


def build_is_fresh() -> bool:
    """Return True if the scripts, styles and catalogs in the package were built from the current sources."""
    sys.path.insert(0, str(ROOT))
    from devtools.build import catalogs, frontend

    return frontend.is_fresh() and catalogs.is_fresh()


def install(digest: str, extras: list[str]) -> None:
    """Create the environment if it is missing, install the package in place, and write the stamp."""
    print(f"Preparing .venv ({', '.join(extras)}); needed once, about a minute ...", flush=True)
    STAMP.unlink(missing_ok=True)
    make_venv()
    pip_install(["--no-compile", "-e", f".[{','.join(extras)}]"])
    compile_all()
    STAMP.write_text(json.dumps({"digest": digest, "extras": extras}), "utf-8")


def make_venv() -> None:
    """Create `.venv`; recreate it if its Python or pip does not start."""
    if PYTHON.exists() and succeeds([str(PYTHON), "-m", "pip", "--version"]):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if not succeeds([sys.executable, "-m", "venv", str(VENV)]):
        sys.exit(
            f"{sys.executable} could not make a virtual environment in .venv. "
            "On Debian or Ubuntu it needs: apt-get install python3-venv"
        )


def succeeds(command: list[str]) -> bool:
    """Return True if the command runs and exits with 0; its output is discarded."""
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def pip_install(words: list[str]) -> None:
    """Run `pip install` in `.venv` with the environment's package index; on failure exit with pip's output."""
    command = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", *words]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit("pip could not install the package; its own words stand above. The same command tries again.")


def compile_all() -> None:
    """Compile what is installed on all cores; pip would use one. What cannot be compiled is left to Python."""
    subprocess.run([str(PYTHON), "-m", "compileall", "-qq", "-j0", str(VENV)], check=False)


if __name__ == "__main__":
    main()
