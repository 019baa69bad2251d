"""The signals that shut servers down."""

from __future__ import annotations

import signal


def shutdown_signals() -> list[signal.Signals]:
    """Return the signals that shut a server down as Ctrl+C does: a plain ``kill``, Ctrl+\\, and a closed terminal.

    A server that was started to outlive its terminal keeps ignoring the last of these.
    """
    names = ("SIGTERM", "SIGQUIT", "SIGHUP")
    found = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    return [number for number in found if signal.getsignal(number) is not signal.SIG_IGN]
