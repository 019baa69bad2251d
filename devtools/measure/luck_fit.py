"""Fit the weights of ``coach/value.py``: ``python -m devtools.measure.luck_fit [GAMES [NAME...]]``.

Equal players play with two to four seats. With any weights luck is 0 on average; the better they are, the closer a
game's luck comes to its result. With 400 games (the default) each set takes half an hour. It prints the named sets
(all by default) as lines for the file, and the share of other games' results that the old and the new weights
explain: with few games the new ones overfit.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import inf
from typing import Any

import phase10_widgets as p10
from devtools import command
from phase10_widgets import Game
from phase10_widgets.coach import value
from phase10_widgets.coach.luck_and_skill import ChanceNode, casts
from phase10_widgets.coach.value import Weights

KINDS: dict[str, tuple[Sequence[str], dict[str, Any]]] = {
    "TO_THE_LAST_PHASE": (["classic", "standard", "masters"], {}),
    "IN_FLIP": (["flip"], {}),
    "BY_POINTS": (p10.EDITIONS, {"advance": "always"}),
}
"""Each set of weights with its editions and options."""
LIMITS = {"turning": (0.0, 1.0), "soft": (0.01, 10.0)}
"""The bounds of these weights."""
Noted = tuple[list[ChanceNode], list[float]]
"""The chance nodes of a game, and each seat's result minus an even share."""


def noted(games: int, editions: Sequence[str], options: dict[str, Any], name: str) -> list[Noted]:
    """Play *games* games between equal players; *name* seeds them."""
    found, player = list[Noted](), p10.players.get("greedy")
    for number in range(games):
        names = ["Ana", "Ben", "Cleo", "Dan"][: (2, 2, 3, 4)[number // len(editions) % 4]]
        game = Game.new(editions[number % len(editions)], names, seed=f"{name}/{number}", **options)
        moments = [game]
        while game.to_act is not None:
            game = p10.players.move(game, player)
            moments.append(game)
        shares = [(at in game.winners) / len(game.winners) - 1 / len(names) for at in range(len(names))]
        found.append((list(casts(moments)), shares))
    return found


def left(games: Sequence[Noted], weights: Weights) -> float:
    """Return the mean square of the results not explained by luck."""
    total = 0.0
    for found, shares in games:
        gains = [node.stroke(weights).gains for node in found]
        rest = [share - sum(column) for share, column in zip(shares, zip(*gains, strict=True), strict=True)]
        total += sum([one * one for one in rest]) / len(rest)
    return total / len(games)


def explained(games: Sequence[Noted], weights: Weights) -> str:
    """Return the share of the results that luck explains, in words."""
    whole = sum([sum([share * share for share in shares]) / len(shares) for _, shares in games]) / len(games)
    return f"{100 * (1 - left(games, weights) / whole):.0f}%"


def fitted(games: Sequence[Noted], weights: Weights) -> Weights:
    """Return the weights that leave the least, found by coordinate search with shrinking steps."""
    best, step = left(games, weights), 1.6
    while step > 1.1:
        better = False
        for name, weight in weights._asdict().items():
            for tried in (weight * step, weight / step):
                least, most = LIMITS.get(name, (0.0, inf))
                candidate = weights._replace(**{name: min(max(tried, least), most)})
                found = left(games, candidate)
                if found < best:
                    best, weights, better = found, candidate, True
        step = step if better else step**0.5
        print(f"{best:.4f} left with {weights}", file=sys.stderr)
    return Weights(*[round(weight, 3) for weight in weights])


def main() -> None:
    """Print the weights of these sets, all by default."""
    words = command.parser(__doc__)
    words.add_argument("games", nargs="?", type=int, default=400, metavar="GAMES", help="default: %(default)s")
    words.add_argument("names", nargs="*", metavar="NAME", help="one of: " + ", ".join(KINDS))
    options = words.parse_args()
    games = options.games
    for name in options.names or KINDS:
        old: Weights = getattr(value, name)
        new = fitted(noted(games, *KINDS[name], "fit"), old)
        print(f"{name} = {new}")
        others = noted(games, *KINDS[name], "other")
        print(f"of {games} other games {explained(others, old)} explained before, now {explained(others, new)}")


if __name__ == "__main__":
    main()
