"""Count grades by playing strength: ``python -m devtools.measure.grades [GAMES]``, default 200; takes some minutes.

Experts of levels 1, 5 and 10 play whole games in all editions against each other, and the coach reviews the first
seat. For each level: the share of decisions with each grade, turns lost per round, and the areas in which they are
lost. Then the hundred puzzles: the share solved, and the grades of the answers of each level.
"""

from __future__ import annotations

from collections import Counter

import phase10_widgets as p10
from devtools import command
from devtools.generate.puzzles import puzzles
from phase10_widgets import Game, coach
from phase10_widgets.coach import Area, Grade
from phase10_widgets.players import Player

LEVELS = (1, 5, 10)


def of_level(level: int, seed: str) -> Player:
    """Return an expert of this level."""
    return p10.players.get(f"expert:{level}", seed=seed)


def shares(grades: Counter[Grade | None]) -> str:
    """Return the share of each grade, in words."""
    return ", ".join([f"{grade} {100 * grades[grade] / grades.total():5.2f}%" for grade in Grade])


def in_games(level: int, games: int) -> None:
    """Print the grades of a level in whole games."""
    grades, areas, rounds = Counter[Grade | None](), dict.fromkeys(Area, 0.0), 0
    for number in range(games):
        game = Game.new(p10.EDITIONS[number % len(p10.EDITIONS)], ["Ana", "Ben"], seed=f"grades/{number}")
        players = [of_level(level, f"{number}/{seat}") for seat in range(2)]
        moments = [game]
        while game.to_act is not None:
            game = p10.players.move(game, players[game.to_act])
            moments.append(game)
        found = coach.review(moments, 0)
        rounds += moments[-1].state.round
        for one in found.decisions:
            grades[one.grade] += 1
            areas[one.area] += one.cost if one.grade else 0.0
    lost = ", ".join([f"{area} {cost / rounds:.2f}" for area, cost in areas.items()])
    print(f"level {level:2}, {games} games, {grades.total()} decisions: {shares(grades)}; turns lost per round: {lost}")


def in_puzzles(level: int) -> None:
    """Print the grades of a level's answers to the puzzles."""
    grades, solved, asked = Counter[Grade | None](), 0, puzzles()
    for number, puzzle in enumerate(asked):
        action = of_level(level, f"puzzle/{number}").choose(puzzle.view)
        solved += puzzle.solved(action)
        found = coach.graded(puzzle.view, action)
        grades[found.grade if found else None] += 1
    print(f"level {level:2}, {len(asked)} puzzles: {solved} solved; {shares(grades)}", flush=True)


def main() -> None:
    """Print everything."""
    words = command.parser(__doc__)
    words.add_argument("games", nargs="?", type=int, default=200, metavar="GAMES", help="default: %(default)s")
    games = words.parse_args().games
    for level in LEVELS:
        in_puzzles(level)
    for level in LEVELS:
        in_games(level, games)


if __name__ == "__main__":
    main()
