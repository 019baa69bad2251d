"""Run the tests of the wheel on other Pythons: ``python -m devtools.release.pythons PYTHON ...``.

PYTHON is a command (``python3.13``). The wheel is installed into a new environment with the extras `app` and `test`;
then all tests except those in the browser run, with warnings as errors. Arguments after ``--`` go to pytest, such as
``-- tests/odds``. It takes 12 minutes for each.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from devtools import command

ROOT = Path(__file__).resolve().parents[2]
NOT_HERE = ("tests/browser", "tests/repo/test_package.py", "tests/repo/test_wasm.py")
"""Tests that need Chromium, rebuild the package, or bring their own Python."""


def run(folder: Path, *words: str | Path) -> str:
    """Run a command in a folder and return its output; on failure print the output and exit."""
    done = started(folder, *words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}")
    return str(done.stdout).strip()


def started(folder: Path, *words: str | Path, **streams: Any) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PHASE10_DATA": "none"}
    env.pop("PYTHONPATH", None)
    asked, nothing = [str(word) for word in words], subprocess.DEVNULL
    return subprocess.run(asked, cwd=folder, env=env, text=True, check=False, stdin=nothing, **streams)


def lay_out(python: str, folder: Path, wheel: Path) -> Path:
    """Set up the environment and the tests, with the wheel's files in place of the sources; return its Python."""
    folder.mkdir()
    run(folder, python, "-m", "venv", "venv")
    own = folder / "venv" / "bin" / "python"
    run(folder, own, "-m", "pip", "install", "-qqq", "--disable-pip-version-check", f"{wheel}[app,test]")
    with tempfile.TemporaryFile() as archive:
        subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=archive, check=True)
        archive.seek(0)
        subprocess.run(["tar", "-x", "-C", folder], stdin=archive, check=True)
    sources = folder / "phase10_widgets"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    installed = Path(run(folder, own, "-c", where)) / "phase10_widgets"
    shutil.move(sources / "frontend", installed / "frontend")  # some tests read the front end's messages
    shutil.rmtree(sources)
    sources.symlink_to(installed)
    return own


def main() -> int:
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    words = command.parser(__doc__)
    words.add_argument("pythons", nargs="+", metavar="PYTHON", help="such as python3.13")
    pythons, more = words.parse_args(given[:end]).pythons, given[end + 1 :]
    results, wrong = [], False
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        run(ROOT, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", scratch)
        (wheel,) = scratch.glob("*.whl")
        for word in pythons:
            began, here = time.monotonic(), scratch / word.replace(os.sep, "_")
            python = lay_out(word, here, wheel)
            about = "import platform as p; print(p.python_implementation(), p.python_version())"
            version = run(here, python, "-c", about)
            print(f"{version}: {word}", flush=True)
            left_out = [f"--ignore={path}" for path in NOT_HERE]
            failed = started(here, python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *left_out, *more).returncode
            wrong |= bool(failed)
            results.append(f"{version}: {'NOT FINE' if failed else 'fine'}, {time.monotonic() - began:.0f} s")
    print(*results, sep="\n")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
