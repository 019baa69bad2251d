"""Measure how often a phase is completed in a round, over whole games between computer players.

    python -m devtools.generate.climbs GAMES PLAYER SEATS

``teaching/figures/shared/ladder_chain.py`` contains the output for 400 games.
"""

from __future__ import annotations

from collections import Counter

from devtools import command
from phase10_widgets import players
from phase10_widgets.game.game import Game
from phase10_widgets.rules.events import PhaseLaid, RoundDealt

EDITION = "classic"


def count(games: int, player: str, seats: int) -> tuple[Counter[int], Counter[int], list[int]]:
    """Count the rounds begun at each phase, the rounds in which it was completed, and the number of rounds in each
    game."""
    begun: Counter[int] = Counter()
    completed: Counter[int] = Counter()
    lengths = []
    for seed in range(games):
        game = Game.new(EDITION, [f"{player} {seat}" for seat in range(seats)], f"climbs/{seed}")
        sitting = [players.get(player, seed=f"climbs/{seed}/{seat}") for seat in range(seats)]
        begun.update([1] * seats)
        while (seat := game.to_act) is not None:
            game = players.move(game, sitting[seat])
            for event in game.events:
                match event:
                    case RoundDealt() if event.round > 1:  # in a tie-break, some players have no phase
                        begun.update(row.phase for row in game.state.seats if row.phase)
                    case PhaseLaid():
                        completed[event.phase] += 1
        lengths.append(game.state.round)
    return begun, completed, lengths


def main() -> None:
    words = command.parser(__doc__)
    words.add_argument("games", type=int, metavar="GAMES")
    words.add_argument("player", metavar="PLAYER", help="for example, expert:5")
    words.add_argument("seats", type=int, metavar="SEATS")
    options = words.parse_args()
    begun, completed, lengths = count(options.games, options.player, options.seats)
    for phase in sorted(begun):
        print(f"{phase}: ({completed[phase]}, {begun[phase]})  {completed[phase] / begun[phase]:.4f}")
    print("rounds:", sum(lengths) / options.games, sorted(Counter(lengths).items()))


if __name__ == "__main__":
    main()
