"""Games that repeat others because identical deterministic players exchange seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .deals import DealResult, GameResult, seating


def repeated(
    tables: Sequence[Sequence[int]], players: Sequence[str], played: Sequence[DealResult]
) -> frozenset[tuple[int, int]]:
    """Return each (table, rotation) whose games all repeat those of an earlier rotation.

    In both rotations, the same players sit in each seat and every deal plays out in the same way: the games are
    deterministic and add nothing new.
    """
    return frozenset(
        (number, rotation)
        for number, table in enumerate(tables)
        for rotation in _rotations([_kind(players[player]) for player in table], _deals(played, number))
    )


def _rotations(kinds: Sequence[str], deals: Sequence[DealResult]) -> Iterator[int]:
    seats = [[kinds[player] for player in seating(len(kinds), rotation)] for rotation in range(len(kinds))]
    for later in range(1, len(kinds)):
        pairs = [deal.games for deal in deals if len(deal.games) > later]
        alike = [at for at in range(later) if seats[at] == seats[later]]
        if pairs and any(all(course(games[at], at) == course(games[later], later) for games in pairs) for at in alike):
            yield later


def course(game: GameResult, rotation: int) -> tuple[object, ...]:
    """Return a game's stored result by seat instead of by player."""
    at = seating(len(game.phases), rotation)
    won = tuple(player in game.winners for player in at)
    return won, game.rounds, game.moves, tuple((game.phases[player], game.points[player]) for player in at)


def _deals(played: Sequence[DealResult], table: int) -> list[DealResult]:
    return [deal for deal in played if deal.table == table]


def _kind(name: str) -> str:
    """Return a player's name without the number that distinguishes identical players.

    >>> _kind("greedy (2)"), _kind("expert:3")
    ('greedy', 'expert:3')
    """
    return re.sub(r" \(\d+\)$", "", name)
