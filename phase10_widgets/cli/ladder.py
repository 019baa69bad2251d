"""``phase10 ladder``: the players that a class wrote in lesson 12 play each other and greedy."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import typed
from .common import refuse, tell_skipped
from .hand_ins import hand_ins
from .outputs import output_fault, write

LINE_CHARACTERS = 60
"""The length of a progress line, in characters."""


def add(commands: Any) -> None:
    """Add ``phase10 ladder`` and its options."""
    what = "let the players in a class's progress files play each other and greedy; nothing leaves this computer"
    command = commands.add_parser("ladder", help="let a class's players play each other", description=what)
    command.add_argument("files", nargs="+", metavar="FILE", help="progress files, or folders with such files")
    command.add_argument("--out", type=Path, metavar="PAGE", help="the page to write, such as ladder.html")
    command.add_argument("--csv", type=Path, metavar="FILE", help="the file for a table of the results")
    count = "the number of games between two players, if time allows (%(default)s)"
    command.add_argument("--games", type=typed.games_number, default=100, metavar="N", help=count)
    most = "the time limit for the whole ladder, in minutes (%(default)s)"
    command.add_argument("--minutes", type=typed.whole_number, default=5, metavar="N", help=most)
    seed = "a number or text mixed into the new secret that determines all cards (default: only the secret)"
    command.add_argument("--seed", type=typed.seed, help=seed)
    again = "determine all cards by --seed alone, to make the ladder repeatable; pupils must not know or guess the seed"
    command.add_argument("--repeatable", action="store_true", help=again)
    trust = "run the code even if the system cannot restrict it; read the code first"
    command.add_argument("--trust", action="store_true", help=trust)
    command.add_argument("--language", default="en", help="the language of the page: en or de (%(default)s)")
    command.add_argument("--replace", action="store_true", help="overwrite existing files")
    command.set_defaults(run=ladder)


def ladder(options: argparse.Namespace) -> int:
    """Play, print the ladder, and write the page and the table."""
    from .. import languages
    from ..teaching import LadderError, class_ladder
    from ..teaching.exports import ladder_page

    if fault := output_fault((options.out, options.csv), replace=options.replace):
        return refuse(fault)
    if options.repeatable and options.seed is None:
        print("phase10 ladder: --repeatable needs a --seed that pupils do not know", file=sys.stderr)
        return 2
    if options.language not in languages.names():
        print(f"phase10 ladder: there is no language {options.language!r:.40}", file=sys.stderr)
        return 2
    files, passed = hand_ins(options.files)
    print(f"This takes at most {options.minutes} minute{'s' * (options.minutes != 1)}; Ctrl+C stops it earlier.")
    seen = sys.stderr.isatty()
    try:
        with ended_by_signals():
            found = class_ladder(
                files,
                games=options.games,
                minutes=options.minutes,
                seed=options.seed,
                repeatable=options.repeatable,
                trusted=options.trust,
                watch=tell if seen else None,
            )
    except Ended as end:
        return end.code
    except LadderError as error:
        return refuse(f"{error} Then add --trust.")
    if seen:
        tell("")
    found = replace(found, refused=(*found.refused, *passed))
    tell_skipped(found.refused)
    print(found)
    if not found.rungs:
        return refuse("No player could play, so there is no ladder.")
    print(f"Seed: {found.seed} (with --repeatable, it deals the same cards; keep it from the pupils)")
    texts: dict[Path, str | bytes] = {}
    if options.out is not None:
        texts[options.out] = ladder_page(found, options.language).html()
    if options.csv is not None:
        texts[options.csv] = found.to_csv()
    return write(texts, replace=options.replace)


class Ended(BaseException):
    """The exception for a signal that ends the command. Unlike SystemExit, it cannot come from a player."""

    def __init__(self, code: int) -> None:
        """Store the exit code."""
        super().__init__(code)
        self.code = code


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise Ended for signals that would end this process immediately and leave the players' processes running."""

    def end(number: int, frame: object) -> None:
        raise Ended(128 + number)

    wanted = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
    before = {number: signal.signal(number, end) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def tell(sentence: str) -> None:
    """Show the progress on a single line of the terminal."""
    print(f"\r{sentence[:LINE_CHARACTERS]:{LINE_CHARACTERS}}\r", end="", file=sys.stderr, flush=True)
