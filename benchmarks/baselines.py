"""Play the baselines of docs/rl.md by its protocol: ``python -m benchmarks.baselines``.

Protocol v0: classic, two seats, no options, 4,000 games from seed 11 (2,000 deals, each played from both seats),
against ``greedy`` and against ``expert``; the share of games won, with its 95% interval. All levels of the expert take
hours on one core: ``--jobs`` shares the games out and changes no result, ``--games`` plays fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from devtools import command
from phase10_widgets import edition
from phase10_widgets.arena import Contest
from phase10_widgets.parallel.pools import OwnPool
from phase10_widgets.players import LEVELS

PAGE = Path(__file__).parents[1] / "docs" / "rl.md"
EDITION, GAMES, SEED = "classic", 4000, 11
OPPONENTS = ("greedy", "expert")
LINEAR, CORRECTED = "linear", "corrected"
NAMES = ("random", LINEAR, "greedy", *(f"expert:{level}" for level in LEVELS), CORRECTED)
HEAD = "| player | games each | against `greedy` | against `expert` |\n|---|---:|---:|---:|"


def rows(names: Sequence[str], games: int, executor: Any) -> Iterator[str]:
    """Yield a row of the table for each player: its share of the games it won against each opponent."""
    for name in names:
        player: Any = name
        if name == LINEAR:
            from benchmarks.linear_policy import trained
            from phase10_widgets.rl import Coding

            player = trained(Coding(edition(EDITION), 2))
        elif name == CORRECTED:
            from benchmarks.corrected import CorrectedPlayer

            player = CorrectedPlayer
        shares = " | ".join(share(name, player, opponent, games, executor) for opponent in OPPONENTS)
        yield f"| `{name}` | {games:,} | {shares} |"


def share(name: str, player: Any, opponent: str, games: int, executor: Any) -> str:
    """Return the share of games that a player won, with its interval; empty for a player against itself."""
    if name == opponent or (name, opponent) == (f"expert:{LEVELS[-1]}", "expert"):
        return ""
    contest = Contest(edition(EDITION), [player, opponent], games, SEED)
    contest.run(executor=executor)
    found = contest.results.shares[0]
    return f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%})"


def main() -> int:
    """Play, and print each row as soon as it is known; ``--page`` writes the table into docs/rl.md."""
    words = command.parser(__doc__)
    words.add_argument("players", nargs="*", metavar="player", help=f"those of {', '.join(NAMES)} (all)")
    words.add_argument("--games", type=int, default=GAMES, help="games against each opponent (%(default)s)")
    words.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    words.add_argument("--page", action="store_true", help="write the table into docs/rl.md")
    options = words.parse_args()
    if unknown := set(options.players) - set(NAMES):
        words.error(f"there is no baseline {', '.join(sorted(unknown))}; the baselines are {', '.join(NAMES)}")
    print(HEAD, flush=True)
    lines = [HEAD]
    with OwnPool(options.jobs) if options.jobs > 1 else nullcontext() as executor:
        for line in rows(options.players or NAMES, options.games, executor):
            print(line, flush=True)
            lines.append(line)
    if options.page:
        before, start, rest = PAGE.read_text("utf-8").partition("<!-- baselines -->\n")
        end, after = rest.partition("<!-- /baselines -->")[1:]
        PAGE.write_text("\n".join([before + start + lines[0], *lines[1:], end]) + after, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
