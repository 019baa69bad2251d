"""A command's terminal: its streams, and Ctrl+C. This module imports little, because every command loads it first."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

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


def repeat_swallowed_interrupts() -> None:
    """Send Ctrl+C again if Python swallows it, as it does in a finalizer or in the callback of a weak reference."""
    before = sys.unraisablehook

    def hook(swallowed: UnraisableHookArgs) -> None:
        if issubclass(swallowed.exc_type, KeyboardInterrupt):
            _thread.start_new_thread(interrupt, (_thread.get_ident(),))
        else:
            before(swallowed)

    sys.unraisablehook = hook


def interrupt(thread: int) -> None:
    """Interrupt ``thread``, the main one, in 10 ms: by then it has left what swallowed Ctrl+C and may be waiting."""
    time.sleep(0.01)
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        signal.pthread_kill(thread, signal.SIGINT)
