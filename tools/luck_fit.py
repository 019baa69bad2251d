"""The weights of ``coach/value.py``: ``python -m tools.luck_fit [GAMES]`` finds those that leave least to skill.

Equal players play each edition with two to four seats. Whatever the weights, luck is 0 on average; the better they
are, the nearer the luck of a game comes to its result. It takes half an hour and prints two lines for the file.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import phase10_widgets as p10
from phase10_widgets import Game
from phase10_widgets.coach.fortune import Cast, casts
from phase10_widgets.coach.value import BY_POINTS, TO_THE_LAST_PHASE, Weights

Noted = tuple[list[Cast], list[float]]
"""What chance decided in a game, and what each seat won, less its chance at the start."""


def noted(games: int, options: dict[str, Any]) -> list[Noted]:
    """So many games between players of equal strength."""
    found, player = list[Noted](), p10.players.get("greedy")
    for number in range(games):
        names = ["Ana", "Ben", "Cleo", "Dan"][: (2, 2, 3, 4)[number // 4 % 4]]
        game = Game.new(p10.EDITIONS[number % 4], names, seed=f"fit/{number}", **options)
        moments = [game]
        while game.to_act is not None:
            game = p10.players.move(game, player)
            moments.append(game)
        shares = [(at in game.winners) / len(game.winners) - 1 / len(names) for at in range(len(names))]
        found.append((list(casts(moments)), shares))
    return found


def left(games: Sequence[Noted], weights: Weights) -> float:
    """The mean square of what luck does not explain."""
    total = 0.0
    for found, shares in games:
        gains = [cast.stroke(weights).gains for cast in found]
        rest = [share - sum(column) for share, column in zip(shares, zip(*gains, strict=True), strict=True)]
        total += sum([one * one for one in rest]) / len(rest)
    return total / len(games)


def fitted(games: Sequence[Noted], weights: Weights) -> Weights:
    """The weights that leave least, found one at a time in ever smaller steps."""
    best, step = left(games, weights), 1.6
    while step > 1.1:
        better = False
        for name, value in weights._asdict().items():
            for tried in (value * step, value / step):
                candidate = weights._replace(**{name: tried})
                found = left(games, candidate)
                if found < best:
                    best, weights, better = found, candidate, True
        step = step if better else step**0.5
        print(f"{best:.4f} left with {weights}", file=sys.stderr)
    return Weights(*[round(value, 3) for value in weights])


def main(games: int = 160) -> None:
    """Print the weights of both kinds of games."""
    print("TO_THE_LAST_PHASE =", fitted(noted(games, {}), TO_THE_LAST_PHASE))
    print("BY_POINTS =", fitted(noted(games, {"advance": "always"}), BY_POINTS))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
