"""Ends servers whose starter has gone, however it went: a process of its own, told of them by its standard input.

Each line is a process to be ended, or, with a minus before it, one to be forgotten. When the input ends, the starter is
gone or done, and what is left is asked to end, then made to.
"""

from __future__ import annotations

import argparse
import atexit
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

Process = TypeVar("Process", "subprocess.Popen[bytes]", "subprocess.Popen[str]")

PATIENCE = 10.0
"""Seconds in which a server that is asked to end puts its kernels away."""


@cache
def leash() -> subprocess.Popen[str]:
    """The one process of this process, out of reach of a Ctrl-C."""
    held = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, text=True, start_new_session=True)
    atexit.register(held.communicate)
    return held


def tell(word: str) -> None:
    stdin = leash().stdin
    assert stdin is not None
    stdin.write(f"{word}\n")
    stdin.flush()


@contextmanager
def tied(process: Process) -> Iterator[Process]:
    """The process, tied until whoever uses it has ended it."""
    tie(process)
    with process:
        yield process
    untie(process)


def tie(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """Let it end with this process at the latest."""
    tell(str(process.pid))


def untie(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """It has ended; its number may be somebody else's soon."""
    tell(str(-process.pid))


def sent(pid: int, what: int) -> bool:
    """Whether the process was still there for this signal."""
    try:
        os.kill(pid, what)
    except OSError:
        return False
    return True


def main() -> None:
    """Read until the input ends, then end what is left."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    tied: set[int] = set()
    for line in sys.stdin:
        pid = int(line)
        tied.add(pid) if pid > 0 else tied.discard(-pid)
    asked = {pid for pid in tied if sent(pid, signal.SIGTERM)}
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and (asked := {pid for pid in asked if sent(pid, 0)}):
        time.sleep(0.1)
    for pid in asked:
        sent(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


if __name__ == "__main__":
    main()
