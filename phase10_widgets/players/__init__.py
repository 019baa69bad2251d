"""Computer players. A player is one class in one file and one line here; it sees an observation and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from .base import Player
from .greedy import GreedyPlayer
from .random import RandomPlayer

_REGISTRY: dict[str, Callable[[int | str | None], Player]] = {
    "random": RandomPlayer,
    "greedy": lambda seed: GreedyPlayer(),
}


def names() -> tuple[str, ...]:
    """The names of all players, weakest first."""
    return tuple(_REGISTRY)


def get(name: str, seed: int | str | None = None) -> Player:
    """A player of this name; *seed* makes one that uses chance repeatable.

    Raises:
        ValueError: there is no such player.
    """
    make = _REGISTRY.get(name) if isinstance(name, str) else None
    if make is None:
        raise ValueError(f"there is no player {name!r}; the players are {', '.join(_REGISTRY)}")
    return make(seed)


__all__ = ["Player", "get", "names"]
