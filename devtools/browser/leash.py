"""End servers when the process that started them has ended for any reason.

This runs as a separate process that reads stdin. Each line is the id of a process to end, or, after a minus sign, the
id of a process to forget. When the input ends, the starting process has finished or died: the remaining processes get
SIGTERM and, after a while, SIGKILL.
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
"""The number of seconds that a server has to shut down its kernels after the process that started it has ended."""
STOP_SECONDS = 30.0


@cache
def leash() -> subprocess.Popen[str]:
    """Start the process that holds the leash, out of reach of Ctrl-C, unless it is already running."""
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
    """Keep the process on the leash while the block runs, and end it afterward if it is still running.

    Raises:
        RuntimeError: the process had to be killed because it did not end when asked to.
    """
    tie(process)
    try:
        yield process
    finally:
        killed = not ended(process)
        untie(process)
    if killed:
        raise RuntimeError(f"This did not end within {STOP_SECONDS:.0f} s of being asked to: {process.args!r}")


def ended(process: Process) -> bool:
    """End a process and close its pipes; return False if it had to be killed."""
    with process:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return False
    return True


def tie(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """Make sure that the process does not outlive this one."""
    tell(str(process.pid))


def untie(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """Forget a process that has ended, because its id may soon be reused."""
    tell(str(-process.pid))


def sent(pid: int, what: int) -> bool:
    """Send a signal to a process; return True if the process still existed."""
    try:
        os.kill(pid, what)
    except OSError:
        return False
    return True


def main() -> None:
    """Read the input until it is exhausted, and then end the remaining processes."""
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
