"""Deals: the same cards played once for each rotation of the seats."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple, TypeVar

from .. import players as registry
from ..base.integers import seed_of
from ..editions import edition as find_edition
from ..game.game import Game
from ..players import move
from ..rules.edition import Edition
from .entrants import Entrant, EntrantError

MOST_ACTIONS = 400_000
"""The number of actions after which a game counts as endless. Random players need several thousand."""
WIN_PARTS = 840
"""The number of equal parts in a win, chosen so that one to eight winners can share it evenly."""


Found = TypeVar("Found")


class Matchup(NamedTuple):
    """The entrants and rules at one table. If the edition is registered, it is sent to other processes along with the
    table."""

    edition: str
    options: Mapping[str, Any]
    entrants: tuple[Entrant, ...]
    seed: int | str

    def __reduce__(self) -> tuple[Callable[..., Matchup], tuple[Any, ...]]:
        return _arrived, (find_edition(self.edition, **self.options), *self)

    def game_seed(self, deal: int) -> str:
        """Return the seed for all games in a deal."""
        return seed_of("arena", self.seed, deal)


def _arrived(edition: Edition, *values: Any) -> Matchup:
    """Restore a table sent by another process; its edition and group types are already registered here."""
    return Matchup(*values)


class GameResult(NamedTuple):
    """The stored result of a game, with players in the table's order regardless of their seats."""

    winners: tuple[int, ...]
    """The winners: more than one only if players with equal scores share first place (V1)."""
    rounds: int
    moves: int
    """The number of actions by all players."""
    phases: tuple[int, ...]
    """The number of phases that each player completed."""
    points: tuple[int, ...]


class DealResult(NamedTuple):
    """All games played with one deal at one table."""

    table: int
    """The table's index in the list of tables."""
    deal: int
    games: tuple[GameResult, ...]
    """One game for each rotation of the seats."""

    @property
    def won(self) -> list[int]:
        """Each player's wins, measured in parts of a win."""
        found = [0] * len(self.games[0].phases)
        for game in self.games:
            for player in game.winners:
                found[player] += WIN_PARTS // len(game.winners)
        return found


def seating(seats: int, rotation: int) -> tuple[int, ...]:
    """Return the player at each seat.

    >>> seating(3, 0), seating(3, 1)
    ((0, 1, 2), (1, 2, 0))
    """
    return tuple((seat + rotation) % seats for seat in range(seats))


def play_deal(place: int, table: Matchup, deal: int, games: int) -> DealResult:
    """Play the first *games* rotations of a deal; this unit of work can be sent to another process."""
    return _last(deal_by_moves(place, table, deal, games))


def play_game(table: Matchup, deal: int, rotation: int) -> Game:
    """Play one game and return it when it is over.

    Raises:
        PlayerError: a player raised an error, returned no action or broke a rule, or the game did not end.
    """
    return _last(_game_by_moves(table, deal, rotation))[0]


def deal_by_moves(place: int, table: Matchup, deal: int, games: int) -> Generator[None, None, DealResult]:
    """Play like :func:`play_deal`, yielding after each action."""
    played = []
    for rotation in range(games):
        game, moves = yield from _game_by_moves(table, deal, rotation)
        played.append(_kept(game, moves, rotation))
    return DealResult(place, deal, tuple(played))


def _game_by_moves(table: Matchup, deal: int, rotation: int) -> Generator[None, None, tuple[Game, int]]:
    """Play one game, yielding after each action; return the finished game and the number of actions."""
    seated = [table.entrants[player] for player in seating(len(table.entrants), rotation)]
    game = Game.new(table.edition, [entrant.name for entrant in seated], table.game_seed(deal), **table.options)
    players = [
        entrant.fresh(seed_of("player", table.seed, deal, rotation, seat)) for seat, entrant in enumerate(seated)
    ]
    moves = 0
    while (seat := game.to_act) is not None:
        if moves == MOST_ACTIONS:
            raise _fault(game, moves, f"the game does not end: it has taken {MOST_ACTIONS:,} actions")
        try:
            game = move(game, players[seat])
        except registry.PlayerError as error:
            answer = "" if error.answer is None else f" It returned {error.answer.to_dict()}."
            raise _fault(game, moves, f"{error}{answer}") from error
        moves += 1
        yield
    return game, moves


def _last(work: Generator[None, None, Found]) -> Found:
    """Run a generator to completion and return its value."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def _kept(game: Game, moves: int, rotation: int) -> GameResult:
    rows, n = game.state.seats, len(game.state.seats)
    seats = [(player - rotation) % n for player in range(n)]
    return GameResult(
        tuple(sorted((seat + rotation) % n for seat in game.winners)),
        game.state.round,
        moves,
        tuple(len(rows[seat].completed) for seat in seats),
        tuple(rows[seat].score for seat in seats),
    )


def _fault(game: Game, moves: int, what: str) -> EntrantError:
    assert game.to_act is not None
    name, seed = game.players[game.to_act], game.state.seed
    where = f"{game.edition.id}, seed {seed!r}, round {game.state.round}, seat {game.to_act}, move {moves + 1}"
    about = {"player": name, "seed": seed, "seat": game.to_act, "move": moves + 1, "record": game.record()}
    return EntrantError(f"{what} [{where}]", **about)
