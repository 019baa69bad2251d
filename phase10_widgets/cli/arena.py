"""``phase10 arena``: computer players play many games; the results are win rates with intervals."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import own_players, typed
from .common import importable, refuse, tell
from .outputs import output_fault, write
from .terminal import STOPPED, ignore_interrupts

if TYPE_CHECKING:
    from ..arena import Contest


def add(commands: Any) -> None:
    """Add the command and its options."""
    what = "let computer players play many games, and report who is better and how certain that is"
    command = commands.add_parser("arena", help="compare computer players", description=what)
    command.add_argument(
        "players",
        nargs="+",
        metavar="player",
        help="a player's name, such as greedy or expert:5, or your own player as module:name",
    )
    command.add_argument("--edition", type=typed.edition, default="classic", help="the edition (%(default)s)")
    command.add_argument(
        "--option", action="append", default=[], type=typed.named_value, metavar="NAME=VALUE", help="a house rule"
    )
    command.add_argument("--games", type=typed.whole_number, help="games per table (1000; at most 20000 if undecided)")
    command.add_argument(
        "--seats", type=typed.whole_number, help="seats per table (2); the last player fills the remaining seats"
    )
    command.add_argument("--together", action="store_true", help="all players at one table")
    command.add_argument("--seed", type=typed.seed, default=1, help=typed.SEED_HELP)
    command.add_argument(
        "--jobs",
        type=typed.whole_number,
        default=1,
        help="the number of processes (%(default)s), which does not affect the result",
    )
    command.add_argument(
        "--until-decided", action="store_true", help="stop once one player clearly wins more often than the others"
    )
    command.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="also write the results to this file; arena.Results.from_dict reads it",
    )
    command.add_argument("--csv", type=Path, metavar="FILE", help="also write the table's rows to this file")
    rows = "also write a row for each seat of each game to this file (needs pandas and PyArrow)"
    command.add_argument("--parquet", type=Path, metavar="FILE", help=rows)
    command.add_argument("--replace", action="store_true", help="overwrite existing files")
    command.set_defaults(run=arena)


def arena(options: argparse.Namespace) -> int:
    """Play the games, print the table, and write the files; on Ctrl+C, stop but keep the games already played."""
    from ..parallel.executors import ExecutorError, LostJobError
    from ..players import PlayerError

    outputs = (options.json, options.csv, options.parquet)
    if fault := output_fault(outputs, replace=options.replace):
        return refuse(fault)
    if options.parquet and not importable("pandas", "pyarrow"):
        return refuse("Parquet needs pandas and PyArrow: pip install pandas pyarrow")
    try:
        contest = planned(options)
    except ValueError as error:
        print(f"phase10 arena: {error}", file=sys.stderr)
        return 2
    try:
        stopped = run(contest, options.jobs)
    except (LostJobError, PlayerError, ExecutorError) as error:
        return refuse(str(error))
    found = contest.results
    if not found.games:
        tell("Stopped before the end of the first game.")
        return STOPPED
    if stopped:
        print("\nStopped; these results cover the games already played.", file=sys.stderr)
    print(found)
    texts = {options.json: lambda: json.dumps(found.to_dict()), options.csv: found.to_csv}
    files: dict[Path, str | bytes] = {file: text() for file, text in texts.items() if file is not None}
    if options.parquet:
        files[options.parquet] = found.to_parquet()
    return write(files, replace=options.replace)


def planned(options: argparse.Namespace) -> Contest:
    """Return the contest that the options describe, after trying out its players.

    Raises:
        ValueError: an option or a player is invalid.
    """
    from ..arena import Contest
    from ..editions import edition
    from ..players import PlayerError

    seats = options.seats or 2
    players = [own_players.player(text) for text in options.players]
    contest = Contest(
        edition(options.edition, **dict(options.option)),
        players + players[-1:] * (seats - len(players)),
        options.games,
        options.seed,
        seats=None if options.together else seats,
        until="decided" if options.until_decided else None,
    )
    for entrant in contest.entrants:
        try:
            entrant.fresh("a try")
        except PlayerError as error:
            raise ValueError(f"the player {error}") from error
        except Exception as error:
            raise ValueError(f"the player {entrant.name} cannot be created: {type(error).__name__}: {error}") from error
    return contest


def run(contest: Contest, jobs: int) -> bool:
    """Play a contest using *jobs* processes, with a progress line on a terminal; return True if Ctrl+C ended it."""
    from ..parallel.executors import own_pool
    from ..parallel.pools import OwnPool

    seen = sys.stderr.isatty()

    def tell(done: int, most: int) -> None:
        bar = ("#" * round(30 * done / most)).ljust(30, ".")
        print(f"\r{bar} {done:,} of {most:,} games    ", end="", file=sys.stderr, flush=True)

    stopped = False
    with own_pool(None, jobs) as pool:
        try:
            contest.run(executor=pool, progress=tell if seen else None)
        except KeyboardInterrupt:
            ignore_interrupts()  # so that another Ctrl+C loses nothing
            if isinstance(pool, OwnPool):
                pool.stop()
            stopped = True
    if seen:
        print(file=sys.stderr)
    return stopped
