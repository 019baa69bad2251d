"""Play the baselines in docs/rl.md according to its protocol: ``python -m benchmarks.baselines``.

The promise: players are as strong as docs/rl.md states. Playing all the games takes hours.

Protocol v0: classic, two seats, no options, 4,000 games from seed 11 (2,000 deals, each played from both seats),
against ``greedy`` and against ``expert``. The result is the percentage of games won, with its 95% interval.
``--against`` names other opponents. Playing all levels of the expert takes hours on one core; ``--jobs`` distributes
the games without changing the results, and ``--games`` reduces their number.
"""

from __future__ import annotations

import re
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
NAMES = ("random", "greedy", *(f"expert:{level}" for level in LEVELS))
ROW = re.compile(r"^\| `(?P<name>[^`]+)` \|.*$", re.M)


def head(opponents: Sequence[str]) -> str:
    """Return the table's header lines."""
    titles = ["player", "games each", *(f"against `{name}`" for name in opponents)]
    return f"| {' | '.join(titles)} |\n|---|{'---:|' * (len(opponents) + 1)}"


def rows(names: Sequence[str], opponents: Sequence[str], games: int, executor: Any) -> Iterator[str]:
    """Yield a table row for each player with its percentage of games won against each opponent."""
    for name in names:
        shares = " | ".join(share(name, opponent, games, executor) for opponent in opponents)
        yield f"| `{name}` | {games:,} | {shares} |"


def share(name: str, opponent: str, games: int, executor: Any) -> str:
    """Return a player's percentage of games won with its interval, or an empty string for a player against itself."""
    if name == opponent or (name, opponent) == (f"expert:{LEVELS[-1]}", "expert"):
        return ""
    contest = Contest(edition(EDITION), [name, opponent], games, SEED)
    contest.run(executor=executor)
    found = contest.results.shares[0]
    return f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%})"


def with_rows(page: str, lines: Sequence[str]) -> str:
    """Return the page with these players' rows replaced in the order of the baselines, keeping all other rows."""
    begin, end = "<!-- baselines -->\n", "<!-- /baselines -->"
    table = page.partition(begin)[2].partition(end)[0]
    found = {row["name"]: row[0] for row in ROW.finditer("\n".join([table, *lines]))}
    listed = [head(OPPONENTS), *(found[name] for name in NAMES if name in found), ""]
    return command.between(page, begin, end, "\n".join(listed))


def main() -> int:
    """Play, and print each row as soon as it is ready; ``--page`` writes the rows into docs/rl.md."""
    words = command.parser(__doc__)
    words.add_argument("players", nargs="*", metavar="player", help=f"those of {', '.join(NAMES)} (all)")
    words.add_argument("--against", nargs="+", metavar="PLAYER", default=OPPONENTS, help="opponents (greedy expert)")
    words.add_argument("--games", type=int, default=GAMES, help="games against each opponent (%(default)s)")
    words.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    words.add_argument("--page", action="store_true", help="write the rows into the table in docs/rl.md")
    options = words.parse_args()
    if unknown := {*options.players, *options.against} - set(NAMES) - set(OPPONENTS):
        words.error(f"there is no baseline {', '.join(sorted(unknown))}; the baselines are {', '.join(NAMES)}")
    if options.page and tuple(options.against) != OPPONENTS:
        words.error(
            f"the table in docs/rl.md shows games against {' and '.join(OPPONENTS)}; leave out --against or --page"
        )
    print(head(options.against), flush=True)
    lines = []
    with OwnPool(options.jobs) if options.jobs > 1 else nullcontext() as executor:
        for line in rows(options.players or NAMES, options.against, options.games, executor):
            print(line, flush=True)
            lines.append(line)
    if options.page:
        PAGE.write_text(with_rows(PAGE.read_text("utf-8"), lines), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
