"""Computer players. A player is one class in one file and one line here; it sees an observation and nothing else.

Anybody's own function of an observation plays, too: wherever a player's name can stand, the function can.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .base import Player, PlayerError, move
from .expert import ExpertPlayer
from .function import Choice, as_player, label
from .greedy import GreedyPlayer
from .random import RandomPlayer

LEVELS = range(1, 11)
"""From beginner to the best that a player with levels can do."""

_REGISTRY: dict[str, Callable[[int | str | None], Player]] = {
    "random": RandomPlayer,
    "greedy": lambda seed: GreedyPlayer(),
}
"""Players that always play alike, weakest first."""
_WITH_LEVELS: dict[str, Callable[[int, int | str | None], Player]] = {"expert": ExpertPlayer}
"""Players that play at each of ``LEVELS``."""


def names() -> tuple[str, ...]:
    """The names of all players, weakest first."""
    return (*_REGISTRY, *_WITH_LEVELS)


def is_name(text: str) -> bool:
    """Whether a text asks for a player: a name, or a name with a level after a colon, which may be a wrong one."""
    return text.partition(":")[0] in names()


def get(player: str | Player | Choice, seed: int | str | None = None, *, level: int | None = None) -> Player:
    """The player of a name; a function of an observation, or an object with ``choose``, is one itself.

    Args:
        player: a name, also with a level as in ``"expert:3"``; or a function or a player of one's own.
        seed: makes a player that uses chance repeatable.
        level: 1 (a beginner) to 10 (the default), for players that have levels.

    Raises:
        ValueError: there is no such player, or it has no such level.
    """
    if not isinstance(player, str):
        if level is not None:
            raise ValueError(f"only a player with a name has levels, not {label(player)}")
        return as_player(player)
    name, at = _read(player, level)
    return _REGISTRY[name](seed) if at is None else _WITH_LEVELS[name](at, seed)


def level_of(player: str) -> int | None:
    """The level that a text asks for: 3 of ``"expert:3"``; None for a player that has no levels.

    Raises:
        ValueError: as for :func:`get`.
    """
    return _read(player, None)[1]


def _read(player: str, level: int | None) -> tuple[str, int | None]:
    """A player's name and its level, wherever the level stands."""
    name, colon, told = player.partition(":")
    if name not in names():
        listed = ", ".join(names())
        raise ValueError(f"there is no player {player[:60]!r}; the players are {listed}")
    if colon and level is not None:
        raise ValueError(f"{player[:60]!r} names a level already; leave out level={level}")
    if name in _REGISTRY:
        if colon or level is not None:
            raise ValueError(f"{name} has no levels; leave the level out")
        return name, None
    wanted: object = level
    if colon:
        wanted = int(told) if re.fullmatch("[0-9]{1,2}", told) else told[:60]
    return name, LEVELS[-1] if wanted is None else _level(wanted)


def _level(wanted: object) -> int:
    if type(wanted) is not int or wanted not in LEVELS:
        raise ValueError(f"a level is a whole number from {LEVELS[0]} to {LEVELS[-1]}, not {wanted!r}")
    return wanted


__all__ = [
    "LEVELS",
    "Choice",
    "Player",
    "PlayerError",
    "as_player",
    "get",
    "is_name",
    "label",
    "level_of",
    "move",
    "names",
]
