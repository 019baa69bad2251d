"""Run the tests of the wheel on other Pythons: ``python -m devtools.release.pythons PYTHON ...``.

A PYTHON is a command (``python3.13``) or ``room:FOLDER``, a folder with a system of its own whose Python is taken, as
debootstrap makes it (docs/release.md; root is needed for that). Into an environment of its own goes the wheel with the
extras `app` and `test`; then everything but the browser's tests is run, warnings being errors. What stands behind
``--`` goes to pytest, such as ``-- tests/odds``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from devtools import command

ROOT = Path(__file__).resolve().parents[2]
NOT_HERE = ("tests/browser", "tests/repo/test_package.py", "tests/repo/test_links.py", "tests/repo/test_wasm.py")
"""They need Chromium, build the package anew, ask git, which knows nothing of the copy, or bring a Python along."""
FROM_THIS_MACHINE = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
"""So that a room reaches what this machine reaches."""
ROOM = """
mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" || exit
exec chroot "$0" env -i HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 PHASE10_DATA=none sh -c 'cd "$0" && exec "$@"' "$@"
"""
"""Within a room, with what systems have; the mounts end with the command."""


APART = ("unshare", "--mount", "--pid", "--fork", "--kill-child")


class Place(NamedTuple):
    """Where one Python is."""

    python: str
    room: Path | None
    folder: Path
    """For our files, as this Python sees it."""

    def outside(self) -> Path:
        """The folder as we see it."""
        return self.folder if self.room is None else self.room / self.folder.relative_to("/")

    def run(self, *words: str | Path, quiet: bool = True) -> str:
        """Run a command there; what it prints, or its words and the end where it fails."""
        command = [str(word) for word in words]
        env = {**os.environ, "PHASE10_DATA": "none"}
        env.pop("PYTHONPATH", None)
        if self.room is not None:
            command = [*APART, "sh", "-c", ROOM, str(self.room), str(self.folder), *command]
        done = subprocess.run(
            command, cwd=self.outside(), env=env, capture_output=quiet, text=True, check=False, stdin=subprocess.DEVNULL
        )
        if done.returncode and quiet:
            sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
        return done.stdout if quiet else str(done.returncode)


def place(word: str, scratch: Path) -> Place:
    """The place that is meant by a word of the command line, with an empty folder."""
    if word.startswith("room:"):
        room = Path(word.removeprefix("room:")).resolve()
        for name in FROM_THIS_MACHINE:
            shutil.copy(Path("/", name), room / name)
        found = Place("python3", room, Path("/phase10"))
    else:
        found = Place(word, None, scratch / word.replace(os.sep, "_"))
    shutil.rmtree(found.outside(), ignore_errors=True)
    found.outside().mkdir(parents=True)
    return found


def lay_out(here: Place, wheel: Path) -> Path:
    """The environment and the tests, which find the wheel's files where the sources would be; its Python."""
    shutil.copy(wheel, here.outside())
    here.run(here.python, "-m", "venv", "venv")
    python = here.folder / "venv" / "bin" / "python"
    here.run(python, "-m", "pip", "install", "-qqq", "--disable-pip-version-check", f"./{wheel.name}[app,test]")
    with tempfile.TemporaryFile() as archive:
        subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=archive, check=True)
        archive.seek(0)
        subprocess.run(["tar", "-x", "-C", here.outside()], stdin=archive, check=True)
    sources = here.outside() / "phase10_widgets"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    installed = Path(here.run(python, "-c", where).strip()) / "phase10_widgets"
    outside = installed if here.room is None else here.room / installed.relative_to("/")
    shutil.move(sources / "frontend", outside / "frontend")  # some tests read what the front end says
    shutil.rmtree(sources)
    sources.symlink_to(installed)
    return python


def main() -> int:
    """0 where every Python passes."""
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    words = command.parser(__doc__)
    words.add_argument("pythons", nargs="+", metavar="PYTHON", help="python3.13, or room:FOLDER")
    pythons, more = words.parse_args(given[:end]).pythons, given[end + 1 :]
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", scratch], cwd=ROOT, check=True)
        (wheel,) = Path(scratch).glob("*.whl")
        for word in pythons:
            began = time.monotonic()
            here = place(word, Path(scratch))
            python = lay_out(here, wheel)
            version = here.run(
                python, "-c", "import platform as p; print(p.python_implementation(), p.python_version())"
            )
            print(f"{version.strip()}: {word}", flush=True)
            left_out = [f"--ignore={path}" for path in NOT_HERE]
            options = ("-q", "-p", "no:cacheprovider", *left_out, *more)
            code = here.run(python, "-m", "pytest", *options, quiet=False)
            results.append(
                f"{version.strip()}: {'fine' if code == '0' else 'NOT FINE'}, {time.monotonic() - began:.0f} s"
            )
    print(*results, sep="\n")
    return 1 if any("NOT" in line for line in results) else 0


if __name__ == "__main__":
    sys.exit(main())
