"""Entrants: a player's name, a player class, a player to copy, or a function of an observation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import players as registry
from ..base.integers import one_way
from ..players import Choice, Player
from ..players.factory import factory, made
from ..players.function import own_name

NAME_LENGTH = 40


class EntrantError(registry.PlayerError):
    """Raised if a player raises an error, returns no action or breaks a rule, or if the game does not end.

    The message names the player, the fault and the place; the attributes help you find the cause.

    >>> import phase10_widgets as p10
    >>> p10.arena.play("classic", ["greedy", lambda observation: None], games=2, seed=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.arena.entrants.EntrantError: function returned no action: An action must be an ...
    """

    player: str
    """The player's name."""
    seed: str
    """The game's seed."""
    seat: int
    move: int
    """The number of the action that the player had to choose, starting at 1."""
    record: dict[str, Any]
    """The game up to that point: ``Game.replay(error.record)`` restores the moment before the choice."""

    def __init__(self, message: str, **about: Any) -> None:
        """Store the message and the attributes, which are passed as keyword arguments."""
        super().__init__(message)
        self.__dict__.update(about)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in a contest: a name, and a factory that makes a fresh player for each game.

    >>> Entrant("careful", lambda seed: registry.get("greedy")).name
    'careful'
    """

    name: str
    make: Callable[..., Player | Choice] = field(repr=False)
    """A function that accepts a seed (a string unique to each game and seat) and returns a player that does not
    remember other games.

    The seed is passed as the ``seed`` parameter if there is one, and otherwise as the first parameter without a
    default, if any.
    """
    registered: str | None = None
    """The player's name in the registry, or None for a function, a class or an object."""

    def fresh(self, seed: str) -> Player:
        """Return a player for one game. Only built-in players receive this seed; others receive one that is derived
        from it but does not reveal it."""
        ours = self.registered is not None and registry.is_built_in(self.registered)
        return registry.as_player(made(self.make, seed if ours else one_way(seed)))


def entrants(players: Sequence[Any]) -> tuple[Entrant, ...]:
    """Return the players as entrants, each with a unique name.

    Raises:
        ValueError: a name is unknown, or an item is not a player.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ValueError(f"players must be a list of players, not {players!r:.60}")
    found: list[Entrant] = []
    for player in players:
        one = _entrant(player)
        names = {other.name for other in found}
        name, n = one.name, 2
        while name in names:
            name, n = f"{one.name} ({n})", n + 1
        found.append(Entrant(name, one.make, one.registered))
    return tuple(found)


def _entrant(player: Any) -> Entrant:
    if isinstance(player, Entrant):
        if not isinstance(player.name, str) or not 0 < len(player.name.strip()) <= NAME_LENGTH:
            raise ValueError(f"an entrant's name must have 1 to {NAME_LENGTH} characters, not {player.name!r:.60}")
        player.fresh("a try")
        return player
    if isinstance(player, str):
        return Entrant(player, registry.named(player), player)
    name, player = own_name(player)
    if name is not None:
        one = _entrant(player)
        return _entrant(Entrant(name, one.make, one.registered))
    return Entrant(registry.label(player)[:NAME_LENGTH], factory(player))
