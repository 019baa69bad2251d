"""Jobs that raise, die or get lost, in a separate module so that workers can import them by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path


class Unsendable(Exception):
    """An exception that takes two arguments and keeps one, so that it cannot be unpickled and breaks a whole pool."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(f"{n}: {why}")


def square(n: int, folder: str, home: int) -> int:
    """Return the square of *n*, unless a file in the folder makes this job fail.

    The files are named after *n*: ``3.raise``, ``3.unsendable``, ``3.die``. The last one contains the number of workers
    to kill; the test's own process, *home*, always survives.
    """
    path = Path(folder)
    if (path / f"{n}.raise").exists():
        raise BrokenPipeError(f"{n} says no")
    if (path / f"{n}.unsendable").exists():
        raise Unsendable(n, "says no")
    deaths = path / f"{n}.die"
    if deaths.exists() and os.getpid() != home and (left := int(deaths.read_text())):
        deaths.write_text(str(left - 1))
        os.kill(os.getpid(), signal.SIGKILL)
    (path / f"{n}.by").write_text(str(os.getpid()))
    return n * n
