"""The command line that the tools in this folder share: ``--help`` shows what a tool's file says of it."""

from __future__ import annotations

import argparse


def parser(about: str | None) -> argparse.ArgumentParser:
    """A parser that knows no option yet; what it does not know ends the command before anything is done."""
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
