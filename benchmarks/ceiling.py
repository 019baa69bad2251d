"""Measure how far hidden cards limit a player against greedy: ``python -m benchmarks.ceiling [GAMES] [PLAYER ...]``.

Two players cheat. ``hands`` is the expert, except that it sees the other hand instead of guessing it: the most that a
better opponent model could bring this expert. ``foresight:K`` also knows the order of every pile and what greedy will
do. It plays each round out in K ways, each a different expert, and then plays the best one. All players play the same
deals, once from each seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from devtools import command
from phase10_widgets import Action, Game, players
from phase10_widgets.arena.intervals import Clusters
from phase10_widgets.core.events import PhaseLaid, RoundEnded
from phase10_widgets.odds.pool import Pool
from phase10_widgets.players.expert import LEVELS, ExpertPlayer, ExpertSettings, _Judge
from phase10_widgets.players.greedy import GreedyPlayer
from phase10_widgets.players.opponents import OpponentModel

GAMES = 1000
PLAYERS = ("expert", "hands", "foresight:8")
RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "standard": ("standard", {}),
    "flip": ("flip", {}),
    "V1": ("classic", {"advance": "always"}),
    "V4": ("classic", {"order": "any"}),
}
NOISES = (0.3, 0.6, 1.2, 2.0)
"""The errors of foresight's experts, in turns: small changes of a good plan, and large ones."""
PHASE = 100.0
"""The worth of a completed phase in points, for foresight; a round's points rarely reach it."""
WIN = 10_000.0
"""The same for the game."""


class Cheat(Protocol):
    """A player that receives the whole game."""

    def choose(self, game: Game) -> Action: ...


class Honest:
    """The expert, as it plays everywhere."""

    def __init__(self, seed: str) -> None:
        self.player = ExpertPlayer(10, seed)

    def choose(self, game: Game) -> Action:
        return self.player.choose(game.observe(game.to_act))


class _Sees(_Judge):
    """One moment, judged with the true hand of a seat in place of sampled ones."""

    hands: tuple[Any, ...]

    def _opponent(self, seat: int, pool: Pool) -> OpponentModel:
        return OpponentModel.known(self.hands[seat], self._aims_of(seat, pool.side))


class SeesHands(ExpertPlayer):
    """The expert, except that it sees the other hand."""

    def __init__(self, seed: str) -> None:
        super().__init__(10, seed)

    def choose(self, game: Any) -> Action:
        view = game.observe(game.to_act)
        judge = _Sees(view, LEVELS[10], self._chance(view, "hands"))
        judge.hands = game.state.hands
        return min(judge.weighed(), key=lambda one: one.cost).action


class Foresight:
    """A player that plays each round out in several ways with the true cards, and repeats the best."""

    def __init__(self, seed: str, ways: int = 8) -> None:
        self.experts = [ExpertPlayer(10, seed)]
        for way in range(1, ways):
            plan = ExpertSettings(hands=0, noise=NOISES[way % len(NOISES)])
            self.experts.append(ExpertPlayer(10, f"{seed}/{way}", plan))
        self.round = 0
        self.plan: list[Action] = []

    def choose(self, game: Game) -> Action:
        if game.state.round != self.round:
            self.round = game.state.round
            ways = [played_out(game, expert) for expert in self.experts]
            self.plan = max(ways, key=lambda way: way[0])[1]
        return self.plan.pop(0)


def played_out(game: Game, expert: ExpertPlayer) -> tuple[float, list[Action]]:
    """Return the worth of the rest of this round if the seat to act plays like *expert*, with its actions.

    The worth is in points; of a finished game, winning or losing it counts most.
    """
    seat, taken, greedy, value, over = game.to_act, list[Action](), GreedyPlayer(), 0.0, False
    assert seat is not None
    while not over:
        view = game.observe(game.to_act)
        action = (expert if view.seat == seat else greedy).choose(view)
        if view.seat == seat:
            taken.append(action)
        game = game.apply(action)
        for event in game.events:
            if isinstance(event, PhaseLaid) and game.edition.advance != "always":
                value += PHASE if event.seat == seat else -PHASE
            elif isinstance(event, RoundEnded):
                over = True
                value += event.points[1 - seat] - event.points[seat]
    if game.winners:
        value += WIN * (2 * share(game, seat) - 1)
    return value, taken


def maker(name: str) -> Callable[[str], Cheat]:
    """Return a function that makes the player with this name from a seed.

    Raises:
        ValueError: there is no such player.
    """
    kind, _, ways = name.partition(":")
    if name in ("expert", "hands"):
        return Honest if name == "expert" else SeesHands
    if kind == "foresight" and ways.isdecimal() and int(ways):
        return lambda seed: Foresight(seed, int(ways))
    raise ValueError(f"the players are expert, hands and foresight:K, not {name!r}")


def share(game: Game, seat: int) -> float:
    """Return the seat's part of the win."""
    return (seat in game.winners) / len(game.winners)


def play(name: str, rules: str, seed: str, seat: int) -> float:
    """Play one game of this player at this seat against greedy, and return its part of the win."""
    edition, options = RULES[rules]
    game, greedy = Game.new(edition, ["Ana", "Ben"], f"ceiling/{seed}", **options), players.get("greedy")
    cheat = maker(name)(f"{seed}/{seat}")
    while game.to_act is not None:
        game = game.apply(cheat.choose(game)) if game.to_act == seat else players.move(game, greedy)
    return share(game, seat)


def measure(name: str, rules: str, games: int, seed: str) -> tuple[float, float, float]:
    """Return the player's share of wins with its 95% interval; each deal is played from both seats."""
    sums, won = Clusters(), 0.0
    for deal in range(games // 2):
        both = sum(play(name, rules, f"{seed}/{deal}", seat) for seat in (0, 1))
        sums.add(both, 2)
        won += both
    low, high = sums.interval(0.95)
    return won / (games // 2 * 2), low, high


def main() -> None:
    """Print a row of a Markdown table for each player and game."""
    words = command.parser(__doc__)
    words.add_argument("games", nargs="?", type=int, default=GAMES, metavar="GAMES", help="default: %(default)s")
    words.add_argument("players", nargs="*", metavar="PLAYER", help="expert, hands or foresight:K")
    words.add_argument("--rules", choices=RULES, action="append", help="default: all")
    words.add_argument("--seed", default="1", help="default: %(default)s")
    options = words.parse_args()
    if options.games < 2:
        words.error("play at least two games: each deal is played from both seats")
    for name in options.players:
        try:
            maker(name)
        except ValueError as error:
            words.error(str(error))
    print("| game | player | share of wins | games |\n|---|---|---:|---:|")
    for rules in options.rules or RULES:
        for name in options.players or PLAYERS:
            value, low, high = measure(name, rules, options.games, options.seed)
            shown = f"{value:.1%} ({low:.1%} to {high:.1%})"
            print(f"| {rules} | {name} | {shown} | {options.games // 2 * 2:,} |", flush=True)


if __name__ == "__main__":
    main()
