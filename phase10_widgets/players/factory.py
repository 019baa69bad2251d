"""Player factories: each makes a fresh player per game, and can be sent to another process."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from .base import Player, PlayerError
from .function import as_player, label

Factory: TypeAlias = Callable[[Any], Player]
"""A function that takes a seed and returns a player without any memory of other games."""


@dataclass(frozen=True, slots=True)
class Copies:
    """A factory that copies one player in its initial state; functions themselves are not copied."""

    player: Any

    def __call__(self, seed: Any) -> Player:
        try:
            return as_player(pickle.loads(pickle.dumps(self.player)))  # also copies a generator behind a bound method
        except Exception:
            return as_player(copy.deepcopy(self.player))


@dataclass(frozen=True, slots=True)
class Instances:
    """A factory that creates players of one class."""

    kind: Any
    seeded: bool

    def __call__(self, seed: Any) -> Player:
        with unended(self.kind):
            return as_player(self.kind(seed=seed) if self.seeded else self.kind())


@contextmanager
def unended(player: Any) -> Iterator[None]:
    """Report a player that calls ``exit()`` when it is created, as if it had raised any other error.

    Raises:
        PlayerError: the code in the block raised SystemExit.
    """
    try:
        yield
    except SystemExit as error:
        raise PlayerError(f"{label(player)} cannot be created: SystemExit: {error}"[:300]) from error


def factory(player: Any) -> Factory:
    """Return a factory for a class with ``choose``, a player to copy, or a function of an observation.

    Raises:
        ValueError: it is none of these.
    """
    if inspect.isclass(player):
        if not callable(getattr(player, "choose", None)):
            raise ValueError(f"{player.__name__} has no method choose(observation), so it is not a player class")
        return Instances(player, takes_seed(player))
    as_player(player)
    return Copies(player)


def made(make: Callable[..., Any], seed: Any) -> Any:
    """Call a factory with this seed, which it may take by keyword, by position, or not at all.

    >>> made(lambda depth=3, seed=1: seed, 7), made(lambda chance: chance, 7), made(lambda depth=3: depth, 7)
    (7, 7, 3)
    """
    with unended(make):
        if takes_seed(make):
            return make(seed=seed)
        return make(seed) if _takes_one(make) else make()


def takes_seed(make: Callable[..., Any]) -> bool:
    """Return True if the factory takes a seed by keyword."""
    return any(
        one.kind is one.VAR_KEYWORD or (one.name == "seed" and one.kind is not one.POSITIONAL_ONLY)
        for one in _parameters(make)
    )


def _takes_one(make: Callable[..., Any]) -> bool:
    """Return True if the factory has a required positional parameter."""
    by_place = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return any(
        one.kind is one.VAR_POSITIONAL or (one.kind in by_place and one.default is one.empty)
        for one in _parameters(make)
    )


def _parameters(make: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    try:
        return tuple(inspect.signature(make).parameters.values())
    except (TypeError, ValueError):
        return ()
