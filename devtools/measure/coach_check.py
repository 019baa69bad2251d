"""Check the coach: ``python -m devtools.measure.coach_check [GAMES]``, default 2,000; takes about ten minutes.

Play games between equal players of each kind and report if luck averages 0 and by how much skill varies less than the
result; then ask for a hint at each of the hundred puzzles.
"""

from __future__ import annotations

import sys
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import phase10_widgets as p10
from devtools import command
from devtools.generate.puzzles import puzzles
from phase10_widgets import Game, coach

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 2, {}),
    ("classic", 4, {}),
    ("flip", 2, {}),
    ("standard", 2, {}),
    ("masters", 2, {}),
    ("classic", 2, {"advance": "always"}),
]
"""Edition, seats and options; the first gets all requested games, the others a fifth of that."""


def lucks(edition: str, seats: int, options: dict[str, Any], games: int, player: str = "greedy") -> list[coach.Luck]:
    """Return the luck of *games* games between equal players."""
    found = []
    for number in range(games):
        game = Game.new(edition, [f"P{at}" for at in range(seats)], seed=f"luck/{number}", **options)
        players = [p10.players.get(player, seed=f"{number}/{at}") for at in range(seats)]
        moments = [game]
        while game.to_act is not None:
            game = p10.players.move(game, players[game.to_act])
            moments.append(game)
        found.append(coach.luck(moments))
    return found


def row(edition: str, seats: int, options: dict[str, Any], games: int) -> bool:
    """Print one line; return True if the first seat's luck is within three standard errors of 0."""
    found = lucks(edition, seats, options, games)
    luck = [one.luck(0) for one in found]
    results = [one.result(0) or 0.0 for one in found]
    skill = [one.skill(0) or 0.0 for one in found]
    error = stdev(luck) / sqrt(len(luck))
    name = " ".join([edition, *map(str, options.values())])
    fewer = 1 - (stdev(skill) / stdev(results)) ** 2
    print(
        f"{name:16} {seats} seats {games:5} games: luck {100 * fmean(luck):+5.1f} ± {100 * error:.1f}, "
        f"skill {100 * fmean(skill):+5.1f} ± {100 * stdev(skill) / sqrt(len(skill)):.1f}; "
        f"spread {stdev(results):.3f} -> {stdev(skill):.3f} ({100 * fewer:.0f}% of the variance is luck)",
        flush=True,
    )
    return abs(fmean(luck)) < 3 * error


def solved() -> int:
    """Return the number of puzzles that the hint solves; print the others."""
    right, asked = 0, puzzles()
    for number, puzzle in enumerate(asked, 1):
        hint = coach.hint(puzzle.view)
        right += puzzle.solved(hint.action)
        if not puzzle.solved(hint.action):
            print(f"puzzle {number} ({puzzle.view.edition.id}, {puzzle.kind}): {puzzle.best}, not: {hint.text}")
    print(f"{right} of {len(asked)} hints are right")
    return right


def main() -> int:
    """Print everything; return 0 if all checks pass."""
    words = command.parser(__doc__)
    words.add_argument("games", nargs="?", type=int, default=2000, metavar="GAMES", help="default: %(default)s")
    games = words.parse_args().games
    fair = [row(*table, games if at == 0 else games // 5) for at, table in enumerate(TABLES)]
    return int(not all(fair) or solved() < 95)


if __name__ == "__main__":
    sys.exit(main())
