"""The signals that end servers."""

from __future__ import annotations

import signal


def endings() -> list[signal.Signals]:
    """Return the signals that end a server as Ctrl+C does: a plain ``kill``, Ctrl+\\, and a terminal that closes.

    Whoever starts a server so that it outlives its terminal has it ignore that, and it goes on ignoring it.
    """
    names = ("SIGTERM", "SIGQUIT", "SIGHUP")
    found = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    return [number for number in found if signal.getsignal(number) is not signal.SIG_IGN]
