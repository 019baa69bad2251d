"""Time the decisions of computer players: ``python -m benchmarks.decisions [GAMES]``.

Every decision of whole games counts, including those that build the tables of a phase. The time of the calibration
loop (a million additions) is shown beside it, since machines differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from devtools import command
from phase10_widgets import EDITIONS, Action, Game, Observation, players
from phase10_widgets.players import Player

GAMES = 6
HEAD = "| player | edition | decisions | median | 99% | longest |\n|---|---|---:|---:|---:|---:|"
ROWS = [*[("expert", edition) for edition in EDITIONS], *[(f"expert:{level}", "classic") for level in (1, 2, 3, 4, 5)]]


class Timed:
    """A player with a stopwatch."""

    def __init__(self, player: Player, times: list[float]) -> None:
        self.player = player
        self.times = times

    def choose(self, view: Observation) -> Action:
        began = perf_counter()
        action = self.player.choose(view)
        self.times.append(perf_counter() - began)
        return action


def thought(player: str, edition: str, games: int) -> list[float]:
    """Return the seconds of each decision of this player, in games against one and against three greedy ones."""
    times: list[float] = []
    for seed in range(games):
        seats = ["Ana", "Ben"] if seed % 2 else ["Ana", "Ben", "Cleo", "Dan"]
        game = Game.new(edition, seats, f"decisions {seed}")
        timed, greedy = Timed(players.get(player, seed), times), players.get("greedy")
        while game.to_act is not None:
            game = players.move(game, timed if game.to_act == 0 else greedy)
    return sorted(times)


def lines(games: int = GAMES) -> Iterator[str]:
    """Yield a Markdown table, in milliseconds."""
    began = perf_counter()
    sum([1 for _ in range(1_000_000)])
    yield f"The calibration loop takes {1000 * (perf_counter() - began):.0f} ms.\n"
    yield HEAD
    for player, edition in ROWS:
        times = thought(player, edition, games)
        median, late, longest = times[len(times) // 2], times[len(times) * 99 // 100], times[-1]
        shown = " | ".join(f"{1000 * time:.1f} ms" for time in (median, late, longest))
        yield f"| {player} | {edition} | {len(times)} | {shown} |"


if __name__ == "__main__":
    words = command.parser(__doc__)
    words.add_argument("games", nargs="?", type=int, default=GAMES, metavar="GAMES", help="default: %(default)s")
    for line in lines(words.parse_args().games):
        print(line, flush=True)
