"""Find Firefox and WebKitGTK for the browser tests, or install them if possible: ``python -m devtools.build.engines``.

Debian packages both: ``firefox-esr``, and ``webkit2gtk-driver`` with Safari's engine. WebKitGTK needs a display, so
``xvfb`` comes with it. The tests start while this still installs; :func:`wait` waits for it.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devtools import command
from devtools.build import debian

PACKAGES = {"firefox": ("firefox-esr",), "webkit": ("webkit2gtk-driver", "xvfb")}
"""The packages of each engine."""
LIBRARIES = Path("/usr/lib")
LOCK = Path(__file__).resolve().parents[2] / "build" / "engines.lock"
ADVICE = (
    "The tests with Firefox and WebKit need them: install them "
    "(Debian, Ubuntu: apt-get install firefox-esr webkit2gtk-driver xvfb)."
)


def find(engine: str) -> str | None:
    """Return the path of Firefox, or of the small browser that WebKitGTK's driver starts; otherwise None."""
    if engine == "firefox":
        return shutil.which("firefox-esr") or shutil.which("firefox")
    if not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
        return None
    return next((str(path) for path in sorted(LIBRARIES.glob("*/webkit2gtk-4.*/MiniBrowser"))), None)


def missing() -> list[str]:
    """Return the packages of the engines that are not installed."""
    return [package for engine, packages in PACKAGES.items() if find(engine) is None for package in packages]


@contextmanager
def locked() -> Iterator[None]:
    """Let one process at a time install or look; the system unlocks what a dead process leaves."""
    import fcntl

    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def wait() -> None:
    """Wait until no other process installs the engines."""
    if os.name == "posix":
        with locked():
            return


def main() -> int:
    """Exit silently if both engines are there; with CI=true a missing one is an error."""
    command.parser(__doc__).parse_args()
    if os.name == "posix" and missing():
        with locked():
            debian.install(*missing())
    return debian.verdict(ADVICE, there=not missing())


if __name__ == "__main__":
    sys.exit(main())
