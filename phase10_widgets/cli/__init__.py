"""The ``phase10`` command: ``play`` opens the game and the lessons in a browser, and ``serve`` serves them to a class.

``lab`` opens JupyterLab, and ``voila`` opens the notebooks as pages; ``arena`` compares players; ``teach`` writes
handouts for the lessons, and ``class`` summarizes a class; ``ladder`` has a class's players play each other.
Each file adds its commands' options and contains the functions that run the commands. These files are imported late,
once Ctrl+C can end the command quietly.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

from .terminal import CLOSED, STOPPED, fill_streams, ignore_interrupts, repeat_swallowed_interrupts


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    It is 0 for success, 1 for failure, 2 for a usage error, 130 after Ctrl+C, 141 if nobody reads the output any more.
    """
    before = signal.getsignal(signal.SIGINT)
    if argv is None:
        repeat_swallowed_interrupts()
    try:
        fill_streams()
        return run(argv)
    except KeyboardInterrupt:
        return STOPPED
    finally:
        if argv is None:
            ignore_interrupts()  # there is nothing left to do
        elif signal.getsignal(signal.SIGINT) is not before:
            signal.signal(signal.SIGINT, before)


def run(argv: Sequence[str] | None) -> int:
    """Run one command and return its exit code, as :func:`main` does, but let KeyboardInterrupt propagate."""
    from .common import refuse

    grammar = parser()
    options = grammar.parse_args(argv)
    if options.command is None:
        grammar.print_help()
        return 0
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has stopped reading, as in ``phase10 arena … | head``
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return refuse(f"phase10 {options.command}: {where}{error.strerror or error}")
    return code


def parser() -> argparse.ArgumentParser:
    """Return the command-line parser."""
    from . import arena, jupyter, ladder, serve, teach
    from .common import installed_version

    top = argparse.ArgumentParser(prog="phase10", description="Phase 10 in the browser and in notebooks.")
    top.add_argument("--version", action="version", version=f"phase10_widgets {installed_version()}")
    commands = top.add_subparsers(dest="command", metavar="command")
    for group in (serve, jupyter, arena, teach, ladder):
        group.add(commands)
    return top
