"""The signals that end servers."""

from __future__ import annotations

import signal


def shutdown_signals() -> list[signal.Signals]:
    """Return the signals that end a server like Ctrl+C: a plain ``kill``, Ctrl+\\, and a closed terminal.

    A server that was started to outlive its terminal ignores that signal and continues to do so.
    """
    names = ("SIGTERM", "SIGQUIT", "SIGHUP")
    found = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    return [number for number in found if signal.getsignal(number) is not signal.SIG_IGN]
