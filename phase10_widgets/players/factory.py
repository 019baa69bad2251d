"""Factories of players: each makes a fresh player per game, and can be sent to another process."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from .base import Player
from .function import as_player

Factory: TypeAlias = Callable[[Any], Player]
"""Takes a seed and returns a player that remembers no other game."""


@dataclass(frozen=True, slots=True)
class Copies:
    """A factory that copies one player in its initial state; a function stays the same object."""

    player: Any

    def __call__(self, seed: Any) -> Player:
        try:
            return as_player(pickle.loads(pickle.dumps(self.player)))  # also copies a generator behind a bound method
        except Exception:
            return as_player(copy.deepcopy(self.player))


@dataclass(frozen=True, slots=True)
class Instances:
    """A factory for players of a class."""

    kind: Any
    seeded: bool

    def __call__(self, seed: Any) -> Player:
        return as_player(self.kind(seed=seed) if self.seeded else self.kind())


def factory(player: Any) -> Factory:
    """Return a factory for a class with ``choose``, for a player to copy, or for a function of an observation.

    Raises:
        ValueError: it is none of these.
    """
    if inspect.isclass(player) and callable(getattr(player, "choose", None)):
        return Instances(player, _takes_seed(player))
    as_player(player)
    return Copies(player)


def _takes_seed(kind: Any) -> bool:
    try:
        found = inspect.signature(kind).parameters
    except ValueError:
        return False
    return "seed" in found or any(one.kind is one.VAR_KEYWORD for one in found.values())
