"""A command's terminal: its streams, and Ctrl+C. This module imports little, because every command loads it first."""

from __future__ import annotations

import os
import signal
import sys

STOPPED, CLOSED = 130, 141
"""The exit codes after Ctrl+C and for output that nobody reads any more, as in shells."""


def fill_streams() -> None:
    """Open the streams that the caller closed, as with ``>&-``, so that no file or connection takes their place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115


def ignore_interrupts() -> None:
    """Ignore Ctrl+C from now on, because the remaining work is short and must not be lost."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
