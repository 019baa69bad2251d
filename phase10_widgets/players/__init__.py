"""Computer players: the built-in ones, each in its own file, and those that other programs register.

A player sees only an observation. Your own functions can also play: you can pass a function of an observation wherever
a player's name is accepted.

>>> def first(observation):  # a Choice
...     return observation.legal_actions()[0]
>>> get(first), f"expert:{LEVELS[-1]}"
(<FunctionPlayer first>, 'expert:10')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..base.integers import check_seed, integer_from, one_way, seed_of
from ..base.registry import RegistrationError, Registry
from .base import Player, PlayerError, move
from .expert import ExpertPlayer
from .factory import Factory, factory
from .function import AnyPlayer, Choice, as_player, label, own_name
from .greedy import GreedyPlayer
from .near_names import nearest
from .random import RandomPlayer

LEVELS = range(1, 11)
"""The levels, from weakest to strongest."""

_WITH_LEVELS: dict[str, Callable[[int, int | str | None], Player]] = {"expert": ExpertPlayer}
"""The players that can play at each of the ``LEVELS``."""
REGISTERED: Registry[Factory] = Registry("players")
"""All players, keyed by name, from weakest to strongest; those with levels play at the highest level."""
REGISTERED.built_in = {
    "random": RandomPlayer,
    "greedy": lambda seed: GreedyPlayer(),
    "expert": lambda seed: ExpertPlayer(LEVELS[-1], seed),
}


def _accepted(player: Any, name: str | None) -> tuple[str, Factory]:
    """Return a player's name and its factory, if it can be registered under this name."""
    if name is None:
        raise RegistrationError(f'a player must be registered with a name: register({label(player)}, name="…")')
    if not isinstance(name, str) or not re.fullmatch("[A-Za-z][A-Za-z0-9_-]{0,39}", name):
        raise RegistrationError(f"a player's name must be 1 to 40 letters, digits, '-' or '_', not {name!r:.80}")
    try:
        found = factory(player)
        found("a try")
    except (Exception, SystemExit) as error:
        raise RegistrationError(f"the player {name!r} cannot be registered: {error}") from error
    return name, found


REGISTERED.accept = _accepted


@dataclass(frozen=True, slots=True)
class _Named:
    """A factory for built-in players at a given level."""

    name: str

    def __call__(self, seed: Any) -> Player:
        return get(self.name, seed)


def names() -> tuple[str, ...]:
    """Return all players' names: the built-in ones (weakest first), the registered ones and those from plugins.

    >>> names()[:3]
    ('random', 'greedy', 'expert')
    """
    return tuple(REGISTERED)


def named(name: str) -> Factory:
    """Return a factory for a named player; the factory can be sent to a process in which none are registered.

    Raises:
        ValueError: as for :func:`get`.
    """
    known = _read(name, None)[0]
    return _Named(name) if known in REGISTERED.built_in else REGISTERED[known]


def is_name(text: str) -> bool:
    """Return True if the text starts with a player's name; a level after a colon is not checked.

    >>> is_name("expert:5"), is_name("Ana")
    (True, False)

    Raises:
        ValueError: the value is not text.
    """
    return _text(text).partition(":")[0] in REGISTERED


def is_built_in(name: str) -> bool:
    """Return True if the text names one of this package's players, with or without a level."""
    return name.partition(":")[0] in REGISTERED.built_in


def near_name(text: str) -> str | None:
    """Return the player whose name this text misspells ("expert:5" for "Expert:5"), or None for a correct name or
    any other text.

    >>> near_name("Expert:5"), near_name("Ana")
    ('expert:5', None)

    Raises:
        ValueError: the value is not text.
    """
    found = nearest(_text(text), names(), _WITH_LEVELS)
    if found is None:
        return None
    try:
        level_of(found)
    except ValueError:  # it has no such level
        return found.partition(":")[0]
    return found


def get(player: AnyPlayer, seed: int | str | None = None, *, level: int | None = None) -> Player:
    """Return the player with this name, a player made from this function or class, or this object with ``choose``,
    unchanged.

    >>> from phase10_widgets import Game
    >>> get("expert:3", seed=1).choose(Game.new("classic", seed=7).observe(0)).to_dict()
    {'type': 'draw', 'from': 'deck'}

    Args:
        player: a name, optionally with a level as in ``"expert:3"``; your own function, class or player object; or a
            pair of a name for tables and one of these.
        seed: makes players that use randomness repeatable.
        level: 1 (a beginner) to 10 (the default), for players that have levels.

    Raises:
        ValueError: the player is unknown, it has no such level, or the seed is not valid.
    """
    if seed is not None and not isinstance(seed, str):
        seed = check_seed(seed)
    _, player = own_name(player)
    if not isinstance(player, str):
        if level is not None:
            raise ValueError(f"only named players have levels, not {label(player)}")
        return factory(player)(seed) if isinstance(player, type) else as_player(player)
    name, at = _read(player, level)
    return REGISTERED[name](seed) if at is None else _WITH_LEVELS[name](at, seed)


def for_game(player: AnyPlayer, *parts: object) -> Player:
    """Return the player for one game, as :func:`get` does, with a seed made from these parts.

    Only built-in players get this seed. Other players get a seed that reveals nothing about the game's seed.
    """
    seed = seed_of(*parts)
    return get(player, seed if isinstance(player, str) and is_built_in(player) else one_way(seed))


def level_of(player: str) -> int | None:
    """Return the level specified in a player's name: 3 for ``"expert:3"``, or None for a player without levels.

    >>> level_of("expert:3"), level_of("greedy")
    (3, None)

    Raises:
        ValueError: as for :func:`get`.
    """
    return _read(player, None)[1]


def _read(player: str, level: int | None) -> tuple[str, int | None]:
    """Return a player's name and level; the level may be part of the text or an argument."""
    name, colon, level_text = _text(player).partition(":")
    if name not in REGISTERED:
        listed = ", ".join(names())
        near = near_name(player[:60])
        meant = f"did you mean {near!r}? The" if near else "the"
        raise ValueError(f"there is no player {player[:60]!r}; {meant} players are {listed}")
    if colon and level is not None:
        raise ValueError(f"{player[:60]!r} already names a level; leave out level={level}")
    if name not in _WITH_LEVELS:
        if colon or level is not None:
            raise ValueError(f"{name} has no levels; leave out the level")
        return name, None
    wanted: object = level
    if colon:
        wanted = int(level_text) if re.fullmatch("[0-9]{1,2}", level_text) else level_text[:60]
    return name, LEVELS[-1] if wanted is None else _level(wanted)


def _text(name: object) -> str:
    if not isinstance(name, str):
        raise ValueError(f"a player's name must be text such as 'expert:3', not {name!r:.60}")
    return name


def _level(wanted: object) -> int:
    level = integer_from(LEVELS[0], wanted, LEVELS[-1])
    if level is None:
        raise ValueError(f"a level must be a whole number from {LEVELS[0]} to {LEVELS[-1]}, not {wanted!r}")
    return level


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
    "near_name",
]


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__
