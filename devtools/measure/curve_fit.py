"""Fit the weights of the win-probability curve: ``python -m devtools.measure.curve_fit [GAMES [NAME...]]``.

Equal players play games of different lengths with two to four seats. At the start of turns, the estimate is compared
with the result; the weights with the least log loss are printed as lines for ``coach/value.py``. Then other games show
the calibration: how often the seats won that had about the same estimate. With 400 games (the default) each set takes
about ten minutes.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import cycle
from math import inf, log
from statistics import fmean
from typing import Any, NamedTuple

import phase10_widgets as p10
from devtools import command
from phase10_widgets import Game
from phase10_widgets.coach import value
from phase10_widgets.coach.luck_and_skill import valued
from phase10_widgets.coach.value import SeatOutlook, Valuation, Weights

KINDS: dict[str, tuple[Sequence[str], Sequence[dict[str, Any]]]] = {
    "CURVE": (["classic", "standard", "masters"], [{}, {"phases": [1, 2, 3]}, {"phases": "even"}, {"phases": [1]}]),
    "FLIP_CURVE": (["flip"], [{}, {"phases": [1, 2, 3]}, {"phases": "even"}, {"phases": [1]}]),
    "POINTS_CURVE": (p10.EDITIONS, [{"advance": "always"}, {"advance": "always", "phases": [1, 2, 3]}]),
}
"""Each set of weights with its editions and options."""
NAMES = ["Ana", "Ben", "Cleo", "Dan"]
EVERY = 5
"""The number of turns of which one is looked at: neighbors are much alike."""
LIMITS = {"turning": (0.0, 1.0), "soft": (0.01, 10.0)}
"""The bounds of these weights."""


class Seen(NamedTuple):
    """The start of a turn, and who won in the end."""

    valued: Valuation
    outlooks: Sequence[SeatOutlook]
    shares: Sequence[float]


def seen(games: int, editions: Sequence[str], options: Sequence[dict[str, Any]], name: str) -> list[Seen]:
    """Play *games* games between equal players; *name* seeds them."""
    found, player = [], p10.players.get("greedy")
    kinds = cycle([(one, each, seats) for each in options for one in editions for seats in (2, 3, 2, 4)])
    for number, (edition, each, seats) in zip(range(games), kinds, strict=False):
        game = Game.new(edition, NAMES[:seats], seed=f"{name}/{number}", **each)
        turns = []
        while game.to_act is not None:
            if game.step != "play":
                turns.append(game.state)
            game = p10.players.move(game, player)
        shares = [(at in game.winners) / len(game.winners) for at in range(seats)]
        found += [Seen(*valued(state), shares) for state in turns[number % EVERY :: EVERY]]
    return found


def loss(turns: Sequence[Seen], weights: Weights) -> float:
    """Return the mean log loss of the estimates."""
    total = 0.0
    for turn in turns:
        chances = turn.valued.chances(turn.outlooks, weights)
        total -= sum([share * log(max(chance, 1e-9)) for share, chance in zip(turn.shares, chances, strict=True)])
    return total / len(turns)


def tied(weights: Weights, **changed: float) -> Weights:
    """Return the weights with changes; a phase laid down counts as much as one that is certain."""
    changed = {
        name: min(max(each, LIMITS.get(name, (0.0, inf))[0]), LIMITS.get(name, (0.0, inf))[1])
        for name, each in changed.items()
    }
    weights = weights._replace(**changed)
    return weights._replace(hope=weights.work) if weights.work else weights


def fitted(turns: Sequence[Seen], weights: Weights) -> Weights:
    """Return the weights with the least loss, found by coordinate search with shrinking steps."""
    weights = tied(weights)
    best, step = loss(turns, weights), 1.6
    while step > 1.05:
        better = False
        for name, weight in weights._asdict().items():
            for tried in (weight * step, weight / step):
                candidate = tied(weights, **{name: tried})
                found = loss(turns, candidate) if candidate != weights else best
                if found < best - 1e-6:
                    best, weights, better = found, candidate, True
        step = step if better else step**0.5
        print(f"{best:.4f} with {weights}", file=sys.stderr, flush=True)
    return Weights(*[round(weight, 3) for weight in weights])


def calibration(turns: Sequence[Seen], weights: Weights) -> str:
    """Return rows of ten: the estimate, the share that won, and the number of estimates."""
    bins = defaultdict[int, list[tuple[float, float]]](list)
    for turn in turns:
        for chance, share in zip(turn.valued.chances(turn.outlooks, weights), turn.shares, strict=True):
            bins[min(9, int(10 * chance))].append((chance, share))
    rows = []
    for _, found in sorted(bins.items()):
        estimate, won = [100 * fmean(column) for column in zip(*found, strict=True)]
        rows.append(f"  {estimate:4.0f}%  {won:4.0f}%  {len(found):6}")
    return "\n".join(["  estimate, won, number", *rows])


def main() -> None:
    """Print the weights of these sets, all by default, and their calibration."""
    words = command.parser(__doc__)
    words.add_argument("games", nargs="?", type=int, default=400, metavar="GAMES", help="default: %(default)s")
    words.add_argument("names", nargs="*", metavar="NAME", help="one of: " + ", ".join(KINDS))
    options = words.parse_args()
    for name in options.names or KINDS:
        old: Weights = getattr(value, name)
        new = fitted(seen(options.games, *KINDS[name], "fit"), old)
        print(f"{name} = {new}")
        others = seen(options.games, *KINDS[name], "other")
        print(f"log loss in other games: {loss(others, old):.4f} before, now {loss(others, new):.4f}")
        print(calibration(others, new), flush=True)


if __name__ == "__main__":
    main()
