"""The command ``phase10``, outside the package so that Ctrl+C is quiet even while Python loads the package."""

import _signal as signal  # type: ignore[import-not-found]  # signal itself loads enum first: too long for Ctrl+C

HANDLER = signal.getsignal(signal.SIGINT)
if HANDLER is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the process at once, without a traceback


def main() -> int:
    """Run the command and return its exit code, as ``phase10_widgets.cli.main`` does."""
    from phase10_widgets import cli

    signal.signal(signal.SIGINT, HANDLER)
    return cli.main()
