"""Run the tests of the wheel on other Pythons: ``python -m devtools.release.pythons PYTHON ...``.

PYTHON is a command (``python3.13``) or ``room:FOLDER``, a folder with a complete system whose Python is used, as made
by debootstrap (docs/release.md; needs root). The wheel is installed into a new environment with the extras `app` and
`test`; then all tests except those in the browser run, with warnings as errors. Arguments after ``--`` go to pytest,
such as ``-- tests/odds``.
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
NOT_HERE = ("tests/browser", "tests/repo/test_package.py", "tests/repo/test_wasm.py")
"""Tests that need Chromium, rebuild the package, or bring their own Python."""
FROM_THIS_MACHINE = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
"""Files of this machine that give a room access to the network."""
ROOM = """
mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" || exit
exec chroot "$0" env -i HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 PHASE10_DATA=none sh -c 'cd "$0" && exec "$@"' "$@"
"""
"""Commands that run before others in a room: mounts that systems usually have; they end with the command."""


APART = ("unshare", "--mount", "--pid", "--fork", "--kill-child")


class Place(NamedTuple):
    """The location of one Python."""

    python: str
    room: Path | None
    folder: Path
    """The folder for our files, as seen by this Python."""

    def outside(self) -> Path:
        """Return the folder as seen from outside."""
        return self.folder if self.room is None else self.room / self.folder.relative_to("/")

    def run(self, *words: str | Path, quiet: bool = True) -> str:
        """Run a command there and return its output; on failure print the output and exit."""
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
    """Return the place that a command-line argument names, with an empty folder."""
    if word.startswith("room:"):
        room = Path(word.removeprefix("room:")).resolve()
        for name in FROM_THIS_MACHINE:
            shutil.copy(Path("/", name), room / name)
        result = Place("python3", room, Path("/phase10"))
    else:
        result = Place(word, None, scratch / word.replace(os.sep, "_"))
    shutil.rmtree(result.outside(), ignore_errors=True)
    result.outside().mkdir(parents=True)
    return result


def lay_out(here: Place, wheel: Path) -> Path:
    """Set up the environment and the tests, with the wheel's files in place of the sources; return its Python."""
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
    shutil.move(sources / "frontend", outside / "frontend")  # some tests read the front end's messages
    shutil.rmtree(sources)
    sources.symlink_to(installed)
    return python


def main() -> int:
    """Return 0 if all tests pass on every Python."""
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
