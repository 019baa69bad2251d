"""The command ``phase10``, outside the package so that Ctrl+C is quiet even while Python loads the package."""

from __future__ import annotations

import signal


def main() -> int:
    """Run the command and return its exit code, as ``phase10_widgets.cli.main`` does."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process at once, without a traceback
    from phase10_widgets import cli

    signal.signal(signal.SIGINT, handler)
    return cli.main()
