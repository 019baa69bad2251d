"""Who takes part: a player by name, a class of players, a player to be copied, or a function of an observation."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .. import players as registry
from ..players import Choice, Player

NAME_LENGTH = 40


class EntrantError(registry.PlayerError):
    """A player stopped with an error, gave no action, or broke a rule; or the game does not end.

    The message says who, what, and where; the attributes are for finding out why.
    """

    player: str
    """Its name."""
    seed: str
    """The game's seed."""
    seat: int
    move: int
    """Which action of the game it was to choose, from 1."""
    record: dict[str, Any]
    """The game up to there: ``Game.replay(error.record)`` stands before the choice."""

    def __init__(self, message: str, **about: Any) -> None:
        """With the attributes as keywords."""
        super().__init__(message)
        self.__dict__.update(about)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as it takes part: a name, and a way to have a fresh one for every game.

    >>> Entrant("careful", lambda seed: registry.get("greedy")).name
    'careful'
    """

    name: str
    make: Callable[[str], Player | Choice]
    """Takes a seed, a text of its own for each game and seat, and gives a player that knows nothing of other games."""

    def fresh(self, seed: str) -> Player:
        """A player for one game."""
        return registry.as_player(self.make(seed))


@dataclass(frozen=True, slots=True)
class _Named:
    """Makes players that the registry knows."""

    name: str

    def __call__(self, seed: str) -> Player:
        return registry.get(self.name, seed)


@dataclass(frozen=True, slots=True)
class _Copied:
    """Copies one player, as it was given; a function stays the same one."""

    player: Any

    def __call__(self, seed: str) -> Any:
        try:
            return pickle.loads(pickle.dumps(self.player))  # copies a generator behind a bound method, too
        except Exception:
            return copy.deepcopy(self.player)


@dataclass(frozen=True, slots=True)
class _Made:
    """Makes players of a class."""

    kind: Any
    seeded: bool

    def __call__(self, seed: str) -> Any:
        return self.kind(seed=seed) if self.seeded else self.kind()


def entrants(players: Sequence[Any]) -> tuple[Entrant, ...]:
    """The players as entrants, each with a name of its own.

    Raises:
        ValueError: there is no player of a name, or something is no player.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ValueError(f"players is a list of players, not {players!r:.60}")
    found: list[Entrant] = []
    for player in players:
        one = _entrant(player)
        names = {other.name for other in found}
        name, n = one.name, 2
        while name in names:
            name, n = f"{one.name} ({n})", n + 1
        found.append(Entrant(name, one.make))
    return tuple(found)


def _entrant(player: Any) -> Entrant:
    if isinstance(player, Entrant):
        if not isinstance(player.name, str) or not 0 < len(player.name.strip()) <= NAME_LENGTH:
            raise ValueError(f"an entrant's name has 1 to {NAME_LENGTH} characters, not {player.name!r:.60}")
        player.fresh("a try")
        return player
    if isinstance(player, str):
        registry.get(player)
        return Entrant(player, _Named(player))
    if inspect.isclass(player) and callable(getattr(player, "choose", None)):
        return Entrant(player.__name__[:NAME_LENGTH], _Made(player, _takes_seed(player)))
    return Entrant(registry.label(registry.as_player(player))[:NAME_LENGTH], _Copied(player))


def _takes_seed(kind: Any) -> bool:
    try:
        found = inspect.signature(kind).parameters
    except ValueError:
        return False
    return "seed" in found or any(one.kind is one.VAR_KEYWORD for one in found.values())
